import Benchmarking
import Commands
import LookupBenchmarks

BenchmarkTool.main(suites: [.lookup])
