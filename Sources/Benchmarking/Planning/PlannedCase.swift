public import RunRecords

/// A scenario on one collection: what a run measures, and what a record has a result of.
public struct PlannedCase: Sendable {
  /// The suite's name.
  public let suite: String
  /// The measured scenario.
  public let scenario: Scenario
  /// The collection that it is measured on.
  public let dataset: PlannedDataset

  /// Names a case.
  public init(suite: String, scenario: Scenario, dataset: PlannedDataset) {
    self.suite = suite
    self.scenario = scenario
    self.dataset = dataset
  }

  /// The text of the key: `suite/name/storage=…/data=…/payload=…/items=…`.
  public var id: String { key.description }

  /// The identity of the case, on which runs are joined.
  public var key: CaseKey { CaseKey(suite: suite, parameters) }

  /// The parameters of the case in a record.
  public var parameters: CaseParameters {
    CaseParameters(
      scenario: scenario.name, storage: scenario.storage, role: scenario.role.rawValue,
      data: dataset.name, payload: scenario.payload, items: dataset.items,
      sections: dataset.sections)
  }

  /// A Boolean value that indicates whether the smoke and quick presets have it.
  public var isHeadline: Bool { scenario.isHeadline(on: dataset) }

  /// Throws what makes the case impossible, before anything is measured.
  ///
  /// - Parameter seed: The run's.
  /// - Throws: What the scenario's check throws.
  public func check(seed: UInt64) throws {
    try scenario.check?(ScenarioContext(dataset, seed: seed))
  }

  /// Every scenario of `suites` on every collection that it runs on.
  ///
  /// - Parameters:
  ///   - suites: Whose scenarios.
  ///   - datasets: Each collection at each size.
  /// - Returns: The cases by suite, scenario and collection, in the given orders.
  public static func all(in suites: [Suite], on datasets: [PlannedDataset]) -> [PlannedCase] {
    suites.flatMap { suite in
      suite.scenarios.flatMap { scenario in
        datasets.filter { scenario.runs(on: $0) }
          .map { PlannedCase(suite: suite.name, scenario: scenario, dataset: $0) }
      }
    }
  }
}

/// One collection at one size, resolved by the caller, who knows datasets.
public struct PlannedDataset: Codable, Hashable, Sendable {
  /// The name from which scenarios build it: `uniform-1000`, `directory:/usr`.
  public var spec: String
  /// The name in case ids and records: `uniform-1000`, `directory`.
  public var name: String
  /// The number of items.
  public var items: Int
  /// The number of sections; nil where it is not known before it is built.
  public var sections: Int?
  /// The file that scenarios read an imported collection from, a copy that nobody changes; nil
  /// where they make the collection from `spec`.
  public var snapshot: String?
  /// The checksum that a scenario must find again when it reads the collection from its source; nil
  /// where the source cannot change.
  public var checksum: UInt64?
  /// The trace to replay over it; nil for cases that replay none.
  public var trace: PlannedTrace?

  /// Names a collection.
  public init(
    spec: String, name: String, items: Int, sections: Int? = nil, snapshot: String? = nil,
    checksum: UInt64? = nil, trace: PlannedTrace? = nil
  ) {
    self.snapshot = snapshot
    self.trace = trace
    self.spec = spec
    self.name = name
    self.items = items
    self.sections = sections
    self.checksum = checksum
  }

  /// The text from which scenarios make the collection: its spec, or `snapshot:FILE`.
  package var source: String { snapshot.map { "snapshot:\($0)" } ?? spec }

  /// The spec, and for one that is read what was found there: two that differ cannot be joined.
  package var text: String {
    let replayed = trace.map { " replaying \($0.path) (checksum \($0.digits))" } ?? ""
    guard let sections, let checksum else { return spec + replayed }
    let hex = String(checksum, radix: 16)
    return "\(spec) (\(items) items in \(sections) sections, checksum \(hex))" + replayed
  }
}

/// A recorded trace that cases replay: what it is of, where it lies, and what it held when the run
/// was planned.
public struct PlannedTrace: Codable, Hashable, Sendable {
  /// The kind of its contents.
  public var kind: Kind
  /// The file that the user named.
  public var path: String
  /// The file that scenarios read it from, a copy that nobody changes; nil for `path` itself.
  public var snapshot: String?
  /// The checksum of the file when the run was planned.
  public var checksum: UInt64

  /// The contents of a trace.
  public enum Kind: String, Codable, Hashable, Sendable {
    /// Positions of the content, frame by frame, over any collection: `--trace`.
    case scroll
    /// Changes of its recorded collection, batch by batch: `--updates`.
    case updates
  }

  /// A reason that a trace cannot be replayed.
  public enum Problem: Error, Hashable, CustomStringConvertible {
    /// The plan names none of this kind.
    case missing(Kind)
    /// It has changed since the run was planned.
    case changed(path: String)

    /// The message for the user.
    public var description: String {
      switch self {
      case .missing(.scroll): "no trace is named to be replayed; name a file with --trace"
      case .missing(.updates):
        "no update trace is named to be replayed; name a file with --updates"
      case .changed(let path):
        "'\(path)' has changed since the run began; figures of two traces cannot stand in one record"
      }
    }
  }

  /// Names a trace.
  public init(
    _ kind: Kind = .scroll, path: String, snapshot: String? = nil, checksum: UInt64
  ) {
    self.kind = kind
    self.path = path
    self.snapshot = snapshot
    self.checksum = checksum
  }

  /// The checksum in sixteen hexadecimal digits.
  public var digits: String { Self.digits(of: checksum) }

  /// Returns `checksum` in sixteen hexadecimal digits.
  static func digits(of checksum: UInt64) -> String {
    let digits = String(checksum, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension [PlannedCase] {
  /// The imported collections of the cases by name, as a record describes them.
  package var measuredDatasets: [MeasuredDataset] {
    var found: Set<MeasuredDataset> = []
    for dataset in Set(map(\.dataset)) {
      guard let sections = dataset.sections, let checksum = dataset.checksum else { continue }
      found.insert(
        MeasuredDataset(
          name: dataset.name, origin: dataset.spec, items: dataset.items, sections: sections,
          digest: PlannedTrace.digits(of: checksum)))
    }
    return found.sorted { ($0.name, $0.digest) < ($1.name, $1.digest) }
  }
}
