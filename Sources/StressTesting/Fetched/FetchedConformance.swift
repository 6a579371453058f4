#if SQLITE
  import BasicAlgorithms

  /// A check that compares a live data source on SQLite with plain fetches of everything, under every
  /// configuration.
  ///
  /// A failure prints as a script that `cvbench stress --replay` performs again.
  public enum FetchedConformance {
    /// Performs random operations in runs of a few dozen, each on a new database.
    ///
    /// A script is drawn for each run, and performed under all configurations.
    ///
    /// - Parameters:
    ///   - operations: The number of operations, counted under all configurations.
    ///   - seed: The seed that determines them.
    ///   - journal: A journal that gets each operation before it is performed.
    ///   - process: Another process that writes; nil for another connection in its place.
    /// - Returns: The number of operations performed.
    /// - Throws: The first difference from the model, with a script that was shrunk.
    @discardableResult
    public static func check(
      operations: Int, seed: UInt64, journal: (any StressJournal)? = nil,
      process: (any StressWriterProcess)? = nil
    ) throws(FetchedConformanceFailure) -> Int {
      try check(
        operations: operations, seed: seed, journal: journal, process: process, mutation: nil)
    }

    /// Performs the same check with a mutation.
    package static func check(
      operations: Int, seed: UInt64, journal: (any StressJournal)? = nil,
      process: (any StressWriterProcess)? = nil, mutation: FetchedMutation?
    ) throws(FetchedConformanceFailure) -> Int {
      var seeds = SplitMix64(seed: seed)
      let configurations = FetchedStressConfiguration.all
      var leading = seeds.number(in: 0...configurations.count - 1)
      var performed = 0
      while performed < operations {
        var generator = FetchedOperationGenerator(seed: seeds.next())
        var script = [generator.load(), .reload]
        while script.count < FetchedOperationGenerator.operationCount {
          script.append(generator.next())
        }
        for number in configurations.indices {
          guard performed < operations else { return performed }
          let configuration = configurations[(leading + number) % configurations.count]
          let outcome = FetchedScript.perform(
            script, under: configuration, mutation, journal, process)
          performed += outcome.performed
          if let failing = outcome.failure?.failing {
            throw FetchedConformanceFailure(
              seed: seed, operationNumber: performed, configuration: configuration,
              script: Array(script[...failing]), mutation: mutation, process: process)
          }
        }
        leading += 1
      }
      return performed
    }
  }

  /// A difference between a source and the model, with the shortest script found.
  public typealias FetchedConformanceFailure = ConformanceFailure<FetchedScript>

  extension FetchedConformanceFailure {
    init(
      seed: UInt64?, operationNumber: Int, configuration: FetchedStressConfiguration,
      script: [FetchedOperation], mutation: FetchedMutation?, process: (any StressWriterProcess)?
    ) {
      self.init(
        "the data source on SQLite does not conform", seed: seed, operationNumber: operationNumber,
        shrinking: script,
        perform: {
          FetchedScript.perform($0, under: configuration, mutation, nil, process).failure
        },
        script: {
          let script = FetchedScript(configuration: configuration, operations: $0)
          return (script, script.text)
        })
    }
  }

  /// Operations on a database and a source, and what they run under.
  public struct FetchedScript: Hashable, Sendable {
    /// The configuration that the operations run under.
    public var configuration: FetchedStressConfiguration
    /// The operations, in order.
    public var operations: [FetchedOperation]

    /// A script of these operations.
    public init(configuration: FetchedStressConfiguration, operations: [FetchedOperation]) {
      self.configuration = configuration
      self.operations = operations
    }

    /// The script as a file has it.
    public var text: String { StressScript.fetched(self).text }

    /// Performs the script.
    ///
    /// - Returns: The number of operations that were not skipped.
    /// - Throws: The first difference from the model, with a script that was shrunk.
    public func check() throws(FetchedConformanceFailure) -> Int {
      try check(journal: nil, process: nil, mutation: nil)
    }

    /// Performs the script with a journal, another process and a mutation.
    package func check(
      journal: (any StressJournal)?, process: (any StressWriterProcess)?,
      mutation: FetchedMutation?
    ) throws(FetchedConformanceFailure) -> Int {
      let outcome = Self.perform(operations, under: configuration, mutation, journal, process)
      guard let failing = outcome.failure?.failing else { return outcome.performed }
      throw FetchedConformanceFailure(
        seed: nil, operationNumber: outcome.performed, configuration: configuration,
        script: Array(operations[...failing]), mutation: mutation, process: process)
    }

    /// Performs `operations` on a new database until one makes a difference.
    static func perform(
      _ operations: [FetchedOperation], under configuration: FetchedStressConfiguration,
      _ mutation: FetchedMutation?, _ journal: (any StressJournal)?,
      _ process: (any StressWriterProcess)?
    ) -> (performed: Int, failure: (failing: Int, mismatch: Mismatch)?) {
      guard !operations.isEmpty else { return (0, nil) }
      let performer: FetchedPerformer
      do {
        performer = try FetchedPerformer(configuration, process: process, mutation: mutation)
      } catch {
        let mismatch = Mismatch(
          "the creation of the database and the source", expected: "no error", found: "\(error)")
        return (0, (0, mismatch))
      }
      journal?.begin(StressScript.text(StressScript.header(configuration), []))
      for (index, operation) in operations.enumerated() {
        journal?.add(StressScript.line(operation))
        if let mismatch = performer.perform(operation) {
          _ = performer.end()
          return (performer.performedCount, (index, mismatch))
        }
      }
      return (performer.performedCount, performer.end().map { (operations.count - 1, $0) })
    }
  }

  /// A mistake planted on purpose, so that tests see that the check finds it.
  package enum FetchedMutation: String, Sendable, CaseIterable {
    /// Cells that are used again are not filled again.
    case staleCells
    /// Updates lack a move.
    case losesMove
    /// Updates lack an insertion.
    case losesInsert
    /// Updates delete and insert rows in place of moving them.
    case movesByInsert
    /// Updates fill rows again that nothing has touched.
    case refillsTooMuch
    /// The source does not hear of commits.
    case missesCommits
    /// Refreshes are forgotten now and then.
    case forgetsRefresh
  }
#endif
