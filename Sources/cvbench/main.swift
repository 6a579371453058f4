import Benchmarking
import Commands
import LayoutBenchmarks
import LookupBenchmarks

BenchmarkTool.main(suites: [.lookup, .layout])
