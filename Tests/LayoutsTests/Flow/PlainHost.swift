import Changesets
import Geometry

import Layouts

/// A host that checks nothing itself, so that a layout has to.
final class PlainHost: LayoutHost {
  let bounds: Rect
  let contentInset = EdgeInsets.zero
  private(set) var itemCounts: [Int]
  private let layout: CollectionViewLayout

  init(_ layout: CollectionViewLayout, bounds: Rect, itemCounts: [Int]) throws(LayoutError) {
    self.layout = layout
    self.bounds = bounds
    self.itemCounts = itemCounts
    layout.host = self
    _ = try layout.prepareIfNeeded()
  }

  var numberOfSections: Int { itemCounts.count }
  func numberOfItems(inSection section: Int) -> Int { itemCounts[section] }
  func layoutWasInvalidated(with context: LayoutInvalidationContext) {}

  /// Tells the layout of `changesets`, one after the other, and has it prepare once.
  func update(_ changesets: [Changeset], itemCounts newCounts: [Int]) throws(LayoutError) {
    itemCounts = newCounts
    for changeset in changesets {
      let context = FlowLayoutInvalidationContext()
      context.changes = [changeset]
      context.invalidatesDataSourceCounts = true
      layout.invalidateLayout(with: context)
    }
    _ = try layout.prepareIfNeeded()
  }
}
