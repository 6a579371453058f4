import Commands
import Datasets
import LookupBenchmarks
import StressTesting

try StoreConformance.check(PlainStore<Int>.self, operations: 200, seed: 1)

var storages = [LookupStorage("plain", PlainStore<Item8>.self, editsReach: .section)]
#if COPIED_STORE  // The project's own check that a store from outside is as fast as one from inside.
  storages.append(LookupStorage("copied", CopiedFlatStore<Item8>.self))
#endif
BenchmarkTool.main(suites: [.lookup(adding: storages)])
