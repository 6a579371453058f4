import Changesets
import Geometry

extension LineLayout {
  /// A context that gives an item the size it wishes for; nil for what is no item.
  func preferredSizeContext(
    _ preferred: LayoutAttributes, _ original: LayoutAttributes
  ) -> FlowLayoutInvalidationContext? {
    guard original.category == .cell, let path = original.itemPath else { return nil }
    let contextClass = Self.invalidationContextClass as? FlowLayoutInvalidationContext.Type
    let context = (contextClass ?? FlowLayoutInvalidationContext.self).init()
    context.preferredSizes[path] = preferred.size
    return context
  }
}
