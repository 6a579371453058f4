import BasicAlgorithms
import Changesets
import Datasets
import Geometry
import Layouts
import Testing

/// Rectangles that begin or end at an element's edge to the last bit. Lengths are tenths, so that
/// sums in two orders differ by that (FL-18, FL-30).
@Suite struct EdgeQueryTests {
  /// A number of tenths of a point, another for each item.
  private static func length(_ path: ItemPath, below bound: Int, _ salt: UInt64) -> Double {
    var random = SplitMix64(seed: UInt64(path.section * 100_000 + path.item) ^ salt)
    return Double(1 + random.next(below: bound)) / 10
  }

  /// The lengths of items; nil salt for those that the layout has.
  private class Lengths {
    private let salt: UInt64?
    var isVaried: Bool { salt != nil }

    init(_ salt: UInt64?) { self.salt = salt }

    func length(_ path: ItemPath, below bound: Int) -> Double {
      EdgeQueryTests.length(path, below: bound, salt ?? 0)
    }
  }

  private final class Rows: Lengths, ListLayoutDelegate {
    var providedMetrics: ListLayoutMetrics { isVaried ? .itemExtent : [] }
    func extentForItem(at path: ItemPath) -> Double { length(path, below: 400) }
  }

  private final class Items: Lengths, FlowLayoutDelegate {
    var providedMetrics: FlowLayoutMetrics { isVaried ? .itemSize : [] }
    func sizeForItem(at path: ItemPath) -> Size {
      Size(width: 30 + length(path, below: 900), height: length(path, below: 300))
    }
  }

  @Test(arguments: allStrategies)
  func aRowThatOverlapsByABitIsFound(_ strategy: ExtentStrategy) throws {
    let list = ListLayout(extents: strategy)
    list.itemExtent = 10.1
    list.headerExtent = 0.1
    let session = LayoutSession(
      list, bounds: Rect(x: 0, y: 0, width: 100, height: 100), itemCounts: [20])
    let answer = try session.checkedAttributes(
      in: Rect(x: 0, y: 70.79999999999998, width: 10, height: 1))
    #expect(answer.count == 2)
  }

  /// The rectangle of an item touches its neighbours, and overlaps none of them.
  @Test(arguments: allStrategies)
  func theFrameOfAnItemHoldsThatItemAlone(_ strategy: ExtentStrategy) throws {
    let list = ListLayout(extents: strategy)
    let (equal, different) = (FlowLayout(extents: strategy), FlowLayout(extents: strategy))
    let sizes = CaseDelegate(
      FlowCase(sizes: [(0..<12).map { Size(width: Double(20 + $0 % 3 * 10), height: 50) }]))
    different.delegate = sizes
    for flow in [equal, different] {
      (flow.minimumInteritemSpacing, flow.minimumLineSpacing) = (0, 0)
    }
    for layout in [list, equal, different] as [LineLayout] {
      for axis in Axis.allCases {
        layout.scrollDirection = axis
        let session = LayoutSession(
          layout, bounds: Rect(x: 0, y: 0, width: 200, height: 200), itemCounts: [12])
        try session.layoutIfNeeded()
        for item in 0..<12 {
          let path = ItemPath(section: 0, item: item)
          let cell = try #require(layout.layoutAttributesForItem(at: path))
          #expect(layout.layoutAttributesForElements(in: cell.frame) == [cell])
        }
      }
    }
    withExtendedLifetime(sizes) {}
  }

  /// Rows without a height are passed over; those of a narrow column are not.
  @Test(arguments: allStrategies)
  func aColumnShowsWhatOverlapsIt(_ strategy: ExtentStrategy) throws {
    let list = ListLayout(extents: strategy)
    list.sectionInset = EdgeInsets(top: 0, left: 3, bottom: 0, right: 4)
    let session = LayoutSession(
      list, bounds: Rect(x: 0, y: 0, width: 7.5, height: 100), itemCounts: [3])
    try session.layoutIfNeeded()
    func count(_ x: Double, _ width: Double) -> Int {
      list.layoutAttributesForElements(in: Rect(x: x, y: 10, width: width, height: 50)).count
    }
    #expect(count(0, 7.5) == 2 && count(3.25, 0.1) == 2)
    #expect(count(3.5, 4) == 0 && count(0, 3) == 0)
    list.itemExtent = 0
    list.spacing = 20
    try session.layoutIfNeeded()
    #expect(count(0, 7.5) == 0)
  }

  /// A query costs what it shows, wherever it is (FL-18).
  @Test(arguments: [ExtentStrategy.tree, .nested, .flat], [nil, 2.0])
  func aQueryFarFromTheBeginningVisitsFewPlaces(
    _ strategy: ExtentStrategy, pixelScale: Double?
  ) throws {
    let list = ListLayout(extents: strategy)
    let rows = Rows(7)
    list.delegate = rows
    list.pixelScale = pixelScale
    let session = LayoutSession(
      list, bounds: Rect(x: 0, y: 0, width: 100, height: 100), itemCounts: [20_000])
    try session.layoutIfNeeded()
    let before = list.layoutWork.placesVisited
    let middle = Rect(x: 0, y: list.contentSize.height / 2, width: 100, height: 100)
    #expect(!list.layoutAttributesForElements(in: middle).isEmpty)
    #expect(list.layoutWork.placesVisited - before < 1_000)
    withExtendedLifetime(rows) {}
  }

