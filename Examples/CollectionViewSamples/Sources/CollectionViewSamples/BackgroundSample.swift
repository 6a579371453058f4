public import HeadlessCollectionView

/// A colour, which is all that a background is here.
public final class ColorView {
  /// The colour's name.
  public let color: String

  init(_ color: String) { self.color = color }
}

/// A cell that is red at rest and white while it is selected or highlighted.
///
/// Its template sets the two backgrounds once; the cell shows the one that its state asks for.
public final class RedCell: CollectionViewCell {
  public override func awakeFromTemplate() {
    backgroundView = ColorView("red")
    selectedBackgroundView = ColorView("white")
  }

  /// The colour that is seen.
  public var seenColor: String? { (effectiveBackground as? ColorView)?.color }

  /// The template that an app registers.
  public static var template: ViewTemplate {
    ViewTemplate("RedCell") { [RedCell(frame: .zero)] }
  }
}

/// Makes a view show red cells instead of those with labels, from the next layout pass on.
public func showRedCells(in view: CollectionView) {
  view.reloadData()
  view.register(
    RedCell.template, of: RedCell.self, forCellWithReuseIdentifier: "label", flushesQueue: true)
}
