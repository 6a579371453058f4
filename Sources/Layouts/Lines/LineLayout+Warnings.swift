public import Changesets

extension LineLayout {
  /// The first item found longer than its line when sizes were last asked for; nil where all fit.
  ///
  /// It is followed through updates until it is gone or fits.
  ///
  /// Such an item has a line to itself and its full size, beyond the edge. UIKit logs a warning.
  /// Source: clause FL-21.
  public final var oversizeItem: ItemPath? { solver.current.oversizeItem }
}
