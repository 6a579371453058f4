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
  /// run; the script is then performed under the next six, so that all have their turn.
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
    try ViewScript.check(operations: operations, seed: seed, journal: journal, mutation: mutation)
  }
}

/// A difference between a view and the model, with the shortest script found.
public typealias ViewConformanceFailure = ConformanceFailure<ViewScript>

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
}

extension ViewScript: DrawnScript {
  typealias Performer = ViewPerformer
  typealias Generator = ViewOperationGenerator

  static var headline: String { "the collection view does not conform" }
  static var configurations: [ViewConfiguration] { ViewConfiguration.all }
  static var replayCount: Int { 6 }

  static func header(_ configuration: ViewConfiguration) -> String {
    StressScript.header(configuration)
  }

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
  /// The model ignores the target that the delegate chooses after content scrolled under a held item.
  case chosenTargetIgnored
  /// Zones at edges are expected to be as large as they are given, whatever is seen.
  case zonesAreLarge
  /// Layouts are expected to be the same in both directions.
  case mirrorsNothing
  /// The app stops the program, which leaves nobody to tell.
  case stops

  /// Those that a check can find.
  package static let found = allCases.filter { $0 != .stops }
}
