import Changesets
import Geometry
import Layouts
import Testing

/// Prepared values belong to the host for which they were prepared.
@Suite struct LayoutHostTests {
  private let bounds = Rect(x: 0, y: 0, width: 100, height: 100)

  @Test func aNewHostNeedsAPreparation() throws {
    for strategy in allStrategies {
      let layout = FlowLayout(extents: strategy)
      let first = LayoutSession(layout, bounds: bounds, itemCounts: [7])
      try first.layoutIfNeeded()
      let last = ItemPath(section: 0, item: 6)
      #expect(layout.layoutAttributesForItem(at: last) != nil)
      let second = LayoutSession(layout, bounds: bounds, itemCounts: [1])
      #expect(!layout.isPrepared)
      try second.layoutIfNeeded()
      #expect(second.preparations == 1)
      #expect(layout.layoutAttributesForItem(at: last) == nil)
      #expect(layout.contentSize == Size(width: 100, height: 50))
    }
  }

  @Test func aHostThatIsGoneIsReplacedToo() throws {
    let layout = ListLayout()
    var first: LayoutSession? = LayoutSession(layout, bounds: bounds, itemCounts: [7])
    try first?.layoutIfNeeded()
    first = nil
    #expect(layout.host == nil)
    let second = LayoutSession(layout, bounds: bounds, itemCounts: [1])
    try second.layoutIfNeeded()
    #expect(second.preparations == 1 && layout.contentSize.height == 44)
  }

  @Test func theSameHostAgainChangesNothing() throws {
    let layout = ListLayout()
    let session = LayoutSession(layout, bounds: bounds, itemCounts: [7])
    try session.layoutIfNeeded()
    layout.spacing = 2
    layout.host = session
    #expect(layout.isPrepared && !layout.pendingInvalidation.isEmpty)
    try session.layoutIfNeeded()
    #expect(layout.contentSize.height == 7 * 44 + 6 * 2)
  }

  @Test func pendingInvalidationsOfAnotherHostAreDropped() throws {
    let layout = ListLayout()
    let first = LayoutSession(layout, bounds: bounds, itemCounts: [7])
    try first.layoutIfNeeded()
    let context = FlowLayoutInvalidationContext()
    context.contentOffsetAdjustment.y = 60
    layout.invalidateLayout(with: context)
    let second = LayoutSession(layout, bounds: bounds, itemCounts: [9])
    #expect(layout.pendingInvalidation.isEmpty)
    try second.layoutIfNeeded()
    #expect(second.bounds == bounds)
  }

  @Test func withoutAHostNothingIsPrepared() throws {
    let layout = ListLayout()
    layout.spacing = 1
    #expect(try layout.prepareIfNeeded().isEmpty)
    #expect(!layout.isPrepared)
    let session = LayoutSession(layout, bounds: bounds, itemCounts: [3])
    try session.layoutIfNeeded()
    #expect(layout.contentSize == Size(width: 100, height: 3 * 44 + 2))
  }

  @Test func aHostIsToldOfEveryInvalidationButThoseOfAPreparation() throws {
    let layout = MeddledLayout()
    let host = SettableHost(bounds: bounds)
    layout.host = host
    _ = try layout.prepareIfNeeded()
    let context = LayoutInvalidationContext()
    context.contentSizeAdjustment = Size(width: 1, height: 2)
    layout.invalidateLayout(with: context)
    #expect(host.invalidations.map(ObjectIdentifier.init) == [ObjectIdentifier(context)])
    layout.whilePreparing = { $0.invalidateLayout() }
    #expect(throws: LayoutError.invalidatedWhilePreparing) { try layout.prepareIfNeeded() }
    #expect(host.invalidations.count == 1)
    let pending = layout.pendingInvalidation
    #expect(pending.contexts.count == 1)
    #expect(pending.invalidateEverything && pending.invalidateDataSourceCounts)
    #expect(pending.contentSizeAdjustment == Size(width: 1, height: 2))
  }

  /// Half of what it has prepared may be of the host before.
  @Test func aHostSetWhilePreparingNeedsAnotherPreparation() throws {
    let layout = MeddledLayout()
    let (first, second) = (SettableHost(bounds: bounds), SettableHost(bounds: bounds))
    layout.host = first
    layout.whilePreparing = { $0.host = second }
    #expect(throws: LayoutError.invalidatedWhilePreparing) { try layout.prepareIfNeeded() }
    #expect(!layout.isPrepared)
    _ = try layout.prepareIfNeeded()
    #expect(layout.isPrepared && layout.host === second)
    withExtendedLifetime(first) {}
  }

