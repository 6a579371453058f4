import BasicAlgorithms
import Changesets
import Datasets
import Geometry
import Layouts
import Testing

/// Lines of more items than anybody sees: a query costs what shows, in time and in memory.
@Suite struct LongLineTests {
  static let indexes = allStrategies.filter { $0.name != "plain" }

  static func layout(
    _ strategy: ExtentStrategy, _ itemSize: Size, spacing: Double = 0, width: Double = 320,
    counts: [Int]
  ) throws -> (FlowLayout, LayoutSession) {
    let flow = FlowLayout(extents: strategy)
    flow.itemSize = itemSize
    flow.minimumInteritemSpacing = spacing
    let session = LayoutSession(
      flow, bounds: Rect(x: 0, y: 0, width: width, height: 480), itemCounts: counts)
    try session.layoutIfNeeded()
    return (flow, session)
  }

  /// Items of no length share a line without an end (FL-22), and none of them shows (FL-30).
  @Test(arguments: indexes)
  func invisibleItemsReserveNoMemory(_ strategy: ExtentStrategy) throws {
    let count = strategy.name == "tree" ? ItemPath.countLimit : 100_000
    for size in [Size(width: 0, height: 10), Size(width: 0, height: 0)] {
      let (flow, session) = try Self.layout(strategy, size, counts: [count])
      var answer: [LayoutAttributes] = []
      session.collectVisibleAttributes(into: &answer)
      #expect(answer.isEmpty)
      #expect(answer.capacity < 1_000, "\(answer.capacity)")
      let last = ItemPath(section: 0, item: count - 1)
      #expect(flow.layoutAttributesForItem(at: last)?.frame.size == size)
      #expect(flow.contentSize.height == size.height)
    }
  }

  /// A window over a line of ten thousand items.
  @Test(arguments: indexes, [nil, 2.0])
  func aNarrowWindowCostsWhatItShows(_ strategy: ExtentStrategy, pixelScale: Double?) throws {
    let (flow, _) = try Self.layout(
      strategy, Size(width: 0.3, height: 10), spacing: 0.1, width: 4_000, counts: [25_000])
    flow.pixelScale = pixelScale
    // The next caller prepares the layout again.
    let session = LayoutSession(
      flow, bounds: Rect(x: 0, y: 0, width: 4_000, height: 480), itemCounts: [25_000])
    try session.layoutIfNeeded()
    let all = flow.layoutAttributesForElements(in: Rect(x: -9, y: -9, width: 4_018, height: 99))
    #expect(all.count == 25_000)
    for x in [-5, 0, 0.3, 0.4, 17.77, 2_000, 3_990.1, 3_999, 4_000, 1e9] {
      for width in [0.05, 1, 12.5] {
        for (y, height) in [(0.0, 10.0), (15, 30), (10, 10)] {
          let rect = Rect(x: x, y: y, width: width, height: height)
          var answer: [LayoutAttributes] = []
          flow.layoutAttributesForElements(in: rect, into: &answer)
          #expect(answer == all.filter { $0.frame.overlaps(rect) }, "\(rect)")
          #expect(answer.capacity < 1_000, "\(answer.capacity) for \(answer.count)")
        }
      }
    }
    for x in [-Double.infinity, .infinity] {
      let rect = Rect(x: x, y: 0, width: 10, height: 10)
      #expect(flow.layoutAttributesForElements(in: rect).isEmpty)
    }
  }

  /// Lines of any scale, some so short that what they may be longer by is most of them, and windows
  /// that begin and end with items.
  @Test func aWindowShowsWhatOverlapsIt() throws {
    var random = SplitMix64(seed: 64)
    for round in 0..<60 {
      let scale = [1.0, 1e-7, 1e-3, 1e9][round % 4]
      let width = Double(200 + random.next(below: 9_000)) / 10 * scale
      let count = 65 + random.next(below: 300)
      let flow = FlowLayout()
      flow.itemSize = Size(width: width / Double(count), height: 10)
      flow.minimumInteritemSpacing = Double(random.next(below: 2)) * width / Double(4 * count)
      flow.sectionInset.left = Double(random.next(below: 2)) * 0.1
      flow.pixelScale = [nil, 1, 3][round % 3]
      let total = 2 * count + 9
      let session = LayoutSession(
        flow, bounds: Rect(x: 0, y: 0, width: width + flow.sectionInset.left, height: 480),
        itemCounts: [total])
      try session.layoutIfNeeded()
      let all = (0..<total).compactMap {
        flow.layoutAttributesForItem(at: ItemPath(section: 0, item: $0))
      }
      for _ in 0..<12 {
        let (first, last) = (all[random.next(below: total)], all[random.next(below: total)])
        let start = [first.frame.minX, first.frame.maxX.nextDown][random.next(below: 2)]
        let end = [last.frame.maxX, last.frame.minX.nextUp][random.next(below: 2)]
        for width in [end - start, first.frame.size.width / 2] {
          let rect = Rect(x: start, y: 0, width: width, height: 25)
          let answer = flow.layoutAttributesForElements(in: rect)
          #expect(answer == all.filter { $0.frame.overlaps(rect) }, "\(rect), round \(round)")
        }
      }
    }
  }

