public import Changesets

/// An index of the lines of items along the scroll direction.
///
/// This is the part of a line-based layout whose cost grows with the collection. It comes in
/// strategies: `NestedExtents`, `FlatExtents`, `TreeExtents`, or your own type. A section begins
/// with its shape's `leading`, continues with its lines and the rule's line spacing between them,
/// and ends with its shape's `trailing` (FL-1, FL-11). Lines are broken greedily and never span
/// sections (FL-5).
///
/// Layouts call an index once for each query and edit, never for each element, so it stands behind
/// an existential without cost. It has value semantics: a layout keeps a copy from before an
/// update.
///
/// All positions are sums of the same numbers. Indexes agree bit for bit if lengths are multiples
/// of 1/64 point and exact in a `Double`. One index gives one item the same position in every
/// query.
public protocol ExtentIndex: Sendable {
  /// Creates an index of no sections and no shapes.
  init()

  /// The shapes that sections refer to by number.
  var shapes: [SectionShape] { get }

  /// The number of sections.
  var sectionCount: Int { get }

  /// The extent of all sections together, in points.
  var extent: Double { get }

  /// The work that edits have done so far.
  var work: ExtentWork { get set }

  // MARK: Queries

  /// Appends each section that overlaps `start`..<`end`, in points from the content's start, and
  /// those of its lines that overlap it; sections ascend.
  ///
  /// The range is half-open, and an element without extent overlaps nothing (FL-30). Sections
  /// without extent between others are not visited one by one.
  ///
  /// Positions are rounded sums: an overlap of less than 2^-43 of the position may be missing. A
  /// layout queries a range that is longer by as much, and decides by frames.
  func collect(from start: Double, to end: Double, into buffer: inout ExtentBuffer)

  /// Appends section `section` with the one line that holds `item`.
  ///
  /// - Precondition: The item exists.
  func collect(item: Int, inSection section: Int, into buffer: inout ExtentBuffer)

  /// Returns section `section` without lines.
  ///
  /// - Precondition: `section` is in `0..<sectionCount`.
  func section(at section: Int) -> ExtentBuffer.Section

  // MARK: Edits

  /// Adds a shape; its number is the count of shapes before. O(1) amortised.
  mutating func appendShape(_ shape: SectionShape)

  /// Puts another shape in the place of one that no section has. The default replaces all shapes.
  ///
  /// - Precondition: The shape exists, and no section has it.
  mutating func replaceUnusedShape(_ number: Int, with shape: SectionShape)

  /// Replaces all shapes: other insets, another line length. Every line may break differently.
  ///
  /// - Precondition: `newShapes` has as many shapes as `shapes`.
  mutating func replaceShapes(with newShapes: [SectionShape])

  /// Replaces the sections `range` with `count` new ones.
  ///
  /// - Parameters:
  ///   - range: The sections to remove, in `0...sectionCount`.
  ///   - count: The number of new sections.
  ///   - content: Returns the k-th new section; called once for each, ascending.
  ///   - extents: Appends the extents of some items of the k-th new section, in order. Called for
  ///     every item of a section without a common extent once, ascending, in batches of any size.
  /// - Throws: What the closures throw; the index is then unusable.
  mutating func replaceSections(
    _ range: Range<Int>, count: Int,
    content: SectionContentSource, extents: ItemExtentsSource) throws(LayoutError)

  /// Removes and inserts sections together; a section that is removed and inserted moves.
  ///
  /// - Parameters:
  ///   - removed: The sections that leave, strictly ascending, by their numbers before.
  ///   - inserted: The sections that arrive, strictly ascending, by their numbers after. A section
  ///     that moves has a source, one of `removed`, and keeps its shape and items.
  ///   - content: Returns section k of `inserted`; called once for each without a source,
  ///     ascending.
  ///   - extents: Appends the extents of some items of section k of `inserted`, in order. Called
  ///     for every item of a new section without a common extent once, ascending, in batches of any
  ///     size.
  /// - Precondition: The sections and places exist, and no two inserted sections have one source.
  /// - Throws: What the closures throw; the index is then unusable.
  mutating func exchangeSections(
    removed: [Int], inserted: [(section: Int, source: Int?)],
    content: SectionContentSource, extents: ItemExtentsSource) throws(LayoutError)

