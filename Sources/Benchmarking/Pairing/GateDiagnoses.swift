/// The explanations of counts that differ between two builds.
package struct GateDiagnoses: Hashable, Sendable {
  /// The functions whose own instructions differ most, of one case.
  package struct Functions: Hashable, Sendable {
    package let caseID: String
    /// The most first.
    package let changes: [CallgrindProfile.Change]
  }

  /// The stacks whose calls of the allocator differ most, of one case.
  package struct Stacks: Hashable, Sendable {
    package let caseID: String
    /// The most first.
    package let changes: [AllocationStacks.Change]
    /// The stacks that differ besides.
    package let omittedCount: Int
  }

  /// The most functions of a case.
  static let mostFunctions = 5
  /// The most stacks of a case.
  static let mostStacks = 5
  /// The most cases whose stacks are looked for.
  static let mostStackCases = 3

  /// Of each case whose instructions have regressed or improved.
  package var functions: [Functions] = []
  /// Of the first cases whose allocations differ.
  package var stacks: [Stacks] = []
  /// The other cases whose allocations differ.
  package var otherCount = 0
  /// The reason why the stacks of some case are unknown; nil where all are known.
  package var obstacle: String?

  package init() {}
}
