import Changesets
import Geometry
import Layouts
import Testing

/// The requests, preparations and kept values after each kind of change (IC-5, IC-7, IC-8).
@Suite struct FlowInvalidationTests {
  private var flow: FlowCase {
    func size(_ item: Int) -> Size {
      Size(width: Double(40 + item % 5 * 20), height: Double(30 + item % 3 * 5))
    }
    var flow = FlowCase(sizes: [30, 4, 0, 25].map { (0..<$0).map(size) })
    flow.provided.insert(.headerSize)
    for section in 0..<4 {
      flow.metrics[section] = FlowCase.Metrics(header: Size(width: 20, height: 20))
    }
    return flow
  }

  private func everyItemOnce(_ counts: [Int]) -> [ItemPath: Int] {
    var asks: [ItemPath: Int] = [:]
    for (section, count) in counts.enumerated() {
      for item in 0..<count { asks[ItemPath(section: section, item: item)] = 1 }
    }
    return asks
  }

  @Test func aPreparationRequestsEachItemOnce() throws {
    for strategy in allStrategies {
      let fixture = try FlowFixture(flow, strategy)
      #expect(fixture.delegate.sizeAsks == everyItemOnce(flow.counts), "\(strategy.name)")
      #expect(fixture.delegate.metricAsks == 4)
      fixture.delegate.forgetAsks()
      fixture.layout.invalidateLayout()
      fixture.layout.minimumLineSpacing = 3
      fixture.layout.minimumInteritemSpacing = 4
      try fixture.session.layoutIfNeeded()
      #expect(fixture.delegate.sizeAsks == everyItemOnce(flow.counts), "\(strategy.name)")
      #expect(fixture.session.preparations == 2)
    }
  }

  @Test func aContextWithoutDelegateMetricsRequestsNothing() throws {
    for strategy in allStrategies {
      let fixture = try FlowFixture(flow, strategy)
      fixture.delegate.forgetAsks()
      fixture.delegate.flow.sizes[0] = Size(width: 300, height: 300)
      let context = FlowLayoutInvalidationContext()
      #expect(context.invalidateFlowLayoutDelegateMetrics)
      context.invalidateFlowLayoutDelegateMetrics = false
      fixture.layout.invalidateLayout(with: context)
      try fixture.session.layoutIfNeeded()
      #expect(fixture.delegate.sizeAsks.isEmpty && fixture.delegate.metricAsks == 0)
      try FlowComparison.checkElements(fixture.layout, of: flow)
    }
  }

  @Test func onlyInvalidatedItemsAreRequested() throws {
    for strategy in allStrategies {
      let fixture = try FlowFixture(flow, strategy)
      fixture.delegate.forgetAsks()
      var changed = flow
      changed.sizes[3] = Size(width: 300, height: 300)
      changed.sizes[4] = Size(width: 10, height: 10)
      fixture.delegate.flow = changed
      let context = FlowLayoutInvalidationContext()
      // Paths that no longer exist are nothing to ask for.
      context.invalidateItems(at: [
        ItemPath(section: 0, item: 3), ItemPath(section: 9, item: 0),
        ItemPath(section: 0, item: 30),
        ItemPath(section: -1, item: 0),
      ])
      fixture.layout.invalidateLayout(with: context)
      try fixture.session.layoutIfNeeded()
      #expect(fixture.delegate.sizeAsks == [ItemPath(section: 0, item: 3): 1])
      changed.sizes[4] = flow.sizes[4]
      try FlowComparison.checkElements(fixture.layout, of: changed)
    }
  }

  @Test func scrollingPreparesAndRequestsNothing() throws {
    for strategy in allStrategies {
      for axis in Axis.allCases {
        var flow = flow
        flow.axis = axis
        let fixture = try FlowFixture(flow, strategy)
        fixture.delegate.forgetAsks()
        for offset in stride(from: 0.0, to: 500, by: 7) {
          var point = Point.zero
          point[axis] = offset
          try fixture.session.scroll(to: point)
        }
        #expect(fixture.session.preparations == 1, "\(strategy.name)")
        #expect(fixture.delegate.sizeAsks.isEmpty && fixture.delegate.metricAsks == 0)
      }
    }
  }

