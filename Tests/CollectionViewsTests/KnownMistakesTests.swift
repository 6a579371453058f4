import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Mistakes of others that need a rig of their own to show.
@Suite struct KnownMistakesTests {
  /// BUG-12: for each view in turn, not only in sum.
  @Test func displayAlternatesForEachView() throws {
    let delegate = Alternation()
    let rig = Rig((0..<8).map { Array($0 * 5..<$0 * 5 + 5) }, headers: true)
    rig.view.isPrefetchingEnabled = true
    rig.view.delegate = delegate
    for step in 0..<40 {
      try rig.view.scroll(to: Double(step * 37 % 300))
      switch step % 4 {
      case 0:
        let sections = rig.source.sections
        try rig.update(Array(sections.dropFirst()) + [sections[0]]) {
          view in
          view.moveSection(0, toSection: sections.count - 1)
          view.reloadItems(at: [at(3, 0)])
        }
      case 1: rig.view.clock.advance(by: 0.1)
      case 2: if step % 8 == 2 { rig.view.reloadData() }
      default: rig.view.isPrefetchingEnabled.toggle()
      }
      try rig.view.pass()
      #expect(delegate.mistakes == [], "step \(step)")
    }
    #expect(delegate.shown.count == rig.view.visibleViewCount + rig.view.departingViews.count)
    rig.view.dataSource = nil
    #expect(delegate.shown.isEmpty && delegate.mistakes == [])
    #expect(delegate.count > 100)
  }

  /// BUG-16: headers and footers under one identifier.
  @Test func noHeaderBecomesAFooter() throws {
    let rig = Rig((0..<30).map { [$0] }, headers: true)
    rig.layout.footerExtent = 7
    rig.view.register(
      FooterView.self, forSupplementaryViewOfKind: .sectionFooter, withReuseIdentifier: "header")
    for y in stride(from: 0.0, through: 500, by: 13) {
      try rig.view.scroll(to: y)
      for shown in rig.view.viewsInDisplayOrder where shown.attributes.category == .supplementary {
        #expect((shown.view is FooterView) == (shown.attributes.kind == .sectionFooter), "\(y)")
      }
    }
    for kind in [ElementKind.sectionHeader, .sectionFooter] {
      let statistics = rig.view.reuseStatistics(of: .supplementary(kind, "header"))
      #expect(statistics.reused > 10 && statistics.created < 8)
    }
  }

