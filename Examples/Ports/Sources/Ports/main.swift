import Commands
import Datasets
import Foundation
import ItemStores
import ScrollBenchmarks

// `Ports trace chat` prints the trace of a port, for `Ports run --trace`.
let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "trace" {
  guard arguments.count == 2, let trace = PortTrace(rawValue: arguments.last ?? "") else {
    let names = PortTrace.allCases.map(\.rawValue).joined(separator: ", ")
    FileHandle.standardError.write(Data("Error: name one of the traces \(names).\n".utf8))
    exit(2)
  }
  do {
    print(try trace.recorded().jsonLines, terminator: "")
    exit(0)
  } catch {
    FileHandle.standardError.write(Data("Error: \(error.description)\n".utf8))
    exit(1)
  }
}

// Each layout over a B-tree, beside the built-in pairs.
BenchmarkTool.main(suites: [
  .scroll(adding: [
    ScrollStorage("btree-chat", BTreeStore<Item8>.self) { _ in ChatLayout() },
    ScrollStorage("btree-memories", BTreeStore<Item8>.self) { _ in makeMemoriesLayout() },
    ScrollStorage("btree-calendar", BTreeStore<Item8>.self) { _ in CalendarLayout() },
  ])
])
