extension Transform3D {
  /// The transform that undoes this one; nil where none does.
  ///
  /// None does where the determinant is 0, or so near that the rounding of its 24 products could be
  /// all there is of it: within 2⁻⁴⁸ of the sum of their magnitudes. Large and small components make
  /// no difference as long as products of four of them are normal numbers: a scale by 1e-100 in each
  /// direction is undone, one by 1e-110 is not.
  ///
  /// By the 2 × 2 minors of the upper and of the lower two rows (Laplace's expansion).
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

  /// With `sign` −1 the minors; with 1 what they could be at most, if the rows are magnitudes.
  init(_ upper: SIMD4<Double>, _ lower: SIMD4<Double>, sign: Double) {
    func minor(_ left: Int, _ right: Int) -> Double {
      upper[left] * lower[right] + sign * upper[right] * lower[left]
    }
    (xy, xz, xw) = (minor(0, 1), minor(0, 2), minor(0, 3))
    (yz, yw, zw) = (minor(1, 2), minor(1, 3), minor(2, 3))
  }

  /// The determinant of four rows from the minors of both pairs, or, with `sign` 1, its most.
  func expansion(with other: Minors, sign: Double) -> Double {
    xy * other.zw + sign * xz * other.yw + xw * other.yz + yz * other.xw
      + sign * yw * other.xz + zw * other.xy
  }

  /// The cofactors, signs alternating from plus, of a row over `row` and the two rows of these.
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