  /// BUG-25: a gesture that goes on when its transition has ended, and ends that come twice.
  @Test(arguments: [false, true])
  func stepsOfATransitionThatComeTooLate(isFinish: Bool) throws {
    let rig = Rig([Array(0..<30)])
    let log = Log()
    try rig.view.pass()
    let target = RowsLayout()
    let between = try rig.view.startInteractiveTransition(
      to: target, completion: { log.add("\($0) \($1)") })
    between.transitionProgress = 0.5
    between.invalidateLayout()
    try rig.view.pass()
    func end() throws {
      if isFinish {
        try rig.view.finishInteractiveTransition()
      } else {
        try rig.view.cancelInteractiveTransition()
      }
    }
    try end()
    for step in [CollectionViewError.TransitionStep.finish, .cancel] {
      #expect(
        rig.view.failure {
          if step == .finish {
            try rig.view.finishInteractiveTransition()
          } else {
            try rig.view.cancelInteractiveTransition()
          }
        } == .transitionEnding(wanted: step))
    }
    rig.view.clock.advance(by: 1)
    try rig.view.pass()
    let (frames, passes) = (rig.view.shownFrames, rig.view.work.passes)
    between.transitionProgress = 0.3
    between.invalidateLayout()
    try rig.view.layoutIfNeeded()
    #expect(rig.view.shownFrames == frames && rig.view.work.passes == passes)
    #expect(rig.view.collectionViewLayout === (isFinish ? target : rig.layout))
    #expect(log.lines == ["true \(isFinish)"])
    #expect(rig.view.failure(end) != nil)
  }

  /// BUG-29: what lies in front of a cell and is none.
  @Test func aHeaderIsNoItemForAPoint() throws {
    let (view, layout, source) = ErrorTests.rowsRig([[1, 2]])
    layout.lie = { rows in
      var front = LayoutAttributes(
        supplementary: .sectionHeader, section: 0, frame: Rect(x: 0, y: 0, width: 50, height: 60))
      front.zIndex = 9
      return rows + [front]
    }
    try view.layoutIfNeeded()
    #expect(view.viewsInDisplayOrder.last?.attributes.category == .supplementary)
    #expect(view.itemPathForItem(at: Point(x: 1, y: 15)) == at(0, 1))
    #expect(view.itemPathForItem(at: Point(x: 1, y: 40)) == nil)
    view.tap(at: Point(x: 1, y: 40))
    #expect(view.itemPathsForSelectedItems == [])
    _ = source
  }

  /// BUG-30: in whatever order the layout answers, and wherever views lie.
  @Test func visibleItemsAreInTheirOrder() throws {
    let (view, layout, source) = ErrorTests.rowsRig([[1, 2, 3], [4, 5]])
    layout.lie = { rows in
      rows.reversed().enumerated().map { place, row in
        var row = row
        row.zIndex = place * 7 % 5
        return row
      }
    }
    try view.layoutIfNeeded()
    let paths = [at(0, 0), at(0, 1), at(0, 2), at(1, 0), at(1, 1)]
    #expect(view.viewsInDisplayOrder.compactMap(\.attributes.itemPath) != paths)
    #expect(view.itemPathsForVisibleItems == paths)
    #expect(view.visibleCells.map { view.itemPath(for: $0) } == paths)
    _ = source
  }

  /// BUG-48: what a rotation asks for does not grow with the collection.
  @Test(arguments: [1_000, 100_000])
  func rotationAsksForWhatIsSeen(count: Int) throws {
    let rig = Rig([Array(0..<count)])
    try rig.view.pass()
    try rig.view.scroll(to: 5_000)
    let before = rig.view.work
    for turn in 1...10 {
      let isWide = !turn.isMultiple(of: 2)
      rig.view.setBoundsSize(Size(width: isWide ? 100 : 50, height: isWide ? 50 : 100))
      try rig.view.pass()
      #expect(rig.view.visibleCells.first?.frame.size.width == (isWide ? 100 : 50))
    }
    let after = rig.view.work
    #expect(after.countCalls == before.countCalls)
    #expect(after.viewCalls - before.viewCalls == 5 * 5)
    #expect(after.attributesReturned - before.attributesReturned <= 10 * 12)
    #expect(rig.view.reuseStatistics.created == 10)
  }
}

private final class FooterView: CollectionReusableView {}

/// Whether each view begins and ends to be shown in turn.
private final class Alternation: CollectionViewDelegate {
  var shown: Set<ObjectIdentifier> = []
  var mistakes: [String] = []
  var count = 0

  private func begin(_ view: CollectionReusableView, _ name: String) {
    count += 1
    if !shown.insert(ObjectIdentifier(view)).inserted { mistakes.append("\(name) begins twice") }
  }

  private func end(_ view: CollectionReusableView, _ name: String) {
    if shown.remove(ObjectIdentifier(view)) == nil { mistakes.append("\(name) ends unseen") }
  }

  func collectionView(
    _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt path: ItemPath
  ) { begin(cell, "\(path)") }

  func collectionView(
    _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell,
    forItemAt path: ItemPath
  ) { end(cell, "\(path)") }

  func collectionView(
    _ collectionView: CollectionView, willDisplaySupplementaryView view: CollectionReusableView,
    forElementOfKind kind: ElementKind, at path: ElementPath
  ) { begin(view, "\(kind) \(path)") }

  func collectionView(
    _ collectionView: CollectionView,
    didEndDisplayingSupplementaryView view: CollectionReusableView,
    forElementOfKind kind: ElementKind, at path: ElementPath
  ) { end(view, "\(kind) \(path)") }
}
