import Benchmarking
import Datasets
import Foundation

extension Suite {
  /// What the tests of `Commands` run: a foreign executable's suite, with cases that go wrong.
  static let fixture = Suite(
    "fixture", summary: "Cases for the tests of the tool itself.",
    scenarios: [
      sum(storage: "forward") { $0 },
      sum(storage: "backward") { $0.reversed() },
      Scenario(
        "allocate", summary: "Allocate ten arrays.", storage: "forward", payload: "item8",
        isHeadline: true
      ) { context in
        Measurement(operationsPerCall: 10, expectedAnswer: UInt64(10 * context.items)) {
          (0..<10).reduce(0) { total, _ in
            total &+ UInt64([UInt64](repeating: 1, count: context.items).count)
          }
        }
      },
      Scenario(
        "halve", summary: "Halve the number of items until nothing is left.", storage: "forward",
        payload: "item8", minimumItems: 1_001, fullPresetSizes: [100_000_000],
        datasets: ["one-section"], bytesPerItem: 0
      ) { halve($0) },
      Scenario(
        "work", summary: "As much work and as many arrays as the environment says.",
        storage: "forward", payload: "item8"
      ) { _ in
        let (steps, arrays) = (number("FIXTURE_STEPS", 1), number("FIXTURE_ARRAYS", 3))
        let answer = UInt64(ProcessInfo.processInfo.environment["FIXTURE_ANSWER"] ?? "") ?? 0
        var fault = Fault()
        return Measurement(operationsPerCall: 1, expectedAnswer: answer) {
          fault.call() ?? work(steps, arrays) &+ answer
        }
      },
      Scenario(
        "read", summary: "Read the collection, and change the tree that it was read from.",
        storage: "forward", payload: "item8", datasets: ["directory"]
      ) { try read($0) },
      failing("wrong-answer", "Give an answer that is not the expected one.") {
        Measurement(operationsPerCall: 1, expectedAnswer: 1) { 2 }
      },
      failing("crash", "End the process in the measured call.") {
        Measurement(operationsPerCall: 1) { abort() }
      },
      failing("hang", "Never return.") {
        Measurement(operationsPerCall: 1) {
          while true { sleep(1) }
        }
      },
      failing("no-set-up", "Throw while setting up.") { throw FixtureError.refused },
    ],
    workloads: [
      Workload("adding", summary: "Add up.", scenario: "sum", dataset: "one-section")
    ])

  /// Reads the collection as every suite does, and leaves another tree at `FIXTURE_TREE`.
  private static func read(_ context: ScenarioContext) throws -> Benchmarking.Measurement {
    let dataset = try Dataset(
      planned: context.dataset, items: context.items, seed: context.seed,
      checksum: context.checksum)
    if let tree = ProcessInfo.processInfo.environment["FIXTURE_TREE"] {
      let root = URL(filePath: tree)
      for name in try FileManager.default.contentsOfDirectory(atPath: tree) {
        try FileManager.default.removeItem(at: root.appending(path: name))
      }
      for _ in 0..<3 { try Data().write(to: root.appending(path: UUID().uuidString)) }
    }
    let ids = (0..<dataset.itemCount).map { dataset.seed(atGlobalIndex: $0).id }
    let answer = ids.reduce(0, &+)
    return Measurement(operationsPerCall: ids.count, expectedAnswer: answer) {
      ids.reduce(0, &+)
    }
  }

  /// The number in an environment variable; else the word of `built` at `position`.
  private static func number(_ variable: String, _ position: Int) -> Int {
    let words = built.split(separator: " ")
    return Int(ProcessInfo.processInfo.environment[variable] ?? String(words[position])) ?? 0
  }

  /// What this build does: a copy in which a test has written other digits is another build.
  private static let built = "fixture-steps= 00020000 fixture-arrays= 00000010"

  /// So many steps of which each needs the one before, and so many arrays.
  private static func work(_ steps: Int, _ arrays: Int) -> UInt64 {
    var value: UInt64 = 1
    for _ in 0..<steps { value = (value ^ (value >> 7)) &* 0x9e37_79b9_7f4a_7c15 | 1 }
    var count = 0
    for index in 0..<arrays { count += [UInt64](repeating: value, count: 4 + index % 2).count }
    return value == 0 ? UInt64(count) : 0
  }

  private static func sum<Order: Sequence<UInt64>>(
    storage: String, order: @escaping @Sendable ([UInt64]) -> Order
  ) -> Scenario {
    Scenario(
      "sum", summary: "Add up all items.", storage: storage, payload: "item8", isHeadline: true
    ) { context in
      let items = (0..<UInt64(context.items)).map { $0 &* context.seed }
      let answer = items.reduce(0, &+)
      return Measurement(operationsPerCall: context.items, expectedAnswer: answer) {
        order(items).reduce(0, &+)
      }
    }
  }

  private static func halve(_ context: ScenarioContext) -> Benchmarking.Measurement {
    var steps = 0
    return Measurement(
      operationsPerCall: 1,
      counts: { [.init(name: "steps", value: steps), .init(name: "drift", points: 0.25)] }
    ) {
      var number = context.items
      while number > 0 {
        number /= 2
        steps += 1
      }
      return 0
    }
  }

  private static func failing(
    _ name: String, _ summary: String,
    setUp: @escaping @Sendable () throws -> Benchmarking.Measurement
  ) -> Scenario {
    Scenario(name, summary: summary, storage: "forward", payload: "item8") { _ in try setUp() }
  }
}

/// What goes wrong after some calls of a process that measures times, as the environment says.
private struct Fault {
  private let name = ProcessInfo.processInfo.environment["FIXTURE_FAULT"]
  private let isTimed = ProcessInfo.processInfo.environment["CVBENCH_WORKER_PASS"] == "time"
  private var calls = 0

  /// Goes wrong where it is time to.
  ///
  /// - Returns: A wrong answer; nil where the call goes on.
  mutating func call() -> UInt64? {
    guard isTimed, let name else { return nil }
    calls += 1
    // No process makes fewer, however slow its calls: a batch of each is one call then.
    guard calls > 5 else { return nil }
    switch name {
    case "crash": abort()
    case "hang": while true { sleep(1) }
    case "print": print(#"{"measured":{}}"#)
    default: return 1
    }
    return nil
  }
}

/// Why a case of the fixture cannot be set up.
enum FixtureError: Error, CustomStringConvertible {
  case refused

  var description: String { "the fixture refuses to be set up" }
}
