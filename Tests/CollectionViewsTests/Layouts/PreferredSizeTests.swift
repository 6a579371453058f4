import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Cells get the sizes that they prefer, whatever comes between their first request and the next pass.
@Suite struct PreferredSizeTests {
  private let source = ArraySource([Array(0..<4)])

  /// A grid with estimates of 40 × 30, shown with cells that prefer 62 × 51.
  private func makeView(
    _ layout: CollectionViewLayout? = nil, _ delegate: RecordingDelegate? = nil
  ) throws -> (view: CollectionView, layout: FlowLayout) {
    let flow = makeGrid(estimated: true)
    let view = CollectionView(
      frame: Rect(x: 0, y: 0, width: 100, height: 400), collectionViewLayout: layout ?? flow)
    view.isPrefetchingEnabled = false
    view.register(MeasuredCell.self, forCellWithReuseIdentifier: "number")
    view.dataSource = source
    view.delegate = delegate
    try view.pass()
    return (view, flow)
  }

  private func makeGrid(estimated: Bool) -> FlowLayout {
    let flow = FlowLayout()
    if estimated { flow.estimatedItemSize = Size(width: 40, height: 30) }
    flow.itemSize = Size(width: 40, height: 30)
    return flow
  }

  /// Returns the top of `cell` as it is seen in six frames, a tenth of a second apart.
  private func places(of cell: CollectionViewCell, in view: CollectionView) throws -> [Double] {
    try (0..<6).map { _ in
      let place = view.presentationAttributes(of: cell)?.frame.minY ?? -1
      view.clock.advance(by: 0.1)
      try view.pass()
      return (place * 1000).rounded() / 1000
    }
  }

  private func expectMeasured(
    _ view: CollectionView, _ location: SourceLocation = #_sourceLocation
  ) throws {
    try view.pass(location)
    #expect(!view.visibleCells.isEmpty, sourceLocation: location)
    for cell in view.visibleCells {
      #expect(cell.frame.size == MeasuredCell.preferredSize, sourceLocation: location)
    }
  }

  @Test func aReloadedItemIsMeasuredAfterAnInvalidation() throws {
    let (view, layout) = try makeView()
    view.reloadItems(at: [at(0, 0)])
    layout.invalidateLayout()
    try expectMeasured(view)
  }

  /// A cell has just said its size, in the first pass or in an update: it is asked again.
  @Test func aCellThatEntersIsMeasuredAfterAnInvalidation() throws {
    let (layout, delegate) = (makeGrid(estimated: true), RecordingDelegate(.display))
    func invalidate(at path: ItemPath) {
      delegate.actions["willDisplay \(path)"] = { layout.invalidateLayout() }
    }
    source.sections = [[0]]
    invalidate(at: at(0, 0))
    let (view, _) = try makeView(layout, delegate)
    try expectMeasured(view)
    source.sections = [[0, 1]]
    invalidate(at: at(0, 1))
    view.insertItems(at: [at(0, 1)])
    try expectMeasured(view)
    #expect(delegate.actions.isEmpty && view.visibleCells.count == 2)
  }

  @Test func anInsertedItemIsMeasuredAfterAnySettingOfTheLayout() throws {
    let changes: [(CollectionView, FlowLayout) -> Void] = [
      { _, layout in layout.minimumLineSpacing = 3 },
      { _, layout in layout.sectionInset = EdgeInsets(top: 2, left: 0, bottom: 0, right: 0) },
      { _, layout in layout.estimatedItemSize = Size(width: 40, height: 30.5) },
      { view, _ in view.setBoundsSize(Size(width: 300, height: 100)) },
      { view, _ in view.setContentInset(EdgeInsets(top: 0, left: 9, bottom: 0, right: 0)) },
    ]
    for change in changes {
      source.sections = [Array(0..<4)]
      let (view, layout) = try makeView()
      source.sections = [Array(0..<5)]
      view.insertItems(at: [at(0, 0)])
      change(view, layout)
      try expectMeasured(view)
    }
  }

  @Test func anAnimatedRotationMeasuresWhatWasInserted() throws {
    let (view, _) = try makeView()
    source.sections = [Array(0..<5)]
    view.insertItems(at: [at(0, 0)])
    try view.animateBoundsSize(to: Size(width: 300, height: 100))
    try expectMeasured(view)
  }

  @Test(arguments: [false, true])
  func anotherLayoutMeasuresWhatItShows(animated: Bool) throws {
    // The sizes before are the estimates: nothing is resized.
    let (view, _) = try makeView(makeGrid(estimated: false))
    try view.setCollectionViewLayout(makeGrid(estimated: true), animated: animated)
    try expectMeasured(view)
    try view.setCollectionViewLayout(makeGrid(estimated: true), animated: animated)
    view.setBoundsSize(Size(width: 300, height: 100))
    try expectMeasured(view)
  }

  @Test func layoutsExchangedInEmptyBoundsMeasureWhatIsShownLater() throws {
    let (view, _) = try makeView(makeGrid(estimated: false))
    let size = view.bounds.size
    view.setBoundsSize(.zero)
    try view.setCollectionViewLayout(makeGrid(estimated: true))
    view.setBoundsSize(size)
    try expectMeasured(view)
  }

