import CollectionViews
import Geometry
import Layouts

/// A cell that knows which item it was filled with.
final class ScriptCell: CollectionViewCell {
  var item: ViewModel.Item?
  /// A Boolean value that indicates whether the cell says its size only once: a mutation.
  var prefersOnce = false
  private var hasBeenAsked = false
  /// The extent that a script gives its item, in points; nil for the item's natural size.
  var wish: Double?

  override func preferredLayoutAttributesFitting(
    _ attributes: LayoutAttributes
  ) -> LayoutAttributes {
    if prefersOnce, hasBeenAsked { return attributes }
    hasBeenAsked = true
    var preferred = attributes
    preferred.size = preferredSize(for: attributes.size)
    return preferred
  }

  /// The size that the cell prefers where a layout offers `size`.
  ///
  /// It follows from the item's id and revision. A quarter of the items take any size.
  func preferredSize(for size: Size) -> Size {
    if let wish { return Size(width: size.width, height: wish) }
    guard let item else { return size }
    let number = 7 * item.id + 13 * item.revision
    if number.isMultiple(of: 4) { return size }
    return Size(width: [25, 40, 62][number / 3 % 3], height: [12, 33, 51][number % 3])
  }

  /// The identifier of the cells of an item: two, so that a mix-up shows.
  static func identifier(of item: ViewModel.Item) -> String {
    item.id.isMultiple(of: 2) ? "even" : "odd"
  }

  static let identifiers = ["even", "odd"]
}

/// A supplementary view that knows what it was filled with.
final class ScriptHeader: CollectionReusableView {
  var text: String?
}

/// A decoration view.
final class ScriptMat: CollectionReusableView {}