  /// Returns the items that have their frames in `rect`, asked about one by one.
  private func overlapping(_ rect: Rect, in flow: FlowLayout, count: Int) -> [LayoutAttributes] {
    (0..<count).compactMap { flow.layoutAttributesForItem(at: ItemPath(section: 0, item: $0)) }
      .filter { $0.frame.overlaps(rect) }
  }

  /// Lines may be longer than their length by so little that it is more than an item: neighbours
  /// then overlap, or even lie in the opposite order.
  @Test(arguments: indexes, [1e-6, 1e-9, 1.5e-6])
  func itemsShorterThanWhatALineMayExceedAreFound(
    _ strategy: ExtentStrategy, width: Double
  ) throws {
    let size = Size(width: 1e-8, height: 10)
    let (flow, session) = try Self.layout(strategy, size, width: width, counts: [450])
    withExtendedLifetime(session) {
      for rect in [
        Rect(x: -1, y: 0, width: 2, height: 90), Rect(x: 0, y: 0, width: 1e-8, height: 25),
        Rect(x: -5e-9, y: 20, width: 2e-9, height: 1), Rect(x: 1e-8, y: 0, width: 1, height: 90),
      ] + (1..<15).map({ Rect(x: Double($0) * 1e-7, y: 0, width: 1e-8, height: 25) }) {
        let answer = flow.layoutAttributesForElements(in: rect)
        #expect(answer == overlapping(rect, in: flow, count: 450), "\(rect)")
      }
    }
  }

  /// The last bit of a position is more than an item there, and sums round by it.
  @Test(arguments: indexes)
  func itemsFarFromTheEdgeAreFound(_ strategy: ExtentStrategy) throws {
    let inset = 0x1.cp50 + 3.25
    let (flow, session) = try Self.layout(
      strategy, Size(width: 0.0125, height: 10), width: inset + 12.5, counts: [1_000])
    flow.sectionInset.left = inset
    flow.pixelScale = 7
    try session.layoutIfNeeded()
    let all = (0..<1_000).compactMap {
      flow.layoutAttributesForItem(at: ItemPath(section: 0, item: $0))
    }
    for step in -4..<60 {
      for width in [0.25, 0.5, 0.75] {
        let rect = Rect(x: inset + Double(step) * 0.25, y: 0, width: width, height: 10)
        let answer = flow.layoutAttributesForElements(in: rect)
        #expect(answer == all.filter { $0.frame.overlaps(rect) }, "\(rect)")
      }
    }
  }

  /// A millionth of a large pixel is many items, which count as on the pixel behind them.
  @Test(arguments: indexes)
  func itemsJustBeforeAPixelAreFoundOnIt(_ strategy: ExtentStrategy) throws {
    let (flow, session) = try Self.layout(
      strategy, Size(width: 1e-6, height: 10), width: 20.001, counts: [1_000])
    flow.sectionInset.left = 20 - 1e-4
    flow.pixelScale = 0.05
    try session.layoutIfNeeded()
    let rect = Rect(x: 20, y: 0, width: 1, height: 10)
    let answer = flow.layoutAttributesForElements(in: rect)
    #expect(answer == overlapping(rect, in: flow, count: 1_000))
    #expect(answer.count > 900)
  }

  /// Items are rounded down by up to 20 points, into a narrow window before them.
  @Test(arguments: indexes, Axis.allCases)
  func itemsOfLargePixelsAreFound(_ strategy: ExtentStrategy, axis: Axis) throws {
    let (flow, session) = try Self.layout(strategy, Size(width: 3, height: 3), counts: [900])
    flow.scrollDirection = axis
    flow.minimumLineSpacing = 0
    flow.pixelScale = 0.05
    try session.layoutIfNeeded()
    let all = (0..<900).compactMap {
      flow.layoutAttributesForItem(at: ItemPath(section: 0, item: $0))
    }
    for start in stride(from: 0.0, to: 100, by: 4) {
      for rect in [
        Rect(x: start, y: 0, width: 2, height: 9), Rect(x: 0, y: start, width: 9, height: 2),
      ] {
        let answer = flow.layoutAttributesForElements(in: rect)
        #expect(answer == all.filter { $0.frame.overlaps(rect) }, "\(rect)")
      }
    }
  }

