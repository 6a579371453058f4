import Layouts

/// The layout and the setting of a view that a script of section snapshots runs under.
public struct OutlineConfiguration: Hashable, Sendable {
  /// A Boolean value that indicates whether cells linger and are made ahead.
  public var prefetches: Bool
  /// The layout it begins with.
  public var layout: ViewLayoutName

  /// A configuration.
  public init(prefetches: Bool, layout: ViewLayoutName) {
    self.prefetches = prefetches
    self.layout = layout
  }

  /// With and without prefetching, in each layout.
  public static let all: [OutlineConfiguration] = ViewLayoutName.allCases.flatMap { layout in
    [false, true].map { OutlineConfiguration(prefetches: $0, layout: layout) }
  }
}

/// Operations on a data source of section snapshots, and what they run under.
public struct OutlineScript: Hashable, Sendable {
  /// The configuration that the operations run under.
  public var configuration: OutlineConfiguration
  /// The operations, in order.
  public var operations: [OutlineOperation]

  /// A script of these operations.
  public init(configuration: OutlineConfiguration, operations: [OutlineOperation]) {
    self.configuration = configuration
    self.operations = operations
  }

  /// The script as a file has it.
  public var text: String { StressScript.outlines(self).text }

  /// Performs the script.
  ///
  /// - Returns: The number of operations that were not skipped.
  /// - Throws: The first difference from the model, with a script that was shrunk.
  public func check() throws(OutlineConformanceFailure) -> Int {
    try check(journal: nil, mutation: nil)
  }
}

extension OutlineScript: DrawnScript {
  typealias Performer = OutlinePerformer
  typealias Generator = OutlineOperationGenerator

  static var headline: String { "section snapshots do not conform" }
  static var configurations: [OutlineConfiguration] { OutlineConfiguration.all }
  static var replayCount: Int { 4 }

  static func header(_ configuration: OutlineConfiguration) -> String {
    StressScript.header(configuration)
  }
}

/// A mistake planted on purpose, so that tests see that the check finds it.
package enum OutlineMutation: String, Sendable, CaseIterable {
  /// An expansion is expected to show the children of the children as well.
  case expandsEverything
  /// A collapsed item is expected to forget that its descendants were expanded.
  case collapseForgets
  /// An item of another section is expected to be welcome.
  case sharesItems
  /// A moved item is expected to become a root.
  case movesToRoots
  /// A snapshot of all sections is expected to leave outlines as they are.
  case outlinesStay
  /// Cells that are used again are not filled again.
  case staleCells
  /// An app is expected to be asked about an item that is expanded already.
  case asksAlways
  /// Completions are expected before the animations end.
  case completesEarly
}
