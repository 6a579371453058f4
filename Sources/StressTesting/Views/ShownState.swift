import Changesets
import CollectionViews
import Geometry
import Layouts

/// Which cells show which items at one moment.
struct ShownState {
  /// By the ids of the items.
  var cells: [Int: CollectionViewCell] = [:]
  /// How many views of each cell identifier are bound to items or going away.
  var bound: [String: Int] = [:]
  /// How many of each were made and not given up.
  var made: [String: Int] = [:]

  init(_ performer: ViewPerformer) {
    let view = performer.view
    for path in view.itemPathsForVisibleItems {
      guard let item = performer.model.item(path), let cell = view.cellForItem(at: path) else {
        continue
      }
      cells[item.id] = cell
    }
    let parked = view.itemPathsForOffscreenCells.compactMap { performer.model.item($0) }
    for identifier in ScriptCell.identifiers {
      let going = view.departingViews.count { $0.reuseIdentifier == identifier }
      let shown = view.visibleCells.count { $0.reuseIdentifier == identifier }
      let waiting = parked.count { ScriptCell.identifier(of: $0) == identifier }
      bound[identifier] = going + shown + waiting
      let statistics = view.reuseStatistics(of: .cell(identifier))
      made[identifier] = statistics.created - statistics.released
    }
  }
}

/// All that a rejected update must leave as it was.
struct ObservedState {
  private var paths: [ItemPath]
  private var cells: [ObjectIdentifier]
  private var offset: Point
  private var contentSize: Size
  private var selected: [ItemPath]
  private var displayed: Int
  private var ended: Int
  private var animations: Int

  init(_ performer: ViewPerformer) {
    let view = performer.view
    paths = view.itemPathsForVisibleItems
    cells = view.visibleCells.map { ObjectIdentifier($0) }
    offset = view.contentOffset
    contentSize = view.contentSize
    selected = view.itemPathsForSelectedItems
    displayed = view.work.displayed
    ended = view.work.ended
    animations = view.animations.count
  }

  func check(_ after: ObservedState, _ moment: String) throws(ViewMismatch) {
    try ViewMismatch.check("the visible items \(moment)", paths, after.paths)
    try ViewMismatch.check("the cells \(moment)", cells, after.cells)
    try ViewMismatch.check("the offset \(moment)", offset, after.offset)
    try ViewMismatch.check("the content size \(moment)", contentSize, after.contentSize)
    try ViewMismatch.check("the selection \(moment)", selected, after.selected)
    try ViewMismatch.check("the views shown \(moment)", displayed, after.displayed)
    try ViewMismatch.check("the views that left \(moment)", ended, after.ended)
    try ViewMismatch.check("the animations \(moment)", animations, after.animations)
  }
}
