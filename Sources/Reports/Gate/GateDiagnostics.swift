/// What explains the counts that differ between two builds: functions, and call stacks.
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

    /// `+1,204`: what the head has more.
    var text: String { (head >= base ? "+" : "") + DisplayFormat.grouped(head - base) }
  }

  /// One case.
  package struct Section: Hashable, Sendable {
    package let caseID: String
    /// The greatest first.
    package let differences: [Difference]
    /// How many more differ.
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
  /// Why the stacks are not known; nil where they are.
  package var obstacle: String?

  /// Nothing to explain.
  package init() {}

  /// The parts that have something to say, with their titles.
  var parts: [(title: String, counted: String, sections: [Section])] {
    [
      ("Functions whose own instructions differ most", "function", functions),
      ("Call stacks whose allocations differ most", "stack", stacks),
    ].filter { !$0.2.isEmpty }
  }

  /// What is not known of the stacks; nil where all is.
  var remark: String? {
    if let obstacle { return "Call stacks of the allocations are not known: \(obstacle)" }
    guard otherCount > 0 else { return nil }
    return "The allocations of \(DisplayFormat.cases(otherCount)) more differ; "
      + "their call stacks were not looked for."
  }
}
