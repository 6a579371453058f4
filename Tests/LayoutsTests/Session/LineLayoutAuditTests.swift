import Changesets
import Datasets
import Geometry
import Layouts
import Testing

/// The built-in layouts tell no lies, over every extent index.
struct LineLayoutAuditTests {
  static let strategies = allStrategies

  @Test(arguments: 0..<24)
  func flowLayoutPassesOverGeneratedCollectionsAndUpdates(_ seed: UInt64) throws {
    for strategy in Self.strategies {
      var generator = FlowCaseGenerator(seed: seed, isFractional: seed.isMultiple(of: 3))
      var flow = generator.flow()
      let fixture = try FlowFixture(flow, strategy)
      for round in 0..<4 {
        let session = fixture.session
        let rect = generator.query(in: session.bounds, fixture.layout.contentSize, edges: [])
        do {
          _ = try session.checkedAttributes(in: session.bounds)
          _ = try session.checkedAttributes(in: rect)
          try LayoutAudit(fixture.layout, host: session).checkEverything(inPiecesOf: 200)
          try session.scroll(
            to: Point(
              x: generator.offset(fixture.layout.contentSize.width),
              y: generator.offset(fixture.layout.contentSize.height)))
          let changeset = generator.changeset(for: &flow)
          fixture.delegate.flow = flow
          try session.update(changeset) { $0 = flow.counts }
        } catch {
          Issue.record("\(strategy.name), seed \(seed), round \(round): \(error)")
        }
      }
    }
  }

  @Test(arguments: 0..<20)
  func listLayoutPassesOverGeneratedCollections(_ seed: Int) throws {
    for strategy in Self.strategies {
      var random = SplitMix64(seed: UInt64(seed))
      let layout = ListLayout(extents: strategy)
      let extents = GeneratedExtents(seed: seed, kinds: 1 + random.next(below: 4))
      layout.delegate = random.next(below: 3) > 0 ? extents : nil
      layout.scrollDirection = random.next(below: 2) == 0 ? .vertical : .horizontal
      layout.spacing = Double(random.next(below: 2) * 6)
      layout.sectionInset = EdgeInsets(all: Double(random.next(below: 3) * 4))
      layout.headerExtent = Double(random.next(below: 2) * 30)
      layout.footerExtent = Double(random.next(below: 2) * 14)
      layout.sectionHeadersPinToVisibleBounds = random.next(below: 2) == 0
      try withExtendedLifetime(extents) {
        try audit(layout, &random, "\(strategy.name), seed \(seed)")
      }
    }
  }

  /// Rounding moves an item by up to a pixel towards the content's start, before the beginning of
  /// its line.
  @Test(arguments: strategies.indices)
  func roundedFramesAreFoundToo(_ strategy: Int) throws {
    let layout = FlowLayout(extents: Self.strategies[strategy])
    layout.itemSize = Size(width: 30, height: 10.75)
    layout.minimumLineSpacing = 0
    layout.pixelScale = 1
    let session = LayoutSession(
      layout, bounds: Rect(x: 0, y: 0, width: 40, height: 100), itemCounts: [9])
    for tenth in 0..<200 {
      let rect = Rect(x: 0, y: Double(tenth) / 2, width: 40, height: 0.5)
      _ = try session.checkedAttributes(in: rect)
    }
  }

  /// Lays collections out in three places and audits each answer there, in pieces and whole.
  private func audit(
    _ layout: LineLayout, _ random: inout SplitMix64, _ context: String
  ) throws {
    let counts = (0..<random.next(below: 6)).map { _ in random.next(below: 16) }
    let session = LayoutSession(
      layout, bounds: Rect(x: 0, y: 0, width: 200, height: 150),
      contentInset: EdgeInsets(all: Double(random.next(below: 2) * 8)), itemCounts: counts)
    do {
      for _ in 0..<3 {
        _ = try session.checkedAttributes(in: session.bounds)
        try LayoutAudit(layout, host: session).checkEverything(inPiecesOf: 90)
        let offset = Point(
          x: Double(random.next(below: 300)), y: Double(random.next(below: 300)))
        try session.scroll(to: offset)
      }
    } catch {
      Issue.record("\(context), \(counts): \(error)")
    }
  }
}

/// Extents that depend on the path, of few kinds, some of them 0.
private final class GeneratedExtents: ListLayoutDelegate {
  private let seed: UInt64
  private let kinds: UInt64

  init(seed: Int, kinds: Int) {
    self.seed = UInt64(seed)
    self.kinds = UInt64(kinds)
  }

  var providedMetrics: ListLayoutMetrics { .itemExtent }

  func extentForItem(at path: ItemPath) -> Double {
    let kind = SplitMix64.mix(seed + UInt64(path.section * 100 + path.item)) % kinds
    return Double((kind + 1) % 4) * 25
  }
}
