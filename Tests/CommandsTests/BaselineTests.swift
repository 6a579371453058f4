import Foundation
import RunRecords
import TestSupport
import Testing

/// Baselines from the command line: saved by a run, used by `compare` and `gate`, listed and removed.
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
      #expect(saved.errors.contains("Baseline 'main' saved; later: CommandsFixture compare main"))

      let alone = try tool.run(["compare", "main"])
      #expect(alone.status == 5)
      #expect(alone.errors.contains("holds no record to compare with the baseline 'main'"))
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
      // Whatever reads a record reads a baseline.
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

  @Test func whatIsNoBaselineIsSaid() throws {
    try inProject { tool, directory in
      let empty = try tool.run(["compare", "mian"])
      #expect(empty.status == 5)
      #expect(
        empty.errors.contains(
          "there is neither a baseline nor a file 'mian'; save a baseline with: CommandsFixture run "
            + "--save-baseline mian"), "\(empty.errors)")
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
