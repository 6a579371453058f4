import Changesets
import Geometry

extension LayoutAttributes {
  /// The same place and look as another element's: what an update makes of a survivor's attributes.
  ///
  /// - Complexity: O(1); one allocation where the path has not two levels or there is a transform.
  public func replacingElement(with element: LayoutElement) -> LayoutAttributes {
    var moved = LayoutAttributes(element)
    moved.inline.bounds = inline.bounds
    moved.transform3D = transform3D
    moved.alpha = alpha
    moved.zIndex = zIndex
    moved.isHidden = isHidden
    return moved
  }

  /// The attributes on the way to `target`, as an animation shows them (clauses AN-8, TR-7).
  ///
  /// Centre, size, alpha and transform are in between; a size is never negative and an alpha never
  /// outside of 0...1, where `fraction` is. The identity, `zIndex` and `isHidden` are those of
  /// `target`.
  ///
  /// - Parameters:
  ///   - target: Where the way goes.
  ///   - fraction: 0 for these attributes, 1 for `target`; any other number goes on in a line.
  /// - Returns: Attributes of `target`'s element.
  public func interpolated(to target: LayoutAttributes, fraction: Double) -> LayoutAttributes {
    guard fraction != 1 else { return target }
    var between = target
    let size = self.size.lerp(to: target.size, fraction: fraction)
    between.size = Size(width: max(0, size.width), height: max(0, size.height))
    between.center = center.lerp(to: target.center, fraction: fraction)
    between.alpha = min(max(alpha + (target.alpha - alpha) * fraction, 0), 1)
    if transform3D != target.transform3D {
      between.transform3D = transform3D.lerp(to: target.transform3D, fraction: fraction)
    }
    return between
  }
}
