import Changesets
import CollectionViews
import Geometry
import Layouts

/// A header that knows its section.
class ScrollHeader: CollectionReusableView {
  final var section = 0
}

/// A header that knows its height once it is filled: the height of a measuring cell.
final class MeasuringScrollHeader: ScrollHeader {
  override func preferredLayoutAttributesFitting(
    _ attributes: LayoutAttributes
  ) -> LayoutAttributes {
    var preferred = attributes
    preferred.size.height = Self.height(section)
    return preferred
  }

  /// The height that the header of a section prefers, in points.
  static func height(_ section: Int) -> Double { MeasuringScrollCell.height(UInt64(section)) }
}

/// Keeps the digest of what is shown, by what the view tells of it.
final class ScrollObserver: CollectionViewDelegate {
  /// The digest of what is shown.
  private(set) var visible: UInt64 = 0
  private(set) var displayed = 0
  private(set) var ended = 0
  /// A Boolean value that indicates whether the digest includes places. After updates it cannot:
  /// cells follow their items without a call to the delegate.
  private let digestsPlaces: Bool

  init(digestsPlaces: Bool = true) { self.digestsPlaces = digestsPlaces }

  var implementedMethods: CollectionViewDelegateMethods { .display }

  private func digest(_ cell: CollectionViewCell, _ path: ItemPath) -> UInt64 {
    let id = (cell as? ScrollCell)?.id ?? 0
    return digestsPlaces ? ElementDigest.cell(path, id) : ElementDigest.item(id)
  }

  func collectionView(
    _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt path: ItemPath
  ) {
    displayed += 1
    visible &+= digest(cell, path)
  }

  func collectionView(
    _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell,
    forItemAt path: ItemPath
  ) {
    ended += 1
    visible &-= digest(cell, path)
  }

  func collectionView(
    _ collectionView: CollectionView, willDisplaySupplementaryView view: CollectionReusableView,
    forElementOfKind kind: ElementKind, at path: ElementPath
  ) {
    displayed += 1
    visible &+= ElementDigest.header((view as? ScrollHeader)?.section ?? -1)
  }

  func collectionView(
    _ collectionView: CollectionView,
    didEndDisplayingSupplementaryView view: CollectionReusableView,
    forElementOfKind kind: ElementKind, at path: ElementPath
  ) {
    ended += 1
    visible &-= ElementDigest.header((view as? ScrollHeader)?.section ?? -1)
  }
}
