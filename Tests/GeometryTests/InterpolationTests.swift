import Geometry
import Testing

struct InterpolationTests {
  private let source = Rect(x: 0.1, y: 0.2, width: 0.3, height: 0.7)
  private let target = Rect(x: 1_000_000.1, y: -3.3, width: 12.7, height: 0.7)

  @Test func endsAreExact() {
    #expect(source.lerp(to: target, fraction: 0) == source)
    #expect(source.lerp(to: target, fraction: 1) == target)
    #expect(target.lerp(to: source, fraction: 1) == source)
  }

  @Test func equalEndsGiveAConstant() {
    for step in -100...300 {
      let fraction = Double(step) / 100
      #expect(source.lerp(to: source, fraction: fraction) == source, "\(fraction)")
      #expect(source.lerp(to: target, fraction: fraction).size.height == 0.7, "\(fraction)")
    }
  }

  @Test func componentsAreInterpolatedSeparately() {
    let rect = Rect(x: 0, y: 10, width: 20, height: 40)
      .lerp(to: Rect(x: 8, y: 6, width: 20, height: 0), fraction: 0.25)
    #expect(rect == Rect(x: 2, y: 9, width: 20, height: 30))
    #expect(Point(x: 0, y: 4).lerp(to: Point(x: 2, y: 0), fraction: 1.5) == Point(x: 3, y: -2))
    #expect(
      Size(width: 2, height: 4).lerp(to: Size(width: 4, height: 8), fraction: -0.5)
        == Size(width: 1, height: 2))
  }
}
