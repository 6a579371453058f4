import Changesets
import Geometry
import Layouts

/// A layout that has been laid out and scrolled, as a collection view would show it.
struct SnapshotScene {
  /// Where to scroll before the picture is taken.
  enum Target {
    case offset(Point)
    case item(ItemPath)
  }

  let recipe: LayoutRecipe
  let sizing: ItemSizing
  let session: LayoutSession
  /// Kept alive: the layout holds it weakly.
  private let delegate: AnyObject?

  init(_ recipe: LayoutRecipe, _ sizing: ItemSizing, itemCounts: [Int], boundsSize: Size) {
    self.recipe = recipe
    self.sizing = sizing
    let made = recipe.makeLayout(sizing)
    delegate = made.delegate
    session = LayoutSession(
      made.layout, bounds: Rect(origin: .zero, size: boundsSize), itemCounts: itemCounts)
  }

  /// Lays out, scrolls to `target` where there is one, and has the visible items size themselves.
  ///
  /// - Throws: `LayoutError` from the layout.
  func settle(at target: Target?) throws(LayoutError) {
    try session.layoutIfNeeded()
    try sizeVisibleItems()
    switch target {
    case .offset(let offset): try session.scroll(to: offset)
    case .item(let path):
      guard let item = session.layout.layoutAttributesForItem(at: path) else { return }
      var offset = session.bounds.origin
      offset[recipe.axis] = item.frame.min(recipe.axis)
      try session.scroll(to: offset)
    case nil: return
    }
    try sizeVisibleItems()
  }

  /// Gives visible items their own size where they have an estimate, until none is left: smaller
  /// ones make room for more. Each item is asked once.
  private func sizeVisibleItems() throws(LayoutError) {
    guard recipe.estimatedSize != nil else { return }
    var asked: Set<ItemPath> = []
    var visible: [LayoutAttributes] = []
    while true {
      session.collectVisibleAttributes(into: &visible)
      let cells = visible.filter { $0.category == .cell }.compactMap(\.itemPath)
      let new = cells.filter { asked.insert($0).inserted }
      if new.isEmpty { return try session.settle() }
      for path in new { try session.prefer(sizing.size(at: path), forItemAt: path) }
      try session.layoutIfNeeded()
    }
  }

  /// What there is to see in `rect`; in the bounds where that is nil.
  ///
  /// - Throws: `LayoutError` where the layout contradicts itself.
  func snapshot(of rect: Rect?) throws(LayoutError) -> LayoutSnapshot {
    let rect = rect ?? session.bounds
    let attributes = try session.checkedAttributes(in: rect)
    return LayoutSnapshot(
      layoutName: "\(recipe.layout.rawValue), \(recipe.axis.rawValue)",
      itemCounts: session.itemCounts, contentSize: session.layout.contentSize,
      bounds: session.bounds, rect: rect, elements: LayoutSnapshot.sorted(attributes))
  }
}
