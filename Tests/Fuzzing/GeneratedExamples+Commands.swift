import BasicAlgorithms

// Command lines and settings with options and values that exist.
extension GeneratedExamples {
  /// An option that a command takes, with values that it takes; none for a flag.
  private typealias Option = (name: String, values: [String])

  private static let selection: [Option] = [
    ("filter", ["item-random", "lookup/*/storage=flat/*", "insert"]), ("exclude", ["fetch/*"]),
    ("suite", ["lookup", "scroll"]), ("storage", ["flat", "btree"]),
    ("preset", ["smoke", "quick", "full"]), ("sizes", ["1k", "1k,300k", "2.5M", "1_000"]),
    ("dataset", ["uniform-1000", "zipf-100", "directory:/usr", "csv:a.csv"]),
    ("seed", ["1", "99"]),
  ]
  private static let sampling: [Option] = [
    ("budget", ["90s", "2m"]), ("case-budget", ["500ms", "1.5s"]), ("case-timeout", ["1h", "20"]),
    ("launches", ["1", "3"]),
  ]
  private static let gate: [Option] = [
    ("margin", ["2%", "0.01"]), ("alpha", ["0.005"]), ("precision", ["1%"]),
    ("min-pairs", ["20"]), ("max-pairs", ["40"]), ("base-ref", ["origin/main", "HEAD~1"]),
    ("fail-on", ["regression", "failure"]), ("exact-only", []),
  ]
  private static let comparison: [Option] = [
    ("margin", ["3%"]), ("alpha", ["0.01"]), ("details", []), ("format", ["csv", "json", "md"]),
    ("ignore-host", []), ("metric", ["cpu_time", "allocations"]),
  ]
  private static let picture: [Option] = [
    ("items", ["60", "1k"]), ("bounds", ["320x480"]), ("output", ["a.svg"]),
    ("layout", ["flow", "list", "waterfall"]), ("seed", ["7"]),
  ]
  private static let commands: [(words: [String], options: [Option])] = [
    (["run"], selection + sampling + [("shard", ["3/8"]), ("output", ["a.json"])]),
    (["list"], selection + [("json", [])]), (["loop", "item-random"], selection),
    (["gate"], selection + gate), (["compare", "a.json", "b.json"], comparison),
    (["check", "a.json", "--budgets", "b.txt"], [("update", []), ("fail-on", ["missing"])]),
    (["show", "a.json"], [("details", [])]), (["report", "a.json"], [("output", ["a.html"])]),
    (["export", "a.json", "--to", "csv"], [("filter", ["x"]), ("output", ["a.csv"])]),
    (["merge", "a.json", "b.json"], [("output", ["c.json"])]), (["migrate", "a.json"], []),
    (["snapshot"], picture), (["trend"], [("history", ["h"]), ("output", ["t.html"])]),
    (["stress"], [("over", ["views", "stores"]), ("operations", ["10k"]), ("seed", ["5"])]),
    (["generate", "trace"], [("kind", ["steady", "fling-4000"]), ("rate", ["120"])]),
    (["import", "git", "."], [("output", ["u.jsonl"])]), (["doctor"], [("seed", ["1"])]),
    (["diff", "a.csv", "b.csv"], sampling), (["history", "add", "a.json"], [("history", ["h"])]),
    (["baselines"], []), (["baselines", "show", "main"], []),
    (["bisect", "a", "--good", "v1", "--bad", "HEAD"], [("metric", ["allocations"])]),
    (["bless", "a@b", "--reason", "it is wanted"], [("metric", ["allocations"])]),
  ]

  /// A command with some of its options, a word a line.
  static func commandLine(_ random: inout SplitMix64) -> [UInt8] {
    let command = pick(commands, &random)
    var words = command.words
    for _ in 0..<Int.random(in: 0...3, using: &random) where !command.options.isEmpty {
      let option = pick(command.options, &random)
      guard !words.contains("--\(option.name)") else { continue }
      words.append("--\(option.name)")
      if !option.values.isEmpty { words.append(pick(option.values, &random)) }
    }
    return bytes(words)
  }

  private static func settings(
    _ options: [Option], _ indent: String, _ random: inout SplitMix64
  ) -> [String] {
    var lines: [String] = []
    for option in options where isOne(of: 3, &random) {
      let value = option.values.isEmpty ? "true" : "\"\(pick(option.values, &random))\""
      let isList = ["filter", "storage", "fail-on"].contains(option.name)
      lines.append("\(indent)\(option.name): \(isList ? "[\(value)]" : value)")
    }
    return lines
  }

  /// A file of settings: some common ones, and those of some commands.
  static func configuration(_ random: inout SplitMix64) -> [UInt8] {
    var lines = isOne(of: 4, &random) ? ["# Ours."] : []
    lines += settings(selection, "", &random)
    let sections: [(String, [Option])] = [
      ("run", sampling), ("gate", gate), ("compare", comparison), ("list", selection),
    ]
    for (name, options) in sections where isOne(of: 3, &random) {
      let own = settings(options, "  ", &random)
      if !own.isEmpty { lines += ["\(name):"] + own }
    }
    return bytes(lines)
  }

  /// Values of options, each behind the kind of value that it is.
  static func optionValue(_ random: inout SplitMix64) -> [UInt8] {
    let kinds: [(String, [String])] = [
      ("count", ["1000", "1_000", "2.5M", "300k"]), ("list", ["1k,1M", "300,000, 7", "1"]),
      ("share", ["2%", "0.02", "100%"]), ("time", ["500ms", "1.5s", "2m", "1h", "120"]),
      ("length", ["8", "0.5"]), ("size", ["90x40", "0x0"]), ("point", ["0,300", "-1,2.5"]),
      ("rect", ["0,300,320,480"]), ("insets", ["8", "8,16,8,16"]), ("path", ["2,17", "0,0"]),
      ("dataset", ["uniform-1000", "zipf-10", "csv(section=album,id=photo):a.csv", "listing:a"]),
      ("columns", ["section=album,id=photo", "width=w,height=h"]),
    ]
    let (kind, values) = pick(kinds, &random)
    return bytes(["\(kind) \(pick(values, &random))"])
  }

  /// The variables of a scheduler.
  static func schedulerVariables(_ random: inout SplitMix64) -> [UInt8] {
    let total = Int.random(in: 1...9, using: &random)
    let index = Int.random(in: 0..<total, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      let step = pick([1, 2], &random)
      return bytes([
        "SLURM_ARRAY_TASK_ID=\(index * step + 1)", "SLURM_ARRAY_TASK_COUNT=\(total)",
        "SLURM_ARRAY_TASK_MIN=1", "SLURM_ARRAY_TASK_STEP=\(step)",
      ])
    case 1: return bytes(["CI_NODE_INDEX=\(index + 1)", "CI_NODE_TOTAL=\(total)"])
    case 2: return bytes(["CIRCLE_NODE_INDEX=\(index)", "CIRCLE_NODE_TOTAL=\(total)"])
    default: return bytes(["TEST_SHARD_INDEX=\(index)", "TEST_TOTAL_SHARDS=\(total)"])
    }
  }
}
