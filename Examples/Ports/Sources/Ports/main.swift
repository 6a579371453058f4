import Commands
import Datasets
import ItemStores
import ScrollBenchmarks

// Each layout over a B-tree, beside the built-in pairs.
BenchmarkTool.main(suites: [
  .scroll(adding: [
    ScrollStorage("btree-chat", BTreeStore<Item8>.self) { _ in ChatLayout() },
    ScrollStorage("btree-memories", BTreeStore<Item8>.self) { _ in makeMemoriesLayout() },
    ScrollStorage("btree-calendar", BTreeStore<Item8>.self) { _ in CalendarLayout() },
  ])
])