  @Test(arguments: allStrategies)
  func listsAnswerToTheBit(_ strategy: ExtentStrategy) throws {
    for seed in 0..<5 as Range<UInt64> {
      for isVaried in [false, true] {
        let delegate = Rows(isVaried ? seed : nil)
        let list = ListLayout(extents: strategy)
        list.delegate = delegate
        list.itemExtent = 10.1 + Double(seed) / 10
        list.headerExtent = 0.1
        list.footerExtent = Double(seed % 3) * 0.7
        list.spacing = Double(seed % 2) * 0.3
        list.sectionInset = EdgeInsets(top: 0.1, left: 0, bottom: 0.2, right: 0)
        try check(list, counts: [3, 0, 14, 1, 20])
      }
    }
  }

  @Test(arguments: allStrategies)
  func flowsAnswerToTheBit(_ strategy: ExtentStrategy) throws {
    for seed in 0..<5 as Range<UInt64> {
      for isVaried in [false, true] {
        let delegate = Items(isVaried ? seed : nil)
        let flow = FlowLayout(extents: strategy)
        flow.delegate = delegate
        flow.itemSize = Size(width: 70.1, height: 10.1 + Double(seed) / 10)
        flow.headerReferenceSize = Size(width: 0.1, height: 0.1)
        flow.footerReferenceSize = Size(width: 0.3, height: Double(seed % 3) * 0.7)
        flow.minimumLineSpacing = Double(seed % 2) * 0.3
        flow.scrollDirection = seed % 4 == 3 ? .horizontal : .vertical
        flow.pixelScale = seed == 4 ? 3 : nil
        flow.sectionInset = EdgeInsets(top: 0.1, left: 0.7, bottom: 0.2, right: 0)
        try check(flow, counts: [3, 0, 20, 1, 30, 7])
      }
    }
  }

  @Test(arguments: allStrategies)
  func compositionsAnswerToTheBit(_ strategy: ExtentStrategy) throws {
    let item = LayoutItem(LayoutSize(width: .absolute(70.1), height: .absolute(10.1)))
    let row = LayoutSize(width: .fractionalWidth(1), height: .absolute(10.1))
    var section = LayoutSection(group: .horizontal(row, subitems: [.item(item)]))
    section.interGroupSpacing = 0.3
    section.contentInsets = EdgeInsets(top: 0.1, left: 0.7, bottom: 0.2, right: 0)
    try check(
      CompositionalLayout(section: section, extents: strategy), counts: [3, 0, 20, 1, 30, 7])
  }

  /// A tree of several levels, whose sums are made in another order than positions.
  @Test(arguments: allStrategies.filter { $0.name != "plain" })
  func deepTreesAnswerToTheBit(_ strategy: ExtentStrategy) throws {
    let delegate = Rows(7)
    let list = ListLayout(extents: strategy)
    list.delegate = delegate
    list.footerExtent = 0.3
    try check(list, counts: [3_000] + Array(repeating: 2, count: 400), every: 9)
  }

  /// Asks at both edges of elements for what lies there.
  private func check(_ layout: LineLayout, counts: [Int], every step: Int = 1) throws {
    let session = LayoutSession(
      layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: counts)
    try session.layoutIfNeeded()
    let all = elements(layout, counts)
    let axis = layout.scrollDirection
    var wrong = 0
    for place in stride(from: 0, to: all.count, by: step) {
      let frame = all[place].frame
      var edges: [Double] = []
      for edge in [frame.min(axis), frame.max(axis)] {
        edges += [edge, edge.nextUp, edge.nextDown, edge.nextDown.nextDown]
      }
      for edge in edges {
        var rect = Rect(x: -1e4, y: -1e4, width: 2e4, height: 2e4)
        rect.origin[axis] = edge
        rect.size[axis] = 0.5
        if !agrees(layout, rect, all, near: place) { wrong += 1 }
        rect.origin[axis] = edge - 0.5
        rect.size[axis] = edge - rect.origin[axis]
        if !agrees(layout, rect, all, near: place) { wrong += 1 }
      }
    }
    #expect(wrong == 0, "of \(all.count) elements")
  }

  private func elements(_ layout: LineLayout, _ counts: [Int]) -> [LayoutAttributes] {
    var all: [LayoutAttributes] = []
    for (section, count) in counts.enumerated() {
      let path = ElementPath(section: section)
      let header = LayoutElement.supplementary(.sectionHeader, path)
      let footer = LayoutElement.supplementary(.sectionFooter, path)
      all += layout.layoutAttributes(for: header).map { [$0] } ?? []
      for item in 0..<count {
        let cell = LayoutElement.cell(ItemPath(section: section, item: item))
        all += layout.layoutAttributes(for: cell).map { [$0] } ?? []
      }
      all += layout.layoutAttributes(for: footer).map { [$0] } ?? []
    }
    return all
  }

  /// Returns a Boolean value that indicates whether the answer for `rect` is the part of `all` that
  /// overlaps it; only neighbours can.
  private func agrees(
    _ layout: LineLayout, _ rect: Rect, _ all: [LayoutAttributes], near place: Int
  ) -> Bool {
    let near = all[max(place - 80, 0)..<min(place + 80, all.count)]
    return layout.layoutAttributesForElements(in: rect) == near.filter { $0.frame.overlaps(rect) }
  }
}
