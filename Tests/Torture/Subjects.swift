import Foundation

/// The commands under torture: most that replace a file, and those that measure.
enum Subjects {
  static let all =
    replacing + [baselines] + repositories + acceptances + [search] + measuring + profiling

  /// Serves files under other names.
  private static func files(
    _ names: (String, String)...
  ) -> @Sendable (Fixtures, String) throws -> Void {
    { fixtures, folder in
      for (name, target) in names { try fixtures.copy(name, as: "\(folder)/\(target)") }
    }
  }

  /// Commands that write one file.
  private static let replacing = [
    Subject(
      name: "check --update",
      arguments: ["check", "new.json", "--budgets", "budgets.txt", "--update"],
      prepare: files(("new.json", "new.json"), ("old.txt", "budgets.txt"))),
    Subject(
      name: "export", arguments: ["export", "new.json", "--to", "csv", "-o", "out.csv"],
      prepare: files(("new.json", "new.json"), ("old.csv", "out.csv"))),
    Subject(
      name: "report", arguments: ["report", "new.json", "--no-charts", "-o", "out.html"],
      prepare: files(("new.json", "new.json"), ("old.html", "out.html"))),
    Subject(
      name: "merge", arguments: ["merge", "part1.json", "part2.json", "-o", "out.json"],
      prepare: files(
        ("part1.json", "part1.json"), ("part2.json", "part2.json"), ("merged.json", "out.json"))),
    Subject(
      name: "migrate", arguments: ["migrate", "a.json", "b.json"],
      prepare: { _, folder in
        for (name, source) in [("a.json", "lookup-1.0.json"), ("b.json", "layout-1.1.json")] {
          try FileManager.default.copyItem(
            atPath: "Tests/RunRecordsTests/Version1/\(source)", toPath: "\(folder)/\(name)")
        }
      }),
    Subject(
      name: "snapshot", arguments: ["snapshot", "--items", "20", "-o", "out.svg"],
      prepare: { fixtures, folder in
        try fixtures.run(["snapshot", "--items", "10", "-o", "out.svg"], in: folder)
      }),
    Subject(
      name: "generate",
      arguments: ["generate", "trace", "--kind", "steady", "--frames", "20", "-o", "out.jsonl"],
      prepare: { fixtures, folder in
        try fixtures.run(
          ["generate", "trace", "--kind", "steady", "--frames", "10", "-o", "out.jsonl"],
          in: folder)
      }),
    Subject(
      name: "diff",
      arguments: [
        "diff", "before.csv", "after.csv", "--counts-only", "--changeset", "out.json",
      ],
      prepare: { fixtures, folder in
        let rows = ["a,1,0", "a,2,0", "b,3,0", "b,4,0"]
        for (name, rows) in [("before", rows), ("after", [rows[3], rows[0], "b,5,0"])] {
          let text = (["section,id,revision"] + rows).map { $0 + "\n" }.joined()
          try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name).csv"))
        }
        try fixtures.run(
          ["diff", "after.csv", "before.csv", "--counts-only", "--changeset", "out.json"],
          in: folder)
      }),
    Subject(
      name: "history add", arguments: ["history", "add", "new.json", "--to", "history"],
      prepare: files(("new.json", "new.json"), ("history", "history")),
      checks: [["history", "fsck", "--history", "history"]]),
    Subject(
      name: "history prune",
      arguments: ["history", "prune", "--keep", "1", "--history", "history"],
      prepare: { fixtures, folder in
        try files(("new.json", "new.json"), ("history", "history"))(fixtures, folder)
        try fixtures.run(["history", "add", "new.json", "--to", "history"], in: folder)
        try FileManager.default.removeItem(atPath: "\(folder)/new.json")
      }, checks: [["history", "fsck", "--history", "history"]]),
    Subject(
      name: "trend", arguments: ["trend", "--history", "history", "-o", "out.html"],
      prepare: files(("history", "history"))),
  ]

  /// Removes two of the files of a baseline, one after the other.
  private static let baselines = Subject(
    name: "baselines remove", arguments: ["baselines", "remove", "x"],
    prepare: { fixtures, folder in
      try fixtures.run(
        ["run"] + Fixtures.measuring + ["--save-baseline", "x", "-o", "out.json"], in: folder)
    }, repairIfDone: ["baselines", "prune"], checks: [["baselines", "list"]])

  /// Commands that also run git.
  private static let repositories = [
    Subject(
      name: "import git", arguments: ["import", "git", "repository", "-o", "out.jsonl"],
      prepare: files(("repository", "repository"), ("old.jsonl", "out.jsonl")),
      faults: Fault.ofCommandsWithPrograms, opaque: ["repository"]),
    Subject(
      name: "history add (branch)", arguments: ["history", "add", "new.json"],
      prepare: { fixtures, folder in
        try fixtures.makeRepository(at: folder)
        try fixtures.copy("old.json", as: "\(folder)/old.json")
        try fixtures.run(["history", "add", "old.json"], in: folder)
        try fixtures.copy("new.json", as: "\(folder)/new.json")
      }, faults: Fault.ofCommandsWithPrograms,
      checks: [["history", "fsck"], ["history", "list"]], opaque: [".git"]),
  ]

  /// Accepts, in either kind of history, that a commit made something worse.
  private static let acceptances = [
    Subject(
      name: "bless",
      arguments: ["bless", "*@HEAD", "--reason", "more copies", "--history", "history"],
      prepare: { fixtures, folder in
        for name in [".git", "history"] {
          try fixtures.copy("worsened/\(name)", as: "\(folder)/\(name)")
        }
      }, faults: Fault.ofFiles + Fault.ofMemory,
      checks: [["history", "fsck", "--history", "history"]], opaque: [".git"]),
    Subject(
      name: "bless (branch)", arguments: ["bless", "*@HEAD", "--reason", "more copies"],
      prepare: { fixtures, folder in
        try fixtures.copy("worsened/.git", as: "\(folder)/.git")
      }, faults: Fault.ofCommandsWithPrograms,
      checks: [["history", "fsck"], ["history", "list"]], opaque: [".git"]),
  ]

  /// Looks among commits for the one that made a case worse; a script stands for `swift`.
  private static let search = Subject(
    name: "bisect",
    arguments: [
      "bisect", allocating("flat"), "--good", "HEAD~2", "--metric", "allocations", "--config",
      "/dev/null",
    ],
    prepare: { fixtures, folder in
      for name in [".git", "bin", "a", "b", "c"] {
        try fixtures.copy("bisected/\(name)", as: "\(folder)/\(name)")
      }
    }, faults: Fault.ofFiles + Fault.ofProcesses + Fault.ofWorkers + Fault.ofMemory,
    progress: ".json", opaque: [".git", ".build/gate/base"], programs: "bin",
    // Each of two builds may take a minute to say what it is.
    limitSeconds: 180)

  /// Commands that measure, in processes of their own.
  private static let measuring = [
    Subject(
      name: "run", arguments: ["run"] + Fixtures.measuring + ["--seed", "2", "-o", "out.json"],
      prepare: files(("old.json", "out.json")), faults: everything,
      leftovers: [".partial.jsonl"],
      repair: ["run"] + Fixtures.measuring + ["--seed", "2", "-o", "out.json", "--resume"],
      runsReplaceableTool: true),
    Subject(
      name: "run --save-baseline",
      arguments: ["run"] + Fixtures.measuring + ["--save-baseline", "x", "-o", "out.json"],
      prepare: files(("old.json", "out.json")),
      leftovers: [".partial.jsonl"],
      repair: ["run"] + Fixtures.measuring + ["--save-baseline", "x", "-o", "out.json", "--resume"]),
    Subject(
      name: "gate",
      arguments: [
        "gate", "--base", "../build/base", "--head", "../build/cvbench", "--min-pairs", "2",
        "--max-pairs", "2",
        "--gate-equal-code", "--filter",
        "lookup/item-random/storage=flat/data=uniform-1000/payload=item8/items=1000",
        "--case-timeout", "10s", "--config", "/dev/null", "-o", "out.json",
      ],
      prepare: { _, _ in }, faults: everything,
      // As for `bisect`.
      limitSeconds: 180),
    Subject(
      name: "stress",
      arguments: ["stress", "--over", "stores,views", "--operations", "30", "-o", "out.jsonl"],
      prepare: { _, _ in }, faults: everything,
      // The script of a process that was stopped is what it found.
      leftovers: [".running", "out.jsonl"]),
  ]

  /// A case whose allocations are the same in each run, and whose profile is, too.
  private static func allocating(_ storage: String) -> String {
    "lookup/build/storage=\(storage)/data=uniform-1000/payload=item8/items=1000"
  }

  /// Commands that run one case, to look into it.
  private static let profiling = [
    Subject(
      name: "profile",
      arguments: [
        "profile", allocating("btree"), "--only", "allocations", "--case-timeout", "10s",
        "--config", "/dev/null", "-o", "out",
      ],
      prepare: { fixtures, folder in
        try fixtures.run(
          [
            "profile", allocating("flat"), "--only", "allocations", "--config", "/dev/null",
            "-o", "out",
          ], in: folder)
      }, faults: Fault.ofFiles + Fault.ofProcesses + Fault.ofWorkers + Fault.ofMemory,
      // A build that does not answer is given a minute.
      limitSeconds: 100),
    Subject(
      name: "loop",
      arguments: ["loop", allocating("flat"), "--seconds", "100ms", "--config", "/dev/null"],
      prepare: { _, _ in }, faults: Fault.ofFiles + Fault.ofMemory),
  ]

  private static let everything =
    Fault.ofFiles + Fault.ofProcesses + Fault.ofWorkers + Fault.ofBuilds + Fault.ofMemory
    + Fault.ofClocks
}
