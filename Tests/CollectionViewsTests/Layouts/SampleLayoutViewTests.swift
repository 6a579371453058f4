import BasicAlgorithms
import Changesets
import CollectionViews
import Geometry
import Layouts
import SampleLayouts
import Testing

/// Free layouts in a view: piles, rings and waterfalls, their decorations and deep paths.
@Suite struct SampleLayoutViewTests {
  /// A view with something registered for every kind.
  private func makeView(_ layout: CollectionViewLayout, _ source: ArraySource) -> CollectionView {
    let view = CollectionView(
      frame: Rect(x: 0, y: 0, width: 320, height: 480), collectionViewLayout: layout)
    view.register(NumberCell.self, forCellWithReuseIdentifier: "number")
    for kind in [CircleLayout.title, CircleLayout.badge, .sectionHeader] {
      view.register(
        HeaderView.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: "header")
    }
    view.dataSource = source
    return view
  }

  private func layouts() -> [CollectionViewLayout] {
    let stack = StackLayout()
    stack.registerDecoration(ViewSource.viewClass(HeaderView.self), ofKind: StackLayout.mat)
    let circle = CircleLayout()
    circle.badgesPerItem = 2
    let waterfall = WaterfallLayout { path, _ in Double(20 + 13 * (path.item % 5)) }
    waterfall.headerHeight = 12
    return [stack, circle, waterfall]
  }

  /// The shown numbers are those at the shown paths.
  private func expectNumbers(
    _ view: CollectionView, _ source: ArraySource, _ location: SourceLocation = #_sourceLocation
  ) {
    for path in view.itemPathsForVisibleItems {
      let cell = view.cellForItem(at: path) as? NumberCell
      #expect(cell?.number == source.sections[path.section][path.item], sourceLocation: location)
    }
  }

  @Test func updatesScrollsAndSelections() throws {
    for layout in layouts() {
      for prefetches in [false, true] {
        let source = ArraySource([Array(0..<12), Array(20..<27), []])
        let view = makeView(layout, source)
        view.isPrefetchingEnabled = prefetches
        try view.pass()
        try view.selectItem(at: at(0, 3))
        for step in 0..<24 {
          view.setContentOffset(Point(x: 0, y: Double(step * 53 % 400)))
          try view.pass()
          try view.performBatchUpdates {
            source.sections[0].insert(100 + step, at: 2)
            let moved = source.sections[1].removeFirst()
            source.sections[1].append(moved)
            let last = source.sections[0].removeLast()
            source.sections[2].insert(last, at: 0)
            view.insertItems(at: [at(0, 2)])
            view.moveItem(at: at(1, 0), to: at(1, 6))
            view.moveItem(at: at(0, 11), to: at(2, 0))
          }
          view.check()
          expectNumbers(view, source)
          view.clock.advance(by: 0.13)
          try view.pass()
        }
        view.clock.advance(by: 1)
        view.check()
        #expect(view.itemPathsForSelectedItems.count == 1)
        view.dataSource = nil
        try view.pass()
        #expect(view.work.displayed == view.work.ended)
        layout.host = nil
      }
    }
  }

  /// RU-14: decorations are the layout's, and never the data source's.
  @Test func decorationsAreTheLayouts() throws {
    let source = ArraySource([[1, 2], [], [3]])
    let stack = StackLayout()
    stack.registerDecoration(ViewSource.viewClass(HeaderView.self), ofKind: StackLayout.mat)
    let view = makeView(stack, source)
    let delegate = RecordingDelegate([.display])
    view.delegate = delegate
    try view.pass()
    let mat = try #require(view.view(for: .decoration(StackLayout.mat, [0, 0])) as? HeaderView)
    #expect(mat.reuseIdentifier == nil)
    #expect(view.view(for: .decoration(StackLayout.mat, [1, 0])) == nil)
    #expect(!source.log.contains { $0.hasPrefix("header") })
    #expect(!delegate.takeLog().contains { $0.contains("Mat") })
    // A section that moves takes its mat with it.
    source.sections = [[], [1, 2], [3]]
    view.moveSection(0, toSection: 1)
    view.check()
    #expect(view.view(for: .decoration(StackLayout.mat, [1, 0])) === mat)
    view.clock.advance(by: 1)
    let statistics = view.reuseStatistics(of: .decoration(StackLayout.mat))
    #expect(statistics.created == 1)
    view.check()
  }

  /// BUG-7: mats go with the last card and come with the first, in and outside of updates.
  @Test func decorationsDoNotLeak() throws {
    let source = ArraySource([[1, 2], [3]])
    let stack = StackLayout()
    stack.registerDecoration(ViewSource.viewClass(HeaderView.self), ofKind: StackLayout.mat)
    let view = makeView(stack, source)
    try view.pass()
    for _ in 0..<5 {
      source.sections[1] = []
      view.deleteItems(at: [at(1, 0)])
      view.check()
      #expect(view.view(for: .decoration(StackLayout.mat, [1, 0])) == nil)
      let gone = view.animations.first { $0.element == .decoration(StackLayout.mat, [1, 0]) }
      #expect(gone?.role == .deleted && gone?.target.alpha == 0)
      view.clock.advance(by: 1)
      source.sections[1] = [3]
      view.insertItems(at: [at(1, 0)])
      view.check()
      let come = view.animations.first { $0.element == .decoration(StackLayout.mat, [1, 0]) }
      #expect(come?.role == .inserted && come?.source.alpha == 0)
      view.clock.advance(by: 1)
      view.check()
    }
    #expect(view.reuseStatistics(of: .decoration(StackLayout.mat)).created == 2)
    try view.setCollectionViewLayout(ListLayout())
    view.check()
    #expect(view.viewsInDisplayOrder.allSatisfy { $0.attributes.category != .decoration })
  }

