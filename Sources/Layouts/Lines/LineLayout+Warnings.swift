public import Changesets

extension LineLayout {
  /// The first item that the last preparation found longer than its line; nil where all fit.
  ///
  /// Such an item has a line to itself and its full size, beyond the edge. UIKit logs a warning.
  /// Source: clause FL-21.
  public final var oversizeItem: ItemPath? { solver.oversizeItem }
}
