/// The knowledge of a scenario's set-up about the run, and the values that cases of one process
/// share.
public final class ScenarioContext {
  /// The text that `Dataset(planned:items:seed:checksum:)` reads: `uniform-1000`, or
  /// `snapshot:FILE` for the run's copy of an imported collection.
  public let dataset: String
  /// The number of items asked for.
  public let items: Int
  /// The seed of everything random.
  public let seed: UInt64
  /// The checksum that the dataset had when the run was planned; nil where it cannot have changed.
  public let checksum: UInt64?
  /// The trace to replay; nil for scenarios that replay none.
  public let trace: PlannedTrace?
  private var values: [String: Any] = [:]

  /// The context of one process that measures on `dataset`.
  convenience init(_ dataset: PlannedDataset, seed: UInt64) {
    self.init(
      dataset: dataset.source, items: dataset.items, seed: seed, checksum: dataset.checksum,
      trace: dataset.trace)
  }

  /// Makes the context of one process, with nothing shared yet.
  public init(
    dataset: String, items: Int, seed: UInt64, checksum: UInt64? = nil, trace: PlannedTrace? = nil
  ) {
    self.checksum = checksum
    self.trace = trace
    self.dataset = dataset
    self.items = items
    self.seed = seed
  }

  /// The value made under `key` by the first caller in this process.
  ///
  /// A store is built once and copied by each case that needs it: copies share storage.
  ///
  /// - Parameters:
  ///   - key: Names the value and its type.
  ///   - make: Makes the value where nobody has asked yet.
  /// - Returns: The shared value.
  /// - Throws: What `make` throws; the next one to ask then makes it again.
  public func shared<Value>(_ key: String, _ make: () throws -> Value) rethrows -> Value {
    if let value = values[key] as? Value { return value }
    let value = try make()
    values[key] = value
    return value
  }

  /// Reads the trace to replay.
  ///
  /// - Parameters:
  ///   - kind: The kind of trace that the scenario replays.
  ///   - checksum: The trace's checksum.
  ///   - read: Reads the file at a path.
  /// - Returns: The trace.
  /// - Throws: `PlannedTrace.Problem`, and what `read` throws.
  public func readTrace<Trace>(
    _ kind: PlannedTrace.Kind, checksum: (Trace) -> UInt64, _ read: (String) throws -> Trace
  ) throws -> Trace {
    guard let planned = self.trace else { throw PlannedTrace.Problem.missing(kind) }
    let trace = try read(planned.snapshot ?? planned.path)
    guard checksum(trace) == planned.checksum else {
      throw PlannedTrace.Problem.changed(path: planned.path)
    }
    return trace
  }
}
