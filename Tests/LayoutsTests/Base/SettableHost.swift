import Geometry
import Layouts

/// A host whose values a test sets, and which notes what it is told.
final class SettableHost: LayoutHost {
  var bounds: Rect
  var contentInset: EdgeInsets
  var effectiveUserInterfaceLayoutDirection = UserInterfaceLayoutDirection.leftToRight
  var itemCounts: [Int]
  private(set) var invalidations: [LayoutInvalidationContext] = []

  init(bounds: Rect, inset: EdgeInsets = .zero, itemCounts: [Int] = [3]) {
    self.bounds = bounds
    contentInset = inset
    self.itemCounts = itemCounts
  }

  var direction: UserInterfaceLayoutDirection {
    get { effectiveUserInterfaceLayoutDirection }
    set { effectiveUserInterfaceLayoutDirection = newValue }
  }

  /// The number that it gives in place of that of `itemCounts`.
  var sectionCount: Int?

  var numberOfSections: Int { sectionCount ?? itemCounts.count }
  func numberOfItems(inSection section: Int) -> Int { itemCounts[section] }

  func layoutWasInvalidated(with context: LayoutInvalidationContext) {
    invalidations.append(context)
  }
}
