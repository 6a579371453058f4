import BasicAlgorithms
import Changesets

/// A check that compares the collection view with a plain model, under every configuration.
///
/// A failure prints as a script that `cvbench stress --replay` performs again:
///
///     do {
///       try ViewConformance.check(operations: 10_000, seed: 7)
///     } catch {
///       print(error.script.text)
///     }
public enum ViewConformance {
  /// Performs random operations in runs of a few dozen, each from a new view.
  ///
  /// The operations are drawn as they are performed under one configuration, another one for each
  /// run; the script is then performed under all the others too.
  ///
  /// - Parameters:
  ///   - operations: The number of operations, counted under all configurations.
  ///   - seed: The seed that determines them.
  /// - Returns: The number of operations performed.
  /// - Throws: The first difference from the model, with a script that was shrunk.
  @discardableResult
  public static func check(operations: Int, seed: UInt64) throws(ViewConformanceFailure) -> Int {
    try check(operations: operations, seed: seed, mutation: nil)
  }

  /// Performs the same check with a mutation.
  package static func check(
    operations: Int, seed: UInt64, journal: (any StressJournal)? = nil, mutation: Mutation?
  ) throws(ViewConformanceFailure) -> Int {
    var seeds = SplitMix64(seed: seed)
    let configurations = ViewConfiguration.all
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
        let replayed = ViewScript.perform(script, under: other, mutation)
        performed += replayed.performed
        if let failing = replayed.failure?.failing {
          throw ViewConformanceFailure(
            seed: seed, operationNumber: performed, configuration: other,
            script: Array(script[...failing]), mutation: mutation)
        }
      }
    }
    return performed
  }

  /// Draws a script and performs it; with a journal, also returns its lines.
  private static func generate(
    under configuration: ViewConfiguration, runSeed: UInt64, _ seed: UInt64, _ mutation: Mutation?,
    _ journal: (any StressJournal)?, _ performed: inout Int
  ) throws(ViewConformanceFailure) -> (script: [ViewOperation], lines: [String]) {
    var generator = ViewOperationGenerator(seed: runSeed)
    let performer = ViewPerformer(configuration, mutation: mutation)
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
          configuration: configuration, script: script, mutation: mutation)
      }
    }
    performed += performer.performedCount
    return (script, lines)
  }
}

/// A difference between a view and the model, with the shortest script found.
public typealias ViewConformanceFailure = ConformanceFailure<ViewScript>

extension ViewConformanceFailure {
  init(
    seed: UInt64?, operationNumber: Int, configuration: ViewConfiguration,
    script: [ViewOperation], mutation: Mutation?
  ) {
    self.init(
      "the collection view does not conform", seed: seed, operationNumber: operationNumber,
      shrinking: script,
      perform: { ViewScript.perform($0, under: configuration, mutation).failure },
      script: {
        let script = ViewScript(configuration: configuration, operations: $0)
        return (script, script.text)
      })
  }
}

/// Operations on a collection view and what they run under.
public struct ViewScript: Hashable, Sendable {
  /// The configuration that the operations run under.
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
  /// - Returns: The number of operations that were not skipped.
  /// - Throws: The first difference from the model, with a script that was shrunk.
  public func check() throws(ViewConformanceFailure) -> Int {
    try check(journal: nil, mutation: nil)
  }

  /// Performs the script with a journal and a mutation.
  func check(
    journal: (any StressJournal)?, mutation: Mutation?
  ) throws(ViewConformanceFailure) -> Int {
    let outcome = Self.perform(operations, under: configuration, mutation, journal)
    guard let failing = outcome.failure?.failing else { return outcome.performed }
    throw ViewConformanceFailure(
      seed: nil, operationNumber: outcome.performed, configuration: configuration,
      script: Array(operations[...failing]), mutation: mutation)
  }

  /// Performs `operations` on a new view until one makes a difference.
  static func perform(
    _ operations: [ViewOperation], under configuration: ViewConfiguration, _ mutation: Mutation?,
    _ journal: (any StressJournal)? = nil
  ) -> (performed: Int, failure: (failing: Int, mismatch: Mismatch)?) {
    let performer = ViewPerformer(configuration, mutation: mutation)
    journal?.begin(StressScript.text(StressScript.header(configuration), []))
    for (index, operation) in operations.enumerated() {
      journal?.add(StressScript.line(operation))
      if let mismatch = performer.perform(operation) {
        return (performer.performedCount, (index, mismatch))
      }
    }
    return (performer.performedCount, nil)
  }
}

extension ViewScript {
  /// The script as a file has it.
  public var text: String { StressScript.views(self).text }
}

/// A mistake planted on purpose, so that tests see that the check finds it.
package enum Mutation: String, Sendable, CaseIterable {
  /// Cells that are used again are not filled again.
  case staleCells
  /// Headers that are used again are not filled again.
  case staleHeaders
  /// The selection stays at its paths when an update moves its items.
  case selectionStays
  /// The data source is asked for counts once more than it says.
  case countsAskedTwice
  /// The delegate does not hear of every view that is no longer shown.
  case endsUnheard
  /// Completions of nested updates are lost.
  case completionLost
  /// Elements that only touch the bounds count as visible.
  case touchingShows
  /// Reloaded items are expected to keep their cells.
  case reloadsKeepCells
  /// Menus are expected to outlive what scrolls.
  case menusStay
  /// A wrong view is expected to do no harm.
  case faultsForgiven
  /// Updates are expected to be committed inside of requests.
  case updatesEverywhere
  /// Cells say which size they prefer only the first time they are asked.
  case prefersOnce
  /// Contents do not follow the state of their cells.
  case contentStays
  /// The end of a movement is expected to leave the item where it was.
  case moveForgotten
  /// Content is expected to be at rest while an item is held near an edge.
  case edgesAtRest
  /// An item that is held near an edge is expected to stay where it is in the content.
  case heldItemIsLeft
  /// Zones at edges are expected to be as large as they are given, whatever is seen.
  case zonesAreLarge
  /// Layouts are expected to be the same in both directions.
  case mirrorsNothing
  /// The app stops the program, which leaves nobody to tell.
  case stops

  /// Those that a check can find.
  package static let found = allCases.filter { $0 != .stops }
}
