import BasicAlgorithms
public import Benchmarking
import Datasets
public import Diffing
public import ItemStores

extension DiffScenarios where Method: SectionedDiffMethod {
  /// The scenarios that compare sections with identifiers.
  @inlinable
  var ofSections: [Scenario] {
    DiffSections.shapes(of: Key.self).map { shape in
      scenario(
        shape.name, shape.summary, maximumItems: DiffCases.mostItems, isHeadline: shape.isHeadline
      ) { context in
        let pair = try DiffSections<Key>(shape, context)
        let (source, target) = (pair.source, pair.target)
        return try measurement(pair.truth) { method in
          try method.changeset(from: source, to: target)
        }
      }
    }
  }
}

/// A pair of sectioned collections to compare: how the target is made from the source.
@usableFromInline
struct DiffSectionShape: Sendable {
  @usableFromInline let name: String
  @usableFromInline let summary: String
  /// The number of items in a section; nil for the dataset's own sections.
  let sectionSize: Int?
  @usableFromInline let isHeadline: Bool

  static var all: [DiffSectionShape] {
    let edits =
      "edits of 1 % of the items, within and across, and of one section in 200 each: deleted, "
      + "inserted, moved."
    return [
      DiffSectionShape(
        name: "diff-sections", summary: "The dataset's sections: " + edits, sectionSize: nil,
        isHeadline: true),
      DiffSectionShape(
        name: "diff-sections-100", summary: "Sections of 100 items: " + edits, sectionSize: 100,
        isHeadline: false),
    ]
  }
}

/// Two sectioned collections to compare.
@usableFromInline
struct DiffSections<Key: DiffKey> {
  @usableFromInline let source: SectionedStore<Int, NestedArrayStore<Key>>
  @usableFromInline let target: SectionedStore<Int, NestedArrayStore<Key>>
  @usableFromInline let truth: DiffTruth<Key>

  /// Returns the shapes for keys of one kind.
  @usableFromInline
  static func shapes(of key: Key.Type) -> [DiffSectionShape] {
    key == DiffRevisedItem.self ? [] : DiffSectionShape.all
  }

  @usableFromInline
  init(_ shape: DiffSectionShape, _ context: ScenarioContext) throws {
    let collection = try DiffCollection(context)
    let before = collection.sections(ofSize: shape.sectionSize)
    let sourceIDs = Array(before.indices)
    var edited = EditedSections(before, collection, collection.generator(for: shape.name))
    edited.editItems()
    edited.editSections()
    let (sourceKeys, targetKeys) = (
      before.map { $0.map(Key.init) }, edited.sections.map { $0.map(Key.init) }
    )
    source = SectionedStore(sectionIDs: sourceIDs, store: NestedArrayStore(sections: sourceKeys))
    target = SectionedStore(
      sectionIDs: edited.sectionIDs, store: NestedArrayStore(sections: targetKeys))
    truth = try DiffTruth(
      sourceKeys, targetKeys, sourceIDs: sourceIDs, targetIDs: edited.sectionIDs)
  }
}

/// Sections of items during edits.
private struct EditedSections {
  private(set) var sections: [[ItemSeed]]
  private(set) var sectionIDs: [Int]
  private let collection: DiffCollection
  private var generator: SplitMix64

  init(_ sections: [[ItemSeed]], _ collection: DiffCollection, _ generator: SplitMix64) {
    self.sections = sections
    sectionIDs = Array(sections.indices)
    self.collection = collection
    self.generator = generator
  }

  /// Deletes, inserts and moves items; every other move stays in its section.
  mutating func editItems() {
    let count = collection.seeds.count
    let edits = DiffEdits(count / 100, ofItems: count)
    let places = generator.places(edits.deletes + edits.moves, below: count)
    var taken: [(section: Int, item: ItemSeed)] = []
    var (start, next) = (0, 0)
    for section in sections.indices {
      let end = start + sections[section].count
      var mine: [Int] = []
      while next < places.count, places[next] < end {
        mine.append(places[next] - start)
        next += 1
      }
      let (kept, gone) = sections[section].split(at: mine)
      sections[section] = kept
      taken += gone.map { (section, $0) }
      start = end
    }
    generator.shuffle(&taken)
    var incoming: [Int: [ItemSeed]] = [:]
    for (number, move) in taken.prefix(edits.moves).enumerated() {
      let section =
        number.isMultiple(of: 2) ? move.section : generator.next(below: sections.count)
      incoming[section, default: []].append(move.item)
    }
    for item in collection.newItems(edits.inserts) {
      incoming[generator.next(below: sections.count), default: []].append(item)
    }
    for section in incoming.keys.sorted() {
      var items = incoming[section] ?? []
      generator.shuffle(&items)
      sections[section] = sections[section].merged(with: items, &generator)
    }
  }

  /// Deletes, inserts and moves whole sections if there are enough.
  mutating func editSections() {
    guard sections.count >= 4 else { return }
    let count = max(1, sections.count / 200)
    let size = collection.seeds.count / sections.count
    let places = generator.places(2 * count, below: sections.count)
    let all = Array(zip(sectionIDs, sections))
    var (kept, taken) = all.split(at: places)
    generator.shuffle(&taken)
    let new = (0..<count).map { (all.count + $0, collection.newItems(size)) }
    var incoming = Array(taken.prefix(count)) + new
    generator.shuffle(&incoming)
    kept = kept.merged(with: incoming, &generator)
    sectionIDs = kept.map(\.0)
    sections = kept.map(\.1)
  }
}
