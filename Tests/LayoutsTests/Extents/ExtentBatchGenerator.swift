import Changesets
import Datasets
import Layouts

/// Collections of sections of every kind, and batches of edits of every density, from a seed.
struct ExtentBatchGenerator {
  private var random: SplitMix64
  /// The most items of a section to begin with.
  private let mostItems: Int

  init(seed: UInt64, mostItems: Int) {
    random = SplitMix64(seed: seed)
    self.mostItems = mostItems
  }

  /// The shapes: lines of several items, lines of one item, lines of one item by its length, and
  /// lists.
  static let shapes = [
    LineRule(available: 100, interitemSpacing: 2, lineSpacing: 4),
    LineRule(available: 100, interitemSpacing: 0, lineSpacing: 0),
    LineRule(available: 6, interitemSpacing: 1, lineSpacing: 1),
    LineRule(available: 100, interitemSpacing: 0, lineSpacing: 1, isSingleColumn: true),
  ].map { SectionShape(leading: 3, trailing: 0.5, rule: $0) }

  /// A collection of at most `mostSections` sections.
  mutating func model(mostSections: Int = 3) -> ExtentModel {
    ExtentModel(
      shapes: Self.shapes,
      sections: (0..<1 + random.next(below: mostSections)).map { _ in section() })
  }

  private mutating func section() -> ExtentModel.Section {
    ExtentModel.Section(shape: random.next(below: Self.shapes.count), items: items())
  }

  /// Items of a section: none, equal ones, different ones, or runs among different ones.
  private mutating func items() -> [ItemExtent] {
    let count = random.next(below: mostItems + 1)
    switch random.next(below: 5) {
    case 0: return []
    case 1: return Array(repeating: Self.common, count: count)
    case 2: return (0..<count).map { _ in extent() }
    default:
      var items: [ItemExtent] = []
      while items.count < count {
        let length = 1 + random.next(below: 80)
        let extent = extent()
        items += (0..<length).map { _ in random.next(below: 60) == 0 ? self.extent() : extent }
      }
      return items
    }
  }

  private static let common = ItemExtent(cross: 20, main: 10)

  /// One of few, so that neighbours are equal now and then; some are not exact in a `Float`.
  private mutating func extent() -> ItemExtent {
    switch random.next(below: 12) {
    case 0..<4: Self.common
    case 4: ItemExtent(cross: 98, main: 100_000_000.015625)
    case 5: ItemExtent(cross: 0, main: 0)
    default:
      ItemExtent(
        cross: 5 + Double(random.next(below: 60)) / 4, main: Double(random.next(below: 80)) / 4)
    }
  }

  /// Returns an edit that removes, inserts and moves sections, one or all of them.
  mutating func sectionBatch(of model: ExtentModel) -> ExtentEdit {
    let share = [1, 2, 4, 10][random.next(below: 4)]
    let removed = model.sections.indices.filter { _ in random.next(below: share) == 0 }
    var sources = removed.filter { _ in random.next(below: 2) == 0 }
    sources.shuffle(using: &random)
    var after = model.sections.count - removed.count
    var inserted: [InsertedSection] = []
    var section = 0
    while section <= after || !sources.isEmpty {
      if section >= after && !sources.isEmpty || random.next(below: share + 1) == 0 {
        var section = InsertedSection(section: section, source: sources.popLast())
        if section.source == nil {
          section.new.section = self.section()
          section.new.isCommon = section.new.section.items.allSatisfy { $0 == Self.common }
        }
        inserted.append(section)
        after += 1
      }
      section += 1
    }
    return .exchangeSections(removed: removed, inserted: inserted)
  }

  /// One edit, or edits of up to every item; on all sections or on few of them.
  mutating func batch(of model: ExtentModel) -> ItemExchange {
    let share = [1, 2, 4, 10, 40, 200][random.next(below: 6)]
    let kinds = 1 + random.next(below: 7)
    // New items may all be equal, so that runs grow.
    let only = random.next(below: 3) == 0 ? Self.common : nil
    var edits = ItemExchange()
    for (section, content) in model.sections.enumerated() where random.next(below: 4) > 0 {
      let removed =
        kinds & 1 == 0
        ? [] : content.items.indices.filter { _ in random.next(below: share) == 0 }
      edits.removed += removed.map { ItemPath(section: section, item: $0) }
      var after = content.items.count - removed.count
      var place = 0
      while place <= after {
        let path = ItemPath(section: section, item: place)
        if kinds & 2 != 0, random.next(below: share + 1) == 0 {
          // Now and then many at one place.
          for _ in 0...(random.next(below: 20) == 0 ? random.next(below: 200) : 0) {
            edits.inserted.append((ItemPath(section: section, item: place), only ?? extent()))
            after += 1
            place += 1
          }
        } else {
          if kinds & 4 != 0, place < after, random.next(below: share) == 0 {
            edits.resized.append((path, only ?? extent()))
          }
          place += 1
        }
      }
    }
    edits.resized.reverse()
    return edits
  }
}