  /// A layout's own class of decoration for a kind is never another layout's.
  @Test func decorationsOfTwoLayoutsAreApart() throws {
    final class Other: CollectionReusableView {}
    let source = ArraySource([[1]])
    let stacks = [StackLayout(), StackLayout()]
    stacks[0].registerDecoration(ViewSource.viewClass(HeaderView.self), ofKind: StackLayout.mat)
    stacks[1].registerDecoration(ViewSource.viewClass(Other.self), ofKind: StackLayout.mat)
    let view = makeView(stacks[0], source)
    try view.pass()
    try view.setCollectionViewLayout(ListLayout())
    for goesThroughOther in [true, false] {
      for (index, stack) in [(1, stacks[1]), (0, stacks[0])] {
        try view.setCollectionViewLayout(stack, animated: !goesThroughOther)
        try view.pass()
        let mat = view.view(for: .decoration(StackLayout.mat, [0, 0]))
        #expect((mat is Other) == (index == 1))
        if goesThroughOther { try view.setCollectionViewLayout(ListLayout()) }
        view.check()
      }
    }
    try view.startInteractiveTransition(to: stacks[1])
    try view.pass()
    try view.finishInteractiveTransition()
    view.clock.advance(by: 1)
    try view.pass()
    #expect(view.view(for: .decoration(StackLayout.mat, [0, 0])) is Other)
  }

  /// Paths of one, two, three and seven levels, and a dozen kinds.
  @Test func kindsAndDepthsAreFree() throws {
    let source = ArraySource([[1], [2]])
    let layout = DeepLayout()
    let view = makeView(layout, source)
    for kind in DeepLayout.kinds {
      view.register(
        HeaderView.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: "header")
    }
    try view.pass()
    #expect(view.visibleViewCount == 2 * 12)
    #expect(view.reuseStatistics.created == 24)
    let deep = LayoutElement.supplementary(DeepLayout.kinds[3], [1, 4, 4, 4, 4, 4, 4])
    let before = try #require(view.view(for: deep))
    source.sections = [[9], [1], [2]]
    view.insertSections([0])
    view.check()
    let after = LayoutElement.supplementary(DeepLayout.kinds[3], [2, 4, 4, 4, 4, 4, 4])
    #expect(view.view(for: after) === before)
    for kind in DeepLayout.kinds {
      #expect(view.reuseStatistics(of: .supplementary(kind, "header")).created == 3)
    }
  }

  /// Alpha, depth and transform are what the layout says.
  @Test func looksAreTheLayouts() throws {
    let source = ArraySource([[1, 2, 3]])
    let stack = StackLayout()
    stack.registerDecoration(ViewSource.viewClass(HeaderView.self), ofKind: StackLayout.mat)
    let view = makeView(stack, source)
    try view.pass()
    for path in view.itemPathsForVisibleItems {
      let expected = try #require(stack.layoutAttributesForItem(at: path))
      let cell = try #require(view.cellForItem(at: path))
      #expect(cell.layoutAttributes == expected)
      #expect(cell.alpha == expected.alpha && cell.frame == expected.frame)
    }
    #expect(
      view.viewsInDisplayOrder.map { "\($0.attributes.path)" } == [
        "[0, 0]", "[0, 2]", "[0, 1]", "[0, 0]",
      ])
  }

  /// Elements anywhere, overlapping, in any order, others after each pass.
  @Test func layoutsMayBeRandom() throws {
    let random = Random()
    let layout = RowsLayout()
    let source = ArraySource([Array(0..<40)])
    let view = makeView(layout, source)
    for _ in 0..<60 {
      layout.lie = { rows in
        random.shuffled(rows).map { row in
          var row = row
          row.frame = Rect(
            x: Double(random.next(500)) - 100, y: Double(random.next(1_000)) - 200,
            width: Double(random.next(60)), height: Double(random.next(60)))
          row.zIndex = random.next(4)
          return row
        }
      }
      layout.invalidateLayout()
      try view.layoutIfNeeded()
      expectNumbers(view, source)
      let order = view.viewsInDisplayOrder.map(\.attributes.zIndex)
      #expect(order == order.sorted())
      for (attributes, shown) in view.viewsInDisplayOrder {
        #expect(attributes.frame.overlaps(view.bounds))
        #expect(shown.layoutAttributes == attributes)
      }
    }
  }
}

/// Numbers that are the same in every run.
private final class Random {
  private var state: UInt64 = 7

  func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }

  func shuffled<Element>(_ elements: [Element]) -> [Element] {
    elements.map { (next(1 << 20), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }
}
