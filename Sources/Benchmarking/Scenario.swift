/// What one measured call is: a closure that performs a fixed number of operations.
///
/// Whatever the closure needs is made before it, in the scenario's `setUp`.
public struct Measurement {
  /// The operations that one call of `body` performs; figures are divided by it.
  public let operationsPerCall: Int
  /// The answer every call must return; nil where the first call's answer is the reference.
  public let expectedAnswer: UInt64?
  /// Performs the operations and returns a checksum of what they gave.
  public let body: () -> UInt64

  public init(
    operationsPerCall: Int, expectedAnswer: UInt64? = nil, body: @escaping () -> UInt64
  ) {
    self.operationsPerCall = operationsPerCall
    self.expectedAnswer = expectedAnswer
    self.body = body
  }
}

/// A benchmark, declared: a name, what it runs on, and how to set it up.
public struct Scenario: Sendable {
  /// What is done, as `family` or `family-variant`: `item-random`. Never changes meaning.
  public let name: String
  /// One sentence for `cvbench list`.
  public let summary: String
  /// The strategy measured: `nested`, `flat`, `btree`, or a floor's name.
  public let storage: String
  /// The item shape: `item8`, `record`, `text`, `object`.
  public let payload: String
  /// Whether this is a strategy, or a bound that strategies are held against.
  public let role: Role
  /// The most items it runs on; larger sizes are left out of the plan.
  public let maximumItems: Int
  /// In the quick preset.
  public let isHeadline: Bool
  /// Which passes make sense for it.
  public let passes: Set<Pass>
  /// Prepares a measurement; everything it does is outside the measured region.
  public let setUp: @Sendable (ScenarioContext) throws -> Measurement

  public enum Role: String, Sendable, Codable { case strategy, floor }
  public enum Pass: String, Sendable, Codable { case time, allocations }

  public init(
    _ name: String, summary: String, storage: String, payload: String, role: Role = .strategy,
    maximumItems: Int = .max, isHeadline: Bool = false, passes: Set<Pass> = [.time, .allocations],
    setUp: @escaping @Sendable (ScenarioContext) throws -> Measurement
  ) {
    self.name = name
    self.summary = summary
    self.storage = storage
    self.payload = payload
    self.role = role
    self.maximumItems = maximumItems
    self.isHeadline = isHeadline
    self.passes = passes
    self.setUp = setUp
  }
}

/// A named set of scenarios: what one folder under `Benchmarks/` exports.
public struct Suite: Sendable {
  public let name: String
  public let summary: String
  public let scenarios: [Scenario]

  public init(_ name: String, summary: String, scenarios: [Scenario]) {
    self.name = name
    self.summary = summary
    self.scenarios = scenarios
  }
}

/// What a scenario's set-up knows of the run, and what the cases of one process share.
public final class ScenarioContext {
  /// The dataset as the user named it: `uniform-1000`, `directory:/usr`.
  public let dataset: String
  /// The number of items asked for.
  public let items: Int
  /// The seed of everything random.
  public let seed: UInt64
  private var values: [String: Any] = [:]

  public init(dataset: String, items: Int, seed: UInt64) {
    self.dataset = dataset
    self.items = items
    self.seed = seed
  }

  /// The value made under `key` by whoever asked first in this process.
  ///
  /// A store is built once and copied by each case that needs it: copies share storage.
  public func shared<Value>(_ key: String, _ make: () throws -> Value) rethrows -> Value {
    if let value = values[key] as? Value { return value }
    let value = try make()
    values[key] = value
    return value
  }
}
