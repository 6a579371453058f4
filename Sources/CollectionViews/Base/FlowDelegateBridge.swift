public import Changesets
public import Geometry
public import Layouts

/// A delegate that gives a flow layout metrics that depend on the section or the item.
///
/// Found by a cast when the delegate or a flow layout is assigned; only what `providedMetrics` names
/// is called.
public protocol CollectionViewDelegateFlowLayout: CollectionViewDelegate {
  /// The methods that replace the layout's properties.
  var providedMetrics: FlowLayoutMetrics { get }
  /// The size of the item at `path`, in points.
  func collectionView(
    _ collectionView: CollectionView, layout: CollectionViewLayout, sizeForItemAt path: ItemPath
  ) -> Size
  /// The margins round the lines of `section`, in points.
  func collectionView(
    _ collectionView: CollectionView, layout: CollectionViewLayout, insetForSectionAt section: Int
  ) -> EdgeInsets
  /// The distance between the lines of `section`, in points.
  func collectionView(
    _ collectionView: CollectionView, layout: CollectionViewLayout,
    minimumLineSpacingForSectionAt section: Int
  ) -> Double
  /// The least distance between neighbours in the lines of `section`, in points.
  func collectionView(
    _ collectionView: CollectionView, layout: CollectionViewLayout,
    minimumInteritemSpacingForSectionAt section: Int
  ) -> Double
  /// The header's size; only its extent along the scroll direction counts, 0 for no header.
  func collectionView(
    _ collectionView: CollectionView, layout: CollectionViewLayout,
    referenceSizeForHeaderInSection section: Int
  ) -> Size
  /// The footer's size; only its extent along the scroll direction counts, 0 for no footer.
  func collectionView(
    _ collectionView: CollectionView, layout: CollectionViewLayout,
    referenceSizeForFooterInSection section: Int
  ) -> Size
}

extension CollectionViewDelegateFlowLayout {
  /// 50 × 50 points.
  public func collectionView(
    _ collectionView: CollectionView, layout: CollectionViewLayout, sizeForItemAt path: ItemPath
  ) -> Size { Size(width: 50, height: 50) }
  /// No margins.
  public func collectionView(
    _ collectionView: CollectionView, layout: CollectionViewLayout, insetForSectionAt section: Int
  ) -> EdgeInsets { .zero }
  /// 10 points.
  public func collectionView(
    _ collectionView: CollectionView, layout: CollectionViewLayout,
    minimumLineSpacingForSectionAt section: Int
  ) -> Double { 10 }
  /// 10 points.
  public func collectionView(
    _ collectionView: CollectionView, layout: CollectionViewLayout,
    minimumInteritemSpacingForSectionAt section: Int
  ) -> Double { 10 }
  /// No header.
  public func collectionView(
    _ collectionView: CollectionView, layout: CollectionViewLayout,
    referenceSizeForHeaderInSection section: Int
  ) -> Size { .zero }
  /// No footer.
  public func collectionView(
    _ collectionView: CollectionView, layout: CollectionViewLayout,
    referenceSizeForFooterInSection section: Int
  ) -> Size { .zero }
}

/// Answers a flow layout in the name of a collection view's delegate: layouts see no view.
final class FlowDelegateBridge: FlowLayoutDelegate {
  private weak var view: CollectionView?
  private(set) weak var layout: FlowLayout?
  private weak var delegate: (any CollectionViewDelegateFlowLayout)?
  private let metrics: FlowLayoutMetrics
  /// None when the delegate has gone away: the layout's own properties hold again (BUG-44).
  var providedMetrics: FlowLayoutMetrics { delegate == nil ? [] : metrics }

  init(
    _ delegate: any CollectionViewDelegateFlowLayout, of view: CollectionView,
    for layout: FlowLayout
  ) {
    self.delegate = delegate
    self.view = view
    self.layout = layout
    metrics = delegate.providedMetrics
  }

  /// Returns the delegate's answer, or the layout's own property if the delegate has gone away.
  private func ask<Answer>(
    _ question: (any CollectionViewDelegateFlowLayout, CollectionView, FlowLayout) -> Answer,
    orElse property: (FlowLayout) -> Answer
  ) -> Answer {
    guard let delegate, let view, let layout else { return property(self.layout ?? FlowLayout()) }
    return question(delegate, view, layout)
  }

  func sizeForItem(at path: ItemPath) -> Size {
    ask({ $0.collectionView($1, layout: $2, sizeForItemAt: path) }, orElse: { $0.itemSize })
  }

  func inset(forSection section: Int) -> EdgeInsets {
    ask(
      { $0.collectionView($1, layout: $2, insetForSectionAt: section) }, orElse: { $0.sectionInset }
    )
  }

  func minimumLineSpacing(forSection section: Int) -> Double {
    ask(
      { $0.collectionView($1, layout: $2, minimumLineSpacingForSectionAt: section) },
      orElse: { $0.minimumLineSpacing })
  }

  func minimumInteritemSpacing(forSection section: Int) -> Double {
    ask(
      { $0.collectionView($1, layout: $2, minimumInteritemSpacingForSectionAt: section) },
      orElse: { $0.minimumInteritemSpacing })
  }

  func referenceSizeForHeader(inSection section: Int) -> Size {
    ask(
      { $0.collectionView($1, layout: $2, referenceSizeForHeaderInSection: section) },
      orElse: { $0.headerReferenceSize })
  }

  func referenceSizeForFooter(inSection section: Int) -> Size {
    ask(
      { $0.collectionView($1, layout: $2, referenceSizeForFooterInSection: section) },
      orElse: { $0.footerReferenceSize })
  }
}

extension CollectionView {
  /// Connects the flow layouts with the delegate, if that gives metrics. A delegate that an app gave a
  /// layout itself stays.
  func connectFlowDelegate() {
    flowBridges.removeAll { bridge in !layouts.contains { $0 === bridge.layout } }
    for case let layout as FlowLayout in layouts { connectFlowDelegate(of: layout) }
  }

  /// Connects one flow layout, which need not be in place yet.
  func connectFlowDelegate(of layout: FlowLayout) {
    guard layout.delegate == nil || layout.delegate is FlowDelegateBridge else { return }
    flowBridges.removeAll { $0.layout === layout }
    let bridge = (delegate as? any CollectionViewDelegateFlowLayout).map {
      FlowDelegateBridge($0, of: self, for: layout)
    }
    if let bridge { flowBridges.append(bridge) }
    layout.delegate = bridge
  }
}
