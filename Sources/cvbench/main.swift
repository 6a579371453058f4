import Benchmarking
import Commands
import LayoutBenchmarks
import LookupBenchmarks
import ScrollBenchmarks
import UpdateBenchmarks

BenchmarkTool.main(suites: [.lookup(), .layout(), .scroll(), .update()])
