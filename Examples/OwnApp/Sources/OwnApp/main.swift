import Commands
import Datasets
import ItemStores
import LookupBenchmarks
import ScrollBenchmarks
import StressTesting
import UpdateBenchmarks

// Once, before measuring; the processes that measure start here, too.
if CommandLine.arguments.dropFirst().first == "run" {
  try StoreConformance.check(AlbumStore<Int>.self, operations: 200, seed: 1)
}

let cells = ScrollCellKind<Photo>(PhotoCell.self) { cell, _, photo in cell.show(photo) }
let contenders = [
  // The app's store and cells, in the layouts of the workloads and in the app's own.
  ScrollStorage("albums-tree", AlbumStore<Photo>.self, extents: .tree, cells: cells),
  ScrollStorage("albums-mosaic", AlbumStore<Photo>.self, cells: cells) { MosaicLayout($0) },
  // The app's layout over a built-in store.
  ScrollStorage("btree-mosaic", BTreeStore<Photo>.self, cells: cells) { MosaicLayout($0) },
]
BenchmarkTool.main(suites: [
  .scroll(adding: contenders),
  .lookup(adding: [LookupStorage("albums", AlbumStore<Photo>.self, editsReach: .section)]),
  .update(stores: [UpdateStore("albums", AlbumStore<Item8>.self)]),
])
