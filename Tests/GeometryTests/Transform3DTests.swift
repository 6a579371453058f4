import BasicAlgorithms
import Foundation
import Geometry
import Testing

struct Transform3DTests {
  private static let quarter = Double.pi / 2

  private func isNear(_ left: Rect, _ right: Rect) -> Bool {
    [
      left.minX - right.minX, left.minY - right.minY, left.size.width - right.size.width,
      left.size.height - right.size.height,
    ].allSatisfy { abs($0) < 1e-9 }
  }

  // MARK: Frames

  @Test func theIdentityKeepsEveryBit() {
    let odd = Rect(x: 0.1, y: 0.7, width: 0.3, height: 1e-300)
    #expect(Transform3D.identity.isIdentity)
    #expect(Transform3D.identity.frame(of: odd) == odd)
    #expect(Point(x: 0.1, y: -7).applying(.identity) == Point(x: 0.1, y: -7))
    #expect(!Transform3D.translation(x: 0, y: 0, z: 1e-300).isIdentity)
    #expect(Transform3D.translation(x: 0, y: 0).isIdentity)
    #expect(Transform3D.scale(x: 1, y: 1).isIdentity)
  }

  @Test(arguments: [
    (Transform3D.translation(x: 5, y: -7, z: 9), Rect(x: 15, y: 13, width: 40, height: 20)),
    (.scale(x: 2, y: 0.5, z: 3), Rect(x: -10, y: 25, width: 80, height: 10)),
    (.scale(x: -1, y: 1), Rect(x: 10, y: 20, width: 40, height: 20)),
    (.scale(x: 0, y: 1), Rect(x: 30, y: 20, width: 0, height: 20)),
    // A quarter turn swaps the extents about the centre (30, 30).
    (.rotation(angle: quarter, x: 0, y: 0, z: 1), Rect(x: 20, y: 10, width: 20, height: 40)),
    // Half a diagonal of a square of each extent: (40 + 20) / √2.
    (
      .rotation(angle: -quarter / 2, x: 0, y: 0, z: 9),
      Rect(
        x: 30 - 30 / 2.0.squareRoot(), y: 30 - 30 / 2.0.squareRoot(), width: 60 / 2.0.squareRoot(),
        height: 60 / 2.0.squareRoot())
    ),
    // Tipped by 60°, half is seen.
    (.rotation(angle: .pi / 3, x: 2, y: 0, z: 0), Rect(x: 10, y: 25, width: 40, height: 10)),
    (.rotation(angle: .pi / 3, x: 0, y: -1, z: 0), Rect(x: 20, y: 20, width: 20, height: 20)),
    (.rotation(angle: quarter, x: 0, y: 1, z: 0), Rect(x: 30, y: 20, width: 0, height: 20)),
    // The axis at 45° swaps x and y by half a turn.
    (.rotation(angle: .pi, x: 1, y: 1, z: 0), Rect(x: 20, y: 10, width: 20, height: 40)),
    (.rotation(angle: 1, x: 0, y: 0, z: 0), Rect(x: 10, y: 20, width: 40, height: 20)),
  ])
  func framesAreTheBoundingBoxesOfTheCorners(_ transform: Transform3D, _ expected: Rect) {
    let frame = transform.frame(of: Rect(x: 10, y: 20, width: 40, height: 20))
    #expect(isNear(frame, expected), "\(frame)")
  }

  @Test func perspectiveEnlargesWhatIsNear() {
    var eye = Transform3D.identity
    eye.m34 = -1.0 / 100
    // At z = 50, half way to the eye, everything is twice as large.
    let near = Transform3D.translation(x: 0, y: 0, z: 50).concatenating(eye)
    #expect(Point(x: 3, y: -4).applying(near) == Point(x: 6, y: -8))
    // Turned by 90° about y, the edges at x = ±20 stand at z = −20 and 20: the rear one is seen at
    // 100/120, the near one at 100/80 of its height.
    let turned = Transform3D.rotation(angle: Self.quarter, x: 0, y: 1, z: 0).concatenating(eye)
    let frame = turned.frame(of: Rect(x: -20, y: -10, width: 40, height: 20))
    #expect(isNear(frame, Rect(x: 0, y: -12.5, width: 0, height: 25)), "\(frame)")
  }

