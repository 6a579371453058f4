import Changesets
import Geometry
import Layouts
import Testing

/// The item longer than its line that a layout names (FL-21).
@Suite struct OversizeItemTests {
  private static let bounds = Rect(x: 0, y: 0, width: 320, height: 480)

  /// Widths of an item in lines of 320 points, and whether it is named: a millionth of a point more
  /// is none.
  private static let widths = [(320, false), (320 + 1e-6, false), (320 + 2e-6, true)]

  private func size(_ width: Double) -> Size { Size(width: width, height: 20) }

  @Test(arguments: allStrategies)
  func anItemIsNamedIfItIsLongerByMoreThanAMillionth(_ strategy: ExtentStrategy) throws {
    let only = ItemPath(section: 0, item: 0)
    for (width, isNamed) in Self.widths {
      let expected = isNamed ? only : nil
      let common = try FlowFixture(FlowCase(counts: [1], itemSize: size(width)), strategy)
      #expect(common.layout.oversizeItem == expected)
      let requested = try FlowFixture(FlowCase(sizes: [[size(width)]]), strategy)
      #expect(requested.layout.oversizeItem == expected)
      var flow = FlowCase(sizes: [[size(10)]])
      flow.estimate = size(50)
      let preferred = try FlowFixture(flow, strategy)
      try preferred.session.prefer(size(width), forItemAt: only)
      try preferred.session.layoutIfNeeded()
      #expect(preferred.layout.oversizeItem == expected)
    }
  }

  @Test(arguments: allStrategies)
  func theFirstOfAllSectionsIsNamed(_ strategy: ExtentStrategy) throws {
    var sizes = [3, 2_000, 40].map { Array(repeating: size(50), count: $0) }
    sizes[2][7] = size(400)
    let last = try FlowFixture(FlowCase(sizes: sizes), strategy)
    #expect(last.layout.oversizeItem == ItemPath(section: 2, item: 7))
    sizes[1][1_700] = size(400)
    sizes[1][1_701] = size(400)
    let first = try FlowFixture(FlowCase(sizes: sizes), strategy)
    #expect(first.layout.oversizeItem == ItemPath(section: 1, item: 1_700))
  }

  /// It is named until it fits: when it is requested alone, is reloaded, or gets longer lines.
  @Test(arguments: allStrategies)
  func anItemThatFitsIsNotNamedAnyMore(_ strategy: ExtentStrategy) throws {
    let path = ItemPath(section: 0, item: 1)
    let fits: [(FlowFixture) throws -> Void] = [
      { fixture in
        let context = FlowLayoutInvalidationContext()
        context.invalidateItems(at: [path])
        fixture.layout.invalidateLayout(with: context)
        try fixture.session.layoutIfNeeded()
      },
      { try $0.session.update(Changeset(reloadedItems: [path])) },
      { try $0.session.update(Changeset(deletedItems: [path])) },
      { try $0.session.setBounds(Rect(x: 0, y: 0, width: 500, height: 480)) },
    ]
    for fit in fits {
      var flow = FlowCase(sizes: [[size(10), size(400), size(10)]])
      let fixture = try FlowFixture(flow, strategy)
      #expect(fixture.layout.oversizeItem == path)
      flow.sizes[1] = size(300)
      fixture.delegate.flow = flow
      try fit(fixture)
      #expect(fixture.layout.oversizeItem == nil)
    }
  }

  /// Rows are as long as their column, even if that is less than nothing.
  @Test(arguments: allStrategies)
  func noRowOfAListIsNamed(_ strategy: ExtentStrategy) throws {
    for inset in [0.0, 400] {
      let list = ListLayout(extents: strategy)
      list.sectionInset.left = inset
      list.estimatedItemExtent = 20
      let session = LayoutSession(list, bounds: Self.bounds, itemCounts: [2])
      try session.layoutIfNeeded()
      #expect(list.oversizeItem == nil)
      try session.update(Changeset(insertedItems: [ItemPath(section: 0, item: 1)]))
      let context = FlowLayoutInvalidationContext()
      context.preferredSizes[ItemPath(section: 0, item: 0)] = Size(width: 900, height: 30)
      list.invalidateLayout(with: context)
      try session.layoutIfNeeded()
      #expect(list.contentSize.height == 70 && list.oversizeItem == nil)
    }
  }
}
