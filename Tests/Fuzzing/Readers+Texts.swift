import BasicAlgorithms
import Benchmarking
import Commands
import Datasets
import Diffing
import Foundation
import StressTesting

extension Readers {
  /// What people and other programs write: settings, options, tables, traces, logs, scripts.
  static let texts = [
    Reader("configuration", .text, [configuration], make: { GeneratedExamples.configuration(&$0) })
    {
      input, number in
      _ = try ConfigurationFile(
        parsing: String(decoding: input, as: UTF8.self), path: "cvbench.yml")
      // Parsing a command line takes ten times as long.
      if number % 16 == 0 {
        try withFile(input) { _ = try? BenchmarkTool.parse(["run", "--config", $0]) }
      }
    },
    Reader("command line", .text, commandLines, make: { GeneratedExamples.commandLine(&$0) }) {
      input, number in
      let words = String(decoding: input, as: UTF8.self).split(separator: "\n").map(String.init)
      do {
        try BenchmarkTool.parse(words)
      } catch {
        if number % 4 == 0 { _ = BenchmarkTool.message(for: error).count }
        throw error
      }
    },
    Reader(
      "option value", .text, [bytes("count 1k\n")], make: { GeneratedExamples.optionValue(&$0) }
    ) {
      input, _ in try readValue(String(decoding: input, as: UTF8.self))
    },
    Reader(
      "scheduler", .text, [bytes("CI_NODE_INDEX=2\nCI_NODE_TOTAL=8\n")],
      make: { GeneratedExamples.schedulerVariables(&$0) }
    ) { input, _ in
      let lines = String(decoding: input, as: UTF8.self).split(separator: "\n")
      let variables = lines.map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
      _ = try SchedulerShard.found(
        in: variables.reduce(into: [:]) { $0[$1.first ?? ""] = $1.last ?? "" }, total: nil)
    },
    Reader("scroll trace", .jsonLines, [scrollTrace], make: { GeneratedExamples.scrollTrace(&$0) })
    { input, _ in
      _ = try RecordedTrace(contents: input, path: "app.jsonl").checksum
    },
    Reader("update trace", .jsonLines, [updateTrace], make: { GeneratedExamples.updateTrace(&$0) })
    { input, _ in
      _ = try UpdateTrace(contents: input, path: "updates.jsonl").jsonLines
    },
    Reader("csv", .text, [table], make: { GeneratedExamples.table(&$0) }) { input, number in
      if number % 2 == 0 {
        let snapshot = try CSVSnapshot(
          contents: input, path: "a.csv", columns: CSVSnapshotColumns())
        let pair = SnapshotPair(before: shownTable, after: snapshot)
        var differ = Differ()
        _ = try ChangeFigures(pair.changeset(with: &differ), of: pair)
      } else {
        _ = try withFile(input) { try Dataset(spec: "csv:\($0)", items: 0, seed: 1) }
      }
    },
    Reader("listing", .text, [listing]) { input, _ in
      _ = try withFile(input) { try Dataset(spec: "listing:\($0)", items: 0, seed: 1) }
    },
    Reader("git log", .text, [gitLog], make: { GeneratedExamples.gitLog(&$0) }) { input, number in
      let history = try withFile(input) { try GitHistory(log: $0) }
      _ = try history.trace(isLenient: number % 2 == 0)
    },
    Reader("script", .jsonLines, [script, bytes("{\"stores\":{\"operations\":5,\"seed\":7}}\n")]) {
      input, _ in
      _ = try StressScript(text: String(decoding: input, as: UTF8.self)).text
    },
    Reader("snapshot", .text, [snapshot(of: table), snapshot(of: scrollTrace)], make: madeSnapshot)
    {
      input, number in
      // Beyond the check of the hash, seven times of eight.
      let file = number % 8 == 1 ? input : rehashed(input)
      let snapshot = try withFile(file) { try InputSnapshot(path: $0) }
      switch snapshot.header.kind {
      case .collection:
        _ = try withFile(file) { try Dataset(spec: "snapshot:\($0)", items: 0, seed: 1) }
      case .trace: _ = try withFile(file) { try RecordedTrace(path: $0) }
      }
    },
  ]