  @Test func theLengthOfTheAxisDoesNotMatter() {
    for length in [0x1p-1074, 1e-200, 1, 1e200, Double.greatestFiniteMagnitude / 4] {
      let turned = Transform3D.rotation(angle: 0.5, x: 0, y: 0, z: length)
      #expect(turned == .rotation(angle: 0.5, x: 0, y: 0, z: 1), "\(length)")
      guard length >= 1e-200 else { continue }
      let slanted = Transform3D.rotation(angle: 1, x: length, y: -2 * length, z: 3 * length)
      let expected = Transform3D.rotation(angle: 1, x: 1, y: -2, z: 3)
      let distance = Matrix(slanted).distance(to: Matrix(expected))
      #expect(distance < 1e-15, "\(length)")
    }
    for bad in [Double.nan, .infinity, 0] {
      #expect(Transform3D.rotation(angle: 1, x: bad, y: 0, z: 0).isIdentity)
    }
  }

  @Test func framesContainAndTouchEveryCorner() {
    var generator = SplitMix64(seed: 1)
    for round in 0..<500 {
      let transform = Self.randomTransform(&generator)
      let bounds = Rect(
        x: generator.next(in: -100...100), y: generator.next(in: -100...100),
        width: generator.next(in: 0...50), height: generator.next(in: 0...50))
      let corners = [(-0.5, -0.5), (-0.5, 0.5), (0.5, -0.5), (0.5, 0.5)].map { sides in
        let local = Point(x: sides.0 * bounds.size.width, y: sides.1 * bounds.size.height)
        let moved = local.applying(transform)
        return Point(x: bounds.center.x + moved.x, y: bounds.center.y + moved.y)
      }
      let xs = corners.map(\.x).sorted()
      let ys = corners.map(\.y).sorted()
      let expected = Rect(x: xs[0], y: ys[0], width: xs[3] - xs[0], height: ys[3] - ys[0])
      let frame = transform.frame(of: bounds)
      #expect(isNear(frame, expected), "round \(round): \(frame), not \(expected)")
    }
  }

  // MARK: Products

  @Test func theFirstFactorAppliesFirst() {
    let move = Transform3D.translation(x: 10, y: 0)
    let grow = Transform3D.scale(x: 2, y: 2)
    #expect(Point(x: 1, y: 1).applying(move.concatenating(grow)) == Point(x: 22, y: 2))
    #expect(Point(x: 1, y: 1).applying(grow.concatenating(move)) == Point(x: 12, y: 2))
    // A positive angle about z turns x towards y.
    let turned = Point(x: 1, y: 0).applying(.rotation(angle: Self.quarter, x: 0, y: 0, z: 1))
    #expect(abs(turned.x) < 1e-15 && abs(turned.y - 1) < 1e-15, "\(turned)")
  }

  @Test func productsMatchTheDefinition() {
    var generator = SplitMix64(seed: 2)
    for round in 0..<500 {
      let (first, second) = (Matrix.random(&generator), Matrix.random(&generator))
      let product = Matrix(first.transform.concatenating(second.transform))
      #expect(product == first.times(second), "round \(round): \(first) times \(second)")
    }
  }

  @Test func turnsAboutOneAxisAddUp() {
    var generator = SplitMix64(seed: 3)
    for round in 0..<200 {
      let axis = (0..<3).map { _ in Double(generator.next(in: 1...9)) }
      func turn(_ angle: Double) -> Transform3D {
        .rotation(angle: angle, x: axis[0], y: axis[1], z: axis[2])
      }
      let (first, second) = (generator.next(in: -4...4.0), generator.next(in: -4...4.0))
      let both = Matrix(turn(first).concatenating(turn(second)))
      #expect(both.distance(to: Matrix(turn(first + second))) < 1e-14, "round \(round)")
      // The axis itself stays where it is.
      let moved = Matrix(turn(first)).applied(to: axis + [1])
      #expect(zip(moved, axis).allSatisfy { abs($0 - $1) < 1e-13 }, "round \(round): \(moved)")
    }
  }

