import BasicAlgorithms

/// A check that compares a data source of section snapshots, and the view that it changes, with a plain
/// model, in every layout.
///
///     do {
///       try OutlineConformance.check(operations: 10_000, seed: 7)
///     } catch {
///       print(error.script.text)
///     }
public enum OutlineConformance {
  /// Performs random operations in runs of a few dozen, each on a new view.
  ///
  /// The operations are drawn as they are performed under one configuration, another one for each run;
  /// the script is then performed under all the others too.
  ///
  /// - Parameters:
  ///   - operations: The number of operations, counted under all configurations.
  ///   - seed: The seed that determines them.
  /// - Returns: The number of operations performed.
  /// - Throws: The first difference from the model, with a script that was shrunk.
  @discardableResult
  public static func check(
    operations: Int, seed: UInt64
  ) throws(OutlineConformanceFailure) -> Int {
    try check(operations: operations, seed: seed, mutation: nil)
  }

  /// Performs the same check with a journal and a mutation.
  package static func check(
    operations: Int, seed: UInt64, journal: (any StressJournal)? = nil,
    mutation: OutlineMutation?
  ) throws(OutlineConformanceFailure) -> Int {
    var seeds = SplitMix64(seed: seed)
    let configurations = OutlineConfiguration.all
    var leading = seeds.number(in: 0...configurations.count - 1)
    var performed = 0
    while performed < operations {
      let configuration = configurations[leading]
      leading = (leading + 1) % configurations.count
      let (script, lines) = try generate(
        under: configuration, runSeed: seeds.next(), seed, mutation, journal, &performed)
      for other in configurations where other != configuration {
        guard performed < operations else { return performed }
        journal?.begin(StressScript.text(StressScript.header(other), lines))
        let replayed = OutlineScript.perform(script, under: other, mutation)
        performed += replayed.performed
        if let failing = replayed.failure?.failing {
          throw OutlineConformanceFailure(
            seed: seed, operationNumber: performed, configuration: other,
            script: Array(script[...failing]), mutation)
        }
      }
    }
    return performed
  }

  /// Draws a script and performs it; with a journal, also returns its lines.
  private static func generate(
    under configuration: OutlineConfiguration, runSeed: UInt64, _ seed: UInt64,
    _ mutation: OutlineMutation?, _ journal: (any StressJournal)?, _ performed: inout Int
  ) throws(OutlineConformanceFailure) -> (script: [OutlineOperation], lines: [String]) {
    var generator = OutlineOperationGenerator(seed: runSeed)
    let performer = OutlinePerformer(configuration, mutation)
    var (script, lines): ([OutlineOperation], [String]) = ([], [])
    journal?.begin(StressScript.text(StressScript.header(configuration), []))
    for _ in 0..<OutlineOperationGenerator.operationCount {
      let operation = generator.next(performer.model, isSettled: performer.isSettled)
      script.append(operation)
      if let journal {
        let line = StressScript.line(operation)
        lines.append(line)
        journal.add(line)
      }
      if performer.perform(operation) != nil {
        throw OutlineConformanceFailure(
          seed: seed, operationNumber: performed + performer.performedCount,
          configuration: configuration, script: script, mutation)
      }
    }
    performed += performer.performedCount
    return (script, lines)
  }
}

/// A difference between section snapshots and the model, with the shortest script found.
public typealias OutlineConformanceFailure = ConformanceFailure<OutlineScript>

extension OutlineConformanceFailure {
  init(
    seed: UInt64?, operationNumber: Int, configuration: OutlineConfiguration,
    script: [OutlineOperation], _ mutation: OutlineMutation?
  ) {
    self.init(
      "section snapshots do not conform", seed: seed, operationNumber: operationNumber,
      shrinking: script,
      perform: { OutlineScript.perform($0, under: configuration, mutation).failure },
      script: {
        let script = OutlineScript(configuration: configuration, operations: $0)
        return (script, script.text)
      })
  }
}
