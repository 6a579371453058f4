import Benchmarking
import Commands

/// Sorting numbers: no collection view in sight, and yet the whole tool.
func sorting(_ name: String, by sort: @escaping @Sendable ([UInt64]) -> [UInt64]) -> Scenario {
  Scenario(
    "sort", summary: "Sorts scrambled numbers.", storage: name, payload: "uint64",
    maximumItems: 1_000_000, isHeadline: true
  ) { context in
    let numbers = (0..<UInt64(context.items)).map { ($0 ^ context.seed) &* 0x9e37_79b9_7f4a_7c15 }
    let smallest = numbers.reduce(UInt64.max) { min($0, $1) }
    return Measurement(operationsPerCall: context.items, expectedAnswer: smallest) {
      sort(numbers)[0]
    }
  }
}

let suite = Suite(
  "sorting", summary: "Two ways to sort.",
  scenarios: [
    sorting("ascending") { $0.sorted() },
    sorting("descending") { $0.sorted(by: >).reversed() },
  ])
BenchmarkTool.main(suites: [suite])
