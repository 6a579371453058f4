import BasicAlgorithms

/// Operations that are drawn while they are performed under one configuration, and then performed under
/// others.
protocol DrawnScript: Hashable, Sendable {
  associatedtype Configuration: Equatable
  associatedtype Performer: ScriptPerformer where Performer.Configuration == Configuration
  associatedtype Generator: ScriptGenerator where Generator.Performer == Performer
  typealias Operation = Performer.Operation
  typealias Mutation = Performer.Mutation
  typealias Failure = ConformanceFailure<Self>

  /// The subject and what is wrong with it, where something is.
  static var headline: String { get }
  static var configurations: [Configuration] { get }
  /// The number of configurations, next to the script's own, under which it is performed, too.
  ///
  /// A small number finds more: operations of a new script try more than those of an old one under
  /// another configuration.
  ///
  /// One more than it must have no divisor in common with the number of all configurations: so a script
  /// is drawn under each of them in turn.
  static var replayCount: Int { get }
  /// The first line of the script's file.
  static func header(_ configuration: Configuration) -> String
  var configuration: Configuration { get }
  var operations: [Operation] { get }
  /// The script as a file has it.
  var text: String { get }

  init(configuration: Configuration, operations: [Operation])
}

/// Performs operations on a subject and on its model, and compares them after each.
protocol ScriptPerformer: AnyObject {
  associatedtype Configuration
  associatedtype Operation: ShrinkableOperation & Encodable
  associatedtype Mutation

  /// The number of operations that were not skipped.
  var performedCount: Int { get }

  init(_ configuration: Configuration, mutation: Mutation?)

  /// Returns the first difference; nil without one.
  func perform(_ operation: Operation) -> Mismatch?
}

/// Draws the operations of one run.
protocol ScriptGenerator {
  associatedtype Performer: ScriptPerformer

  /// The number of operations in a run.
  static var operationCount: Int { get }

  init(seed: UInt64)

  /// Draws operation `step` of the run, the first being 0, for the state that `performer` is in.
  mutating func next(_ step: Int, for performer: Performer) -> Performer.Operation
}

extension DrawnScript {
  /// Performs random operations in runs, each on a new subject: drawn under one configuration, another
  /// one for each run.
  ///
  /// - Parameters:
  ///   - operations: The number of operations, counted under all configurations.
  ///   - seed: The seed that determines them.
  ///   - journal: A journal that gets each operation before it is performed.
  ///   - mutation: A mistake planted on purpose.
  /// - Returns: The number of operations performed.
  /// - Throws: The first difference from the model, with a script that was shrunk.
  static func check(
    operations: Int, seed: UInt64, journal: (any StressJournal)?, mutation: Mutation?
  ) throws(Failure) -> Int {
    var seeds = SplitMix64(seed: seed)
    var leading = seeds.number(in: 0...configurations.count - 1)
    var performed = 0
    while performed < operations {
      let configuration = configurations[leading]
      let (script, lines) = try draw(
        under: configuration, runSeed: seeds.next(), seed, mutation, journal, &performed)
      let others = leading + 1...leading + replayCount
      leading = (leading + 1 + replayCount) % configurations.count
      for place in others {
        guard performed < operations else { return performed }
        let other = configurations[place % configurations.count]
        journal?.begin(StressScript.text(header(other), lines))
        let replayed = perform(script, under: other, mutation)
        performed += replayed.performed
        if let failing = replayed.failure?.failing {
          throw failure(
            seed: seed, operationNumber: performed, configuration: other,
            script: Array(script[...failing]), mutation)
        }
      }
    }
    return performed
  }

  /// Draws a script and performs it; with a journal, also returns its lines.
  private static func draw(
    under configuration: Configuration, runSeed: UInt64, _ seed: UInt64, _ mutation: Mutation?,
    _ journal: (any StressJournal)?, _ performed: inout Int
  ) throws(Failure) -> (script: [Operation], lines: [String]) {
    var generator = Generator(seed: runSeed)
    let performer = Performer(configuration, mutation: mutation)
    var (script, lines): ([Operation], [String]) = ([], [])
    journal?.begin(StressScript.text(header(configuration), []))
    for step in 0..<Generator.operationCount {
      let operation = generator.next(step, for: performer)
      script.append(operation)
      if let journal {
        let line = StressScript.line(operation)
        lines.append(line)
        journal.add(line)
      }
      if performer.perform(operation) != nil {
        throw failure(
          seed: seed, operationNumber: performed + performer.performedCount,
          configuration: configuration, script: script, mutation)
      }
    }
    performed += performer.performedCount
    return (script, lines)
  }

  /// Performs the script.
  ///
  /// - Returns: The number of operations that were not skipped.
  /// - Throws: The first difference from the model, with a script that was shrunk.
  func check(journal: (any StressJournal)?, mutation: Mutation?) throws(Failure) -> Int {
    let outcome = Self.perform(operations, under: configuration, mutation, journal)
    guard let failing = outcome.failure?.failing else { return outcome.performed }
    throw Self.failure(
      seed: nil, operationNumber: outcome.performed, configuration: configuration,
      script: Array(operations[...failing]), mutation)
  }

  /// Performs `operations` on a new subject until one makes a difference.
  private static func perform(
    _ operations: [Operation], under configuration: Configuration, _ mutation: Mutation?,
    _ journal: (any StressJournal)? = nil
  ) -> (performed: Int, failure: (failing: Int, mismatch: Mismatch)?) {
    let performer = Performer(configuration, mutation: mutation)
    journal?.begin(StressScript.text(header(configuration), []))
    for (index, operation) in operations.enumerated() {
      journal?.add(StressScript.line(operation))
      if let mismatch = performer.perform(operation) {
        return (performer.performedCount, (index, mismatch))
      }
    }
    return (performer.performedCount, nil)
  }

  private static func failure(
    seed: UInt64?, operationNumber: Int, configuration: Configuration, script: [Operation],
    _ mutation: Mutation?
  ) -> Failure {
    Failure(
      headline, seed: seed, operationNumber: operationNumber, shrinking: script,
      perform: { perform($0, under: configuration, mutation).failure },
      script: {
        let script = Self(configuration: configuration, operations: $0)
        return (script, script.text)
      })
  }
}
