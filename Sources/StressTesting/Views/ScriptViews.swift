import CollectionViews
import Geometry
import Layouts

/// A cell that knows which item it was filled with.
final class ScriptCell: CollectionViewCell {
  var item: ViewModel.Item?
  /// The extent that its item wishes for, in points.
  var wish: Double?

  override func preferredLayoutAttributesFitting(
    _ attributes: LayoutAttributes
  ) -> LayoutAttributes {
    guard let wish else { return attributes }
    var preferred = attributes
    preferred.size.height = wish
    return preferred
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
