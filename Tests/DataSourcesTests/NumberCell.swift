import CollectionViews

/// A cell that knows which number it shows.
final class NumberCell: CollectionViewCell {
  var number: Int?
}

extension CollectionView {
  /// The numbers that the visible cells show, in their order; nil for a cell without one or of another
  /// class.
  var shownNumbers: [Int?] { visibleCells.map { ($0 as? NumberCell)?.number } }
}
