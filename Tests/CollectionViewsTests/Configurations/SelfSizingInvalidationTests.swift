import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Content of a height.
private struct TallContent: ContentConfiguration {
  var height: Double

  func makeContentView() -> any ContentView { TallContentView(self) }
  func updated(for state: CellConfigurationState) -> TallContent {
    state.isSelected ? TallContent(height: height * 2) : self
  }
}

private final class TallContentView: ContentView {
  var frame = Rect.zero
  var configuration: any ContentConfiguration

  init(_ configuration: any ContentConfiguration) { self.configuration = configuration }

  func fittingSize(for size: Size) -> Size {
    Size(width: size.width, height: (configuration as? TallContent)?.height ?? size.height)
  }
}

/// A cell whose height an app sets.
private final class TallCell: CollectionViewCell {
  var height = 20.0
  /// The most that it grows at a time.
  var step = Double.infinity
  var onFit: (() -> Void)?

  override func preferredLayoutAttributesFitting(
    _ attributes: LayoutAttributes
  ) -> LayoutAttributes {
    guard contentConfiguration == nil else {
      return super.preferredLayoutAttributesFitting(attributes)
    }
    onFit?()
    var preferred = attributes
    preferred.size.height = min(height, attributes.size.height + step)
    return preferred
  }
}

/// One column of cells that prefer 20 points, in a view of 100 × 100.
private struct TallRig {
  let source: StubSource
  let view: CollectionView

  init(
    in layout: FlowLayout = FlowLayout(),
    _ fill: @escaping (TallCell, Int) -> Void = { _, _ in }
  ) throws {
    layout.estimatedItemSize = Size(width: 100, height: 20)
    layout.itemSize = Size(width: 100, height: 20)
    layout.minimumLineSpacing = 0
    let cells = CellRegistration<TallCell, Int> { cell, _, number in fill(cell, number) }
    source = StubSource(itemCount: 30) { view, path in
      try view.dequeueConfiguredReusableCell(using: cells, for: path, item: path.item)
    }
    view = CollectionView(
      frame: Rect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: layout)
    view.isPrefetchingEnabled = false
    view.dataSource = source
    try view.pass()
  }

  func cell(_ item: Int) throws -> TallCell {
    try #require(view.cellForItem(at: at(0, item)) as? TallCell)
  }

  func top(_ item: Int) throws -> Double { try cell(item).frame.minY }
}

@Suite struct SelfSizingInvalidationTests {
  @Test func aCellThatSaysSoIsResizedInAnAnimation() throws {
    let rig = try TallRig()
    let (cell, next) = (try rig.cell(1), try rig.cell(2))
    cell.height = 50
    try rig.view.pass()
    #expect(cell.frame.size.height == 20, "nobody has said so")
    cell.invalidateIntrinsicContentSize()
    cell.invalidateIntrinsicContentSize()
    try rig.view.pass()
    #expect(cell.frame == Rect(x: 0, y: 20, width: 100, height: 50) && next.frame.minY == 70)
    // Both are on their way.
    #expect(rig.view.presentationAttributes(of: next)?.frame.minY == 40)
    #expect(rig.view.presentationAttributes(of: cell)?.size.height == 20)
    rig.view.clock.advance(by: rig.view.animationDuration / 2)
    try rig.view.pass()
    let half = try #require(rig.view.presentationAttributes(of: next)?.frame.minY)
    #expect(half > 40 && half < 70)
    rig.view.clock.advance(by: rig.view.animationDuration)
    try rig.view.pass()
    #expect(rig.view.animations.isEmpty)
    #expect(rig.view.presentationAttributes(of: next)?.frame.minY == 70)
    // Smaller again: others enter.
    cell.height = 10
    cell.invalidateIntrinsicContentSize()
    try rig.view.pass()
    #expect(next.frame.minY == 30 && rig.view.visibleCells.count == 6)
  }

  /// An update of the state is no word about the size.
  @Test func aHandlerAsksForNoSize() throws {
    let rig = try TallRig()
    let cell = try rig.cell(1)
    cell.height = 50
    cell.configurationUpdateHandler = { _, _ in }
    try rig.view.pass()
    #expect(cell.frame.size.height == 20)
  }

  @Test func withoutAnimationItIsThereAtOnce() throws {
    let rig = try TallRig()
    let cell = try rig.cell(1)
    cell.height = 50
    cell.invalidateIntrinsicContentSize()
    let passes = rig.view.work.passes
    try rig.view.performWithoutAnimation { try rig.view.pass() }
    #expect(rig.view.animations.isEmpty && cell.frame.size.height == 50)
    #expect(try rig.top(2) == 70)
    #expect(rig.view.work.passes == passes + 1)
    // So it is where an animation takes no time.
    rig.view.animationDuration = 0
    cell.height = 40
    cell.invalidateIntrinsicContentSize()
    try rig.view.pass()
    #expect(try rig.top(2) == 60)
    #expect(rig.view.work.passes == passes + 2)
  }

  /// IC-8: the rounds of an earlier pass do not count.
  @Test func aCellMayGrowInEachPass() throws {
    let rig = try TallRig()
    let cell = try rig.cell(1)
    (cell.step, cell.height) = (15, 65)
    cell.invalidateIntrinsicContentSize()
    try rig.view.performWithoutAnimation { try rig.view.pass() }
    #expect(cell.frame.size.height == 65)
    cell.height = 70
    cell.invalidateIntrinsicContentSize()
    try rig.view.pass()
    #expect(cell.frame.size.height == 70)
  }

