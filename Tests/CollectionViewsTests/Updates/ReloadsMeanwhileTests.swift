import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Reloads in the middle of something, after which the counts are asked for once more: what was
/// under way is of no use, although the counts are known again.
@Suite struct ReloadsMeanwhileTests {
  private let delegate = RecordingDelegate()
  private let log = Log()

  private func rig(_ count: Int = 30, height: Double = 100) throws -> Rig {
    let rig = Rig([Array(0..<count)], height: height)
    rig.view.delegate = delegate
    try rig.view.pass()
    _ = (delegate.takeLog(), rig.source.takeLog())
    return rig
  }

  /// A rig whose cells do what the source's closures say.
  private func reactingRig() throws -> (Rig, ReactingSource) {
    let rig = try rig()
    let source = ReactingSource(rig.source)
    rig.view.dataSource = source
    rig.view.register(
      ReactingCell.self, forCellWithReuseIdentifier: "number", flushesQueue: true)
    return (rig, source)
  }

  /// Other data, a reload, and a question for the counts.
  private func reload(_ rig: Rig, _ numbers: Range<Int>) {
    rig.source.sections = [Array(numbers)]
    rig.view.reloadData()
    #expect(rig.view.numberOfItems(inSection: 0) == numbers.count)
  }

  private func cells(_ rig: Rig) -> [String] {
    rig.source.takeLog().filter { $0.hasPrefix("cell") }
  }

  // MARK: Passes

  @Test func aCellThatLeavesDoesNotLinger() throws {
    let rig = try rig()
    rig.view.isPrefetchingEnabled = true
    delegate.actions["didEnd [0, 0]"] = { reload(rig, 100..<130) }
    try rig.view.scroll(to: 30)
    #expect(delegate.actions.isEmpty)
    #expect(!rig.view.itemPathsForOffscreenCells.contains(at(0, 0)))
    try rig.view.scroll(to: 0)
    try rig.expectFresh()
  }

  @Test func aPassEnds() throws {
    let rig = Rig([Array(0..<10)])
    rig.view.delegate = delegate
    delegate.actions["willDisplay [0, 0]"] = { reload(rig, 0..<2) }
    try rig.view.layoutIfNeeded()
    #expect(cells(rig) == ["cell [0, 0]"])
    try rig.expectFresh()
  }

  @Test func prefetchingEnds() throws {
    let rig = try rig(60)
    rig.view.isPrefetchingEnabled = true
    rig.view.reusePolicy = ReusePolicy(lingeringLimit: 0, prefetchLimit: 8, prefetchesPerPass: 8)
    let source = ReactingSource(rig.source)
    rig.view.dataSource = source
    try rig.view.pass()
    source.onCell = { path in
      guard path.item == 12 else { return }
      source.onCell = { _ in }
      reload(rig, 100..<160)
    }
    rig.view.setContentOffset(Point(x: 0, y: 5))
    try rig.view.layoutIfNeeded()
    #expect(rig.view.itemPathsForOffscreenCells == [])
    try rig.expectFresh()
  }

  // MARK: What cells do

  /// A cell that is told that it is selected while it comes to be shown, or is made ahead.
  @Test(arguments: [false, true])
  func aCellReloadsWhenItIsSelected(isAhead: Bool) throws {
    let (rig, source) = try reactingRig()
    rig.view.isPrefetchingEnabled = isAhead
    rig.view.reusePolicy = ReusePolicy(lingeringLimit: 0, prefetchLimit: 8, prefetchesPerPass: 8)
    try rig.view.pass()
    try rig.view.selectItem(at: at(0, 12))
    source.onState = {
      source.onState = {}
      reload(rig, 100..<130)
    }
    rig.view.setContentOffset(Point(x: 0, y: isAhead ? 5 : 25))
    try rig.view.layoutIfNeeded()
    #expect(rig.view.visibleViewCount == 0)
    #expect(rig.view.itemPathsForOffscreenCells == [])
    rig.view.check()
    try rig.view.pass()
    #expect(source.shown(rig.view) == Array(isAhead ? 100...110 : 102...112))
  }

  @Test(arguments: ["fit", "apply"])
  func aCellReloadsWhileItIsFitted(event: String) throws {
    let (rig, source) = try reactingRig()
    let action = { (attributes: LayoutAttributes) in
      guard attributes.itemPath == at(0, 4) else { return }
      (source.onFit, source.onApply) = ({ _ in }, { _ in })
      reload(rig, 100..<130)
    }
    if event == "fit" { source.onFit = action } else { source.onApply = action }
    try rig.view.layoutIfNeeded()
    #expect(rig.view.visibleViewCount == 0)
    try rig.view.pass()
    #expect(source.shown(rig.view) == Array(100..<110))
  }

  // MARK: Changes of the layout and the bounds

  @Test(arguments: [false, true])
  func aLayoutChangeEnds(isAnimated: Bool) throws {
    let rig = try rig()
    let rows = RowsLayout()
    rows.rowHeight = 5
    delegate.actions["willDisplay [0, 10]"] = { reload(rig, 100..<130) }
    try rig.view.setCollectionViewLayout(
      rows, animated: isAnimated, completion: { log.add("\($0)") })
    #expect(cells(rig) == ["cell [0, 10]"])
    #expect(rig.view.animations.isEmpty && rig.view.work.animated == 0)
    rig.view.clock.advance(by: 1)
    #expect(log.lines == ["false"])
    rig.view.check()
    try rig.expectFreshRows()
    #expect(rig.numbers == Array(100..<120))
  }

