import Changesets
import Layouts

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