  private final class AppearingLayout: FlowLayout {
    override func initialLayoutAttributesForAppearingItem(
      at path: ItemPath
    ) -> LayoutAttributes? {
      var attributes = layoutAttributesForItem(at: path)
      attributes?.alpha = 0.25
      return attributes
    }
  }

  /// The layout says from where rows appear that a smaller cell makes room for.
  @Test func theLayoutIsAskedAboutRowsThatAppear() throws {
    let rig = try TallRig(in: AppearingLayout())
    let cell = try rig.cell(1)
    cell.height = 5
    cell.invalidateIntrinsicContentSize()
    try rig.view.pass()
    let appearing = rig.view.animations.first { $0.element == .cell(at(0, 5)) }
    #expect(appearing?.source.alpha == 0.25)
  }

  /// A cell that pushes others out reloads when it has its new size; what was to leave has left.
  @Test(arguments: [false, true])
  func aCellThatIsResizedMayReload(fails: Bool) throws {
    let rig = try TallRig()
    let cell = try rig.cell(1)
    cell.height = 80
    var fits = 0
    cell.onFit = {
      fits += 1
      guard fits > 1 else { return }
      cell.height = fits == 2 && fails ? .nan : 20
      if fits == 2 { rig.view.reloadData() }
    }
    cell.invalidateIntrinsicContentSize()
    #expect((rig.view.failure { try rig.view.layoutIfNeeded() } != nil) == fails)
    rig.view.check()
    try rig.view.pass()
    #expect(rig.view.visibleCells.count == 5 && fits >= 2)
  }

  /// The error of a row that appears is thrown, once.
  @Test func aRowThatAppearsMayFail() throws {
    let rig = try TallRig()
    let fill = rig.source.cell
    var failures = 0
    rig.source.cell = { view, path in
      if path.item == 5, failures == 0 {
        failures += 1
        throw CollectionViewError.noView(.cell(path))
      }
      return try fill(view, path)
    }
    let cell = try rig.cell(1)
    cell.height = 5
    cell.invalidateIntrinsicContentSize()
    #expect(rig.view.failure { try rig.view.layoutIfNeeded() } == .noView(.cell(at(0, 5))))
    try rig.view.pass()
    #expect(try rig.top(5) == 85)
  }

  @Test func disabledIsLeftAlone() throws {
    let rig = try TallRig()
    rig.view.selfSizingInvalidation = .disabled
    let cell = try rig.cell(1)
    cell.height = 50
    cell.invalidateIntrinsicContentSize()
    try rig.view.pass()
    #expect(cell.frame.size.height == 20)
    // A cell that no view shows may say what it likes.
    TallCell(frame: .zero).invalidateIntrinsicContentSize()
  }

  /// The first visible item keeps its place on the screen when something above it grows.
  @Test func theAnchorStays() throws {
    let rig = try TallRig()
    try rig.view.scroll(to: 70)
    // Item 3 begins 10 points above the edge, and item 4 is the first that is seen whole.
    let first = try rig.cell(3)
    let place = first.frame.minY - rig.view.contentOffset.y
    first.height = 60
    first.invalidateIntrinsicContentSize()
    try rig.view.pass()
    #expect(first.frame.size.height == 60)
    #expect(first.frame.minY - rig.view.contentOffset.y == place)
  }

  @Test func anotherContentAsksByItself() throws {
    for (rule, grows) in [
      (SelfSizingInvalidation.enabled, true), (.enabledIncludingConstraints, true),
      (.disabled, false),
    ] {
      let rig = try TallRig { cell, _ in cell.contentConfiguration = TallContent(height: 20) }
      rig.view.selfSizingInvalidation = rule
      try rig.cell(1).contentConfiguration = TallContent(height: 35)
      try rig.view.pass()
      #expect(try rig.cell(1).frame.size.height == (grows ? 35 : 20), "\(rule)")
      // A state that changes the content does so too.
      try rig.view.selectItem(at: at(0, 2))
      try rig.view.pass()
      #expect(try rig.cell(2).frame.size.height == (grows ? 40 : 20), "\(rule)")
    }
  }

  @Test func anErrorOfOneCellKeepsNoOtherFromBeingAsked() throws {
    let rig = try TallRig()
    let cells = [try rig.cell(0), try rig.cell(1), try rig.cell(2)]
    for (cell, height) in zip(cells, [30, .nan, 50]) {
      cell.height = height
      cell.invalidateIntrinsicContentSize()
    }
    #expect(rig.view.failure { try rig.view.layoutIfNeeded() } != nil)
    try rig.view.pass()
    #expect(cells.map(\.frame.size.height) == [30, 20, 50])
    #expect(cells.map(\.frame.minY) == [0, 30, 50])
  }

  @Test func aCellIsAskedForItsStateBeforeItIsFirstShown() throws {
    let rig = try TallRig { cell, _ in cell.contentConfiguration = TallContent(height: 20) }
    try rig.view.selectItem(at: at(0, 8))
    try rig.view.scroll(to: 120)
    #expect(try rig.cell(8).frame.size.height == 40)
    #expect(rig.view.animations.isEmpty)
  }

  @Test func anotherContentViewCountsWithConstraints() throws {
    for (rule, grows) in [
      (SelfSizingInvalidation.enabled, false), (.enabledIncludingConstraints, true),
    ] {
      let rig = try TallRig()
      rig.view.selfSizingInvalidation = rule
      let cell = try rig.cell(1)
      cell.height = 44
      cell.contentView = TallContentView(TallContent(height: 44))
      try rig.view.pass()
      #expect(cell.frame.size.height == (grows ? 44 : 20), "\(rule)")
    }
  }
}
