import Changesets
import Geometry
import Layouts

/// Elements anywhere in a plane, all of which it answers whatever it is asked about: the view shows
/// those that it sees. They stay as they are in other bounds.
final class PlaneLayout: CollectionViewLayout {
  var elements: [LayoutAttributes]
  let size: Size
  /// What happens in each preparation.
  var onPrepare: ((PlaneLayout) -> Void)?
  /// Whether another size that an element prefers needs a preparation.
  var takesPreferredSizes = false
  /// Whether a view of the other direction shows the mirror image.
  var flips = false
  /// The number of questions whether another size needs a preparation.
  private(set) var preferences = 0
  /// The number of questions about single elements.
  private(set) var elementQuestions = 0

  init(_ elements: [LayoutAttributes], size: Size) {
    (self.elements, self.size) = (elements, size)
  }

  /// Cells of one section at `frames`.
  convenience init(_ frames: [Rect], size: Size) {
    self.init(
      frames.enumerated().map {
        LayoutAttributes(cell: ItemPath(section: 0, item: $0), frame: $1)
      }, size: size)
  }

  override var flipsHorizontallyInOppositeLayoutDirection: Bool { flips }
  override func prepare() throws(LayoutError) { onPrepare?(self) }
  override var contentSize: Size { size }

  override func layoutAttributesForElements(
    in rect: Rect, into buffer: inout [LayoutAttributes]
  ) { buffer += elements }

  private func attributes(_ element: LayoutElement) -> LayoutAttributes? {
    elementQuestions += 1
    return elements.first { $0.element == element }
  }

  override func layoutAttributesForItem(at path: ItemPath) -> LayoutAttributes? {
    attributes(.cell(path))
  }

  override func layoutAttributesForSupplementaryElement(
    ofKind kind: ElementKind, at path: ElementPath
  ) -> LayoutAttributes? { attributes(.supplementary(kind, path)) }

  override func layoutAttributesForDecorationElement(
    ofKind kind: ElementKind, at path: ElementPath
  ) -> LayoutAttributes? { attributes(.decoration(kind, path)) }

  override func shouldInvalidateLayout(
    forPreferredAttributes preferred: LayoutAttributes,
    originalAttributes original: LayoutAttributes
  ) -> Bool {
    preferences += 1
    return takesPreferredSizes
  }
}