  /// Replaces the items `range` of `section` with `newExtents`.
  ///
  /// - Precondition: The range is one of the section's items or empty at its end.
  mutating func replaceItems(
    _ range: Range<Int>, inSection section: Int, with newExtents: [ItemExtent])

  /// Removes, inserts and resizes single items together; all sections stay.
  ///
  /// - Parameters:
  ///   - removed: The items that leave, strictly ascending, by their paths before.
  ///   - inserted: The items that arrive, strictly ascending, by their paths after.
  ///   - resized: The items with another extent, by their paths after; none of them is in
  ///     `inserted`.
  /// - Precondition: The items exist, and the places are in their sections.
  mutating func exchangeItems(
    removed: [ItemPath], inserted: [(path: ItemPath, extent: ItemExtent)],
    resized: [(path: ItemPath, extent: ItemExtent)])

  /// Returns a Boolean value that indicates whether `exchangeItems` rewrites everything for `count`
  /// edits, so that a copy from before costs nothing more.
  func rewritesEverything(forEdits count: Int) -> Bool

  /// Gives section `section` another shape.
  mutating func setShape(_ shape: Int, ofSection section: Int)

  /// Returns the extent of one item.
  ///
  /// - Precondition: The item exists.
  func itemExtent(_ item: Int, inSection section: Int) -> ItemExtent

  /// Stops the program if the structure contradicts itself; slow, for tests.
  func checkInvariants()
}

/// Returns the content of a new section, by its place among the new sections.
public typealias SectionContentSource = (_ place: Int) throws(LayoutError) -> SectionContent

/// Appends the extents of some items of a new section, by its place among the new sections.
public typealias ItemExtentsSource = (
  _ place: Int, _ items: Range<Int>, _ extents: inout [ItemExtent]
) throws(LayoutError) -> Void

/// Counts of the work that edits of an extent index have done.
@frozen
public struct ExtentWork: Hashable, Sendable {
  /// The number of items that were placed on a line again.
  public var itemsRebroken = 0
  /// The number of lines formed again.
  public var linesRebroken = 0
  /// Tree nodes, sections and array entries written or moved.
  public var placesMoved = 0

  /// Creates counts of zero.
  @inlinable
  public init() {}
}

/// A choice of the extent index of a layout.
public struct ExtentStrategy: Sendable {
  /// The name in reports: `nested`, `flat`, `tree`.
  public let name: String
  private let make: @Sendable () -> any ExtentIndex

  /// Creates a strategy with an index type.
  ///
  /// - Parameters:
  ///   - name: The name in reports.
  ///   - index: The index type.
  public init<Index: ExtentIndex>(_ name: String, _ index: Index.Type) {
    self.name = name
    make = { Index() }
  }

  /// Returns an index of no sections for a new layout.
  public func makeIndex() -> any ExtentIndex { make() }

  /// An array of lines for each section, and an array of the sections' positions.
  public static var nested: ExtentStrategy { ExtentStrategy("nested", NestedExtents.self) }

  /// One array of all lines' positions.
  public static var flat: ExtentStrategy { ExtentStrategy("flat", FlatExtents.self) }

  /// Counted and summed trees, with arithmetic for equal sizes; the default.
  public static var tree: ExtentStrategy { ExtentStrategy("tree", TreeExtents.self) }
}

extension ExtentIndex {
  /// Replaces the sections `range` with `count` new ones, with extents from a closure for one item.
  ///
  /// - Parameters:
  ///   - range: The sections to remove, in `0...sectionCount`.
  ///   - count: The number of new sections.
  ///   - content: Returns the k-th new section; called once for each, ascending.
  ///   - extent: Returns the extent of an item, by the k of its section and its position. Called
  ///     once for each item of a section without a common extent, ascending.
  /// - Throws: What the closures throw; the index is then unusable.
  public mutating func replaceSections(
    _ range: Range<Int>, count: Int, content: SectionContentSource,
    extent: (Int, Int) throws(LayoutError) -> ItemExtent
  ) throws(LayoutError) {
    try replaceSections(range, count: count, content: content) {
      place, items, extents throws(LayoutError) in
      for item in items { extents.append(try extent(place, item)) }
    }
  }

  /// Applies the edits one by one: removals from the last on, insertions from the first on, then new
  /// extents.
  public mutating func exchangeItems(
    removed: [ItemPath], inserted: [(path: ItemPath, extent: ItemExtent)],
    resized: [(path: ItemPath, extent: ItemExtent)]
  ) {
    exchangeOneByOne(removed: removed, inserted: inserted, resized: resized)
  }

