import Benchmarking
import Commands
import LayoutBenchmarks
import LookupBenchmarks
import ScrollBenchmarks

BenchmarkTool.main(suites: [.lookup, .layout, .scroll])
