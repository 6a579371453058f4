import Commands
import UpdateBenchmarks

// Its time grows with the square of the edits: large cases with many of them are left out.
let strategies = [
  DiffStrategy("standard", StandardDiffer<Int>.self, cost: .editsSquared),
  DiffStrategy("standard", StandardDiffer<String>.self, cost: .editsSquared),
]
BenchmarkTool.main(suites: [.update(adding: strategies)])
