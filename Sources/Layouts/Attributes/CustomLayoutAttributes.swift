import Changesets
import Geometry

/// Attributes of a layout's own, beside those that every layout has.
///
///     struct Parallax: CustomLayoutAttributes {
///       var shift = 0.0
///     }
///     // In the layout:
///     attributes.custom = Parallax(shift: shift)
///     // In the cell's apply(_:):
///     image.shift = (attributes.custom as? Parallax)?.shift ?? 0
///
/// They take the place of a subclass of `UICollectionViewLayoutAttributes`: attributes are values, so
/// that no class is registered. A view is applied attributes whose custom part is another, by `==`.
public protocol CustomLayoutAttributes: Hashable, Sendable {
  /// Computes the attributes on the way to `target`, as an animation shows them.
  ///
  /// - Parameters:
  ///   - target: The attributes at the end.
  ///   - fraction: 0 for these attributes, 1 for `target`.
  /// - Returns: What lies between. The default returns `target`.
  func interpolated(to target: Self, fraction: Double) -> Self
}

extension CustomLayoutAttributes {
  /// Returns `target`.
  public func interpolated(to target: Self, fraction: Double) -> Self { target }

  fileprivate func isEqual(to other: any CustomLayoutAttributes) -> Bool {
    (other as? Self) == self
  }

  /// Returns what lies between `source` and these, if both are of one type.
  func interpolated(
    from source: (any CustomLayoutAttributes)?, fraction: Double
  ) -> any CustomLayoutAttributes {
    (source as? Self)?.interpolated(to: self, fraction: fraction) ?? self
  }
}

extension Optional<any CustomLayoutAttributes> {
  /// Returns a Boolean value that indicates whether both are nil, or of one type and equal.
  package func isEqual(to other: Self) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    return self.isEqual(to: other)
  }
}

extension LayoutAttributes {
  /// The attributes of a layout's own; nil, the default, for none.
  ///
  /// Setting them allocates once. A copy of attributes that have them counts a reference.
  public var custom: (any CustomLayoutAttributes)? {
    get { rare?.custom }
    set { setRare(transform: transform3D, path: rare?.path, custom: newValue) }
  }

  mutating func setRare(
    transform: Transform3D, path: ElementPath?, custom: (any CustomLayoutAttributes)?
  ) {
    rare =
      transform.isIdentity && path == nil && custom == nil
      ? nil : RareAttributes(transform: transform, path: path, custom: custom)
  }
}