  // MARK: Inverses

  /// Whole components from −2 to 2, of which about one in twelve is singular.
  @Test func inversesExistWhereTheDeterminantIsNotZero() {
    var generator = SplitMix64(seed: 4)
    var singular = 0
    for round in 0..<1_000 {
      let matrix = Matrix.random(&generator)
      let inverse = matrix.transform.inverted()
      if matrix.determinant == 0 { singular += 1 }
      #expect((inverse == nil) == (matrix.determinant == 0), "round \(round): \(matrix)")
      guard let inverse else { continue }
      for product in [
        matrix.transform.concatenating(inverse), inverse.concatenating(matrix.transform),
      ] {
        let error = Matrix(product).distance(to: Matrix(.identity))
        #expect(error < 1e-12, "round \(round): \(matrix)")
      }
    }
    #expect((20...400).contains(singular))
  }

  @Test func aFlatteningTransformHasNoInverse() {
    var generator = SplitMix64(seed: 5)
    for round in 0..<500 {
      let (before, after) = (
        Self.randomTransform(&generator), Self.randomTransform(&generator)
      )
      let flat = before.concatenating(.scale(x: 1, y: 1, z: 0)).concatenating(after)
      #expect(before.inverted() != nil, "round \(round)")
      #expect(flat.inverted() == nil, "round \(round): only rounding is left")
    }
  }

  @Test func scalesAndTranslationsOfAnySizeHaveInverses() {
    let far = Transform3D.translation(x: 1e16, y: -3, z: 0.5)
    #expect(far.inverted() == .translation(x: -1e16, y: 3, z: -0.5))
    #expect(Transform3D.scale(x: 4, y: -0.5).inverted() == .scale(x: 0.25, y: -2))
    #expect(Transform3D.scale(x: 0x1p-320, y: 1, z: 0x1p320).inverted() != nil)
    #expect(Transform3D.scale(x: 1e-100, y: 1e-100, z: 1e-100).inverted() != nil)
    #expect(Transform3D.scale(x: 1e-110, y: 1e-110, z: 1e-110).inverted() == nil)
    #expect(Transform3D.scale(x: .nan, y: 1).inverted() == nil)
    #expect(Transform3D.scale(x: .infinity, y: 1).inverted() == nil)
  }

  // MARK: Interpolation and coding

  @Test func interpolationGoesComponentByComponent() {
    var generator = SplitMix64(seed: 6)
    for round in 0..<200 {
      let (source, target) = (Matrix.random(&generator), Matrix.random(&generator))
      let quarter = Matrix(source.transform.lerp(to: target.transform, fraction: 0.25))
      let expected = zip(source.rows.joined(), target.rows.joined()).map { $0 + ($1 - $0) / 4 }
      #expect(Array(quarter.rows.joined()) == expected, "round \(round)")
    }
    let (source, target) = (
      Self.randomTransform(&generator), Self.randomTransform(&generator)
    )
    #expect(source.lerp(to: target, fraction: 0) == source)
    #expect(source.lerp(to: target, fraction: 1) == target)
    #expect(source.lerp(to: source, fraction: 0.3) == source)
  }

  @Test func codingKeepsEveryComponent() throws {
    var generator = SplitMix64(seed: 7)
    let transform = Self.randomTransform(&generator)
    let data = try JSONEncoder().encode(transform)
    #expect(try JSONDecoder().decode(Transform3D.self, from: data) == transform)
    #expect(Set([transform, transform, .identity]).count == 2)
  }

  /// A turn about some axis, a move, and a perspective from a distance.
  private static func randomTransform(_ generator: inout SplitMix64) -> Transform3D {
    var eye = Transform3D.identity
    eye.m34 = -1.0 / 1_000
    return Transform3D.rotation(
      angle: generator.next(in: -3...3.0), x: generator.next(in: 0.1...1),
      y: generator.next(in: 0.1...1), z: generator.next(in: 0.1...1)
    ).concatenating(
      .translation(
        x: generator.next(in: -9...9.0), y: generator.next(in: -9...9.0),
        z: generator.next(in: -9...9.0))
    ).concatenating(eye)
  }
}

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
