import Changesets
public import Geometry

extension CollectionViewLayout {
  /// Returns the attributes of every element that overlaps `rect` in a new array.
  public final func layoutAttributesForElements(in rect: Rect) -> [LayoutAttributes] {
    var buffer: [LayoutAttributes] = []
    layoutAttributesForElements(in: rect, into: &buffer)
    return buffer
  }

  /// Returns the attributes of `element` of any category; nil if the layout has none.
  public final func layoutAttributes(for element: LayoutElement) -> LayoutAttributes? {
    switch element.category {
    case .cell: element.path.itemPath.flatMap { layoutAttributesForItem(at: $0) }
    case .supplementary:
      layoutAttributesForSupplementaryElement(ofKind: element.kind, at: element.path)
    case .decoration:
      layoutAttributesForDecorationElement(ofKind: element.kind, at: element.path)
    }
  }

  /// Returns the foremost item whose frame contains `point`.
  final func foremostItem(at point: Point) -> ItemPath? {
    let rect = Rect(origin: point, size: Size(width: 1, height: 1))
    return layoutAttributesForElements(in: rect).foremostItem(at: point)
  }

  /// Invalidates the layout if a property has another value than before; for `didSet`.
  package final func invalidateLayout<Value: Equatable>(from oldValue: Value, to value: Value) {
    if value != oldValue { invalidateLayout() }
  }

  /// Invalidates everything that the layout computed; counts stay valid.
  public final func invalidateLayout() {
    invalidateLayout(with: Self.invalidationContextClass.init())
  }

  /// Registers the source of decoration views of `kind`; nil removes it.
  ///
  /// The caller and the collection view agree on the type of a registration.
  public final func registerDecoration(_ registration: Any?, ofKind kind: ElementKind) {
    decorations[kind] = registration
  }

  /// Returns the source of decoration views of `kind`; nil if none is registered.
  public final func decorationRegistration(ofKind kind: ElementKind) -> Any? { decorations[kind] }
}