  /// The snapshot `input` with the length and the hash of what it holds.
  private static func rehashed(_ input: [UInt8]) -> [UInt8] {
    let lines = input.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
    guard lines.count == 3, case .object(var members)? = try? JSONTree(parsing: Array(lines[1]))
    else { return input }
    for index in members.indices {
      switch members[index].key {
      case "byteCount": members[index].value = .literal("\(lines[2].count)")
      case "hash": members[index].value = .string(String(FNV1a.hash(lines[2]), radix: 16))
      default: break
      }
    }
    let header = JSONTree.object(members).bytes
    return Array([lines[0], header[...], lines[2]].joined(separator: [0x0A]))
  }

  private static let configuration = bytes(
    """
    # Options of the project.
    storage: [flat, btree]
    sizes: [1k, 300k]
    run: {preset: smoke, launches: 3}
    gate:
      margin: 2%
      base-ref: "origin/main"
      fail-on: [regression, failure]

    """)

  private static let commandLines = [
    ["run", "--filter", "item-random", "--sizes", "1k,1M", "--storage", "flat,btree"],
    ["run", "--workload", "photos", "--items", "300k", "--budget", "90s", "-o", "a.json"],
    ["gate", "--base-ref", "origin/main", "--margin", "2%", "--fail-on", "regression"],
    ["check", "a.json", "--budgets", "budgets.txt", "--update"],
    ["compare", "a.json", "b.json", "--format", "csv", "--details"],
    ["list", "--preset", "full", "--json"], ["stress", "--over", "views", "--operations", "100k"],
    ["snapshot", "--items", "60", "--item-sizes", "tags", "-o", "flow.svg"],
    ["generate", "trace", "--kind", "fling-4000", "--content", "100000"],
    ["import", "git", "."], ["history", "add", "a.json", "--history", "h"],
    ["trend", "--history", "h", "-o", "t.html"], ["run", "--shard", "1/8", "--seed", "7"],
  ].map { bytes($0.joined(separator: "\n") + "\n") }

  private static let scrollTrace = bytes(
    """
    {"time":0,"offset":{"x":0,"y":0},"bounds":{"width":390,"height":844}}
    {"time":0.0166,"offset":{"x":0,"y":20},"orthogonalScroll":{"section":2,"offset":40.5}}
    {"time":0.0333,"offset":{"x":0,"y":60.5},"tap":{"x":10,"y":20}}
    {"time":0.05,"offset":{"x":0,"y":90},"update":{"insertedItems":[{"section":0,"item":3}]}}
    {"time":0.0666,"offset":{"x":0,"y":120},"update":{"deletedItems":[{"section":0,"item":1}],\
    "movedItems":[{"source":{"section":0,"item":5},"target":{"section":0,"item":2}}]}}

    """)

  private static let updateTrace = bytes(
    """
    {"updates":1,"sections":[{"id":"a","items":[{"id":"1","revision":0},{"id":"2","revision":0}]}]}
    {"name":"one","update":{"insertedItems":[{"section":0,"item":0}]},\
    "items":[{"section":0,"item":0,"id":"3","revision":0}]}
    {"name":"two","update":{"deletedItems":[{"section":0,"item":1}],\
    "reloadedItems":[{"section":0,"item":2}]},\
    "items":[{"section":0,"item":1,"id":"2","revision":1}]}
    {"name":"three","update":{"insertedSections":[1]},\
    "sections":[{"section":1,"id":"b","items":[{"id":"9","revision":2}]}]}

    """)

  private static let table = bytes(
    """
    section,id,revision,width,height
    A,1,1,10,20
    A,2,1,10.5,20
    "B, or
    C",3,2,44,1e2
    B,"four ""4"" and",9,0,0

    """)

