import Geometry
import Layouts
import Testing

/// Descriptions that are equal have one template; so each part of them takes part in `==`.
struct DescriptionEqualityTests {
  private struct Shade: CustomLayoutAttributes {
    var depth: Double
  }

  private static func background(
    _ change: (inout LayoutDecorationItem) -> Void
  ) -> LayoutDecorationItem {
    var item = LayoutDecorationItem.background(elementKind: ElementKind("plain"))
    change(&item)
    return item
  }

  private static func backgrounds() -> [LayoutDecorationItem] {
    [
      background { _ in },
      background { $0.elementKind = ElementKind("striped") },
      background { $0.contentInsets.top = 1 },
      background { $0.zIndex = 1 },
      background { $0.custom = Shade(depth: 1) },
      background { $0.custom = Shade(depth: 2) },
    ]
  }

  @Test func decorationsAreEqualIfAllTheirPartsAre() {
    for (first, one) in Self.backgrounds().enumerated() {
      for (second, other) in Self.backgrounds().enumerated() {
        #expect((one == other) == (first == second), "\(first) and \(second)")
      }
    }
  }

  @Test func aDecorationsHashHasAllItsParts() {
    let hashes = Self.backgrounds().map(\.hashValue)
    #expect(Self.backgrounds().map(\.hashValue) == hashes)
    #expect(Set(hashes).count == hashes.count)
  }
}