  /// Items of half a point, and items of no height, which never show.
  @Test(arguments: indexes, [80, 20])
  func flatItemsShowIfTheyHaveAHeight(_ strategy: ExtentStrategy, count: Int) throws {
    for height in [0.5, 0] {
      let (flow, session) = try Self.layout(
        strategy, Size(width: 4, height: height), counts: [count])
      withExtendedLifetime(session) {
        let rect = Rect(x: 0, y: -5, width: 320, height: 10)
        #expect(flow.layoutAttributesForElements(in: rect).count == (height > 0 ? count : 0))
        let last = ItemPath(section: 0, item: count - 1)
        #expect(flow.layoutAttributesForItem(at: last)?.frame.size.height == height)
      }
    }
  }

  /// A first item that is longer than all others says nothing about the number of those in a window.
  @Test(arguments: indexes)
  func manyShortItemsBehindALongOneAreFound(_ strategy: ExtentStrategy) throws {
    var sizes = (0..<200).map { Size(width: $0.isMultiple(of: 2) ? 0.5 : 0.75, height: 10) }
    sizes[0].width = 150
    var flow = FlowCase(sizes: [sizes])
    flow.shared.interitemSpacing = 0
    let fixture = try FlowFixture(flow, strategy)
    for x in [0, 150, 200, 270] {
      let rect = Rect(x: Double(x), y: 0, width: 100, height: 10)
      let answer = fixture.layout.layoutAttributesForElements(in: rect)
      #expect(answer == overlapping(rect, in: fixture.layout, count: 200), "\(rect)")
    }
  }

  @Test(arguments: indexes)
  func itemsOfNoLengthLieAtTheBeginningOfTheirLine(_ strategy: ExtentStrategy) throws {
    let (flow, session) = try Self.layout(strategy, Size(width: 0, height: 10), counts: [9])
    withExtendedLifetime(session) {
      for item in 0..<9 {
        let frame = flow.layoutAttributesForItem(at: ItemPath(section: 0, item: item))?.frame
        #expect(frame == Rect(x: 0, y: 0, width: 0, height: 10))
      }
    }
  }

  /// A run of equal items on a line of a section of different ones.
  @Test(arguments: indexes)
  func aNarrowWindowShowsItsPartOfARun(_ strategy: ExtentStrategy) throws {
    for lastLine in LastLineAlignment.allCases {
      var sizes = Array(repeating: Size(width: 0.5, height: 10), count: 2_000)
      sizes.append(Size(width: 310, height: 20))
      sizes += Array(repeating: Size(width: 0.5, height: 10), count: 500)
      var flow = FlowCase(sizes: [sizes])
      flow.shared.interitemSpacing = 0.01
      flow.lastLine = lastLine
      let fixture = try FlowFixture(flow, strategy)
      var comparison = FlowComparison(
        flow.model(visible: flow.bounds), axis: .vertical, tolerance: 1e-6)
      for x in [-1, 0, 0.2, 100.25, 250.7, 319.8] {
        for y in [0.0, 20, 40, 60] {
          let rect = Rect(x: x, y: y, width: 3, height: 20)
          try comparison.checkQuery(fixture.layout, rect)
        }
      }
    }
  }

  /// Each item has a line to itself if lines have no length (FL-21).
  @Test(arguments: allStrategies)
  func linesOfNoLengthHaveOneItem(_ strategy: ExtentStrategy) throws {
    let (flow, session) = try Self.layout(
      strategy, Size(width: 0, height: 10), width: 0, counts: [3])
    #expect(flow.contentSize == Size(width: 0, height: 50))
    for item in 0..<3 {
      let frame = flow.layoutAttributesForItem(at: ItemPath(section: 0, item: item))?.frame
      #expect(frame == Rect(x: 0, y: Double(item) * 20, width: 0, height: 10))
    }
    try session.setBounds(Rect(x: 0, y: 0, width: 1, height: 480))
    #expect(flow.contentSize == Size(width: 1, height: 10))
  }

  /// The last line reaches the content's end, whatever its spacing would be (FL-11).
  @Test(arguments: allStrategies)
  func aLongLineSpacingHidesNoItem(_ strategy: ExtentStrategy) throws {
    for spacing in [1e12, 1e17] {
      var flow = FlowCase(sizes: [[Size(width: 50, height: 10.1), Size(width: 60, height: 20.1)]])
      flow.shared.lineSpacing = spacing
      let fixture = try FlowFixture(flow, strategy)
      #expect(fixture.layout.contentSize.height == 20.1)
      let answer = try fixture.session.checkedAttributes(
        in: Rect(x: 0, y: 17, width: 320, height: 100))
      #expect(answer.map(\.itemPath) == [ItemPath(section: 0, item: 1)])
    }
  }
}
