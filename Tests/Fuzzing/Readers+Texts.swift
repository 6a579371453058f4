import BasicAlgorithms
import Benchmarking
import Commands
import Datasets
import Foundation
import StressTesting

extension Readers {
  /// What people and other programs write: settings, tables, traces, logs, scripts, profiles.
  static let texts = [
    Reader("configuration", .text, [configuration]) { input, _ in
      _ = try ConfigurationFile(
        parsing: String(decoding: input, as: UTF8.self), path: "cvbench.yml")
    },
    Reader("command line", .text, commandLines) { input, _ in
      let words = String(decoding: input, as: UTF8.self).split(separator: "\n").map(String.init)
      do {
        try BenchmarkTool.parse(words)
      } catch {
        _ = BenchmarkTool.message(for: error).count
        throw error
      }
    },
    Reader("scroll trace", .jsonLines, [scrollTrace]) { input, _ in
      _ = try RecordedTrace(contents: input, path: "app.jsonl")
    },
    Reader("update trace", .jsonLines, [updateTrace]) { input, _ in
      _ = try UpdateTrace(contents: input, path: "updates.jsonl")
    },
    Reader("csv", .text, [table]) { input, number in
      if number % 2 == 0 {
        _ = try CSVSnapshot(contents: input, path: "a.csv", columns: CSVSnapshotColumns())
      } else {
        _ = try withFile(input) { try Dataset(spec: "csv:\($0)", items: 0, seed: 1) }
      }
    },
    Reader("listing", .text, [listing]) { input, _ in
      _ = try withFile(input) { try Dataset(spec: "listing:\($0)", items: 0, seed: 1) }
    },
    Reader("git log", .text, [gitLog]) { input, number in
      let history = try withFile(input) { try GitHistory(log: $0) }
      _ = try history.trace(isLenient: number % 2 == 0)
    },
    Reader("script", .jsonLines, [script, bytes("{\"stores\":{\"operations\":5,\"seed\":7}}\n")]) {
      input, _ in
      _ = try StressScript(text: String(decoding: input, as: UTF8.self)).text
    },
    Reader("callgrind", .text, [callgrind]) { input, _ in
      let profile = try CallgrindProfile(text: String(decoding: input, as: UTF8.self))
      _ = profile.withoutObject(named: "program").stacks
      _ = profile.changes(to: CallgrindProfile(selfCosts: [:]))
    },
    Reader("snapshot", .text, [snapshot(), traceSnapshot]) { input, number in
      // Beyond the check of the hash, every second time.
      let file = number % 2 == 0 ? input : rehashed(input)
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
    let header = Array(JSONTree.object(members).text.utf8)
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
    {"time":0.0166,"offset":{"x":0,"y":20}}
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

  private static let callgrind = bytes(
    """
    # callgrind format
    version: 1
    positions: instr line
    events: Dr Ir
    ob=(1) /usr/bin/program
    fn=(1) main
    0x400 10 1 20
    +4 +1 2 30
    cfn=(2) $s4work
    calls=3 0x500 4
    * * 5 900
    fn=(2)
    0x500 4 1 600
    fn=plain'2
    0x600 0 1 180
    fn=f'main'cvbench_measured
    0x600 0 1 12
    totals: 6 842

    """)

  private static func snapshot() -> [UInt8] {
    guard let dataset = try? withFile(table, { try Dataset(spec: "csv:\($0)", items: 0, seed: 1) })
    else { return [] }
    return InputSnapshot(of: dataset, origin: "csv:a.csv").bytes
  }

  private static let traceSnapshot: [UInt8] = {
    let copy = try? withFile(scrollTrace) { try InputSnapshot(ofTraceAt: $0, origin: "trace:a") }
    return copy?.bytes ?? []
  }()
}
