import Changesets
import Layouts

/// Cells that are bound to items which are not shown: those that linger after they have left, and
/// those made ahead of the scroll direction (RU-20, RU-21).
///
/// A handful, so that it is searched in order; the oldest is first.
struct OffscreenCells {
  private(set) var cells: [OffscreenCell] = []

  struct OffscreenCell {
    var path: ItemPath
    let view: CollectionViewCell
    /// Whether it was made ahead, and not shown since.
    let isPrefetched: Bool
  }

  var isEmpty: Bool { cells.isEmpty }

  func index(of path: ItemPath) -> Int? { cells.firstIndex { $0.path == path } }

  /// How many cells linger, or are ready ahead.
  func count(prefetched: Bool) -> Int {
    var count = 0
    for cell in cells where cell.isPrefetched == prefetched { count += 1 }
    return count
  }

  /// Takes the cell of the item at `path` out; nil if it has none here.
  mutating func take(_ path: ItemPath) -> CollectionViewCell? {
    guard !cells.isEmpty, let index = index(of: path) else { return nil }
    return cells.remove(at: index).view
  }

  mutating func add(_ view: CollectionViewCell, at path: ItemPath, isPrefetched: Bool) {
    cells.append(OffscreenCell(path: path, view: view, isPrefetched: isPrefetched))
  }

  /// Takes out the cell that came first of its sort.
  mutating func takeOldest(prefetched: Bool) -> OffscreenCell? {
    guard let index = cells.firstIndex(where: { $0.isPrefetched == prefetched }) else {
      return nil
    }
    return cells.remove(at: index)
  }

  /// Takes out everything.
  mutating func takeAll() -> [OffscreenCell] {
    let all = cells
    cells.removeAll(keepingCapacity: true)
    return all
  }

  /// Gives the cells the paths that their items have after an update; returns those whose items are
  /// gone or reloaded (RU-24).
  mutating func move(by map: ChangesetMap) -> [OffscreenCell] {
    var gone: [OffscreenCell] = []
    var kept: [OffscreenCell] = []
    for var cell in cells {
      if let path = map.item(cell.path), !map.isReloaded(cell.path) {
        cell.path = path
        kept.append(cell)
      } else {
        gone.append(cell)
      }
    }
    cells = kept
    return gone
  }
}
