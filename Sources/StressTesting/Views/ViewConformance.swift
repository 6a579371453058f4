import BasicAlgorithms
import Changesets

/// Holds the collection view against a plain model, under every configuration.
public enum ViewConformance {
  /// Performs random operations in runs of a few dozen, each from a new view.
  ///
  /// The operations are drawn as they are performed under one configuration, another one for each
  /// run; the script is then performed under all the others too.
  ///
  /// - Parameters:
  ///   - operations: How many operations to perform, those under all configurations counted.
  ///   - seed: What determines them.
  /// - Returns: How many operations were performed.
  /// - Throws: The first difference from the model, with a script that was shrunk.
  @discardableResult
  public static func check(
    operations: Int, seed: UInt64
  ) throws(ViewConformanceFailure) -> Int {
    try check(operations: operations, seed: seed, flaw: nil)
  }

  /// The same with a mistake made on purpose.
  package static func check(
    operations: Int, seed: UInt64, journal: (any StressJournal)? = nil, flaw: ViewFlaw?
  ) throws(ViewConformanceFailure) -> Int {
    var seeds = SplitMix64(seed: seed)
    let configurations = ViewConfiguration.all
    var leading = seeds.number(in: 0...configurations.count - 1)
    var performed = 0
    while performed < operations {
      let configuration = configurations[leading]
      leading = (leading + 1) % configurations.count
      let (script, lines) = try generate(
        under: configuration, runSeed: seeds.next(), seed, flaw, journal, &performed)
      for other in configurations where other != configuration {
        guard performed < operations else { return performed }
        journal?.begin(StressScript.text(StressScript.header(other), lines))
        let replayed = ViewScript.perform(script, under: other, flaw)
        performed += replayed.performed
        if let failing = replayed.failing {
          throw ViewConformanceFailure(
            seed: seed, operationNumber: performed, configuration: other,
            script: Array(script[...failing]), flaw: flaw)
        }
      }
    }
    return performed
  }

  /// Draws a script and performs it; with a journal, also returns its lines.
  private static func generate(
    under configuration: ViewConfiguration, runSeed: UInt64, _ seed: UInt64, _ flaw: ViewFlaw?,
    _ journal: (any StressJournal)?, _ performed: inout Int
  ) throws(ViewConformanceFailure) -> (script: [ViewOperation], lines: [String]) {
    var generator = ViewOperationGenerator(seed: runSeed)
    let performer = ViewPerformer(configuration, flaw: flaw)
    var (script, lines): ([ViewOperation], [String]) = ([], [])
    journal?.begin(StressScript.text(StressScript.header(configuration), []))
    for step in 0..<ViewOperationGenerator.operationCount {
      let operation =
        step == 0
        ? generator.load()
        : generator.next(performer.model, isInTransition: performer.transition != nil)
      script.append(operation)
      if let journal {
        let line = StressScript.line(operation)
        lines.append(line)
        journal.add(line)
      }
      let mismatch = performer.perform(operation)
      if mismatch != nil {
        throw ViewConformanceFailure(
          seed: seed, operationNumber: performed + performer.performedCount,
          configuration: configuration, script: script, flaw: flaw)
      }
    }
    performed += performer.performedCount
    return (script, lines)
  }
}

/// A view that did not do what the model did, and the shortest way there that was found.
public struct ViewConformanceFailure: Error, Sendable, CustomStringConvertible {
  /// The seed that brings the failure back; nil for one from a script file.
  public var seed: UInt64?
  /// How many operations had been performed, counted from the first of the whole check.
  public var operationNumber: Int
  /// The operations that lead to the failure, shrunk, with their configuration; the last one fails.
  public var script: ViewScript
  /// What was looked at.
  public var observation: String
  /// What the model says.
  public var expected: String
  /// What the view says.
  public var found: String

  init(
    seed: UInt64?, operationNumber: Int, configuration: ViewConfiguration,
    script: [ViewOperation], flaw: ViewFlaw?
  ) {
    self.seed = seed
    self.operationNumber = operationNumber
    let shrinker = ViewShrinker {
      ViewScript.perform($0, under: configuration, flaw).failing
    }
    let shrunk = shrinker.shrink(script)
    self.script = ViewScript(configuration: configuration, operations: shrunk)
    let mismatch = ViewScript.perform(shrunk, under: configuration, flaw).mismatch
    observation = mismatch?.observation ?? "the same script, performed again"
    expected = mismatch?.expected ?? "the same failure"
    found = mismatch?.found ?? "none"
  }

  /// All of it, with the script as a file has it, and how to perform it again.
  public var description: String {
    let origin = seed.map { "seed \($0)" } ?? "a script"
    return """
      the collection view does not conform (\(origin), operation \(operationNumber)):
      \(script.text)after which \(observation)
        expected: \(expected)
        found:    \(found)
      Put these lines into a file, and this performs them again:
        cvbench stress --replay FILE
      """
  }
}
