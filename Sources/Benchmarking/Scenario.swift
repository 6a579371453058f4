package import RunRecords

/// A benchmark, declared: a name, what it runs on, and how to set it up.
///
///     let sum = Scenario("sum", summary: "Adds up.", storage: "array", payload: "item8") {
///       context in
///       let numbers = (0..<UInt64(context.items)).map { $0 &* context.seed }
///       let answer = numbers.reduce(0, &+)
///       return Measurement(operationsPerCall: context.items, expectedAnswer: answer) {
///         numbers.reduce(0, &+)
///       }
///     }
public struct Scenario: Sendable, Codable {
  /// The operation, as `family` or `family-variant`: `item-random`. Never changes meaning.
  public let name: String
  /// One sentence for `cvbench list`.
  public let summary: String
  /// The strategy measured: `nested`, `flat`, `btree`, or a floor's name.
  public let storage: String
  /// The item shape: `item8`, `record`, `text`, `object`.
  public let payload: String
  /// The role: a strategy, or a bound to compare strategies with.
  public let role: Role
  /// The fewest items it runs on; smaller collections are left out of the plan.
  public let minimumItems: Int
  /// The most items it runs on; larger collections are left out of the plan.
  public let maximumItems: Int
  /// The sizes that the full preset adds for it, where the user names none.
  public let fullPresetSizes: [Int]
  /// The names of the collections it runs on, as ids have them: `one-section`; nil for any.
  public let datasets: Set<String>?
  /// The bytes that one item takes in what it builds; nil for what the item shape takes.
  public let bytesPerItem: Int?
  /// A Boolean value that indicates whether it is in the smoke and quick presets.
  public let isHeadline: Bool
  /// The most items on which it is in those presets.
  public let headlineMaximumItems: Int
  /// The kind of trace that it replays, where the user names one; without one it is no part of a
  /// plan, and with one nothing else is. Nil for a scenario that replays none.
  public let replays: PlannedTrace.Kind?
  /// Throws what makes it impossible on the collection and the trace of the context, before
  /// anything is measured; nil where nothing can.
  public private(set) var check: (@Sendable (ScenarioContext) throws -> Void)? = nil
  /// The subject of `check`, as in "a list": scenarios of one subject are checked together.
  public private(set) var checkSubject = ""
  /// The passes that make sense for it, of those that every run makes.
  package let passes: Set<JournalEntry.Pass>
  /// Prepares a measurement; everything it does is outside the measured region.
  ///
  /// A scenario that another executable has described cannot be set up: its code is there.
  public internal(set) var setUp: @Sendable (ScenarioContext) throws -> Measurement = { _ in
    throw WorkerError.foreignScenario
  }

  private enum CodingKeys: String, CodingKey {
    case name, summary, storage, payload, role, minimumItems, maximumItems, fullPresetSizes,
      datasets
    case bytesPerItem, isHeadline, headlineMaximumItems, replays, passes
  }

  /// The purpose of a scenario's figures.
  public enum Role: String, Sendable, Codable {
    /// A choice that the user has.
    case strategy
    /// The least that any strategy could cost.
    case floor
  }

  /// Declares a scenario.
  ///
  /// - Parameters:
  ///   - name: What is done; unique in its suite together with storage and payload.
  ///   - summary: One sentence for `cvbench list`.
  ///   - storage: The strategy's or the floor's name.
  ///   - payload: The item shape.
  ///   - role: Whether it is a strategy or a floor.
  ///   - minimumItems: The fewest items it runs on.
  ///   - maximumItems: The most items it runs on.
  ///   - fullPresetSizes: Sizes of generated collections, in items, that the full preset adds for it;
  ///     those outside the two bounds are left out.
  ///   - datasets: The names of the collections it runs on: `uniform-1000`, `one-section`,
  ///     `directory`; nil for any. A run takes only those that the user names.
  ///   - bytesPerItem: At least 0; less than the item shape takes where items are never stored, as
  ///     when sizes are computed. What would not fit in memory is refused by this; sections count
  ///     besides.
  ///   - isHeadline: Whether it is in the smoke and quick presets.
  ///   - headlineMaximumItems: The most items on which it is in those presets.
  ///   - replays: The kind of trace that it replays; nil for none.
  ///   - check: Throws what makes it impossible on the collection and the trace of the context; its
  ///     error is the user's message.
  ///   - checkSubject: The subject of `check`, as in "a list": the first scenario of a subject is
  ///     checked for all of them.
  ///   - isTimed: Whether runs measure its time.
  ///   - countsAllocations: Whether runs count its allocations and its own counts.
  ///   - setUp: Prepares a measurement. It runs again for each launch and pass, and twice in a
  ///     counting one; what it throws fails the case.
  public init(
    _ name: String, summary: String, storage: String, payload: String, role: Role = .strategy,
    minimumItems: Int = 1, maximumItems: Int = .max, fullPresetSizes: [Int] = [],
    datasets: Set<String>? = nil, bytesPerItem: Int? = nil, isHeadline: Bool = false,
    headlineMaximumItems: Int = .max, replays: PlannedTrace.Kind? = nil,
    check: (@Sendable (ScenarioContext) throws -> Void)? = nil, checkSubject: String = "",
    isTimed: Bool = true, countsAllocations: Bool = true,
    setUp: @escaping @Sendable (ScenarioContext) throws -> Measurement
  ) {
    self.name = name
    self.summary = summary
    self.storage = storage
    self.payload = payload
    self.role = role
    self.minimumItems = minimumItems
    self.maximumItems = maximumItems
    self.fullPresetSizes = fullPresetSizes
    self.datasets = datasets
    self.bytesPerItem = bytesPerItem
    self.isHeadline = isHeadline
    self.headlineMaximumItems = headlineMaximumItems
    self.replays = replays
    self.check = check
    self.checkSubject = checkSubject
    passes = Set((isTimed ? [.time] : []) + (countsAllocations ? [.allocations] : []))
    self.setUp = setUp
  }

  /// A Boolean value that indicates whether it replays a trace that the user names.
  public var replaysTrace: Bool { replays != nil }

  /// Returns whether it runs on `dataset`: neither too small nor too large, of a name that it takes, with
  /// a trace to replay, of its kind, if it replays one.
  public func runs(on dataset: PlannedDataset) -> Bool {
    dataset.items >= minimumItems && dataset.items <= maximumItems
      && datasets?.contains(dataset.name) ?? true && dataset.trace?.kind == replays
  }

  /// Returns whether the smoke and quick presets have it on `dataset`.
  public func isHeadline(on dataset: PlannedDataset) -> Bool {
    isHeadline && dataset.items <= headlineMaximumItems
  }
}

extension Scenario {
  /// The pairs of a store and an index of one kind, by their names in case ids. The smoke and quick
  /// presets measure them at all sizes, and other pairs on up to 1,000 items.
  public static let comparedPairs: Set = ["nested-nested", "flat-flat", "btree-tree"]
}
