/// Operations on a collection view and what they run under.
public struct ViewScript: Hashable, Sendable {
  /// What the operations run under.
  public var configuration: ViewConfiguration
  /// The operations, in order.
  public var operations: [ViewOperation]

  /// A script of these operations.
  public init(configuration: ViewConfiguration, operations: [ViewOperation]) {
    self.configuration = configuration
    self.operations = operations
  }

  /// Performs the script.
  ///
  /// - Returns: How many operations were not passed over.
  /// - Throws: The first difference from the model, with a script that was shrunk.
  public func check() throws(ViewConformanceFailure) -> Int {
    try check(journal: nil, flaw: nil)
  }

  /// The same, with a mistake made on purpose.
  func check(
    journal: (any StressJournal)?, flaw: ViewFlaw?
  ) throws(ViewConformanceFailure) -> Int {
    let outcome = Self.perform(operations, under: configuration, flaw, journal)
    guard let failing = outcome.failing else { return outcome.performed }
    throw ViewConformanceFailure(
      seed: nil, operationNumber: outcome.performed, configuration: configuration,
      script: Array(operations[...failing]), flaw: flaw)
  }

  /// Performs `operations` on a new view until one makes a difference.
  static func perform(
    _ operations: [ViewOperation], under configuration: ViewConfiguration, _ flaw: ViewFlaw?,
    _ journal: (any StressJournal)? = nil
  ) -> (performed: Int, failing: Int?, mismatch: ViewMismatch?) {
    let performer = ViewPerformer(configuration, flaw: flaw)
    journal?.begin(StressScript.text(StressScript.header(configuration), []))
    for (index, operation) in operations.enumerated() {
      journal?.add(StressScript.line(operation))
      if let mismatch = performer.perform(operation) {
        return (performer.performedCount, index, mismatch)
      }
    }
    return (performer.performedCount, nil, nil)
  }
}

extension ViewScript {
  /// The script as a file has it.
  public var text: String { StressScript.views(self).text }
}
