import Changesets
import Geometry

extension LineLayout {
  /// Throws where a length is negative, NaN or infinite (ERR-size).
  static func check(
    _ length: Double, property: String, section: Int?
  ) throws(LayoutError) {
    guard length >= 0, length < .infinity else {
      throw .length(property: property, section: section, length)
    }
  }

  /// Throws where an inset is negative, NaN or infinite (ERR-size).
  static func check(
    _ insets: EdgeInsets, property: String, section: Int?
  ) throws(LayoutError) {
    guard insets.isFinite, insets.top >= 0, insets.left >= 0, insets.bottom >= 0, insets.right >= 0
    else { throw .insets(property: property, section: section, insets) }
  }

  /// A context that gives an item the size it wishes for; one that only names it where the size
  /// makes no sense, so that the next preparation asks and says so.
  func preferredSizeContext(
    _ preferred: LayoutAttributes, _ original: LayoutAttributes
  ) -> LayoutInvalidationContext {
    let context = Self.invalidationContextClass.init()
    if let path = original.itemPath, let context = context as? FlowLayoutInvalidationContext {
      context.preferredSizes[path] = preferred.size
    }
    return context
  }
}
