import BasicAlgorithms
import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// A grid that flips, or does not.
private final class ShelfLayout: FlowLayout {
  var flips = true
  var direction = UserInterfaceLayoutDirection.leftToRight
  var ignoresBounds = false
  /// Where the first item was shown before an update, as the view asks.
  private(set) var firstFrameBefore: Rect?

  override var flipsHorizontallyInOppositeLayoutDirection: Bool { flips }
  override var developmentLayoutDirection: UserInterfaceLayoutDirection { direction }

  override func shouldInvalidateLayout(forBoundsChange newBounds: Rect) -> Bool {
    !ignoresBounds && super.shouldInvalidateLayout(forBoundsChange: newBounds)
  }

  override func finalizeUpdates() {
    firstFrameBefore = shownAttributesBeforeUpdate(of: .cell(at(0, 0)))?.frame
    super.finalizeUpdates()
  }
}

/// A grid of 20 × 20 in a view of 100 × 60, and the same without a direction.
private struct ShelfRig {
  let source = ArraySource([Array(0..<13), Array(13..<40)])
  let layout = ShelfLayout()
  let view: CollectionView

  init(_ axis: Axis = .horizontal) throws {
    layout.itemSize = Size(width: 20, height: 20)
    layout.minimumLineSpacing = 3
    layout.minimumInteritemSpacing = 0
    layout.scrollDirection = axis
    view = CollectionView(
      frame: Rect(x: 0, y: 0, width: 100, height: 60), collectionViewLayout: layout)
    view.isPrefetchingEnabled = false
    view.register(NumberCell.self, forCellWithReuseIdentifier: "number")
    view.dataSource = source
  }

  /// The frames of the shown cells, by number.
  var frames: [Int: Rect] {
    var frames: [Int: Rect] = [:]
    for case let cell as NumberCell in view.visibleCells { frames[cell.number ?? -1] = cell.frame }
    return frames
  }

  /// The same as seen in a mirror that stands in the middle of the bounds.
  var mirroredOnScreen: [Int: Rect] {
    let bounds = view.bounds
    return frames.mapValues { frame in
      Rect(
        x: bounds.maxX - frame.maxX, y: frame.minY, width: frame.size.width,
        height: frame.size.height)
    }
  }

  var onScreen: [Int: Rect] {
    frames.mapValues { frame in
      Rect(
        x: frame.minX - view.bounds.minX, y: frame.minY, width: frame.size.width,
        height: frame.size.height)
    }
  }
}

/// A header that prefers a width of 14 points in even sections, and of 33 in odd ones.
private final class WideHeader: CollectionReusableView {
  override func preferredLayoutAttributesFitting(
    _ attributes: LayoutAttributes
  ) -> LayoutAttributes {
    var preferred = attributes
    preferred.size.width = attributes.path.section.isMultiple(of: 2) ? 14 : 33
    return preferred
  }
}

@Suite struct LayoutDirectionTests {
  @Test(arguments: [Axis.horizontal, .vertical])
  func aFlippedLayoutIsTheMirrorImage(axis: Axis) throws {
    let (plain, flipped) = (try ShelfRig(axis), try ShelfRig(axis))
    flipped.view.effectiveUserInterfaceLayoutDirection = .rightToLeft
    try plain.view.pass()
    try flipped.view.pass()
    #expect(flipped.mirroredOnScreen == plain.onScreen)
    #expect(flipped.frames != plain.frames)
    // It begins on the right, and is scrolled to the left.
    if axis == .horizontal {
      #expect(flipped.view.contentOffset.x == flipped.view.contentSize.width - 100)
      plain.view.setContentOffset(Point(x: 57, y: 0))
      flipped.view.setContentOffset(Point(x: flipped.view.contentSize.width - 157, y: 0))
      try plain.view.pass()
      try flipped.view.pass()
      #expect(flipped.mirroredOnScreen == plain.onScreen)
    }
    for path in [at(0, 0), at(1, 3)] {
      let (left, right) = (
        plain.view.layoutAttributesForItem(at: path), flipped.view.layoutAttributesForItem(at: path)
      )
      let width = max(100, flipped.view.contentSize.width)
      #expect(right.map { width - $0.frame.maxX } == left?.frame.minX)
    }
  }

