import Changesets
import Geometry

/// An item that a user moves, from its beginning to its end.
///
/// Meanwhile the data source has its items in their old order and the view in the new one: the item is
/// displaced. Paths of the view are presentation paths.
struct ItemMovement: Equatable {
  /// The item's path in the data source.
  private(set) var source: ItemPath
  /// Its presentation path.
  private(set) var current: ItemPath
  /// The centre at which the user holds it, in content coordinates.
  var position: Point
  /// The moment up to which the content has scrolled for it, in seconds of the view's clock.
  var time: Double

  /// A movement that begins where the item is.
  init(of path: ItemPath, at position: Point, time: Double) {
    source = path
    current = path
    self.position = position
    self.time = time
  }

  /// The move that leads from the data source's order to the view's; nil if both are the same.
  var displacement: Changeset? {
    source == current ? nil : Changeset(movedItems: [Changeset.Move(from: source, to: current)])
  }

  /// The move that leads back; nil if both are the same.
  var wayBack: Changeset? {
    source == current ? nil : Changeset(movedItems: [Changeset.Move(from: current, to: source)])
  }

  /// Returns this movement with the item displaced to another path.
  func displaced(to path: ItemPath, holdingAt position: Point) -> ItemMovement {
    var next = self
    next.current = path
    next.position = position
    return next
  }

  /// Returns this movement after an update, which has put the item back; nil if the item is gone.
  func followed(by map: ChangesetMap) -> ItemMovement? {
    map.item(current).map { ItemMovement(of: $0, at: position, time: time) }
  }

  /// Returns the data source's path of the item that the view has at `path`. O(1).
  func dataSourcePath(_ path: ItemPath) -> ItemPath {
    displacement.flatMap { ChangesetMap($0).sourceItem(path) } ?? path
  }

  /// Returns the view's path of the item that the data source has at `path`. O(1).
  func presentationPath(_ path: ItemPath) -> ItemPath {
    displacement.flatMap { ChangesetMap($0).item(path) } ?? path
  }

  /// Returns the numbers of items of the data source's sections, from those of the view.
  func dataSourceCounts(_ counts: [Int]) -> [Int] {
    guard source.section != current.section else { return counts }
    var counts = counts
    counts[current.section] -= 1
    counts[source.section] += 1
    return counts
  }
}
