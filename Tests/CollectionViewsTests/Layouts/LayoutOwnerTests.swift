import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Whose layouts, and whose decorations (TR-4).
@Suite struct LayoutOwnerTests {
  @Test func aLayoutIsOneViewsOnly() async {
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let first = Rig([[1]])
        let second = CollectionView(frame: .zero, collectionViewLayout: first.layout)
        withExtendedLifetime((first, second)) {}
      },
      says: "CollectionView.init(frame:collectionViewLayout:): the layout belongs to another view")
  }

  /// A layout that another view takes while this one lays out.
  @Test func aLayoutThatIsTakenMeanwhile() throws {
    let rig = Rig([Array(0..<30)])
    let delegate = RecordingDelegate()
    try rig.view.pass()
    rig.view.delegate = delegate
    let layouts = [RowsLayout(), RowsLayout()]
    var views: [CollectionView] = []
    for (index, layout) in layouts.enumerated() {
      delegate.actions["willDisplay [0, \(12 + 10 * index)]"] = {
        views.append(CollectionView(frame: .zero, collectionViewLayout: layout))
      }
    }
    rig.view.setContentOffset(Point(x: 0, y: 50))
    #expect(
      rig.view.failure {
        try rig.view.setCollectionViewLayout(layouts[0])
      } == .layoutInUse)
    rig.view.setContentOffset(Point(x: 0, y: 150))
    #expect(
      rig.view.failure {
        try rig.view.startInteractiveTransition(to: layouts[1])
      } == .layoutInUse)
    #expect(views.count == 2)
    #expect(rig.view.collectionViewLayout === rig.layout)
    #expect(zip(layouts, views).allSatisfy { $0.host === $1 })
    try rig.expectFresh()
  }

  /// A delegate gives a layout between the two that it was told of, or none.
  @Test func aTransitionBetweenOtherLayouts() throws {
    let rig = Rig([Array(0..<30)])
    let delegate = RecordingDelegate(.layoutChanges)
    rig.view.delegate = delegate
    try rig.view.pass()
    let other = RowsLayout()
    let wrong: [(CollectionViewLayout, CollectionViewLayout) -> TransitionLayout] = [
      { old, _ in TransitionLayout(currentLayout: old, nextLayout: other) },
      { _, new in TransitionLayout(currentLayout: other, nextLayout: new) },
      { old, new in TransitionLayout(currentLayout: new, nextLayout: old) },
    ]
    let new = RowsLayout()
    for make in wrong {
      delegate.transitionLayout = make
      #expect(
        rig.view.failure {
          try rig.view.startInteractiveTransition(to: new)
        } == .transitionOfOtherLayouts)
      #expect(!rig.view.isInTransition && rig.view.collectionViewLayout === rig.layout)
      #expect(new.host == nil)
    }
    try rig.expectFresh()
  }

  /// Layouts that are only exchanged leave no decorations behind that the other would make otherwise.
  @Test(arguments: ["counts", "bounds"])
  func decorationsOfAnExchangedLayout(whatIsDue: String) throws {
    let (view, old, source) = ErrorTests.rowsRig([[1, 2, 3]])
    let new = RowsLayout()
    for (layout, type) in [(old, FirstBackdrop.self), (new, SecondBackdrop.self)]
      as [(RowsLayout, CollectionReusableView.Type)]
    {
      layout.hasBackdrops = true
      layout.registerDecoration(ViewSource.viewClass(type), ofKind: RowsLayout.backdrop)
    }
    try view.pass()
    let element = LayoutElement.decoration(RowsLayout.backdrop, [0])
    #expect(view.view(for: element) is FirstBackdrop)
    if whatIsDue == "counts" {
      let context = LayoutInvalidationContext()
      context.invalidateDataSourceCounts = true
      old.invalidateLayout(with: context)
      try view.setCollectionViewLayout(new)
    } else {
      view.setBoundsSize(.zero)
      try view.setCollectionViewLayout(new)
      view.setBoundsSize(Size(width: 50, height: 100))
    }
    try view.pass()
    #expect(view.view(for: element) is SecondBackdrop)
    _ = source
  }
}

private final class FirstBackdrop: CollectionReusableView {}
private final class SecondBackdrop: CollectionReusableView {}
