import Foundation
import RunRecords
import TestSupport
import Testing

/// Baselines from the command line: saved by a run, used by `compare` and `gate`, listed and
/// removed.
@Suite(.serialized) struct BaselineTests {
  private let run = [
    "run", "--allow-debug-build", "--preset", "smoke", "--case-budget", "5ms", "--filter", "/work/",
    "--dataset", "one-section",
  ]

  private func inProject(_ body: (ToolProcess, String) throws -> Void) throws {
    try inTemporaryDirectory { directory in
      try body(ToolProcess(executable: "CommandsFixture", directory: directory), directory)
    }
  }

  @Test func aRunIsSavedComparedGatedAndPruned() throws {
    try inProject { tool, directory in
      let saved = try tool.run(run + ["--save-baseline", "main", "--launches", "2"])
      #expect(saved.status == 0, "\(saved.errors)")
      #expect(saved.errors.contains("CommandsFixture compare main, or "))

      let alone = try tool.run(["compare", "main"])
      #expect(alone.status == 5)
      #expect(
        alone.errors.contains(
          "holds no complete run of this host to compare with the baseline 'main'"))
      let second = try tool.run(run + ["--launches", "2"])
      #expect(second.status == 0, "\(second.errors)")
      let compared = try tool.run(["compare", "main"])
      #expect([0, 1].contains(compared.status), "\(compared.errors)")
      #expect(compared.output.contains("A: baseline main · "))
      #expect(compared.output.contains("B: cvbench-records/smoke-"))
      #expect(try tool.run(["compare", "main", "main"]).output.contains("are the same record"))

      let gate = try tool.run([
        "gate", "--base", "main", "--filter", "/work/", "--dataset", "one-section", "--sizes", "1k",
        "--allow-debug-build", "-o", "gate.json",
      ])
      #expect(gate.status == 0, "\(gate.output)\(gate.errors)")
      let record = try RunRecord.read(from: directory + "/gate.json")
      #expect(record.warnings.map(\.code).contains("equal-code"))

      let list = try tool.run(["baselines"])
      #expect(list.status == 0 && list.output.hasPrefix("main  20"), "\(list.output)")
      #expect(try tool.run(["baselines", "list"]).output == list.output)
      // Whatever reads a record reads a baseline, which comes before a file of its name.
      try FileManager.default.createDirectory(
        atPath: directory + "/main", withIntermediateDirectories: false)
      for command in [["show", "main"], ["export", "main", "--to", "csv"]] {
        let read = try tool.run(command)
        #expect(read.status == 0 && read.output.contains("work"), "\(read.errors)")
      }
      let judged = try tool.run(["show", "gate.json"])
      #expect(judged.status == 0 && judged.output.hasSuffix("\n"), "\(judged.errors)")
      #expect(judged.output.contains("Exact: "), "\(judged.output)")
      let show = try tool.run(["baselines", "show", "main"])
      #expect(show.output.contains("record     .cvbench/baselines/main.json\n"), "\(show.output)")
      let names = try tool.run(["---completion", "compare", "--", "positional@0", "1", "1", ""])
      #expect(names.output.split(separator: "\n").contains("main"), "\(names)")

      try FileManager.default.removeItem(atPath: directory + "/.cvbench/builds")
      let gone = try tool.run(["gate", "--base", "main", "-o", "gate.json"])
      #expect(gone.status == 5)
      #expect(gone.errors.contains("the build of the baseline 'main' is gone; measure it again"))
      #expect(try tool.run(["baselines"]).output.contains("(its build is gone)"))
      let pruned = try tool.run(["baselines", "prune", "--keep", "1"])
      #expect(pruned.status == 0 && pruned.output == "No baseline was removed.\n")
      #expect(try tool.run(["baselines", "remove", "main"]).status == 0)
      #expect(try tool.run(["baselines"]).output.hasPrefix("There are no baselines in "))
    }
  }

  /// A file's time says when it came here; the start in a record may be of another host's clock.
  @Test func theNewestCompleteRunOfThisHostIsCompared() throws {
    try inProject { tool, directory in
      #expect(try tool.run(run + ["--save-baseline", "main", "-o", "first.json"]).status == 0)
      let first = try RunRecord.read(from: directory + "/first.json")
      let records = directory + "/cvbench-records"
      try FileManager.default.createDirectory(
        atPath: records, withIntermediateDirectories: true)
      func write(
        _ name: String, minutesAgo: Double, _ change: (inout RunRecord) -> Void
      ) throws {
        var record = first
        record.run.id = name
        change(&record)
        let path = "\(records)/\(name).json"
        try record.write(to: path)
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSinceNow: -60 * minutesAgo)], ofItemAtPath: path)
      }
      try write("older", minutesAgo: 9) { $0.run.startedAt = "2999-01-01T00:00:00Z" }
      try write("newer", minutesAgo: 8) { _ in }
      try write("cut", minutesAgo: 7) { $0.run.completed = false }
      try write("foreign", minutesAgo: 6) { $0.environment.hostKey += ";another" }
      try write("gate", minutesAgo: 5) { $0.kind = .comparison }
      try write("main", minutesAgo: 4) { $0.run.id = first.run.id }
      try Data("{".utf8).write(to: URL(filePath: records + "/torn.json"))
      let compared = try tool.run(["compare", "main"])
      #expect(compared.output.contains("B: cvbench-records/newer.json"), "\(compared.output)")
      let lines = compared.errors.split(separator: "\n")
      #expect(lines.count == 4 && lines[0].contains("torn.json"), "\(compared.errors)")
      #expect(
        lines.suffix(3) == [
          "Skipped: cvbench-records/foreign.json is of another host: another",
          "Skipped: cvbench-records/cut.json is incomplete",
          "Comparing with cvbench-records/newer.json, the newest complete run of this host in "
            + "cvbench-records.",
        ], "\(compared.errors)")
    }
  }

  @Test func whatIsNoBaselineIsSaid() throws {
    try inProject { tool, directory in
      let empty = try tool.run(["compare", "mian"])
      #expect(empty.status == 5)
      #expect(
        empty.errors.contains("there is neither a baseline nor a file 'mian'; save a baseline")
          && empty.errors.contains("CommandsFixture run --save-baseline mian"), "\(empty.errors)")
      let nameless = try tool.run(["baselines", "show", "a b"])
      #expect(nameless.status == 5)
      #expect(nameless.errors.contains("'a b'; save a baseline"), "\(nameless.errors)")
      #expect(nameless.errors.contains("--save-baseline NAME"), "\(nameless.errors)")
      let bad = try tool.run(run + ["--save-baseline", "a/b"])
      #expect(bad.status == 2 && bad.errors.contains("--save-baseline 'a/b': write up to 64"))
      #expect(!FileManager.default.fileExists(atPath: directory + "/cvbench-records"))
      #expect(try tool.run(run + ["--save-baseline", "main"]).status == 0)
      for command in [
        ["compare", "mian"], ["gate", "--base", "mian"], ["baselines", "show", "mian"],
      ] {
        let near = try tool.run(command)
        #expect(near.status == 2 && near.errors.contains("Did you mean 'main'?"), "\(near.errors)")
      }
      var withoutTools = tool
      withoutTools.environment = ["PATH": directory]
      let unhashed = try withoutTools.run(run + ["--save-baseline", "other"])
      #expect(unhashed.status == 5)
      let reason = unhashed.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(
        reason.contains(
          "does not say which executable made it, as the executable could not be hashed: there is no "
            + "sha256sum (coreutils) in PATH"), "\(unhashed.errors)")
      // A run with a failed case is none to compare with.
      let failing = try tool.run([
        "run", "--allow-debug-build", "--preset", "smoke", "--case-budget", "5ms", "--filter",
        "/wrong-answer/", "--dataset", "one-section", "--save-baseline", "bad",
      ])
      #expect(failing.status == 3)
      #expect(
        failing.errors.contains("the baseline 'bad' was not saved, as 1 case failed"),
        "\(failing.errors)")
      #expect(try tool.run(["baselines"]).output.split(separator: "\n").count == 1)
    }
  }

  @Test func aBaselineOfAnotherMachineIsSaid() throws {
    try inProject { tool, directory in
      #expect(try tool.run(run + ["--save-baseline", "main"]).status == 0)
      let path = directory + "/.cvbench/baselines/main.json"
      var record = try RunRecord.read(from: path)
      record.environment.hostKey += ";another"
      try record.write(to: path)
      #expect(try tool.run(run).status == 0)
      let compared = try tool.run(["compare", "main"])
      #expect(compared.output.contains("Not compared: times need an equal host_key"))
      let gate = try tool.run([
        "gate", "--base", "main", "--filter", "/work/", "--dataset", "one-section", "--sizes", "1k",
        "--allow-debug-build", "--exact-only", "-o", "gate.json",
      ])
      #expect(
        gate.errors.contains(
          "the baseline 'main' was measured on another machine: another there, nothing more here"),
        "\(gate.errors)")
    }
  }
}
