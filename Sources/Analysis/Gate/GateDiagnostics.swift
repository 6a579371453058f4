/// The functions and call stacks that explain counts that differ between two builds.
package struct GateDiagnostics: Hashable, Sendable {
  /// A function or a call stack, with its count in both builds.
  package struct Difference: Hashable, Sendable {
    /// The function; or the one that asked for memory, and who had called it.
    package let names: [String]
    /// The base's count.
    package let base: Int
    /// The head's.
    package let head: Int

    package init(names: [String], base: Int, head: Int) {
      self.names = names
      self.base = base
      self.head = head
    }
  }

  /// One case.
  package struct Section: Hashable, Sendable {
    package let caseID: String
    /// The greatest first.
    package let differences: [Difference]
    /// The number of more differ.
    package let omittedCount: Int

    package init(caseID: String, differences: [Difference], omittedCount: Int = 0) {
      self.caseID = caseID
      self.differences = differences
      self.omittedCount = omittedCount
    }
  }

  /// The functions whose own instructions differ most, of each case whose instructions differ.
  package var functions: [Section] = []
  /// The call stacks whose allocations differ most, of the first cases whose allocations differ.
  package var stacks: [Section] = []
  /// The cases whose allocations differ and whose stacks were not looked for.
  package var otherCount = 0
  /// The reason why the stacks are not known; nil where they are.
  package var obstacle: String?

  /// A case that has regressed, and where its profile lies.
  package struct Profile: Hashable, Sendable {
    package let caseID: String
    /// The page or the directory; the reason instead if there is no profile.
    package let place: String
    /// The profile's answer in a sentence.
    package let answer: String

    package init(caseID: String, place: String, answer: String) {
      self.caseID = caseID
      self.place = place
      self.answer = answer
    }
  }

  /// The profiles of regressed cases, if any were asked for.
  package var profiles: [Profile] = []

  /// Nothing to explain.
  package init() {}
}
