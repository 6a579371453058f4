import Changesets
import Datasets
import Geometry
import Layouts
import Testing

/// The invariants between layouts for all frames (BUG-46).
@Suite struct FlowSymmetryTests {
  private func expectEqual(
    _ left: FlowLayout, _ right: FlowLayout, _ counts: [Int], _ message: @autoclosure () -> String,
    tolerance: Double = 0, _ change: (LayoutAttributes) -> Rect
  ) {
    for element in elements(counts) {
      let first = left.layoutAttributes(for: element).map(change)
      let second = right.layoutAttributes(for: element)?.frame
      guard first != second else { continue }
      let isClose =
        first.flatMap { first in second.map { first.isClose(to: $0, tolerance) } } ?? false
      #expect(isClose, "\(message()): \(element) \(String(describing: (first, second)))")
      if !isClose { return }
    }
  }

  private func elements(_ counts: [Int]) -> [LayoutElement] {
    counts.enumerated().flatMap { section, count in
      [
        .supplementary(.sectionHeader, ElementPath(section: section)),
        .supplementary(.sectionFooter, ElementPath(section: section)),
      ] + (0..<count).map { LayoutElement.cell(ItemPath(section: section, item: $0)) }
    }
  }

  @Test func aHorizontalLayoutIsTheTransposedVerticalOne() throws {
    for strategy in allStrategies {
      for seed in 1...150 {
        for isFractional in [false, true] {
          var generator = FlowCaseGenerator(seed: UInt64(seed), isFractional: isFractional)
          let flow = generator.flow()
          let first = try FlowFixture(flow, strategy)
          let second = try FlowFixture(flow.transposed, strategy)
          #expect(first.layout.contentSize == second.layout.contentSize.transposed)
          expectEqual(first.layout, second.layout, flow.counts, "\(strategy.name), \(seed)") {
            $0.frame.transposed
          }
        }
      }
    }
  }

  @Test func aSectionBeforeShiftsEverythingByItsExtent() throws {
    for strategy in allStrategies {
      for seed in 1...150 {
        var generator = FlowCaseGenerator(seed: UInt64(seed))
        var flow = generator.flow()
        flow.pinsHeaders = false
        flow.pinsFooters = false
        flow.pixelScale = nil
        let section = generator.section(in: &flow)
        var alone = flow
        alone.sections = [section]
        var shifted = flow
        shifted.sections.insert(section, at: 0)
        let extent = try FlowFixture(alone, strategy).layout.contentSize[flow.axis]
        let before = try FlowFixture(flow, strategy)
        let after = try FlowFixture(shifted, strategy)
        for element in elements(flow.counts) {
          var frame = before.layout.layoutAttributes(for: element)?.frame
          frame?.origin[flow.axis] += extent
          let moved = after.layout.layoutAttributes(for: element.inNextSection)?.frame
          #expect(frame == moved, "\(strategy.name), \(seed), \(element)")
        }
      }
    }
  }

  @Test func equalItemsLieWhereAScanPutsThem() throws {
    for strategy in allStrategies {
      for seed in 1...150 {
        let isFractional = seed % 2 == 0
        var generator = FlowCaseGenerator(seed: UInt64(seed), isFractional: isFractional)
        var flow = generator.flow()
        flow.uniformity = .byValue
        flow.provided.remove(.itemSize)
        var scanned = flow
        scanned.provided.insert(.itemSize)
        for section in flow.sections {
          for id in section.items { scanned.sizes[id] = flow.itemSize }
        }
        let arithmetic = try FlowFixture(flow, strategy)
        let scan = try FlowFixture(scanned, strategy)
        let extent = arithmetic.layout.contentSize[flow.axis]
        expectEqual(
          arithmetic.layout, scan.layout, flow.counts, "\(strategy.name), \(seed)",
          tolerance: isFractional ? 1e-9 * max(extent, 1000) : 0
        ) { $0.frame }
      }
    }
  }

