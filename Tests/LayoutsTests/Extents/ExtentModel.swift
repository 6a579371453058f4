import Changesets
import Layouts

/// The dullest extent index: arrays of arrays, and everything worked out from them at each
/// question.
struct ExtentModel {
  struct Section: Equatable {
    var shape: Int
    var items: [ItemExtent]
  }

  var shapes: [SectionShape] = []
  var sections: [Section] = []

  // MARK: Queries

  /// All sections with all their lines.
  func everything() -> [AnsweredSection] {
    var start = 0.0
    return sections.indices.map { number in
      var section = AnsweredSection(
        ExtentBuffer.Section(
          index: number, start: start, itemsExtent: 0, itemCount: sections[number].items.count,
          shape: sections[number].shape, isUniform: true))
      let items = items(inSection: number)
      section.isUniform = items.allSatisfy { $0 == items[0] }
      section.lines = lines(of: items, rule: shapes[section.shape].rule)
      if let last = section.lines.last { section.itemsExtent = last.start + last.thickness }
      start += extent(of: section)
      return section
    }
  }

  func extent(of section: AnsweredSection) -> Double {
    shapes[section.shape].leading + section.itemsExtent + shapes[section.shape].trailing
  }

  /// Returns the part of `everything` that overlaps a range (FL-30).
  func overlapping(
    _ everything: [AnsweredSection], from start: Double, to end: Double
  ) -> [AnsweredSection] {
    func overlaps(_ low: Double, _ extent: Double) -> Bool {
      extent > 0 && start < end && low < end && low + extent > start
    }
    return everything.compactMap { section in
      guard overlaps(section.start, extent(of: section)) else { return nil }
      var answer = section
      let origin = section.start + shapes[section.shape].leading
      answer.lines = section.lines.filter { overlaps(origin + $0.start, $0.thickness) }
      return answer
    }
  }

  /// The items as a line sees them: in a list, as long as their line.
  func items(inSection number: Int) -> [ItemExtent] {
    let section = sections[number]
    let rule = shapes[section.shape].rule
    guard rule.isSingleColumn else { return section.items }
    return section.items.map { ItemExtent(cross: rule.available, main: $0.main) }
  }

  /// FL-5: an item joins if the line with it is not longer than it may be.
  private func lines(of items: [ItemExtent], rule: LineRule) -> [AnsweredSection.Line] {
    var groups: [[Int]] = []
    var crossSum = 0.0
    for item in items.indices {
      crossSum += items[item].cross
      let gaps = Double(groups.last?.count ?? 0) * rule.interitemSpacing
      // FL-21: a line of no length has one item.
      if !rule.isSingleColumn, item > 0, rule.available > 0,
        crossSum + gaps <= rule.available + 1e-6
      {
        groups[groups.count - 1].append(item)
      } else {
        groups.append([item])
        crossSum = items[item].cross
      }
    }
    var start = 0.0
    return groups.map { group in
      let extents = group.map { items[$0] }
      let line = AnsweredSection.Line(
        ExtentBuffer.Line(
          firstItem: group[0], itemCount: group.count, start: start,
          thickness: extents.map(\.main).max() ?? 0,
          crossSum: extents.map(\.cross).reduce(0, +), firstExtent: 0, isEqual: false,
          isLast: group.last == items.count - 1), extents)
      start = start + line.thickness + rule.lineSpacing
      return line
    }
  }

  // MARK: Edits

  mutating func apply(_ edit: ExtentEdit) {
    switch edit {
    case .replaceItems(let range, let section, let extents):
      sections[section].items.replaceSubrange(range, with: extents)
    case .replaceSections(let range, let added):
      sections.replaceSubrange(range, with: added.map(\.section))
    case .setShape(let shape, let section):
      changeRule(of: section, from: shapes[sections[section].shape], to: shapes[shape])
      sections[section].shape = shape
    case .replaceShapes(let newShapes):
      for section in sections.indices {
        let shape = sections[section].shape
        changeRule(of: section, from: shapes[shape], to: newShapes[shape])
      }
      shapes = newShapes
    case .exchangeItems(let edits):
      for path in edits.removed.reversed() { sections[path.section].items.remove(at: path.item) }
      for (path, extent) in edits.inserted {
        sections[path.section].items.insert(extent, at: path.item)
      }
      for (path, extent) in edits.resized { sections[path.section].items[path.item] = extent }
    case .exchangeSections(let removed, let inserted):
      let before = sections
      for section in removed.reversed() { sections.remove(at: section) }
      for section in inserted {
        sections.insert(
          section.source.map { before[$0] } ?? section.new.section, at: section.section)
      }
    }
  }

