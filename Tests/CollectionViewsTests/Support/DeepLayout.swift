import Changesets
import Geometry
import Layouts

/// Nothing but supplementary elements: a dozen kinds, at paths of one, two, three and seven levels.
final class DeepLayout: CollectionViewLayout {
  static let kinds = (0..<12).map { ElementKind("DeepLayout\($0)") }
  private static let depths = [0, 1, 2, 6]
  private var sections = 0

  override func prepare() throws(LayoutError) { sections = host?.numberOfSections ?? 0 }
  override var contentSize: Size { Size(width: 100, height: 100) }

  private func attributes(_ section: Int, _ number: Int) -> LayoutAttributes {
    let path = ElementPath([section] + Array(repeating: 4, count: Self.depths[number % 4]))
    return LayoutAttributes(
      .supplementary(Self.kinds[number], path),
      frame: Rect(x: Double(section) * 20, y: Double(number) * 5, width: 20, height: 5))
  }

  override func layoutAttributesForElements(
    in rect: Rect, into buffer: inout [LayoutAttributes]
  ) {
    for section in 0..<sections {
      for number in Self.kinds.indices { buffer.append(attributes(section, number)) }
    }
  }

  override func layoutAttributesForSupplementaryElement(
    ofKind kind: ElementKind, at path: ElementPath
  ) -> LayoutAttributes? {
    guard let number = Self.kinds.firstIndex(of: kind), path.section < sections else { return nil }
    let found = attributes(path.section, number)
    return found.path == path ? found : nil
  }
}