  @Test func eachDelegateMethodReplacesItsPropertyAndNoOther() throws {
    for strategy in allStrategies {
      for provided in 0..<64 {
        for seed in 1...3 {
          var generator = FlowCaseGenerator(seed: UInt64(seed))
          var flow = generator.flow()
          flow.provided = FlowLayoutMetrics(rawValue: provided)
          let fixture = try FlowFixture(flow, strategy)
          try FlowComparison.checkElements(
            fixture.layout, of: flow, visible: fixture.session.bounds)
        }
      }
    }
  }

  /// Widths that fill a line exactly, but not when they are subtracted one by one (FL-22).
  @Test(arguments: [
    (320, 3), (320, 6), (320, 7), (390, 7), (393, 7), (414, 5), (414, 7), (428, 5), (428, 7),
    (768, 5),
  ])
  func equalSharesOfALineFillIt(_ width: Int, _ parts: Int) throws {
    let share = Double(width) / Double(parts)
    for strategy in allStrategies {
      for isByDelegate in [false, true] {
        var flow = FlowCase(
          counts: [3 * parts - 1], itemSize: Size(width: share, height: 20))
        flow.provided = isByDelegate ? .itemSize : []
        flow.bounds.size.width = Double(width)
        flow.shared.interitemSpacing = 0
        flow.shared.lineSpacing = 0
        let fixture = try FlowFixture(flow, strategy)
        for item in 0..<flow.counts[0] {
          let frame = try #require(
            fixture.layout.layoutAttributesForItem(at: ItemPath(section: 0, item: item))
          ).frame
          #expect(frame.minY == Double(item / parts) * 20)
          #expect(abs(frame.minX - Double(item % parts) * share) < 1e-9)
        }
        #expect(fixture.layout.contentSize.height == 60)
      }
    }
  }

  @Test func itemsOfNoLengthAtTheEndOfALineAreNoEndlessLoop() throws {
    for strategy in allStrategies {
      for tail in [1, 2, 500] {
        var flow = FlowCase(sizes: [
          [Size(width: 320, height: 20)] + Array(repeating: Size(width: 0, height: 20), count: tail)
        ])
        flow.shared.interitemSpacing = 0
        let fixture = try FlowFixture(flow, strategy)
        #expect(fixture.layout.contentSize.height == 20)
        let last = fixture.layout.layoutAttributesForItem(at: ItemPath(section: 0, item: tail))
        #expect(last?.frame == Rect(x: 320, y: 0, width: 0, height: 20))
        var nothing = FlowCase(counts: [tail], itemSize: .zero)
        nothing.shared.interitemSpacing = 0
        #expect(try FlowFixture(nothing, strategy).layout.contentSize.height == 0)
      }
    }
  }
}

extension LayoutElement {
  /// The same element one section on.
  fileprivate var inNextSection: LayoutElement {
    let path = path.itemPath ?? ItemPath(section: 0, item: 0)
    let next = ItemPath(section: path.section + 1, item: path.item)
    return category == .cell ? .cell(next) : .supplementary(kind, ElementPath(next))
  }
}

extension Rect {
  fileprivate func isClose(to other: Rect, _ tolerance: Double) -> Bool {
    abs(minX - other.minX) <= tolerance && abs(minY - other.minY) <= tolerance
      && size == other.size
  }
}

extension FlowCase {
  /// The case turned by a quarter: x for y everywhere.
  var transposed: FlowCase {
    func turned(_ inset: EdgeInsets) -> EdgeInsets {
      EdgeInsets(top: inset.left, left: inset.top, bottom: inset.right, right: inset.bottom)
    }
    func turned(_ metrics: Metrics) -> Metrics {
      var metrics = metrics
      metrics.inset = turned(metrics.inset)
      metrics.header = metrics.header.transposed
      metrics.footer = metrics.footer.transposed
      return metrics
    }
    var result = self
    result.axis = axis.crossing
    result.bounds = bounds.transposed
    result.contentInset = turned(contentInset)
    result.itemSize = itemSize.transposed
    result.sizes = sizes.mapValues(\.transposed)
    result.shared = turned(shared)
    result.metrics = metrics.mapValues { turned($0) }
    return result
  }
}