  @Test func shouldInvalidateLayoutHasNoEffect() throws {
    for strategy in allStrategies {
      for (pins, axis) in [(false, Axis.vertical), (true, .vertical), (true, .horizontal)] {
        var flow = flow
        flow.pinsHeaders = pins
        flow.axis = axis
        let fixture = try FlowFixture(flow, strategy)
        var moved = fixture.session.bounds
        moved.origin[axis] += 10
        var wider = fixture.session.bounds
        wider.size[axis.crossing] += 10
        var across = fixture.session.bounds
        across.origin[axis.crossing] += 10
        for _ in 0..<2 {
          #expect(fixture.layout.shouldInvalidateLayout(forBoundsChange: moved) == pins)
          #expect(fixture.layout.shouldInvalidateLayout(forBoundsChange: wider))
          #expect(!fixture.layout.shouldInvalidateLayout(forBoundsChange: across))
        }
        #expect(fixture.layout.pendingInvalidation.isEmpty)
      }
    }
  }

  @Test func pinnedHeadersMoveWithoutRequests() throws {
    for strategy in allStrategies {
      var flow = flow
      flow.pinsHeaders = true
      let fixture = try FlowFixture(flow, strategy)
      fixture.delegate.forgetAsks()
      try fixture.session.scroll(to: Point(x: 0, y: 33))
      #expect(fixture.session.preparations == 2)
      #expect(fixture.delegate.sizeAsks.isEmpty && fixture.delegate.metricAsks == 0)
    }
  }

  @Test func anotherWidthRequestsSizesAgain() throws {
    for strategy in allStrategies {
      let fixture = try FlowFixture(flow, strategy)
      fixture.delegate.forgetAsks()
      try fixture.session.setBounds(Rect(x: 0, y: 0, width: 480, height: 320))
      #expect(fixture.delegate.sizeAsks == everyItemOnce(flow.counts))
      fixture.delegate.forgetAsks()
      try fixture.session.setBounds(Rect(x: 0, y: 0, width: 480, height: 200))
      #expect(fixture.delegate.sizeAsks.isEmpty && fixture.session.preparations == 2)
    }
  }

  @Test func aDelegateAssignedLateCountsFromTheNextInvalidationOn() throws {
    for strategy in allStrategies {
      var plain = flow
      plain.provided = []
      let layout = FlowLayout(extents: strategy)
      let session = LayoutSession(layout, bounds: flow.bounds, itemCounts: flow.counts)
      try session.layoutIfNeeded()
      var comparison = FlowComparison(plain.model(visible: flow.bounds), axis: .vertical)
      try comparison.checkElements(layout, itemCounts: flow.counts)
      let delegate = CaseDelegate(flow)
      layout.delegate = delegate
      try session.layoutIfNeeded()
      try comparison.checkElements(layout, itemCounts: flow.counts)
      #expect(delegate.sizeAsks.isEmpty && session.preparations == 1)
      layout.invalidateLayout()
      try session.layoutIfNeeded()
      comparison.model = flow.model(visible: flow.bounds)
      try comparison.checkElements(layout, itemCounts: flow.counts)
      layout.delegate = nil
      try comparison.checkElements(layout, itemCounts: flow.counts)
      layout.invalidateLayout()
      try session.layoutIfNeeded()
      comparison.model = plain.model(visible: flow.bounds)
      try comparison.checkElements(layout, itemCounts: flow.counts)
    }
  }

  @Test func aDelegateThatIsGoneLeavesTheProperties() throws {
    for strategy in allStrategies {
      let layout = FlowLayout(extents: strategy)
      var delegate: CaseDelegate? = CaseDelegate(flow)
      layout.delegate = delegate
      let session = LayoutSession(layout, bounds: flow.bounds, itemCounts: flow.counts)
      try session.layoutIfNeeded()
      delegate = nil
      #expect(layout.delegate == nil)
      layout.invalidateLayout()
      try session.layoutIfNeeded()
      var plain = flow
      plain.provided = []
      try FlowComparison.checkElements(
        layout, of: plain, visible: flow.bounds, itemCounts: flow.counts)
    }
  }

  @Test func preferredSizesCountOnlyWithAnEstimateAndADifference() throws {
    for strategy in allStrategies {
      let fixture = try FlowFixture(flow, strategy)
      let path = ItemPath(section: 0, item: 0)
      try fixture.session.prefer(Size(width: 1, height: 1), forItemAt: path)
      #expect(fixture.layout.pendingInvalidation.isEmpty)
      var estimated = flow
      estimated.estimate = Size(width: 50, height: 40)
      let other = try FlowFixture(estimated, strategy)
      try other.session.prefer(Size(width: 50, height: 40), forItemAt: path)
      #expect(other.layout.pendingInvalidation.isEmpty)
    }
  }
}