  @Test func aLayoutIsUpToDateFromAPreparationToAnInvalidation() throws {
    let layout = ListLayout()
    #expect(!layout.isUpToDate && layout.preparationCount == 0)
    let session = LayoutSession(layout, bounds: bounds, itemCounts: [3])
    #expect(!layout.isUpToDate)
    for count in 1...3 {
      try session.layoutIfNeeded()
      #expect(layout.isUpToDate && layout.preparationCount == count)
      layout.invalidateLayout()
      #expect(!layout.isUpToDate)
    }
  }

  /// `LayoutSession` checks them itself; another host may not.
  @Test func invalidGeometryOfAnyHostIsRefused() {
    let endless = Rect(x: 0, y: 0, width: Double.infinity, height: 9)
    let inset = EdgeInsets(top: 0, left: .nan, bottom: 0, right: 0)
    for layout in [FlowLayout(), ListLayout()] as [LineLayout] {
      let host = SettableHost(bounds: endless)
      layout.host = host
      #expect(throws: LayoutError.bounds(endless)) { try layout.prepareIfNeeded() }
      (host.bounds, host.contentInset) = (bounds, inset)
      let error = #expect(throws: LayoutError.self) { try layout.prepareIfNeeded() }
      #expect(error?.description.hasPrefix("contentInset is") == true)
      withExtendedLifetime(host) {}
    }
  }

  @Test func invalidCountsOfAnyHostAreRefused() {
    for layout in [FlowLayout(), ListLayout()] as [LineLayout] {
      for count in [-1, ItemPath.countLimit + 1] {
        let host = SettableHost(bounds: bounds, itemCounts: [2, count])
        layout.host = host
        #expect(throws: LayoutError.count(section: 1, count)) { try layout.prepareIfNeeded() }
        host.sectionCount = count
        #expect(throws: LayoutError.count(section: nil, count)) { try layout.prepareIfNeeded() }
        withExtendedLifetime(host) {}
      }
    }
  }

  @Test func aPixelMustHaveAnExtent() throws {
    let layout = FlowLayout()
    let session = LayoutSession(layout, bounds: bounds, itemCounts: [3])
    layout.pixelScale = 0
    #expect(throws: LayoutError.length(property: "pixelScale", section: nil, 0)) {
      try session.layoutIfNeeded()
    }
  }

  /// The largest number is finite.
  @Test func contentMayHaveAnyFiniteExtent() throws {
    for strategy in allStrategies {
      let list = ListLayout(extents: strategy)
      list.itemExtent = .greatestFiniteMagnitude
      let session = LayoutSession(list, bounds: bounds, itemCounts: [1])
      try session.layoutIfNeeded()
      #expect(list.contentSize.height == .greatestFiniteMagnitude)
    }
  }

  @Test func aHostAsksAgainForElementsThatMoveUnlessItSaysSo() {
    #expect(!SettableHost(bounds: bounds).elementsDidMove(inSection: 0))
  }
}

/// A layout that does something once while it prepares.
private final class MeddledLayout: CollectionViewLayout {
  var whilePreparing: ((MeddledLayout) -> Void)?

  override func prepare() throws(LayoutError) {
    let meddle = whilePreparing.take()
    meddle?(self)
  }
}

/// Messages say what was found and what to give instead.
@Suite struct LayoutErrorTests {
  @Test func contentThatIsTooLongSaysAlongWhichAxis() {
    #expect(
      LayoutError.contentExtent(.vertical, .infinity).description
        == "the content's height is inf; give sizes, spacings and insets that add up to a finite "
        + "length")
    #expect(
      LayoutError.contentExtent(.horizontal, .nan).description.hasPrefix("the content's width is"))
  }

  @Test func insetsSayWhatIsWrongWithThem() {
    func text(_ top: Double) -> String {
      LayoutError.insets(
        property: "sectionInset", section: 2, EdgeInsets(top: top, left: 1, bottom: 2, right: 3)
      ).description
    }
    #expect(
      text(-5)
        == "sectionInset of section 2 is (-5.0, 1.0, 2.0, 3.0); give four that are not negative")
    #expect(
      text(.infinity)
        == "sectionInset of section 2 is (inf, 1.0, 2.0, 3.0); give four finite numbers")
  }

  @Test func anglesAndAmountsAreNamed() {
    #expect(
      LayoutError.angle(property: "turn", .infinity).description
        == "turn is inf; give a finite angle in radians")
    #expect(
      LayoutError.tooMany(property: "badgesPerItem", 5_000, most: 1_000).description
        == "badgesPerItem is 5000; give 1000 or less")
  }
}
