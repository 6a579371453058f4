import BasicAlgorithms
import Changesets
import Datasets
import ItemStores

/// Decks and their later states: few sections and items, edges often, identifiers twice now and then.
struct DeckGenerator {
  var random: SplitMix64
  private var nextID = 100

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func chance(_ percent: Int) -> Bool { random.next(below: 100) < percent }

  mutating func number(below bound: Int) -> Int { random.next(below: bound) }

  /// An item that no deck has had yet, or one that some have.
  private mutating func card() -> Card {
    if chance(20) { return Card(id: number(below: 6)) }
    nextID += 1
    return Card(id: nextID)
  }

  mutating func deck() -> Deck {
    let count = number(below: 5)
    let sections = (0..<count).map { _ in
      (0..<number(below: chance(10) ? 30 : 7)).map { _ in card() }
    }
    return Deck(names: sections.indices.map { chance(5) ? 0 : $0 }, sections: sections)
  }

  mutating func pair() -> (source: Deck, target: Deck) {
    let source = deck()
    if chance(5) { return (source, deck()) }
    var target = source
    for _ in 0..<number(below: chance(30) ? 12 : 4) { edit(&target) }
    return (source, target)
  }

  private mutating func edit(_ deck: inout Deck) {
    guard !deck.sections.isEmpty, !chance(20) else { return editSections(&deck) }
    let section = number(below: deck.sections.count)
    let place = number(below: deck.sections[section].count + 1)
    guard place < deck.sections[section].count, !chance(30) else {
      deck.sections[section].insert(card(), at: place)
      return
    }
    switch number(below: 4) {
    case 0: deck.sections[section].remove(at: place)
    case 1: deck.sections[section][place].revision += 1
    case 2: deck.sections[section][place...].reverse()
    default:
      var moved = deck.sections[section].remove(at: place)
      if chance(30) { moved.revision += 1 }
      let goal = chance(50) ? section : number(below: deck.sections.count)
      deck.sections[goal].insert(moved, at: number(below: deck.sections[goal].count + 1))
    }
  }

  private mutating func editSections(_ deck: inout Deck) {
    let place = number(below: deck.sections.count + 1)
    guard place < deck.sections.count, !chance(30) else {
      nextID += 1
      deck.names.insert(nextID, at: place)
      deck.sections.insert((0..<number(below: 4)).map { _ in card() }, at: place)
      return
    }
    let (name, items) = (deck.names.remove(at: place), deck.sections.remove(at: place))
    if chance(40) { return }
    let goal = number(below: deck.sections.count + 1)
    deck.names.insert(name, at: goal)
    deck.sections.insert(items, at: goal)
  }

  // MARK: Long lists

  /// Lists of some thousand items, the second a few blocks and single edits away from the first.
  mutating func longPair() -> (source: [Card], target: [Card]) {
    let count = 50 + number(below: 3_000)
    let source = (0..<count).map { Card(id: chance(2) ? number(below: 5) : 1_000 + $0) }
    var target = source
    for _ in 0..<number(below: 6) { editBlock(&target) }
    for _ in 0..<number(below: chance(30) ? count / 8 : 6) {
      let place = number(below: target.count + 1)
      if place == target.count || chance(40) {
        target.insert(card(), at: place)
      } else if chance(50) {
        target.remove(at: place)
      } else {
        target[place].revision += 1
      }
    }
    return (source, target)
  }

  private mutating func editBlock(_ list: inout [Card]) {
    let start = number(below: list.count + 1)
    let length = min(number(below: chance(50) ? 20 : 800), list.count - start)
    switch number(below: 5) {
    case 0: list.removeSubrange(start..<(start + length))
    case 1: list.insert(contentsOf: (0..<length).map { _ in card() }, at: start)
    case 2: list[start..<(start + length)].reverse()
    case 3: list[start..<(start + length)].shuffle(using: &random)
    default:
      let block = Array(list[start..<(start + length)])
      list.removeSubrange(start..<(start + length))
      list.insert(contentsOf: block, at: number(below: list.count + 1))
    }
  }

  /// Lists of some hundred items: deletions and insertions everywhere, items that move a few or many
  /// places, and neighbouring blocks that change places.
  mutating func scatteredPair() -> (source: [Card], target: [Card]) {
    let count = 20 + number(below: 400)
    let repeats = chance(20)
    let source = (0..<count).map { Card(id: repeats && chance(5) ? number(below: 5) : 1_000 + $0) }
    var target = source
    let farthest = [1, 3, 12, count][number(below: 4)]
    for _ in 0..<number(below: [4, count / 10, count / 2][number(below: 3)] + 1) {
      let place = number(below: max(target.count, 1))
      if target.count < 4 || chance(30) {
        target.insert(card(), at: min(place, target.count))
      } else if chance(40) {
        target.remove(at: place)
      } else if chance(85) {
        let moved = target.remove(at: place)
        let goal = place - farthest + number(below: 2 * farthest + 1)
        target.insert(moved, at: max(0, min(goal, target.count)))
      } else {
        swapBlocks(&target, at: place)
      }
    }
    return (source, target)
  }

  /// Moves up to five items behind up to five others.
  private mutating func swapBlocks(_ list: inout [Card], at place: Int) {
    let first = Array(list[place..<min(place + 1 + number(below: 5), list.count)])
    list.removeSubrange(place..<(place + first.count))
    list.insert(contentsOf: first, at: min(place + 1 + number(below: 5), list.count))
  }

  // MARK: Stores

  /// Edits a store item by item and section by section.
  mutating func edit(_ store: inout BTreeStore<Card>) {
    for _ in 0..<number(below: 8) {
      guard store.sectionCount > 0, !chance(15) else {
        editSections(&store)
        continue
      }
      let section = number(below: store.sectionCount)
      let place = number(below: store.itemCount(inSection: section) + 1)
      let path = ItemPath(section: section, item: place)
      if place == store.itemCount(inSection: section) || chance(30) {
        store.insert(card(), at: path)
      } else if chance(40) {
        store.remove(at: path)
      } else if chance(50) {
        var card = store[path]
        card.revision += 1
        store.replace(at: path, with: card)
      } else {
        let card = store.remove(at: path)
        let goal = number(below: store.sectionCount)
        let item = number(below: store.itemCount(inSection: goal) + 1)
        store.insert(card, at: ItemPath(section: goal, item: item))
      }
    }
  }

  private mutating func editSections(_ store: inout BTreeStore<Card>) {
    let place = number(below: store.sectionCount + 1)
    if place == store.sectionCount || chance(50) {
      store.insertSection((0..<number(below: 5)).map { _ in card() }, at: place)
    } else {
      store.removeSection(at: place)
    }
  }
}
