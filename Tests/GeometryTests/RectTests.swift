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
