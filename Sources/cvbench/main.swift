import Benchmarking
import Commands
import LayoutBenchmarks
import LookupBenchmarks
import ScrollBenchmarks
import UpdateBenchmarks

#if SQLITE
  import FetchBenchmarks

  BenchmarkTool.main(suites: [.lookup(), .layout(), .scroll(), .update(), .fetch()])
#else
  BenchmarkTool.main(suites: [.lookup(), .layout(), .scroll(), .update()])
#endif
