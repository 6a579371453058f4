public import Changesets

/// Which lines of items lie where along the scroll direction.
///
/// The part of a line-based layout whose cost grows with the collection, and so the part that
/// comes in strategies: `NestedExtents`, `FlatExtents`, `TreeExtents`, or one of your own. A section
/// begins with what its shape calls leading, then come its lines with the rule's line spacing
/// between them, then what its shape calls trailing (FL-1, FL-11). Lines are broken greedily (FL-5)
/// and never span sections.
///
/// Calls are per query and per edit, none per element, so an index stands behind an existential
/// without cost. A copy is a value of its own: layouts keep one from before an update.
///
/// All positions are sums of the same numbers, so that indexes agree bit for bit where these are
/// multiples of 1/64 point and exact in a `Double`; one index gives one item the same position
/// whichever way it is asked.
public protocol ExtentIndex: Sendable {
  /// An index of no sections and no shapes.
  init()

  /// The shapes that sections refer to by number.
  var shapes: [SectionShape] { get }

  /// The number of sections.
  var sectionCount: Int { get }

  /// The extent of all sections together, in points.
  var extent: Double { get }

  /// What edits have done so far.
  var work: ExtentWork { get set }

  // MARK: Queries

  /// Appends each section that overlaps `start`..<`end` (points from the content's start) with more
  /// than an edge, ascending, with those of its lines that do.
  ///
  /// Half-open and strict: what has no extent overlaps nothing (FL-30). Sections of no extent
  /// between others are not visited one by one.
  ///
  /// Positions are rounded sums: what overlaps by less than 2^-43 of where it lies may be there or
  /// be left out. A layout asks for that much more, and decides by frames.
  func collect(from start: Double, to end: Double, into buffer: inout ExtentBuffer)

  /// Appends section `section` with the one line that holds `item`.
  ///
  /// - Precondition: The item exists.
  func collect(item: Int, inSection section: Int, into buffer: inout ExtentBuffer)

  /// Section `section`, without lines.
  ///
  /// - Precondition: `section` is in `0..<sectionCount`.
  func section(at section: Int) -> ExtentBuffer.Section

  // MARK: Edits

  /// Adds a shape; its number is the count of shapes before. O(1) amortised.
  mutating func appendShape(_ shape: SectionShape)

  /// Gives all shapes new values: other insets, another line length. Every line may break anew.
  ///
  /// - Precondition: `newShapes` has as many shapes as there are.
  mutating func replaceShapes(with newShapes: [SectionShape])

  /// Puts `count` new sections in place of the sections `range`.
  ///
  /// - Parameters:
  ///   - range: Sections to remove, in `0...sectionCount`.
  ///   - count: The number of sections to put there.
  ///   - content: Gives the k-th new section, asked ascending, once each.
  ///   - extents: Appends the extents of some items of the k-th new section, in order; asked for
  ///     each item of a section without a common extent once, ascending, in parts of any length.
  /// - Throws: What the closures throw; the index is then good for nothing but being dropped.
  mutating func replaceSections(
    _ range: Range<Int>, count: Int,
    content: (Int) throws(LayoutError) -> SectionContent,
    extents: (Int, Range<Int>, inout [ItemExtent]) throws(LayoutError) -> Void) throws(LayoutError)

  /// Takes sections out and puts others in, some of which may be among those taken.
  ///
  /// - Parameters:
  ///   - taken: The sections that go, strictly ascending, by their numbers before.
  ///   - put: The sections that come, strictly ascending, by their numbers after; with a source, the
  ///     one of `taken` that it was, whose shape and items it keeps.
  ///   - content: Gives section k of `put`, asked ascending, once for each without a source.
  ///   - extents: Appends the extents of some items of section k of `put`, in order; asked for each
  ///     item of such a section without a common extent once, ascending, in parts of any length.
  /// - Precondition: The sections exist, the places are among those that stay, and no source is one
  ///   of two.
  /// - Throws: What the closures throw; the index is then good for nothing but being dropped.
  mutating func exchangeSections(
    taken: [Int], put: [(section: Int, source: Int?)],
    content: (Int) throws(LayoutError) -> SectionContent,
    extents: (Int, Range<Int>, inout [ItemExtent]) throws(LayoutError) -> Void) throws(LayoutError)

  /// Puts `newExtents` in place of the items `range` of `section`.
  ///
  /// - Precondition: The range is one of the section's items or empty at its end.
  mutating func replaceItems(
    _ range: Range<Int>, inSection section: Int, with newExtents: [ItemExtent])

  /// Carries out edits of single items of sections that all stay where they are, together.
  ///
  /// - Parameters:
  ///   - taken: The items that go, strictly ascending, by their paths before.
  ///   - put: The items that come, strictly ascending, by their paths after.
  ///   - resized: Items that have another extent, none of them in `put`, by their paths after.
  /// - Precondition: The items exist, and the places are in their sections.
  mutating func exchangeItems(
    taken: [ItemPath], put: [(path: ItemPath, extent: ItemExtent)],
    resized: [(path: ItemPath, extent: ItemExtent)])

  /// Whether `exchangeItems` writes everything anew for `count` edits, so that a copy from before costs
  /// nothing beside it.
  func writesAnew(forEdits count: Int) -> Bool

  /// Gives section `section` another shape.
  mutating func setShape(_ shape: Int, ofSection section: Int)

  /// The extent of one item, for moves.
  ///
  /// - Precondition: The item exists.
  func itemExtent(_ item: Int, inSection section: Int) -> ItemExtent

