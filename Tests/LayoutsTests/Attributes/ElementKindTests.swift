import Layouts
import Testing

/// Kinds are names, told apart by a number.
@Suite struct ElementKindTests {
  @Test func equalNamesAreEqualKinds() {
    let names = (0..<12).map { "ElementKindTests.\($0)" }
    let kinds = names.map { ElementKind($0) }
    #expect(kinds == names.map { ElementKind($0) })
    #expect(Set(kinds).count == 12)
    #expect(kinds.map(\.name) == names)
    #expect(kinds.map(\.description) == names)
    #expect(MemoryLayout<ElementKind>.size == 4)
  }

  @Test func kindsOfTheLayoutsHaveTheirUsualNames() {
    #expect(ElementKind.sectionHeader == ElementKind("UICollectionElementKindSectionHeader"))
    #expect(ElementKind.sectionFooter == ElementKind("UICollectionElementKindSectionFooter"))
    #expect(ElementKind.cell == ElementKind(""))
    #expect(ElementKind.sectionHeader != .sectionFooter)
  }

  @Test func namesAreInternedFromManyTasksAtOnce() async {
    let kinds = await withTaskGroup(of: [ElementKind].self) { group in
      for _ in 0..<8 {
        group.addTask { (0..<200).map { ElementKind("ElementKindTests.many.\($0)") } }
      }
      return await group.reduce(into: [[ElementKind]]()) { $0.append($1) }
    }
    #expect(Set(kinds).count == 1)
    #expect(Set(kinds[0]).count == 200)
  }
}