  @Test func theSameDirectionIsNoChange() throws {
    let rig = try ShelfRig()
    for direction in [UserInterfaceLayoutDirection.leftToRight, .rightToLeft] {
      rig.view.effectiveUserInterfaceLayoutDirection = direction
      try rig.view.pass()
      let work = rig.view.work
      rig.view.effectiveUserInterfaceLayoutDirection = direction
      try rig.view.pass()
      #expect(rig.view.work == work)
    }
  }

  /// The margins are those of the screen: what is the left one here is the right one in the mirror.
  @Test(arguments: [Axis.horizontal, .vertical])
  func marginsAreLeftFree(axis: Axis) throws {
    let (plain, flipped) = (try ShelfRig(axis), try ShelfRig(axis))
    flipped.view.effectiveUserInterfaceLayoutDirection = .rightToLeft
    plain.view.setContentInset(EdgeInsets(top: 0, left: 10, bottom: 0, right: 25))
    flipped.view.setContentInset(EdgeInsets(top: 0, left: 25, bottom: 0, right: 10))
    plain.view.setContentOffset(Point(x: -10, y: 0))
    try plain.view.pass()
    try flipped.view.pass()
    #expect(flipped.mirroredOnScreen == plain.onScreen)
    #expect(plain.onScreen[0]?.minX == 10 && flipped.onScreen[0]?.maxX == 90)
    guard axis == .horizontal else { return }
    plain.view.setContentOffset(Point(x: 47, y: 0))
    flipped.view.setContentOffset(Point(x: flipped.view.contentSize.width - 147, y: 0))
    try plain.view.pass()
    try flipped.view.pass()
    #expect(flipped.mirroredOnScreen == plain.onScreen)
  }

  @Test func headersArePinnedInTheMirror() throws {
    func headers(_ rig: ShelfRig) -> [Rect?] {
      [0, 1].map { section in
        rig.view.supplementaryView(forElementOfKind: .sectionHeader, at: [section, 0])?.frame
      }
    }
    let (plain, flipped) = (try ShelfRig(), try ShelfRig())
    flipped.view.effectiveUserInterfaceLayoutDirection = .rightToLeft
    plain.view.setContentInset(EdgeInsets(top: 0, left: 10, bottom: 0, right: 0))
    flipped.view.setContentInset(EdgeInsets(top: 0, left: 0, bottom: 0, right: 10))
    for rig in [plain, flipped] {
      rig.layout.headerReferenceSize = Size(width: 12, height: 12)
      rig.layout.sectionHeadersPinToVisibleBounds = true
      rig.view.register(
        HeaderView.self, forSupplementaryViewOfKind: .sectionHeader,
        withReuseIdentifier: "header")
      try rig.view.pass()
    }
    for distance in stride(from: -10.0, to: 150, by: 7) {
      let width = flipped.view.contentSize.width
      plain.view.setContentOffset(Point(x: distance, y: 0))
      flipped.view.setContentOffset(Point(x: width - 100 - distance, y: 0))
      try plain.view.pass()
      try flipped.view.pass()
      let mirrored = headers(flipped).map { $0.map { width - $0.maxX } }
      #expect(mirrored == headers(plain).map { $0?.minX }, "\(distance)")
      #expect(mirrored.contains { $0 != nil })
    }
  }

