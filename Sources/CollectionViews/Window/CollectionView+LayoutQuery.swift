import Changesets
import Geometry
import Layouts

extension CollectionView {
  /// The distance ahead of a scroll, in screens, that the layout is asked about with the bounds; 1 by
  /// default. A quarter of it is asked about behind.
  ///
  /// The answer serves the frames that follow, until the layout is invalidated, the bounds leave what
  /// it was asked about, or it has served `layoutQueryFrameLimit` frames. With 0 each frame asks about
  /// its bounds. So does the frame after a jump or an invalidation, and every frame where new bounds
  /// invalidate the layout (IC-5): a layout whose attributes depend on the bounds must say so in
  /// `shouldInvalidateLayout(forBoundsChange:)`.
  ///
  /// - Precondition: It is finite and not negative.
  public var layoutQueryLookahead: Double {
    get { query.lookahead }
    set {
      require(
        newValue >= 0 && newValue.isFinite,
        "CollectionView.layoutQueryLookahead = \(newValue): screens must be finite and at least 0")
      query.lookahead = newValue
      pass.isDue = true
    }
  }

  /// The number of frames at most that an answer of the layout serves; `Int.max`, the default, for as
  /// many as it covers (`layoutQueryLookahead`).
  ///
  /// With 1 the layout is asked in every frame, about the bounds and what lies ahead.
  ///
  /// - Precondition: It is at least 1.
  public var layoutQueryFrameLimit: Int {
    get { query.frameLimit }
    set {
      require(
        newValue >= 1,
        "CollectionView.layoutQueryFrameLimit = \(newValue): an answer serves at least 1 frame")
      query.frameLimit = newValue
      pass.isDue = true
    }
  }

  /// A Boolean value that indicates whether the next pass would find everything as it is.
  var isStill: Bool {
    guard let still = window.stillBounds, still.questionNumber == query.number,
      still.contains(bounds), query.covers(bounds), !query.isUsedUp
    else { return false }
    return needsNoPreparation && !pass.fitsEveryView && pass.unfilledCells.isEmpty
  }

  /// A Boolean value that indicates whether counts, layout and offset are known to need nothing.
  @inline(__always)
  var needsNoPreparation: Bool {
    let layout = collectionViewLayout
    return counts.isValid && layout.isUpToDate && !isInTransition
      && (scroll.isBeyondAllowed || query.allows(bounds))
  }

  /// A pass of which it is known that nothing enters or leaves.
  func passStillFrame() throws(CollectionViewError) {
    pass.settle()
    query.noteFrame()
    work.passes += 1
    do {
      try prefetch()
    } catch {
      pass.isDue = true
      throw error
    }
  }

  /// Finds what enters, leaves and has changed, and asks the layout if its last answer does not hold.
  func matchVisible() {
    let skipsHidden = !showsHiddenElements
    let mayServe = !query.isUsedUp
    if mayServe { query.noteFrame() }
    let movedSection = query.movedSection
    let moved =
      mayServe
      ? movedSection.flatMap { section in
        replaceAnswer(aboutSection: section).map { (section: section, places: $0) }
      } : nil
    // All sections are asked about instead.
    if !mayServe { query.noteAnswerAboutMovedSection() }
    if let moved, query.isMatched,
      window.match(
        answer, at: moved.places, ofSection: moved.section, in: bounds, skipsHidden: skipsHidden)
    {
      return
    }
    // After a movement all is compared, as after an invalidation.
    let holds = query.holds && movedSection == nil && !isInTransition
    let serves = mayServe && query.covers(bounds)
    if holds, serves, query.isMatched {
      let axis = scroll.direction?.y == 0 ? Axis.horizontal : .vertical
      if var still = window.follow(answer, to: bounds, along: axis, skipsHidden: skipsHidden) {
        still.stay(in: query.rect)
        still.questionNumber = query.number
        window.stillBounds = still
        return
      }
    }
    if isInTransition || !serves {
      askLayout(
        about: isInTransition ? bounds : query.rect(for: bounds, movingIn: scroll.direction))
    }
    query.isMatched = true
    if holds, window.jump(to: answer, in: bounds, skipsHidden: skipsHidden) { return }
    window.match(answer, in: bounds, skipsHidden: skipsHidden)
  }

  /// Puts what the layout answers about a section that has moved in the place of what it answered
  /// before.
  ///
  /// - Returns: The places of its elements in `answer`; nil if the layout must be asked about all
  ///   sections.
  private func replaceAnswer(aboutSection section: Int) -> Range<Int>? {
    query.noteAnswerAboutMovedSection()
    let layout = collectionViewLayout
    guard !isInTransition, !isMovingItem, layout.isUpToDate, layout.answersBySection,
      let places = layout.replaceElements(
        ofSection: section, in: query.rect, at: answer.places(ofSection: section), of: &answer)
    else {
      query.drop()
      return nil
    }
    work.attributesReturned += places.count
    return places
  }

  /// Asks the layout about the bounds.
  func queryVisible() { askLayout(about: bounds) }

  /// Asks the layout about `rect`.
  func askLayout(about rect: Rect) {
    // First: what the layout does meanwhile may drop the answer.
    query.begin(rect)
    // An app's layout may look at the view while it answers, so `answer` is not the buffer it fills.
    var buffer: [LayoutAttributes] = []
    swap(&buffer, &answer)
    buffer.removeAll(keepingCapacity: true)
    collectionViewLayout.shownElements(in: rect, into: &buffer)
    if isMovingItem { holdMovingItem(in: &buffer, about: rect) }
    swap(&buffer, &answer)
    query.noteLimits(scrollGeometry)
    // A view of this pass may have invalidated the layout, which then answers as before.
    if !collectionViewLayout.isUpToDate {
      query.drop()
    } else {
      pass.hasUnshownFits = false
    }
    work.attributesReturned += answer.count
  }

  /// Returns a description of how the kept answer differs from the layout's; nil if it does not.
  func queryViolation() -> String? {
    guard query.holds, !isInTransition else { return nil }
    var fresh: [LayoutAttributes] = []
    collectionViewLayout.shownElements(in: query.rect, into: &fresh)
    holdMovingItem(in: &fresh, about: query.rect)
    return fresh == answer ? nil : "the layout answers otherwise than what is kept of \(query.rect)"
  }
}
