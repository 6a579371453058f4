import Changesets
import Geometry

extension LineLayout {
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