  /// The first cell has said its size in the pass that failed, and another layout is there before it
  /// is prepared for that.
  @Test func layoutsExchangedAfterAnErrorMeasureWhatEnters() throws {
    var fails = true
    let source = StubSource(itemCount: 4) { view, path in
      if fails, path.item == 1 { throw CollectionViewError.noView(.cell(path)) }
      return try view.dequeueReusableCell(withReuseIdentifier: "number", for: path)
    }
    let (layout, delegate) = (makeGrid(estimated: true), RecordingDelegate(.display))
    let view = CollectionView.showing(
      source, in: makeGrid(estimated: true), height: 400, of: MeasuredCell.self)
    #expect(view.failure(view.layoutIfNeeded) == .noView(.cell(at(0, 1))))
    fails = false
    view.setBoundsSize(.zero)
    try view.setCollectionViewLayout(layout)
    view.setBoundsSize(Size(width: 100, height: 400))
    view.delegate = delegate
    delegate.actions["willDisplay [0, 3]"] = { layout.invalidateLayout() }
    try expectMeasured(view)
    #expect(delegate.actions.isEmpty)
  }

  @Test(arguments: [false, true])
  func aTransitionThatEndsMeasuresWhatItShows(isFinish: Bool) throws {
    let (view, layout) = try makeView(isFinish ? makeGrid(estimated: false) : nil)
    try view.startInteractiveTransition(
      to: isFinish ? makeGrid(estimated: true) : makeGrid(estimated: false))
    try view.pass()
    // The layout between takes no sizes, so the estimates are seen meanwhile.
    layout.invalidateLayout()
    try view.pass()
    if isFinish {
      try view.finishInteractiveTransition()
    } else {
      try view.cancelInteractiveTransition()
    }
    view.clock.advance(by: 1)
    try expectMeasured(view)
  }

  /// Rows of 61 points: a new one, of 40 by its estimate, pushes a row out of sight at once or when it
  /// has its size. Either way the row moves to its last place, in one animation.
  @Test(arguments: [(180.0, 183.0), (190, 244)])
  func aRowThatLeavesIsPushedByTheSizes(height: Double, target: Double) throws {
    let (view, _) = try makeView()
    view.setBoundsSize(Size(width: 100, height: height))
    try expectMeasured(view)
    let passes = view.work.passes
    try view.performBatchUpdates {
      source.sections[0].insert(9, at: 0)
      view.insertItems(at: [at(0, 0)])
    }
    #expect(view.work.passes >= passes + 2)
    let leaving = view.animations.filter { $0.role == .scrolledOut }
    #expect(leaving.map(\.target.frame.minY) == [target])
    #expect(Set(view.animations.map { ObjectIdentifier($0.view) }).count == view.animations.count)
  }

  /// All views are asked again where something else invalidates a layout that takes sizes, also the
  /// first time in a transition.
  @Test func aTransitionThatTakesSizesLosesNone() throws {
    var asked: [Int] = []
    for isDisturbed in [false, true] {
      let (start, end) = (makeGrid(estimated: false), makeGrid(estimated: false))
      end.itemSize = Size(width: 80, height: 60)
      let (view, _) = try makeView(start)
      let between = SizedTransition(currentLayout: start, nextLayout: end)
      let delegate = RecordingDelegate(.layoutChanges)
      delegate.transitionLayout = { _, _ in between }
      view.delegate = delegate
      try view.startInteractiveTransition(to: end)
      try view.pass()
      (between.asked, between.isDisturbed) = (0, isDisturbed)
      between.transitionProgress = 0.5
      between.invalidateLayout()
      try view.pass()
      asked.append(between.asked)
    }
    #expect(asked == [4, 8])
  }

  @Test func aLayoutThatIgnoresSizesIsNotAskedForEver() throws {
    let layout = StubbornLayout()
    let (view, _) = try makeView(layout)
    source.sections = [Array(0..<5)]
    view.insertItems(at: [at(0, 0)])
    layout.invalidateLayout()
    try view.pass()
    let passes = view.work.passes
    try view.pass()
    #expect(view.work.passes == passes)
  }

  // MARK: Updates that no pass comes between (IC-8)

  /// Other cells at one path: each of them is asked once.
  @Test func insertsWithoutAPassBetween() throws {
    let source = SelfSizingSource(Array(0..<10))
    let (view, _) = source.makeView()
    try view.pass()
    for number in 100..<105 {
      source.items.insert(number, at: 0)
      view.insertItems(at: [at(0, 0)])
    }
    try view.pass()
    #expect(view.visibleCells.map(\.frame.size.height) == [30, 30, 30, 30])
  }

