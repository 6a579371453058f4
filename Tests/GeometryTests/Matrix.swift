import BasicAlgorithms
import Geometry

/// The dullest 4 × 4 matrix: rows of numbers, everything by its definition.
struct Matrix: Equatable {
  var rows: [[Double]]

  init(rows: [[Double]]) { self.rows = rows }

  init(_ transform: Transform3D) {
    rows = [
      [transform.m11, transform.m12, transform.m13, transform.m14],
      [transform.m21, transform.m22, transform.m23, transform.m24],
      [transform.m31, transform.m32, transform.m33, transform.m34],
      [transform.m41, transform.m42, transform.m43, transform.m44],
    ]
  }

  /// Whole components from −2 to 2.
  static func random(_ generator: inout SplitMix64) -> Matrix {
    Matrix(
      rows: (0..<4).map { _ in (0..<4).map { _ in Double(generator.number(in: -2...2) as Int) } })
  }

  var transform: Transform3D {
    var transform = Transform3D.identity
    (transform.m11, transform.m12) = (rows[0][0], rows[0][1])
    (transform.m13, transform.m14) = (rows[0][2], rows[0][3])
    (transform.m21, transform.m22) = (rows[1][0], rows[1][1])
    (transform.m23, transform.m24) = (rows[1][2], rows[1][3])
    (transform.m31, transform.m32) = (rows[2][0], rows[2][1])
    (transform.m33, transform.m34) = (rows[2][2], rows[2][3])
    (transform.m41, transform.m42) = (rows[3][0], rows[3][1])
    (transform.m43, transform.m44) = (rows[3][2], rows[3][3])
    return transform
  }

  func times(_ other: Matrix) -> Matrix {
    Matrix(rows: rows.map(other.applied))
  }

  /// The row vector times this matrix.
  func applied(to vector: [Double]) -> [Double] {
    (0..<4).map { column in
      (0..<4).reduce(0) { $0 + vector[$1] * rows[$1][column] }
    }
  }

  /// By cofactors of the first row; exact for small whole components.
  var determinant: Double { Self.determinant(rows) }

  private static func determinant(_ rows: [[Double]]) -> Double {
    guard let first = rows.first else { return 1 }
    var sum = 0.0
    for (column, component) in first.enumerated() {
      let minor = rows.dropFirst().map { row in
        row.enumerated().filter { $0.offset != column }.map(\.element)
      }
      sum += (column.isMultiple(of: 2) ? 1 : -1) * component * determinant(minor)
    }
    return sum
  }

  /// The largest difference of a component.
  func distance(to other: Matrix) -> Double {
    zip(rows.joined(), other.rows.joined()).map { abs($0 - $1) }.max() ?? 0
  }
}

extension SplitMix64 {
  /// Returns a multiple of 1/1,000 of the length of `range` in it.
  mutating func next(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * Double(number(in: 0...1_000)) / 1_000
  }
}
