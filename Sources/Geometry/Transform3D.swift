#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A projective map of space: a 4 × 4 matrix that multiplies row vectors from the right.
///
/// ```swift
/// let half = Transform3D.scale(x: 0.5, y: 0.5).concatenating(.translation(x: 10, y: 0))
/// half.frame(of: Rect(x: 0, y: 0, width: 80, height: 40))  // (30, 10, 40, 20)
/// half.inverted()?.concatenating(half)  // .identity, up to rounding
/// ```
///
/// The terms and the order of factors are those of Core Animation's `CATransform3D`: `m41`, `m42`
/// and `m43` move, `m34` gives perspective.
@frozen
public struct Transform3D: Hashable, Sendable, Codable {
  /// The factor from x to x.
  public var m11 = 1.0
  /// The factor from x to y.
  public var m12 = 0.0
  /// The factor from x to z.
  public var m13 = 0.0
  /// The factor from x to the divisor.
  public var m14 = 0.0
  /// The factor from y to x.
  public var m21 = 0.0
  /// The factor from y to y.
  public var m22 = 1.0
  /// The factor from y to z.
  public var m23 = 0.0
  /// The factor from y to the divisor.
  public var m24 = 0.0
  /// The factor from z to x.
  public var m31 = 0.0
  /// The factor from z to y.
  public var m32 = 0.0
  /// The factor from z to z.
  public var m33 = 1.0
  /// The factor from z to the divisor: −1/d enlarges what is near for an eye at distance d.
  public var m34 = 0.0
  /// The translation along x, in points.
  public var m41 = 0.0
  /// The translation along y, in points.
  public var m42 = 0.0
  /// The translation along z, in points.
  public var m43 = 0.0
  /// The constant part of the divisor.
  public var m44 = 1.0

  /// The identity transform.
  public static let identity = Transform3D()

  /// Creates the identity transform.
  public init() {}

  /// A Boolean value that indicates whether each component equals the identity's exactly.
  public var isIdentity: Bool { self == Transform3D() }
}

// MARK: Making transforms

extension Transform3D {
  /// Returns a translation by (`x`, `y`, `z`) points.
  public static func translation(x: Double, y: Double, z: Double = 0) -> Transform3D {
    var transform = Transform3D()
    (transform.m41, transform.m42, transform.m43) = (x, y, z)
    return transform
  }

  /// Returns a scaling that multiplies each coordinate by its factor.
  public static func scale(x: Double, y: Double, z: Double = 1) -> Transform3D {
    var transform = Transform3D()
    (transform.m11, transform.m22, transform.m33) = (x, y, z)
    return transform
  }

  /// Returns a rotation by `angle` radians about the axis (`x`, `y`, `z`), which may have any
  /// length.
  ///
  /// About (0, 0, 1), a positive angle turns x towards y: clockwise, as y grows downwards.
  ///
  /// - Returns: The identity if the axis has no length, as in Core Animation, or is not finite.
  public static func rotation(angle: Double, x: Double, y: Double, z: Double) -> Transform3D {
    // Divided by a power of two, which is exact, so that the squares neither vanish nor overflow.
    let largest = max(abs(x), abs(y), abs(z))
    guard largest > 0, largest < .infinity else { return .identity }
    let unit = Double(sign: .plus, exponent: largest.exponent, significand: 1)
    let axis = SIMD3(x, y, z) / unit
    let squares = axis * axis
    let length = (squares.x + squares.y + squares.z).squareRoot()
    guard length > 0 else { return .identity }
    let (x, y, z) = (axis.x / length, axis.y / length, axis.z / length)
    let (sine, cosine) = (sin(angle), cos(angle))
    let rest = 1 - cosine
    var transform = Transform3D()
    transform.m11 = cosine + x * x * rest
    transform.m12 = x * y * rest + z * sine
    transform.m13 = x * z * rest - y * sine
    transform.m21 = x * y * rest - z * sine
    transform.m22 = cosine + y * y * rest
    transform.m23 = y * z * rest + x * sine
    transform.m31 = x * z * rest + y * sine
    transform.m32 = y * z * rest - x * sine
    transform.m33 = cosine + z * z * rest
    return transform
  }

  /// Returns the transform that applies this one first and then `next`: their product in this
  /// order.
  public func concatenating(_ next: Transform3D) -> Transform3D {
    let factors = next.rows
    func combined(_ row: SIMD4<Double>) -> SIMD4<Double> {
      row[0] * factors.0 + row[1] * factors.1 + row[2] * factors.2 + row[3] * factors.3
    }
    let rows = self.rows
    return Transform3D(
      rows: (combined(rows.0), combined(rows.1), combined(rows.2), combined(rows.3)))
  }

  /// Returns the transform that lies `fraction` of the way to `target`, component by component.
  ///
  /// This is right for translations, scalings and fades of perspective. Between two rotations the
  /// result is no rotation, and half way between opposite ones it flattens everything to a line or
  /// a point.
  ///
  /// - Parameters:
  ///   - target: The transform at fraction 1, exactly.
  ///   - fraction: 0 for this transform, 1 for `target`; values outside 0...1 extrapolate.
  /// - Returns: The interpolation of each component.
  public func lerp(to target: Transform3D, fraction: Double) -> Transform3D {
    let (source, target) = (rows, target.rows)
    func mixed(_ first: SIMD4<Double>, _ last: SIMD4<Double>) -> SIMD4<Double> {
      fraction == 1 ? last : first + (last - first) * fraction
    }
    return Transform3D(
      rows: (
        mixed(source.0, target.0), mixed(source.1, target.1), mixed(source.2, target.2),
        mixed(source.3, target.3)
      ))
  }
}

// MARK: Rectangles and points