  /// A list forgets how long its items would be elsewhere.
  private mutating func changeRule(
    of section: Int, from old: SectionShape, to new: SectionShape
  ) {
    if old.rule.isSingleColumn, !new.rule.isSingleColumn {
      for item in sections[section].items.indices {
        sections[section].items[item].cross = old.rule.available
      }
    }
  }
}

/// An edit that can be applied to an extent index and to the model.
enum ExtentEdit {
  /// A section to insert, and a flag that gives its items one common extent.
  struct NewSection {
    var section: ExtentModel.Section
    var isCommon: Bool

    init(_ section: ExtentModel.Section, isCommon: Bool = false) {
      self.section = section
      self.isCommon = isCommon
    }
  }

  case replaceItems(Range<Int>, section: Int, [ItemExtent])
  case replaceSections(Range<Int>, [NewSection])
  case setShape(Int, section: Int)
  case replaceShapes([SectionShape])
  case exchangeItems(ItemExchange)
  case exchangeSections(removed: [Int], inserted: [InsertedSection])
}

/// A section that comes, new or from elsewhere.
struct InsertedSection {
  var section: Int
  /// The number it had before; nil for a new one.
  var source: Int?
  /// The content of a new section.
  var new = ExtentEdit.NewSection(ExtentModel.Section(shape: 0, items: []))
}

/// Edits of single items that are applied together.
struct ItemExchange {
  typealias Sized = (path: ItemPath, extent: ItemExtent)

  var removed: [ItemPath] = []
  var inserted: [Sized] = []
  var resized: [Sized] = []

  var count: Int { removed.count + inserted.count + resized.count }
}

/// A closure was called for the wrong section or items, or out of order.
struct MisaskedError: Error, CustomStringConvertible {
  let description: String
}

extension ExtentIndex {
  /// Applies `edit`.
  ///
  /// - Throws: `MisaskedError` unless sections and items are requested once each, ascending.
  mutating func apply(_ edit: ExtentEdit) throws {
    switch edit {
    case .replaceItems(let range, let section, let extents):
      replaceItems(range, inSection: section, with: extents)
    case .replaceSections(let range, let added): try replaceSections(range, by: added)
    case .setShape(let shape, let section): setShape(shape, ofSection: section)
    case .replaceShapes(let newShapes): replaceShapes(with: newShapes)
    case .exchangeItems(let edits):
      exchangeItems(removed: edits.removed, inserted: edits.inserted, resized: edits.resized)
    case .exchangeSections(let removed, let inserted): try exchangeSections(removed, inserted)
    }
  }

  private mutating func exchangeSections(_ removed: [Int], _ inserted: [InsertedSection]) throws {
    var asked: [Int] = []
    var askedItems: [[Int]] = []
    let places = inserted.map { (section: $0.section, source: $0.source) }
    try exchangeSections(removed: removed, inserted: places) { place throws(LayoutError) in
      asked.append(place)
      let new = inserted[place].new
      return SectionContent(
        shape: new.section.shape, itemCount: new.section.items.count,
        commonExtent: new.isCommon ? new.section.items.first : nil)
    } extents: { place, items, extents throws(LayoutError) in
      askedItems += items.map { [place, $0] }
      extents += inserted[place].new.section.items[items]
    }
    let expected = inserted.indices.filter { inserted[$0].source == nil }
    let expectedItems = expected.flatMap { place in
      inserted[place].new.isCommon
        ? [] : inserted[place].new.section.items.indices.map { [place, $0] }
    }
    guard asked == expected, askedItems == expectedItems else {
      throw MisaskedError(description: "asked for sections \(asked) and items \(askedItems)")
    }
  }

  private mutating func replaceSections(
    _ range: Range<Int>, by added: [ExtentEdit.NewSection]
  ) throws {
    var asked: [Int] = []
    var askedItems: [[Int]] = []
    try replaceSections(range, count: added.count) { place throws(LayoutError) in
      asked.append(place)
      let new = added[place]
      return SectionContent(
        shape: new.section.shape, itemCount: new.section.items.count,
        commonExtent: new.isCommon ? new.section.items.first : nil)
    } extent: { place, item throws(LayoutError) in
      askedItems.append([place, item])
      return added[place].section.items[item]
    }
    var expectedItems: [[Int]] = []
    for (place, new) in added.enumerated() where !new.isCommon {
      for item in new.section.items.indices { expectedItems.append([place, item]) }
    }
    guard asked == Array(added.indices), askedItems == expectedItems else {
      throw MisaskedError(description: "asked for sections \(asked) and items \(askedItems)")
    }
  }
}