  @Test func aChangeOfTheBoundsEnds() throws {
    let rig = try rig(height: 50)
    delegate.actions["willDisplay [0, 5]"] = { reload(rig, 100..<130) }
    try rig.view.animateBoundsSize(
      to: Size(width: 50, height: 100), completion: { log.add("\($0)") })
    #expect(cells(rig) == ["cell [0, 5]"])
    #expect(rig.view.animations.isEmpty && rig.view.work.animated == 0)
    rig.view.clock.advance(by: 1)
    #expect(log.lines == ["false"])
    try rig.expectFresh()
  }

  /// A view that is moved reloads: the rest of what was to be moved is not there any more.
  @Test func aLayoutChangeEndsWithAViewThatIsMoved() throws {
    let rig = try rig()
    let source = ReactingSource(rig.source)
    rig.view.dataSource = source
    rig.view.register(
      ReactingCell.self, forCellWithReuseIdentifier: "number", flushesQueue: true)
    try rig.view.pass()
    source.onApply = { _ in
      source.onApply = { _ in }
      reload(rig, 100..<130)
    }
    let rows = RowsLayout()
    rows.rowHeight = 20
    try rig.view.setCollectionViewLayout(rows, animated: true, completion: { log.add("\($0)") })
    #expect(log.lines == ["false"])
    #expect(rig.view.animations.isEmpty)
    try rig.view.pass()
    // The offset is the new layout's by then: what was in the middle is.
    #expect(rig.view.contentOffset.y == 45)
    #expect(source.shown(rig.view) == Array(102...107))
  }

  /// The same in the second pass, for a size that the first has asked for, and where the layout answers
  /// in another order.
  @Test func aChangeOfTheBoundsEndsWithAViewThatIsMovedAgain() throws {
    let (rig, source) = try reactingRig()
    let rows = RowsLayout()
    rows.lie = { $0.reversed() }
    try rig.view.pass()
    try rig.view.setCollectionViewLayout(rows)
    source.onApply = { attributes in
      guard attributes.size.height == 10 else {
        source.onApply = { _ in }
        return reload(rig, 100..<130)
      }
      rows.rowHeight = 11
      rows.invalidateLayout()
    }
    try rig.view.animateBoundsSize(
      to: Size(width: 70, height: 100), completion: { log.add("\($0)") })
    #expect(log.lines == ["false"])
    #expect(rig.view.animations.isEmpty && rig.view.visibleViewCount == 0)
    try rig.view.pass()
    #expect(source.shown(rig.view) == Array(100...109))
  }

  // MARK: Updates

  /// What is laid out before a block may reload: the counts before the block are those after that.
  @Test func aBlockAfterAReloadInThePassBefore() throws {
    let rig = try rig()
    delegate.actions["willDisplay [0, 12]"] = {
      rig.source.sections[0].append(500)
      rig.view.reloadData()
    }
    rig.view.setContentOffset(Point(x: 0, y: 50))
    try rig.view.performBatchUpdates {
      rig.source.sections[0].insert(600, at: 0)
      rig.view.insertItems(at: [at(0, 0)])
    }
    #expect(delegate.actions.isEmpty)
    #expect(rig.view.numberOfItems(inSection: 0) == 32)
    try rig.expectFresh()
  }

  /// The completion comes after a reload that was asked for while the update was carried out.
  @Test(arguments: [false, true])
  func completionsComeAfterTheReload(isAnimated: Bool) throws {
    let rig = try rig()
    rig.view.animationsEnabled = isAnimated
    try rig.replaceAll(delegate, reloadingAt: "willDisplay [0, 0]") { finished in
      log.add("\(finished)")
      let error = rig.view.failure {
        try rig.view.performBatchUpdates {
          rig.source.sections[0].append(7)
          rig.view.insertItems(at: [at(0, 2)])
        }
      }
      #expect(error == nil)
    }
    #expect(log.lines == ["false"])
    try rig.expectFresh()
    #expect(rig.numbers == [5, 6, 7])
  }
}

/// The numbers of another source, in cells that do what a test has them do.
private final class ReactingSource: CollectionViewDataSource {
  let source: ArraySource
  var onCell: (ItemPath) -> Void = { _ in }
  var onState: () -> Void = {}
  var onFit: (LayoutAttributes) -> Void = { _ in }
  var onApply: (LayoutAttributes) -> Void = { _ in }

  init(_ source: ArraySource) { self.source = source }

  func shown(_ view: CollectionView) -> [Int?] {
    view.visibleCells.map { ($0 as? ReactingCell)?.number }
  }

  func numberOfSections(in collectionView: CollectionView) -> Int { source.sections.count }
  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int { source.sections[section].count }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws(CollectionViewError) -> CollectionViewCell {
    let number = source.sections[path.section][path.item]
    let cell = try collectionView.dequeueReusableCell(withReuseIdentifier: "number", for: path)
    (cell as? NumberCell)?.number = number
    (cell as? ReactingCell)?.number = number
    (cell as? ReactingCell)?.source = self
    onCell(path)
    return cell
  }
}

private final class ReactingCell: CollectionViewCell {
  var number: Int?
  weak var source: ReactingSource?

  override func stateDidChange() { if isSelected { source?.onState() } }
  override func apply(_ attributes: LayoutAttributes) { source?.onApply(attributes) }
  override func preferredLayoutAttributesFitting(
    _ attributes: LayoutAttributes
  ) -> LayoutAttributes {
    source?.onFit(attributes)
    return attributes
  }
}