  /// Applies edits of items one by one; the default of `exchangeItems`.
  mutating func exchangeOneByOne(
    removed: [ItemPath], inserted: [(path: ItemPath, extent: ItemExtent)],
    resized: [(path: ItemPath, extent: ItemExtent)]
  ) {
    var one = [ItemExtent(cross: 0, main: 0)]
    exchangeOneByOne(removed: removed, inserted: inserted, resized: resized, &one)
  }

  /// Applies edits of items one by one: removals from the last on, insertions from the first on,
  /// then new sizes. `one` is an array of one element, in which each extent is handed on.
  mutating func exchangeOneByOne(
    removed: some BidirectionalCollection<ItemPath>,
    inserted: some Sequence<(path: ItemPath, extent: ItemExtent)>,
    resized: some Sequence<(path: ItemPath, extent: ItemExtent)>, _ one: inout [ItemExtent]
  ) {
    for path in removed.reversed() {
      replaceItems(path.item..<path.item + 1, inSection: path.section, with: [])
    }
    for (path, extent) in inserted {
      one[0] = extent
      replaceItems(path.item..<path.item, inSection: path.section, with: one)
    }
    for (path, extent) in resized {
      one[0] = extent
      replaceItems(path.item..<path.item + 1, inSection: path.section, with: one)
    }
  }

  /// Returns false: the default applies edits one by one.
  public func rewritesEverything(forEdits count: Int) -> Bool { false }

  /// Replaces all shapes, of which one changes.
  public mutating func replaceUnusedShape(_ number: Int, with shape: SectionShape) {
    var changed = shapes
    changed[number] = shape
    replaceShapes(with: changed)
  }
}

extension ExtentIndex {
  /// Removes and inserts sections run by run: removals from the last on, insertions from the first
  /// on.
  ///
  /// Reads the items of sections that move, and inserts them again.
  public mutating func exchangeSections(
    removed: [Int], inserted: [(section: Int, source: Int?)],
    content: SectionContentSource, extents: ItemExtentsSource
  ) throws(LayoutError) {
    try exchangeSectionsInRuns(
      removed: removed, inserted: inserted, content: content, extents: extents)
  }

  /// Removes and inserts sections run by run; the default of `exchangeSections`.
  mutating func exchangeSectionsInRuns(
    removed: [Int], inserted: [(section: Int, source: Int?)],
    content: SectionContentSource, extents: ItemExtentsSource
  ) throws(LayoutError) {
    var moved: [Int: MovedSection] = [:]
    for (_, source) in inserted {
      if let source { moved[source] = MovedSection(source, self) }
    }
    for run in removed.runs(by: { $0 }).reversed() {
      let range = removed[run.lowerBound]..<removed[run.lowerBound] + run.count
      try replaceSections(range, count: 0, content: content, extents: extents)
    }
    for run in inserted.runs(by: { $0.section }) {
      let section = inserted[run.lowerBound].section
      let known = inserted[run].map { $0.source.flatMap { moved[$0] } }
      try replaceSections(section..<section, count: run.count) {
        place throws(LayoutError) in
        if let section = known[place] { return section.content }
        return try content(run.lowerBound + place)
      } extents: { place, items, buffer throws(LayoutError) in
        if let section = known[place] {
          buffer += section.extents[items]
        } else {
          try extents(run.lowerBound + place, items, &buffer)
        }
      }
    }
  }
}

extension Array {
  /// Returns the places of runs of consecutive numbers.
  func runs(by number: (Element) -> Int) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = 0
    for place in indices {
      if place + 1 == count || number(self[place + 1]) != number(self[place]) + 1 {
        runs.append(start..<place + 1)
        start = place + 1
      }
    }
    return runs
  }
}

/// The content of a section that moves.
private struct MovedSection {
  let content: SectionContent
  /// The extents of its items; empty if all have one extent.
  let extents: [ItemExtent]

  init(_ section: Int, _ index: some ExtentIndex) {
    let place = index.section(at: section)
    let isCommon = place.isUniform && place.itemCount > 0
    content = SectionContent(
      shape: place.shape, itemCount: place.itemCount,
      commonExtent: isCommon ? index.itemExtent(0, inSection: section) : nil)
    extents =
      isCommon
      ? [] : (0..<place.itemCount).map { index.itemExtent($0, inSection: section) }
  }
}
