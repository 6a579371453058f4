import Commands
import Datasets
import LookupBenchmarks
import StressTesting

// Once, before measuring; the processes that measure start here, too.
if CommandLine.arguments.dropFirst().first == "run" {
  try StoreConformance.check(PlainStore<Int>.self, operations: 200, seed: 1)
}

let storages = [
  LookupStorage("plain", PlainStore<Item8>.self, editsReach: .section)
]
BenchmarkTool.main(suites: [.lookup(adding: storages)])