  /// Stops the program where a structure contradicts itself; slow, for tests.
  func checkInvariants()
}

/// What edits of an extent index have cost, counted.
@frozen
public struct ExtentWork: Hashable, Sendable {
  /// Items that a line was formed of anew.
  public var itemsRebroken = 0
  /// Lines formed anew.
  public var linesRebroken = 0
  /// Tree nodes, sections and array entries written or moved.
  public var placesMoved = 0

  /// No work.
  @inlinable
  public init() {}
}

/// Which extent index a layout is built with.
public struct ExtentStrategy: Sendable {
  /// What reports call it: `nested`, `flat`, `tree`.
  public let name: String
  private let make: @Sendable () -> any ExtentIndex

  /// A strategy of one's own.
  ///
  /// - Parameters:
  ///   - name: What reports call it.
  ///   - index: The index type.
  public init<Index: ExtentIndex>(_ name: String, _ index: Index.Type) {
    self.name = name
    make = { Index() }
  }

  /// An index of no sections, as a layout is given one.
  public func makeIndex() -> any ExtentIndex { make() }

  /// An array of lines for each section, and where sections start.
  public static var nested: ExtentStrategy { ExtentStrategy("nested", NestedExtents.self) }

  /// One array of all lines' positions.
  public static var flat: ExtentStrategy { ExtentStrategy("flat", FlatExtents.self) }

  /// Counted and summed trees, with arithmetic for equal sizes; the default.
  public static var tree: ExtentStrategy { ExtentStrategy("tree", TreeExtents.self) }
}

extension ExtentIndex {
  /// Puts `count` new sections in place of the sections `range`, asking for one item at a time.
  ///
  /// - Parameters:
  ///   - range: Sections to remove, in `0...sectionCount`.
  ///   - count: The number of sections to put there.
  ///   - content: Gives the k-th new section, asked ascending, once each.
  ///   - extent: Gives the extent of an item by the k of its section and its position; asked
  ///     ascending, once each, for sections without a common extent.
  /// - Throws: What the closures throw; the index is then good for nothing but being dropped.
  public mutating func replaceSections(
    _ range: Range<Int>, count: Int,
    content: (Int) throws(LayoutError) -> SectionContent,
    extent: (Int, Int) throws(LayoutError) -> ItemExtent
  ) throws(LayoutError) {
    try replaceSections(range, count: count, content: content) {
      place, items, extents throws(LayoutError) in
      for item in items { extents.append(try extent(place, item)) }
    }
  }

  /// Carries the edits out one by one: what goes from the last on, what comes from the first on, then
  /// what has another extent.
  public mutating func exchangeItems(
    taken: [ItemPath], put: [(path: ItemPath, extent: ItemExtent)],
    resized: [(path: ItemPath, extent: ItemExtent)]
  ) {
    exchangeOneByOne(taken: taken, put: put, resized: resized)
  }

  /// What `exchangeItems` does by itself.
  mutating func exchangeOneByOne(
    taken: some BidirectionalCollection<ItemPath>,
    put: some Sequence<(path: ItemPath, extent: ItemExtent)>,
    resized: some Sequence<(path: ItemPath, extent: ItemExtent)>
  ) {
    for path in taken.reversed() {
      replaceItems(path.item..<path.item + 1, inSection: path.section, with: [])
    }
    var one = [ItemExtent(cross: 0, main: 0)]
    for (path, extent) in put {
      one[0] = extent
      replaceItems(path.item..<path.item, inSection: path.section, with: one)
    }
    for (path, extent) in resized {
      one[0] = extent
      replaceItems(path.item..<path.item + 1, inSection: path.section, with: one)
    }
  }

  /// False: edits are carried out one by one.
  public func writesAnew(forEdits count: Int) -> Bool { false }
}

extension ExtentIndex {
  /// Takes sections out and puts others in: those beside each other at once, what goes from the last
  /// on, what comes from the first on.
  ///
  /// Reads the items of sections that move, and puts them in anew.
  public mutating func exchangeSections(
    taken: [Int], put: [(section: Int, source: Int?)],
    content: (Int) throws(LayoutError) -> SectionContent,
    extents: (Int, Range<Int>, inout [ItemExtent]) throws(LayoutError) -> Void
  ) throws(LayoutError) {
    try exchangeRuns(taken: taken, put: put, content: content, extents: extents)
  }

  /// What `exchangeSections` does by itself.
  mutating func exchangeRuns(
    taken: [Int], put: [(section: Int, source: Int?)],
    content: (Int) throws(LayoutError) -> SectionContent,
    extents: (Int, Range<Int>, inout [ItemExtent]) throws(LayoutError) -> Void
  ) throws(LayoutError) {
    var moved: [Int: TakenSection] = [:]
    for (_, source) in put {
      if let source { moved[source] = TakenSection(source, self) }
    }
    for run in taken.runs(by: { $0 }).reversed() {
      let range = taken[run.lowerBound]..<taken[run.lowerBound] + run.count
      try replaceSections(range, count: 0, content: content, extents: extents)
    }
    for run in put.runs(by: { $0.section }) {
      let section = put[run.lowerBound].section
      let known = put[run].map { $0.source.flatMap { moved[$0] } }
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
  /// The places of elements whose numbers follow one upon the other.
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

/// A section out of its index, to be put back elsewhere.
private struct TakenSection {
  let content: SectionContent
  /// The extents of its items; empty where all have one.
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
