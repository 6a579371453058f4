import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Gives a section's number for each of its metrics, in points.
private final class NumberedMetrics: CollectionViewDelegateFlowLayout {
  let providedMetrics: FlowLayoutMetrics

  init(_ metrics: FlowLayoutMetrics) { providedMetrics = metrics }

  func collectionView(
    _ collectionView: CollectionView, layout: CollectionViewLayout, sizeForItemAt path: ItemPath
  ) -> Size { Size(width: 50, height: Double(21 + path.section)) }
  func collectionView(
    _ collectionView: CollectionView, layout: CollectionViewLayout, insetForSectionAt section: Int
  ) -> EdgeInsets { EdgeInsets(top: Double(2 + section), left: 0, bottom: 0, right: 0) }
  func collectionView(
    _ collectionView: CollectionView, layout: CollectionViewLayout,
    minimumLineSpacingForSectionAt section: Int
  ) -> Double { Double(3 + section) }
  func collectionView(
    _ collectionView: CollectionView, layout: CollectionViewLayout,
    minimumInteritemSpacingForSectionAt section: Int
  ) -> Double { Double(60 + section) }
  func collectionView(
    _ collectionView: CollectionView, layout: CollectionViewLayout,
    referenceSizeForHeaderInSection section: Int
  ) -> Size { Size(width: 0, height: Double(5 + section)) }
  func collectionView(
    _ collectionView: CollectionView, layout: CollectionViewLayout,
    referenceSizeForFooterInSection section: Int
  ) -> Size { Size(width: 0, height: Double(7 + section)) }
}

/// Names all metrics and gives none.
private final class SilentMetrics: CollectionViewDelegateFlowLayout {
  var providedMetrics: FlowLayoutMetrics {
    [.itemSize, .sectionInset, .lineSpacing, .interitemSpacing, .headerSize, .footerSize]
  }
}

/// A view's delegate gives a flow layout its metrics (FL-4).
@Suite struct FlowDelegateTests {
  /// Two sections of three items, 100 points wide: two items of 50 points fit in a line without a
  /// distance between them.
  private func contentHeight(_ delegate: (any CollectionViewDelegate)?) throws -> Double {
    let flow = FlowLayout()
    flow.itemSize = Size(width: 50, height: 20)
    flow.minimumLineSpacing = 0
    flow.minimumInteritemSpacing = 0
    let rig = Rig([[1, 2, 3], [4, 5, 6]])
    rig.view.register(
      HeaderView.self, forSupplementaryViewOfKind: .sectionFooter, withReuseIdentifier: "header")
    rig.view.setBoundsSize(Size(width: 100, height: 300))
    rig.view.delegate = delegate
    try rig.view.setCollectionViewLayout(flow)
    try rig.view.pass()
    return rig.view.contentSize.height
  }

  @Test func eachMetricReplacesTheLayoutsOwn() throws {
    #expect(try contentHeight(nil) == 80)
    let heights: [(FlowLayoutMetrics, Double)] = [
      ([], 80), (.itemSize, 2 * 21 + 2 * 22), (.sectionInset, 80 + 2 + 3),
      (.lineSpacing, 80 + 3 + 4), (.interitemSpacing, 120), (.headerSize, 80 + 5 + 6),
      (.footerSize, 80 + 7 + 8),
    ]
    for (metrics, height) in heights {
      let delegate = NumberedMetrics(metrics)
      #expect(try contentHeight(delegate) == height, "\(metrics)")
      withExtendedLifetime(delegate) {}
    }
  }

  /// It goes away while it is asked; the rest of the preparation takes the layout's own properties.
  @Test func aDelegateThatGoesAwayLeavesTheLayoutsOwnMetrics() throws {
    final class LeavingMetrics: CollectionViewDelegateFlowLayout {
      var onLineSpacing: (() -> Void)?
      let providedMetrics: FlowLayoutMetrics = [
        .itemSize, .sectionInset, .lineSpacing, .interitemSpacing,
      ]
      func collectionView(
        _ collectionView: CollectionView, layout: CollectionViewLayout,
        minimumLineSpacingForSectionAt section: Int
      ) -> Double {
        onLineSpacing?()
        return 3
      }
    }
    let (rig, flow) = (Rig([[1, 2, 3], [4, 5, 6]]), FlowLayout())
    flow.itemSize = Size(width: 45, height: 20)
    flow.minimumLineSpacing = 4
    flow.minimumInteritemSpacing = 10
    flow.sectionInset = EdgeInsets(top: 30, left: 0, bottom: 0, right: 0)
    rig.view.setBoundsSize(Size(width: 100, height: 300))
    var delegate: LeavingMetrics? = LeavingMetrics()
    delegate?.onLineSpacing = { delegate = nil }
    rig.view.delegate = delegate
    try rig.view.setCollectionViewLayout(flow)
    try rig.view.pass()
    // The first section has no margin and a distance of 3: it was asked about before.
    #expect(delegate == nil && rig.view.contentSize.height == 43 + 30 + 44)
    flow.invalidateLayout()
    try rig.view.pass()
    #expect(rig.view.contentSize.height == 2 * (30 + 44))
  }

  /// Items of 50 × 50, of which the distance of 10 lets one into a line, and lines 10 apart.
  @Test func defaultsAreThoseOfAFlowLayout() throws {
    let delegate = SilentMetrics()
    #expect(try contentHeight(delegate) == 2 * (3 * 50 + 2 * 10))
    withExtendedLifetime(delegate) {}
    let view = Rig([[1]]).view
    let spacing = delegate.collectionView(
      view, layout: view.collectionViewLayout, minimumInteritemSpacingForSectionAt: 0)
    #expect(spacing == 10)
    let size = delegate.collectionView(
      view, layout: view.collectionViewLayout, sizeForItemAt: at(0, 0))
    #expect(size == Size(width: 50, height: 50))
  }

  /// A delegate of the layout's own stays; one that the view has given goes with the view's delegate.
  @Test func aLayoutsOwnDelegateStays() throws {
    final class Own: FlowLayoutDelegate {
      var providedMetrics: FlowLayoutMetrics { .itemSize }
      func sizeForItem(at path: ItemPath) -> Size { Size(width: 50, height: 31) }
    }
    let (own, flow, delegate) = (Own(), FlowLayout(), NumberedMetrics(.itemSize))
    let rig = Rig([[1]])
    try rig.view.setCollectionViewLayout(flow)
    rig.view.delegate = delegate
    #expect(flow.delegate != nil)
    rig.view.delegate = nil
    #expect(flow.delegate == nil)
    flow.delegate = own
    rig.view.delegate = delegate
    #expect(flow.delegate === own)
    try rig.view.pass()
    #expect(rig.view.contentSize.height == 31)
  }
}
