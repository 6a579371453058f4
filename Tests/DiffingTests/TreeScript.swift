import BasicAlgorithms
import Changesets
import Datasets
import Diffing
import ItemStores

/// A tree with named sections, some of them long and many of one length, that is being edited.
struct TreeScript {
  /// The sections' names and items.
  private(set) var tree: SectionedStore<Int, BTreeStore<Card>>
  /// The most items that edits have written: whole chunks, and inserted or deleted sections.
  private(set) var touchedItems = 0
  private let capacity: Int
  private let hasTwins: Bool
  private var random: SplitMix64
  private var nextID = 1_000

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    capacity = 2 + random.next(below: 30)
    hasTwins = random.next(below: 3) == 0
    tree = SectionedStore(
      sectionIDs: [],
      store: BTreeStore(chunkCapacity: capacity, nodeCapacity: 2 + random.next(below: 15)))
    let length = 1 + random.next(below: 60)
    for name in 0..<random.next(below: 60) {
      tree.sectionIDs.append(name)
      let items = section(usualLength: length)
      tree.store.insertSection(items, at: name)
    }
    touchedItems = 0
  }

  /// A Boolean value that indicates whether identifiers may repeat.
  var mayRepeat: Bool { hasTwins }

  private mutating func number(below bound: Int) -> Int { random.next(below: bound) }

  private mutating func card() -> Card {
    if hasTwins, number(below: 4) == 0 { return Card(id: number(below: 30)) }
    nextID += 1
    return Card(id: nextID)
  }

  private mutating func section(usualLength: Int) -> [Card] {
    let length =
      switch number(below: 10) {
      case 0: 0
      case 1: number(below: 400)
      case 2, 3: number(below: 6)
      default: usualLength
      }
    return (0..<length).map { _ in card() }
  }

  // MARK: Edits

  /// Edits items and sections; where `keepsNames`, no section gets the name of another.
  mutating func edit(keepsNames: Bool) {
    for _ in 0..<number(below: 12) {
      if tree.sectionIDs.isEmpty || number(below: 3) == 0 {
        editSections(keepsNames)
      } else {
        editItem()
      }
    }
  }

  private mutating func place() -> ItemPath {
    let section = number(below: tree.store.sectionCount)
    return ItemPath(
      section: section, item: number(below: tree.store.itemCount(inSection: section) + 1))
  }

  private mutating func editItem() {
    touchedItems += 6 * capacity
    let path = place()
    guard path.item < tree.store.itemCount(inSection: path.section), number(below: 3) > 0 else {
      tree.store.insert(card(), at: path)
      return
    }
    var card = tree.store[path]
    switch number(below: 3) {
    case 0: tree.store.remove(at: path)
    case 1:
      card.revision += 1
      tree.store.replace(at: path, with: card)
    default:
      tree.store.remove(at: path)
      let goal = place()
      tree.store.insert(card, at: goal)
    }
  }

  private mutating func editSections(_ keepsNames: Bool) {
    let count = tree.sectionIDs.count
    let place = number(below: count + 1)
    guard place < count, number(below: 4) > 0 else {
      let length = count > 0 ? tree.store.itemCount(inSection: number(below: count)) : 5
      let items = section(usualLength: length)
      nextID += 1
      touchedItems += 6 * capacity + items.count
      tree.sectionIDs.insert(nextID, at: place)
      tree.store.insertSection(items, at: place)
      return
    }
    touchedItems += 6 * capacity + 2 * tree.store.itemCount(inSection: place)
    switch number(below: keepsNames ? 4 : 6) {
    case 0:
      tree.sectionIDs.remove(at: place)
      tree.store.removeSection(at: place)
    case 1, 2:
      let goal = number(below: count)
      touchedItems += 2 * tree.store.itemCount(inSection: goal)
      tree.sectionIDs.insert(tree.sectionIDs.remove(at: place), at: goal)
      tree.store.moveSection(from: place, to: goal)
    case 3:
      var items = (0..<tree.store.itemCount(inSection: place)).map {
        tree.store[ItemPath(section: place, item: $0)]
      }
      if number(below: 2) == 0 { items = items.map { _ in card() } }
      tree.store.replaceSection(at: place, with: items)
    case 4:
      // Names change places and items do not.
      tree.sectionIDs.swapAt(place, number(below: count))
    default:
      tree.sectionIDs.insert(tree.sectionIDs.remove(at: place), at: number(below: count))
    }
  }
}

extension SectionedStore where SectionID == Int, Store == BTreeStore<Card> {
  /// The content of the store.
  var deck: Deck {
    var deck = Deck(store)
    deck.names = sectionIDs
    return deck
  }
}