  /// Both jump past headers that were never measured, scroll back over them, and then forward.
  @Test func headersSizeThemselvesInTheMirror() throws {
    let (plain, flipped) = (try ShelfRig(), try ShelfRig())
    flipped.view.effectiveUserInterfaceLayoutDirection = .rightToLeft
    for rig in [plain, flipped] {
      rig.source.sections = (0..<30).map { [3 * $0, 3 * $0 + 1, 3 * $0 + 2] }
      rig.layout.headerReferenceSize = Size(width: 10, height: 10)
      rig.layout.sectionHeadersSizeThemselves = true
      rig.view.register(
        WideHeader.self, forSupplementaryViewOfKind: .sectionHeader,
        withReuseIdentifier: "header")
      try rig.view.pass()
    }
    #expect(flipped.mirroredOnScreen == plain.onScreen)
    let steps = [330.0] + Array(repeating: -7, count: 40) + Array(repeating: 9, count: 60)
    for (number, step) in steps.enumerated() {
      let offsets = (plain.view.contentOffset.x + step, flipped.view.contentOffset.x - step)
      plain.view.setContentOffset(Point(x: offsets.0, y: 0))
      flipped.view.setContentOffset(Point(x: offsets.1, y: 0))
      try plain.view.pass()
      try flipped.view.pass()
      #expect(flipped.mirroredOnScreen == plain.onScreen, "step \(number)")
      let width = plain.view.contentSize.width
      #expect(flipped.view.contentSize.width == width, "step \(number)")
      #expect(
        flipped.view.contentOffset.x == width - 100 - plain.view.contentOffset.x, "step \(number)")
      let paths = [plain, flipped].map { rig in
        Set(rig.view.elementPathsForVisibleSupplementaryElements(ofKind: .sectionHeader))
      }
      #expect(!paths[0].isEmpty && paths[0] == paths[1], "step \(number)")
      for path in paths[0] {
        let headers = [plain, flipped].map { rig in
          rig.view.supplementaryView(forElementOfKind: .sectionHeader, at: path)?.frame
        }
        let preferred = path.section.isMultiple(of: 2) ? 14.0 : 33
        #expect(headers[0]?.size.width == preferred, "step \(number), \(path)")
        #expect(headers[1].map { width - $0.maxX } == headers[0]?.minX, "step \(number), \(path)")
      }
    }
  }

  /// An update whose offset prepares the layout a second time.
  @Test func whatWasShownBeforeAnUpdateIsMirroredAsItWas() throws {
    let rig = try ShelfRig()
    rig.view.effectiveUserInterfaceLayoutDirection = .rightToLeft
    rig.layout.sectionHeadersPinToVisibleBounds = true
    try rig.view.pass()
    let (before, width) = (rig.frames[0], rig.view.contentSize.width)
    let preparations = rig.view.work.preparations
    try rig.view.performBatchUpdates {
      rig.source.sections[1] += [50, 51, 52]
      rig.view.insertItems(at: [at(1, 27), at(1, 28), at(1, 29)])
    }
    #expect(rig.view.contentSize.width > width)
    #expect(rig.view.work.preparations > preparations + 1)
    #expect(before != nil && rig.layout.firstFrameBefore == before)
  }

  @Test func onlyTheOtherDirectionFlips() throws {
    typealias Direction = UserInterfaceLayoutDirection
    let cases: [(Bool, Direction, Direction, Bool)] = [
      (false, .leftToRight, .rightToLeft, false), (true, .leftToRight, .leftToRight, false),
      (true, .leftToRight, .rightToLeft, true), (true, .rightToLeft, .rightToLeft, false),
      (true, .rightToLeft, .leftToRight, true),
    ]
    for (flips, layoutDirection, viewDirection, isMirrored) in cases {
      let (plain, rig) = (try ShelfRig(), try ShelfRig())
      rig.layout.flips = flips
      rig.layout.direction = layoutDirection
      rig.view.effectiveUserInterfaceLayoutDirection = viewDirection
      try plain.view.pass()
      try rig.view.pass()
      #expect(isMirrored == (rig.onScreen != plain.onScreen))
    }
  }

  @Test func anotherDirectionAndAnotherSizeAreFollowed() throws {
    let (plain, flipped) = (try ShelfRig(), try ShelfRig())
    try plain.view.pass()
    try flipped.view.pass()
    flipped.view.effectiveUserInterfaceLayoutDirection = .rightToLeft
    try flipped.view.pass()
    #expect(flipped.mirroredOnScreen == plain.onScreen)
    plain.view.setBoundsSize(Size(width: 170, height: 60))
    flipped.view.setBoundsSize(Size(width: 170, height: 60))
    try plain.view.pass()
    try flipped.view.pass()
    #expect(flipped.mirroredOnScreen == plain.onScreen)
    // All of the content is seen: it is at the right.
    plain.source.sections = [[1, 2]]
    flipped.source.sections = [[1, 2]]
    plain.view.reloadData()
    flipped.view.reloadData()
    try plain.view.pass()
    try flipped.view.pass()
    #expect(flipped.mirroredOnScreen == plain.onScreen && flipped.frames[1]?.maxX == 170)
    flipped.view.effectiveUserInterfaceLayoutDirection = .leftToRight
    try flipped.view.pass()
    #expect(flipped.onScreen == plain.onScreen)
  }

  /// A mirror stands in the middle of the bounds where these are wider than the content, whether or not
  /// the layout asks to be prepared for other bounds.
  @Test func theMirrorFollowsTheBounds() throws {
    for direction in [UserInterfaceLayoutDirection.leftToRight, .rightToLeft] {
      let rig = try ShelfRig()
      rig.layout.ignoresBounds = true
      rig.source.sections = [[1, 2]]
      rig.view.effectiveUserInterfaceLayoutDirection = direction
      try rig.view.pass()
      let preparations = rig.view.work.preparations
      rig.view.setBoundsSize(Size(width: 170, height: 60))
      try rig.view.pass()
      let isMirrored = direction == .rightToLeft
      #expect(rig.frames[1]?.minX == (isMirrored ? 150 : 0))
      #expect(rig.view.work.preparations == preparations + (isMirrored ? 1 : 0))
    }
  }

  @Test func anItemIsMovedInTheMirror() throws {
    let layout = ShelfLayout()
    layout.itemSize = Size(width: 20, height: 60)
    layout.minimumLineSpacing = 0
    layout.scrollDirection = .horizontal
    let source = MovingSource([Array(0..<20)])
    let view = CollectionView(
      frame: Rect(x: 0, y: 0, width: 100, height: 60), collectionViewLayout: layout)
    view.register(NumberCell.self, forCellWithReuseIdentifier: "number")
    view.dataSource = source
    view.effectiveUserInterfaceLayoutDirection = .rightToLeft
    try view.pass()
    #expect(view.contentOffset.x == 300)
    #expect(try view.beginInteractiveMovementForItem(at: at(0, 0)))
    try view.updateInteractiveMovementTargetPosition(Point(x: 333, y: 30))
    try view.pass()
    let held = try #require(
      view.visibleCells.first { ($0 as? NumberCell)?.number == 0 })
    #expect(held.frame.center == Point(x: 333, y: 30))
    try view.endInteractiveMovement()
    #expect(source.sections == [[1, 2, 3, 0] + Array(4..<20)])
    #expect(held.frame == Rect(x: 320, y: 0, width: 20, height: 60))
    try view.pass()
  }

  /// After any update, scroll and fling, the flipped view shows the mirror image of the plain one.
  @Test(arguments: UInt64(0)..<6)
  func generatedUpdates(seed: UInt64) throws {
    let (plain, flipped) = (try ShelfRig(), try ShelfRig())
    flipped.view.effectiveUserInterfaceLayoutDirection = .rightToLeft
    var numbers = SplitMix64(seed: seed)
    for step in 0..<80 {
      let offset = Double(numbers.next(below: 200))
      let path = at(1, numbers.next(below: flipped.source.sections[1].count + 1))
      let kind = numbers.next(below: 4)
      for rig in [plain, flipped] {
        try rig.view.layoutIfNeeded()
        switch kind {
        case 0:
          let range = max(0, rig.view.contentSize.width - rig.view.bounds.size.width)
          let x = min(offset, range)
          rig.view.setContentOffset(Point(x: rig.layout.isMirroredForTest ? range - x : x, y: 0))
        case 1:
          try rig.view.performBatchUpdates {
            rig.source.sections[1].insert(100 + step, at: path.item)
            rig.view.insertItems(at: [path])
          }
        case 2 where path.item < rig.source.sections[1].count:
          rig.source.sections[1].remove(at: path.item)
          rig.view.deleteItems(at: [path])
        case 3:
          let velocity = offset * 5 - 500
          rig.view.fling(
            withVelocity: Point(x: rig.layout.isMirroredForTest ? -velocity : velocity, y: 0))
          rig.view.clock.advance(by: 0.1)
          rig.view.setContentOffset(
            Point(x: rig.view.contentOffset.x.rounded(), y: 0))
        default: break
        }
        try rig.view.layoutIfNeeded()
        #expect(rig.view.firstViolation() == nil, "seed \(seed), step \(step)")
      }
      #expect(flipped.mirroredOnScreen == plain.onScreen, "seed \(seed), step \(step)")
    }
  }
}

extension ShelfLayout {
  fileprivate var isMirroredForTest: Bool {
    host?.effectiveUserInterfaceLayoutDirection == .rightToLeft
  }
}