  private static let listing = bytes(
    """
    # Sizes and paths.
    1024 photos/beach.jpg
    0 photos/2024/a b.jpg
    99999999 ./docs/read.me
    7 top

    """)

  private static let gitLog = bytes(
    "commit 0001 1\nA\tb.txt\nA\tdocs/a.md\nA\tdocs/b.md\nA\ta-b/c\n"
      + "commit 0002 2\nR100\tdocs/a.md\tdocs/z.md\nM\tb.txt\n"
      + "commit 0003 3\nD\tdocs/b.md\nA\t\"a\\tb\\303\\244\"\nC050\tb.txt\tcopy\nT\tb.txt\n")

  private static let script = bytes(
    """
    {"views":{"isLenient":false,"layout":"list","prefetches":true}}
    {"reload":{"counts":[3,0,2]}}
    {"layOut":{}}
    {"tap":{"path":{"item":0,"section":2}}}
    {"update":{"batch":{"told":{"deletedItems":[{"item":1,"section":0}],"insertedSections":[1]},\
    "newCounts":{"1":4}}}}
    {"tick":{"seconds":0.3}}

    """)

  /// A snapshot of a CSV file or of a trace.
  private static func snapshot(of contents: [UInt8]) -> [UInt8] {
    let found = try? withFile(contents) { path in
      let name = contents.first == 0x7B ? "trace" : "csv"
      let copy =
        name == "trace"
        ? try InputSnapshot(ofTraceAt: path, origin: "trace:a")
        : InputSnapshot(of: try Dataset(spec: "csv:\(path)", items: 0, seed: 1), origin: "csv:a")
      // The same in any process.
      let bytes = copy.bytes
      let lines = bytes.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
      let header = String(decoding: lines[1], as: UTF8.self).replacing(path, with: "a.csv")
      return Array([lines[0], ArraySlice(header.utf8), lines[2]].joined(separator: [0x0A]))
    }
    return found ?? []
  }

  private static func madeSnapshot(_ random: inout SplitMix64) -> [UInt8] {
    let contents =
      Bool.random(using: &random)
      ? GeneratedExamples.table(&random) : GeneratedExamples.scrollTrace(&random)
    var bytes = snapshot(of: contents)
    // Ids, revisions and sizes may be anything.
    if GeneratedExamples.isOne(of: 4, &random), bytes.count > 40 {
      let place = Int.random(in: bytes.count - 40..<bytes.count, using: &random)
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    }
    return rehashed(bytes)
  }

  private static let shownTable: CSVSnapshot = {
    guard
      let found = try? CSVSnapshot(contents: table, path: "a.csv", columns: CSVSnapshotColumns())
    else { giveUp("the table is no table") }
    return found
  }()

  /// Reads a value of an option, behind the kind of value that it is.
  private static func readValue(_ text: String) throws {
    let words = text.trimmingCharacters(in: .newlines).split(separator: " ", maxSplits: 1)
    let value = words.count > 1 ? String(words[1]) : ""
    switch words.first {
    case "count": _ = ItemCount.spelled(try ItemCount.parse(value))
    case "list": _ = ItemCount.spelled(try ItemCount.parseList(value))
    case "share": _ = try Share.parse(value, option: "--margin")
    case "time": _ = try TimeBudget.parseSeconds(value, option: "--budget")
    case "length": _ = PointText.spelled(try PointText.length(value, option: "--header"))
    case "size": _ = try PointText.sizeOrLength(value, option: "--bounds")
    case "point": _ = try PointText.point(value, option: "--offset")
    case "rect": _ = try PointText.rect(value, option: "--visible")
    case "insets": _ = try PointText.insets(value, option: "--insets")
    case "path": _ = try PointText.path(value, option: "--item")
    case "columns": _ = try CSVColumns(parsing: value)
    default:
      do {
        _ = try DatasetSpec(parsing: value).text
      } catch {
        _ = NearestSpec.find(value)
        throw error
      }
    }
  }
}