extension Transform3D {
  /// Returns the bounding box of `bounds` after a transform about its centre.
  ///
  /// The identity returns exactly `bounds`. If perspective puts a corner beside or behind the eye
  /// (a divisor of 0 or less), there is no bounding box: the result is meaningless, and may be
  /// infinite or not a number.
  public func frame(of bounds: Rect) -> Rect {
    if isIdentity { return bounds }
    let (halfWidth, halfHeight) = (bounds.size.width / 2, bounds.size.height / 2)
    var low = Point(x: -halfWidth, y: -halfHeight).applying(self)
    var high = low
    func include(x: Double, y: Double) {
      let corner = Point(x: x, y: y).applying(self)
      low = Point(x: min(low.x, corner.x), y: min(low.y, corner.y))
      high = Point(x: max(high.x, corner.x), y: max(high.y, corner.y))
    }
    include(x: halfWidth, y: -halfHeight)
    include(x: -halfWidth, y: halfHeight)
    include(x: halfWidth, y: halfHeight)
    let center = bounds.center
    return Rect(
      x: center.x + low.x, y: center.y + low.y, width: high.x - low.x, height: high.y - low.y)
  }
}

extension Point {
  /// Returns the transformed point (`x`, `y`, 0), projected onto the plane.
  ///
  /// It is divided by the fourth coordinate, which differs from 1 with perspective. If that is 0
  /// the result is infinite or not a number.
  public func applying(_ transform: Transform3D) -> Point {
    let moved = Point(
      x: x * transform.m11 + y * transform.m21 + transform.m41,
      y: x * transform.m12 + y * transform.m22 + transform.m42)
    let divisor = x * transform.m14 + y * transform.m24 + transform.m44
    return divisor == 1 ? moved : Point(x: moved.x / divisor, y: moved.y / divisor)
  }
}

// MARK: Rows

extension Transform3D {
  typealias Rows = (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)

  var rows: Rows {
    (
      SIMD4(m11, m12, m13, m14), SIMD4(m21, m22, m23, m24), SIMD4(m31, m32, m33, m34),
      SIMD4(m41, m42, m43, m44)
    )
  }

  init(rows: Rows) {
    (m11, m12, m13, m14) = (rows.0[0], rows.0[1], rows.0[2], rows.0[3])
    (m21, m22, m23, m24) = (rows.1[0], rows.1[1], rows.1[2], rows.1[3])
    (m31, m32, m33, m34) = (rows.2[0], rows.2[1], rows.2[2], rows.2[3])
    (m41, m42, m43, m44) = (rows.3[0], rows.3[1], rows.3[2], rows.3[3])
  }
}

extension Transform3D {
  /// Returns the inverse transform; nil if there is none.
  ///
  /// There is none if the determinant is 0, or so near 0 that the rounding of its 24 products could
  /// explain it: within 2⁻⁴⁸ of the sum of their magnitudes. The scale of the components does not
  /// matter as long as products of four of them are normal numbers: a scaling by 1e-100 in each
  /// direction has an inverse, one by 1e-110 does not.
  ///
  /// Uses the 2 × 2 minors of the upper and of the lower two rows (Laplace's expansion).
  public func inverted() -> Transform3D? {
    let (first, second, third, fourth) = rows
    let upper = Minors(first, second, sign: -1)
    let lower = Minors(third, fourth, sign: -1)
    let determinant = upper.expansion(with: lower, sign: -1)
    let magnitudes = Minors(first.magnitudes, second.magnitudes, sign: 1)
      .expansion(with: Minors(third.magnitudes, fourth.magnitudes, sign: 1), sign: 1)
    guard determinant.isNormal, abs(determinant) > 0x1p-48 * magnitudes else { return nil }
    return Transform3D(
      columns: (
        lower.cofactors(of: second) / determinant, -lower.cofactors(of: first) / determinant,
        upper.cofactors(of: fourth) / determinant, -upper.cofactors(of: third) / determinant
      ))
  }

  private init(columns: Rows) {
    let (first, second, third, fourth) = columns
    func row(_ index: Int) -> SIMD4<Double> {
      SIMD4(first[index], second[index], third[index], fourth[index])
    }
    self.init(rows: (row(0), row(1), row(2), row(3)))
  }
}

/// The six 2 × 2 minors of two rows, named by their columns.
private struct Minors {
  let xy, xz, xw, yz, yw, zw: Double

  /// Creates the minors with `sign` −1; with 1 their upper bounds, if the rows are magnitudes.
  init(_ upper: SIMD4<Double>, _ lower: SIMD4<Double>, sign: Double) {
    func minor(_ left: Int, _ right: Int) -> Double {
      upper[left] * lower[right] + sign * upper[right] * lower[left]
    }
    (xy, xz, xw) = (minor(0, 1), minor(0, 2), minor(0, 3))
    (yz, yw, zw) = (minor(1, 2), minor(1, 3), minor(2, 3))
  }

  /// Returns the determinant of four rows from the minors of both pairs; with `sign` 1 its upper
  /// bound.
  func expansion(with other: Minors, sign: Double) -> Double {
    xy * other.zw + sign * xz * other.yw + xw * other.yz + yz * other.xw
      + sign * yw * other.xz + zw * other.xy
  }

  /// Returns the cofactors, with signs alternating from plus, of a row over `row` and the two rows
  /// of these minors.
  func cofactors(of row: SIMD4<Double>) -> SIMD4<Double> {
    let (x, y, z, w) = (row[0], row[1], row[2], row[3])
    return SIMD4(
      y * zw - z * yw + w * yz, z * xw - x * zw - w * xz, x * yw - y * xw + w * xy,
      y * xz - x * yz - z * xy)
  }
}

extension SIMD4<Double> {
  fileprivate var magnitudes: SIMD4<Double> { replacing(with: -self, where: self .< 0) }
}
