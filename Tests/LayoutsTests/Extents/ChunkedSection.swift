import Changesets
import Layouts
import Testing

/// A section of a tree of extents beside the model.
struct ChunkedSection {
  typealias Counts = ExactExtentWorkTests.Counts

  private var model: ExtentModel
  private(set) var index: any ExtentIndex
  /// The work of the load.
  private(set) var load = Counts(0, 0, 0)

  /// Creates a section of `items`, in a list or in lines of 100 points.
  init(
    _ items: [ItemExtent], isList: Bool, isCommon: Bool = false, interitemSpacing: Double = 5
  ) throws {
    let rule = LineRule(
      available: 100, interitemSpacing: interitemSpacing, lineSpacing: 5, isSingleColumn: isList)
    model = ExtentModel(shapes: [SectionShape(leading: 0, trailing: 0, rule: rule)], sections: [])
    index = try model.makeIndex(.tree)
    let section = ExtentModel.Section(shape: 0, items: items)
    load = try work(of: .replaceSections(0..<0, [.init(section, isCommon: isCommon)]))
  }

  /// Carries `edit` out, compares everything with the model, and returns the work.
  ///
  /// - Parameters:
  ///   - edit: An edit of section 0.
  ///   - tolerance: The allowed difference of sums, in points.
  /// - Returns: The counts of what the edit has done.
  /// - Throws: `MisaskedError`.
  mutating func work(of edit: ExtentEdit, tolerance: Double = 0) throws -> Counts {
    index.work = ExtentWork()
    try index.apply(edit)
    model.apply(edit)
    index.checkInvariants()
    let ranges = [(-1.0, index.extent + 1)]
    #expect(
      model.difference(from: index, ranges: ranges, tolerance: tolerance) == nil, "\(edit)")
    let work = index.work
    return Counts(work.itemsRebroken, work.linesRebroken, work.placesMoved)
  }
}

extension ExtentEdit {
  /// Puts `new` in place of the items `range` of the only section.
  static func replace(_ range: Range<Int>, _ new: [ItemExtent]) -> ExtentEdit {
    .replaceItems(range, section: 0, new)
  }

  /// Edits single items of the only section together.
  static func batch(
    removed: [Int] = [], inserted: [(Int, ItemExtent)] = [], resized: [(Int, ItemExtent)] = []
  ) -> ExtentEdit {
    func path(_ item: Int) -> ItemPath { ItemPath(section: 0, item: item) }
    return .exchangeItems(
      ItemExchange(
        removed: removed.map(path), inserted: inserted.map { (path($0), $1) },
        resized: resized.map { (path($0), $1) }))
  }
}

extension [ItemExtent] {
  /// The items with places from `first` on.
  func placed(from first: Int) -> [(Int, ItemExtent)] {
    enumerated().map { (first + $0, $1) }
  }
}

extension ItemExtent {
  /// Items as long as those of `rows`, of other heights.
  static let flat = ItemExtent(cross: 30, main: 3)
  static let thin = ItemExtent(cross: 30, main: 4)
  static let slim = ItemExtent(cross: 30, main: 5)
  /// One that has a line of its own, and is as thick as `flat`.
  static let wide = ItemExtent(cross: 70, main: 3)

  /// Items of seven heights, of which three fit on a line of 100 points with a spacing of 5.
  static func rows(_ count: Int, from first: Int = 0, cross: Double = 30) -> [ItemExtent] {
    (first..<first + count).map { ItemExtent(cross: cross, main: 10 + Double($0 % 7)) }
  }

  /// Returns so many of the same.
  func times(_ count: Int) -> [ItemExtent] { Array(repeating: self, count: count) }

  /// Returns this one with places.
  func placed(at places: some Sequence<Int>) -> [(Int, ItemExtent)] { places.map { ($0, self) } }
}
