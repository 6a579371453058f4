/// The numbers of templates by the descriptions that they were solved from.
///
/// A few descriptions are compared one by one, the last found one first: that costs less than hashing
/// one, and neighbours are mostly equal. More are in a dictionary.
package struct TemplateNumbers {
  /// The most descriptions that are compared one by one.
  package static let mostCompared = 4

  /// All descriptions while they are few; then the last found one alone.
  private var compared: [(section: LayoutSection, number: Int)] = []
  /// The place of the last found one in `compared`.
  private var last = 0
  private var hashed: [LayoutSection: Int] = [:]

  /// The number of descriptions that have been hashed.
  package var hashedCount: Int { hashed.count }

  /// Creates an empty list.
  package init() {}

  /// Returns the number of the template of `section`; nil if there is none.
  package mutating func number(of section: LayoutSection) -> Int? {
    if last < compared.count, compared[last].section == section { return compared[last].number }
    if !hashed.isEmpty {
      guard let number = hashed[section] else { return nil }
      compared = [(section, number)]
      return number
    }
    for place in compared.indices where place != last && compared[place].section == section {
      last = place
      return compared[place].number
    }
    return nil
  }

  /// Adds a description that has no template yet.
  package mutating func add(_ section: LayoutSection, _ number: Int) {
    if hashed.isEmpty, compared.count < Self.mostCompared {
      last = compared.count
      compared.append((section, number))
      return
    }
    if hashed.isEmpty { for known in compared { hashed[known.section] = known.number } }
    hashed[section] = number
    compared = [(section, number)]
    last = 0
  }

  /// Returns the descriptions of the templates in `used`.
  package func keeping(_ used: Set<Int>) -> TemplateNumbers {
    var kept = TemplateNumbers()
    kept.compared = compared.filter { used.contains($0.number) }
    kept.hashed = hashed.filter { used.contains($0.value) }
    return kept
  }
}
