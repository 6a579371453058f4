import BasicAlgorithms
import Changesets
import Datasets
import Layouts
import StressTesting

/// Collections and edits from a seed. Each run takes some kinds of edits only, and one kind of
/// sizes.
struct ExtentGenerator {
  /// A Boolean value that indicates whether lengths are fractions such as thirds; otherwise they
  /// are multiples of 1/64.
  let isFractional: Bool
  private var random: SplitMix64
  /// The number of different extents: few make lines equal by chance.
  private let variety: Int
  private let isZeroLikely: Bool
  /// A Boolean value that indicates whether all sections are lists; otherwise none is, because a
  /// list forgets lengths, which another test covers.
  private let isList: Bool
  private let kinds: [Int]

  init(seed: UInt64, isFractional: Bool) {
    var random = SplitMix64(seed: seed)
    self.isFractional = isFractional
    variety = [1, 2, 3, 40][random.next(below: 4)]
    isZeroLikely = random.next(below: 4) == 0
    isList = random.next(below: 4) == 0
    let chosen = (0..<5).filter { _ in random.next(below: 2) == 0 }
    kinds = chosen.isEmpty ? [0, 1, 2, 3, 4] : chosen
    self.random = random
  }

  /// A number of points below `bound`.
  mutating func length(below bound: Int) -> Double {
    isFractional
      ? Double(random.next(below: bound * 640)) / 640 * 1.1
      : Double(random.next(below: bound * 64)) / 64
  }

  mutating func model() -> ExtentModel {
    var model = ExtentModel()
    model.shapes = (0..<1 + random.next(below: 3)).map { _ in shape() }
    model.sections = (0..<random.next(below: 6)).map { _ in section(in: model) }
    return model
  }

  /// An edit of `model`.
  mutating func edit(of model: ExtentModel) -> ExtentEdit {
    let kind = kinds[random.next(below: kinds.count)]
    if model.sections.isEmpty || kind == 3 { return editOfSections(model) }
    let section = random.next(below: model.sections.count)
    switch kind {
    case 0, 1:
      let count = model.sections[section].items.count
      let lower = random.next(below: count + 1)
      // A resize of one item, or a replacement of any range.
      let removed = min(count - lower, kind == 0 ? 1 : random.next(below: 6))
      let added = kind == 0 ? removed : random.next(below: 6)
      return .replaceItems(
        lower..<lower + removed, section: section, (0..<added).map { _ in extent() })
    case 2: return .setShape(random.next(below: model.shapes.count), section: section)
    default: return .replaceShapes(model.shapes.map { changed($0) })
    }
  }

  /// Ranges of a content of `extent` points, some around it.
  mutating func ranges(_ count: Int, of extent: Double) -> [(Double, Double)] {
    (0..<count).map { _ in
      let bound = max(Int(extent), 1) + 40
      let start = length(below: bound) - 20
      return (start, start + length(below: random.next(below: 2) == 0 ? 30 : bound))
    }
  }

  private mutating func editOfSections(_ model: ExtentModel) -> ExtentEdit {
    let lower = random.next(below: model.sections.count + 1)
    let removed = min(model.sections.count - lower, random.next(below: 3))
    let added = (0..<random.next(below: 3)).map { _ in
      var new = ExtentEdit.NewSection(section(in: model))
      if let first = new.section.items.first, random.next(below: 3) == 0 {
        new.section.items = new.section.items.map { _ in first }
        new.isCommon = true
      }
      return new
    }
    return .replaceSections(lower..<lower + removed, added)
  }

  private mutating func section(in model: ExtentModel) -> ExtentModel.Section {
    let most = [1, 3, 12, 40][random.next(below: 4)]
    return ExtentModel.Section(
      shape: random.next(below: model.shapes.count),
      items: (0..<random.next(below: most + 1)).map { _ in extent() })
  }

  /// One of `variety` extents.
  private mutating func extent() -> ItemExtent {
    if isZeroLikely, random.next(below: 3) == 0 {
      let isThick = random.next(below: 2) == 0
      return ItemExtent(cross: isThick ? 0 : 20, main: isThick ? 15 : 0)
    }
    var sizes = SplitMix64(seed: UInt64(random.next(below: variety)))
    let scale = isFractional ? 1.0 / 3 : 1.0 / 64
    return ItemExtent(
      cross: Double(sizes.next(below: isFractional ? 340 : 7_000)) * scale,
      main: Double(sizes.next(below: isFractional ? 100 : 2_000)) * scale)
  }

  private mutating func shape() -> SectionShape {
    let hasSpacing = random.next(below: 3) > 0
    return SectionShape(
      leading: random.next(below: 2) == 0 ? 0 : length(below: 20),
      trailing: random.next(below: 2) == 0 ? 0 : length(below: 20),
      rule: LineRule(
        available: length(below: 140) - 10, interitemSpacing: hasSpacing ? length(below: 12) : 0,
        lineSpacing: hasSpacing ? length(below: 12) : 0, isSingleColumn: isList))
  }

  /// Another shape, or one that differs from `shape` in one place only, or in none.
  private mutating func changed(_ shape: SectionShape) -> SectionShape {
    var changed = shape
    switch random.next(below: 5) {
    case 0: changed.leading = length(below: 20)
    case 1: changed.rule.available = length(below: 140)
    case 2: changed.rule.lineSpacing = length(below: 5)
    case 3: changed = self.shape()
    default: break
    }
    return changed
  }
}

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