  @Test func reconfiguresWithoutAPassBetween() throws {
    let source = SelfSizingSource(Array(0..<10))
    let (view, _) = source.makeView()
    try view.pass()
    for height in [31.0, 32, 33, 34] {
      source.height = { _ in height }
      view.reconfigureItems(at: [at(0, 1)])
    }
    try view.pass()
    #expect(view.cellForItem(at: at(0, 1))?.frame.size.height == 34)
    source.height = { _ in 35 }
    view.reconfigureItems(at: Array(repeating: at(0, 1), count: 4))
    try view.pass()
    #expect(view.cellForItem(at: at(0, 1))?.frame.size.height == 35)
  }

  /// Rows that size themselves move as rows of a fixed height do: in steps, to their final places.
  @Test func anInsertMovesSelfSizingRowsInSteps() throws {
    let source = SelfSizingSource(Array(0..<10))
    let (view, _) = source.makeView()
    view.animationDuration = 0.5
    try view.pass()
    let first = try #require(view.cellForItem(at: at(0, 0)))
    try view.performBatchUpdates {
      source.items.insert(100, at: 0)
      view.insertItems(at: [at(0, 0)])
    }
    #expect(try places(of: first, in: view) == [0, 6, 12, 18, 24, 30])
    #expect(view.animations.isEmpty)
  }

  /// A row that grows in a reload moves the rows below it in an animation.
  @Test func aReloadThatGrowsARowMovesTheRowsBelow() throws {
    let source = SelfSizingSource(Array(0..<10))
    let (view, _) = source.makeView()
    try view.pass()
    source.height = { $0 == 0 ? 50 : 30 }
    try view.performBatchUpdates { view.reloadItems(at: [at(0, 0)]) }
    try view.pass()
    let moved = view.animations.filter { $0.role == .moved && $0.element == .cell(at(0, 1)) }
    #expect(moved.map(\.source.frame.minY) == [30])
    #expect(moved.map(\.target.frame.minY) == [50])
    let grown = view.animations.first { $0.role == .reloadedAfter }
    #expect(grown?.target.frame.size.height == 50)
    view.clock.advance(by: 1)
    view.check()
  }

  /// Rows that a new layout sizes by their cells move to their final places.
  @Test func anotherLayoutMovesSelfSizingRowsInSteps() throws {
    let source = SelfSizingSource(Array(0..<10))
    let (view, _) = source.makeView()
    let fixed = ListLayout()
    fixed.itemExtent = 20
    try view.setCollectionViewLayout(fixed)
    try view.pass()
    let second = try #require(view.cellForItem(at: at(0, 1)))
    let last = try #require(view.cellForItem(at: at(0, 4)))
    let measured = ListLayout()
    measured.estimatedItemExtent = 24
    view.animationDuration = 0.5
    try view.setCollectionViewLayout(measured, animated: true)
    #expect(view.departingViews.contains { $0 === last })
    #expect(try places(of: second, in: view) == [20, 22, 24, 26, 28, 30])
    #expect(view.animations.isEmpty && view.departingViews.isEmpty)
  }

  /// The error of a header that prefers nonsense names the header, not the item at the same path.
  @Test func aHeaderThatPrefersNonsense() throws {
    let rig = Rig([[1, 2]], headers: true)
    rig.view.register(
      NegativeHeader.self, forSupplementaryViewOfKind: .sectionHeader,
      withReuseIdentifier: "header")
    guard case .layout(.frame(let element, _))? = rig.view.failure(rig.view.layoutIfNeeded) else {
      Issue.record("no error for a negative height")
      return
    }
    #expect(element == .supplementary(.sectionHeader, [0, 0]))
    rig.view.check()
  }
}

private final class NegativeHeader: CollectionReusableView {
  override func preferredLayoutAttributesFitting(
    _ attributes: LayoutAttributes
  ) -> LayoutAttributes {
    var attributes = attributes
    attributes.size.height = -1
    return attributes
  }
}

private final class MeasuredCell: CollectionViewCell {
  static let preferredSize = Size(width: 62, height: 51)

  override func preferredLayoutAttributesFitting(
    _ attributes: LayoutAttributes
  ) -> LayoutAttributes {
    var attributes = attributes
    attributes.size = Self.preferredSize
    return attributes
  }
}

/// A grid that is prepared again for every preferred size and then gives none of them.
private final class StubbornLayout: FlowLayout {
  override func shouldInvalidateLayout(
    forPreferredAttributes preferred: LayoutAttributes,
    originalAttributes original: LayoutAttributes
  ) -> Bool { preferred.size != original.size }

  override func invalidationContext(
    forPreferredAttributes preferred: LayoutAttributes,
    originalAttributes original: LayoutAttributes
  ) -> LayoutInvalidationContext { FlowLayoutInvalidationContext() }
}

/// A layout between two others that notes which sizes views prefer, and may be invalidated meanwhile.
private final class SizedTransition: TransitionLayout {
  var asked = 0
  var isDisturbed = false

  override func shouldInvalidateLayout(
    forPreferredAttributes preferred: LayoutAttributes,
    originalAttributes original: LayoutAttributes
  ) -> Bool {
    asked += 1
    if isDisturbed { invalidateLayout() }
    isDisturbed = false
    return true
  }
}
