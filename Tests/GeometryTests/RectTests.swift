import Geometry
import Testing

struct RectTests {
  @Test func touchingRectanglesDoNotOverlap() {
    let rect = Rect(x: 0, y: 0, width: 10, height: 10)
    #expect(!rect.overlaps(Rect(x: 10, y: 0, width: 10, height: 10)))
    #expect(!rect.overlaps(Rect(x: 0, y: 10, width: 10, height: 10)))
    #expect(rect.overlaps(Rect(x: 9.5, y: 9.5, width: 10, height: 10)))
  }

  @Test func emptyRectanglesOverlapNothing() {
    let rect = Rect(x: 0, y: 0, width: 10, height: 10)
    #expect(!rect.overlaps(Rect(x: 5, y: 5, width: 0, height: 5)))
    #expect(!Rect(x: 5, y: 5, width: 5, height: 0).overlaps(rect))
    #expect(!rect.overlaps(Rect(x: 5, y: 5, width: -3, height: 5)))
  }
}

/// Every rectangle with whole coordinates on a small grid, against the sets of its unit cells.
struct RectCombiningTests {
  /// A rectangle and the cells of the grid −1..<6 by −1..<6 that lie in it, a bit each.
  private struct Case {
    let x, y, width, height: Int
    let rect: Rect
    let cells: UInt64

    init(x: Int, y: Int, width: Int, height: Int) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
      rect = Rect(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
      var cells: UInt64 = 0
      for row in -1..<6 {
        for column in -1..<6
        where x <= column && column < x + width && y <= row && row < y + height {
          cells |= 1 << ((row + 1) * 7 + column + 1)
        }
      }
      self.cells = cells
    }

    static let all = (0...2).flatMap { x in
      (0...2).flatMap { y in
        (-1...3).flatMap { width in
          (-1...3).map { Case(x: x, y: y, width: width, height: $0) }
        }
      }
    }
  }

  private static func cells(of rect: Rect) -> UInt64 {
    Case(
      x: Int(rect.minX), y: Int(rect.minY), width: Int(rect.size.width),
      height: Int(rect.size.height)
    ).cells
  }

  @Test func pointsOnTheLeftAndTopEdgeAreInside() {
    for item in Case.all {
      for row in -1..<6 {
        for column in -1..<6 {
          let isInside = item.cells >> ((row + 1) * 7 + column + 1) & 1 == 1
          let corner = Point(x: Double(column), y: Double(row))
          let middle = Point(x: corner.x + 0.5, y: corner.y + 0.5)
          #expect(item.rect.contains(corner) == isInside, "\(item.rect), \(corner)")
          #expect(item.rect.contains(middle) == isInside, "\(item.rect), \(middle)")
        }
      }
    }
    #expect(!Rect(x: 0, y: 0, width: 1, height: 1).contains(Point(x: .nan, y: 0)))
  }

  @Test func overlapsAndIntersectionsMatchTheirCells() {
    var mismatches: [String] = []
    for first in Case.all {
      for second in Case.all {
        let shared = first.cells & second.cells
        let intersection = first.rect.intersection(second.rect)
        let isRight =
          first.rect.overlaps(second.rect) == (shared != 0)
          && intersection.map(Self.cells) == (shared == 0 ? nil : shared)
          && intersection == second.rect.intersection(first.rect)
        if !isRight { mismatches.append("\(first.rect), \(second.rect): \(intersection as Any)") }
      }
    }
    #expect(mismatches.isEmpty, "\(mismatches.prefix(5))")
  }

  @Test func intersectionsKeepExtentsExact() {
    // 0.7 + 0.1 − 0.7 is not 0.1, nor is 0.3 + 0.6 − 0.3 the extent 0.6.
    let inner = Rect(x: 0.7, y: 0.3, width: 0.1, height: 0.6)
    let outer = Rect(x: -10, y: -10, width: 20, height: 20)
    #expect(inner.maxX - inner.minX != 0.1 && inner.maxY - inner.minY != 0.6)
    #expect(inner.intersection(outer) == inner)
    #expect(outer.intersection(inner) == inner)
    #expect(inner.intersection(inner) == inner)
    let sameStart = Rect(x: 0.7, y: 0.3, width: 5, height: 0.6)
    #expect(inner.intersection(sameStart) == inner)
    #expect(sameStart.intersection(inner) == inner)
  }

  @Test func unionsReachFromTheFirstEdgesToTheLast() {
    var mismatches: [String] = []
    for first in Case.all {
      for second in Case.all {
        let filled = [first, second].filter { $0.cells != 0 }
        var expected: Rect?
        if let left = filled.map(\.x).min(), let top = filled.map(\.y).min(),
          let right = filled.map({ $0.x + $0.width }).max(),
          let bottom = filled.map({ $0.y + $0.height }).max()
        {
          expected = Case(x: left, y: top, width: right - left, height: bottom - top).rect
        }
        let union = first.rect.union(second.rect)
        let isRight =
          Rect.union(of: [first.rect, second.rect]) == expected && union == expected ?? first.rect
        if !isRight { mismatches.append("\(first.rect), \(second.rect): \(union)") }
      }
    }
    #expect(mismatches.isEmpty, "\(mismatches.prefix(5))")
  }

  @Test func unionsDoNotStartAtTheOrigin() {
    let far = Rect(x: 100, y: 200, width: 10, height: 10)
    #expect(Rect.union(of: []) == nil)
    #expect(Rect.union(of: [.zero]) == nil)
    #expect(Rect.union(of: [far]) == far)
    #expect(Rect.zero.union(far) == far)
    #expect(
      Rect.union(of: [far, .zero, Rect(x: 90, y: 250, width: 5, height: 5)])
        == Rect(x: 90, y: 200, width: 20, height: 55))
  }

  @Test func insetsMoveEachEdge() {
    let rect = Rect(x: 10, y: 20, width: 30, height: 40)
    let insets = EdgeInsets(top: 1, left: 2, bottom: 4, right: 8)
    #expect(rect.inset(by: insets) == Rect(x: 12, y: 21, width: 20, height: 35))
    #expect(rect.insetBy(dx: 1, dy: 2) == Rect(x: 11, y: 22, width: 28, height: 36))
    #expect(rect.insetBy(dx: -1, dy: -2) == Rect(x: 9, y: 18, width: 32, height: 44))
    #expect(rect.insetBy(dx: 15, dy: 0).isEmpty)
    #expect(rect.insetBy(dx: 16, dy: 0).isEmpty)
    #expect(!rect.insetBy(dx: 14, dy: 0).isEmpty)
    #expect(rect.inset(by: .zero) == rect)
    #expect(rect.offsetBy(dx: 3, dy: -4) == Rect(x: 13, y: 16, width: 30, height: 40))
  }
}
