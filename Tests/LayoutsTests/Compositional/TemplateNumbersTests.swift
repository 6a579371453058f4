import BasicAlgorithms
import Layouts
import Testing

/// The templates that a composition knows, by their descriptions.
struct TemplateNumbersTests {
  private static func section(_ height: Int) -> LayoutSection {
    let size = LayoutSize(width: .fractionalWidth(1), height: .absolute(Double(height)))
    return LayoutSection(group: .horizontal(size, subitems: [.item(LayoutItem(size))]))
  }

  @Test func aFewDescriptionsAreNotHashed() {
    var numbers = TemplateNumbers()
    for number in 0..<TemplateNumbers.mostCompared { numbers.add(Self.section(number + 1), number) }
    #expect(numbers.hashedCount == 0)
    numbers.add(Self.section(99), 99)
    #expect(numbers.hashedCount == TemplateNumbers.mostCompared + 1)
  }

  @Test(arguments: [1, 3, 4, 5, 40])
  func eachDescriptionLeadsToItsNumber(count: Int) {
    var random = SplitMix64(seed: 3)
    var numbers = TemplateNumbers()
    var known: [Int: Int] = [:]
    for _ in 0..<500 {
      let height = 1 + random.next(below: count)
      #expect(numbers.number(of: Self.section(height)) == known[height])
      if known[height] == nil {
        numbers.add(Self.section(height), 10 * height)
        known[height] = 10 * height
      }
      if random.next(below: 50) == 0 {
        known = known.filter { $0.key % 3 != 0 }
        numbers = numbers.keeping(Set(known.values))
      }
    }
  }
}
