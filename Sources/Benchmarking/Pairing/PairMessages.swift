import Foundation
package import RunRecords

/// A request of a paired comparison to one side: a line of JSON on its process's standard input.
///
/// A process answers each line with one `PairReply`, and does nothing in between: so one side rests
/// while the other one measures.
package enum PairRequest: Codable, Hashable {
  /// The version of these messages; a side that speaks another one is not asked anything else.
  package static let protocolVersion = 1

  /// Say what you are.
  case describe
  /// Take this collection for all cases to come.
  case open(PlannedDataset, seed: UInt64, sampling: SamplingPlan)
  /// Drop the case before, set this one up and warm it up; find the calls of a batch unless they are
  /// given. What is planted slows it down.
  case prepare(PairCase, callsPerBatch: Int?, plant: Plant?)
  /// Measure one batch of the case that is prepared.
  case measure
  /// Count one call of a case, in a process that was started for it.
  case count(PairCase, plant: Plant?)
}

/// A change that one side makes on purpose, so that it can be told how often such a one is found.
package enum Plant: Codable, Hashable, Sendable {
  /// Every call takes so much longer, as a share of its CPU time: 0.05 for 5 %.
  case slowdown(Double)
  /// Every call makes one allocation more.
  case allocation
  /// Every call executes at least so many instructions more, and some dozens above that.
  case instructions(Int)
}

/// A reply of one side.
package enum PairReply: Codable, Hashable {
  /// The description of the side.
  case described(PairDescription)
  /// The collection is known.
  case opened
  /// The case can be measured: the calls of a batch, the operations of a call, and its answer.
  case prepared(callsPerBatch: Int, operationsPerCall: Int, checksum: String)
  /// The times of one batch, in nanoseconds.
  case measured(wallNanoseconds: Int, cpuNanoseconds: Int)
  /// The exact metrics of one call, and its answer.
  case counted([MetricRecord], operationsPerCall: Int, checksum: String)
  /// The reason why the case has no answer.
  case failed(String)
}

/// A case by its names, on the collection that is open.
package struct PairCase: Codable, Hashable, Sendable {
  package var suite: String
  package var scenario: String
  package var storage: String
  package var payload: String

  package init(_ planned: PlannedCase) {
    suite = planned.suite
    scenario = planned.scenario.name
    storage = planned.scenario.storage
    payload = planned.scenario.payload
  }
}

/// A description of one side of a paired comparison.
package struct PairDescription: Codable, Hashable {
  /// The version of the messages that it speaks.
  package var protocolVersion: Int
  /// The build.
  package var side: Build
  /// The machine as this build sees it: the keys under which its figures compare.
  package var environment: MachineContext
  /// The reason why its figures would mislead; nil where they do not.
  package var refusal: String?
  /// The suites that it can measure.
  package var suites: [SuiteListing]
}

/// All that an answer of another version surely has in common with this one's.
struct PairGreeting: Decodable {
  private struct Described: Decodable {
    let description: Description

    enum CodingKeys: String, CodingKey {
      case description = "_0"
    }
  }

  private struct Description: Decodable {
    let protocolVersion: Int
  }

  private let described: Described

  /// The version of the messages that a side speaks, by its answer; nil where that says nothing.
  static func protocolVersion(in line: Data) -> Int? {
    (try? JSONDecoder().decode(Self.self, from: line))?.described.description.protocolVersion
  }
}

/// A suite by what a plan needs to know of it.
package struct SuiteListing: Codable, Hashable, Sendable {
  package var name: String
  package var summary: String
  package var scenarios: [ScenarioListing]
}

/// A scenario without its code.
package struct ScenarioListing: Codable, Hashable, Sendable {
  package var name: String
  package var summary: String
  package var storage: String
  package var payload: String
  package var role: Scenario.Role
  package var minimumItems: Int
  package var maximumItems: Int
  package var fullPresetSizes: [Int]
  package var datasets: Set<String>?
  package var bytesPerItem: Int?
  package var isHeadline: Bool
  package var headlineMaximumItems: Int
  package var replays: PlannedTrace.Kind?
  package var passes: Set<Scenario.Pass>

  /// Creates a listing of `scenario`, without its code.
  init(_ scenario: Scenario) {
    name = scenario.name
    summary = scenario.summary
    storage = scenario.storage
    payload = scenario.payload
    role = scenario.role
    minimumItems = scenario.minimumItems
    maximumItems = scenario.maximumItems
    fullPresetSizes = scenario.fullPresetSizes
    datasets = scenario.datasets
    bytesPerItem = scenario.bytesPerItem
    isHeadline = scenario.isHeadline
    headlineMaximumItems = scenario.headlineMaximumItems
    replays = scenario.replays
    passes = scenario.passes
  }

  /// A scenario of these names that cannot be set up here: its code is in another executable.
  var scenario: Scenario {
    Scenario(
      name, summary: summary, storage: storage, payload: payload, role: role,
      minimumItems: minimumItems, maximumItems: maximumItems, fullPresetSizes: fullPresetSizes,
      datasets: datasets, bytesPerItem: bytesPerItem, isHeadline: isHeadline,
      headlineMaximumItems: headlineMaximumItems, replays: replays, passes: passes
    ) { _ in throw PairError.foreignScenario }
  }
}

extension SuiteListing {
  /// Creates a listing of `suite` and its scenarios.
  init(_ suite: Suite) {
    name = suite.name
    summary = suite.summary
    scenarios = suite.scenarios.map { ScenarioListing($0) }
  }

  /// A suite to plan with and not to measure.
  var suite: Suite { Suite(name, summary: summary, scenarios: scenarios.map(\.scenario)) }
}
