import Foundation
import RunRecords
import Testing

/// `check` from the command line, on the record of a real run.
@Suite(.serialized) struct CheckTests {
  private static let id =
    "fixture/halve/storage=forward/data=one-section/payload=item8/items=100000000000"

  /// A directory with the record of one case, which takes 37 steps, and with its budgets.
  private func withRecord(
    _ body: (_ tool: ToolProcess, _ directory: String, _ record: RunRecord) throws -> Void
  ) throws {
    try inTemporaryDirectory { directory in
      let tool = ToolProcess(executable: "CommandsFixture", directory: directory)
      let run = try tool.run([
        "run", "--allow-debug-build", "--preset", "smoke", "--case-budget", "5ms", "--filter",
        "halve", "--dataset", "one-section", "--sizes", "100000M", "-o", "a.json",
      ])
      try #require(run.status == 0, "\(run.errors)")
      let update = try tool.run(["check", "a.json", "--budgets", "b.txt", "--update"])
      try #require(update.status == 0, "\(update.errors)")
      #expect(update.errors.isEmpty)
      #expect(update.output.contains(" 0 changed, "))
      try body(tool, directory, try RunRecord.read(from: directory + "/a.json"))
    }
  }

  private func write(_ record: RunRecord, to path: String) throws {
    try Data(record.json().utf8).write(to: URL(filePath: path))
  }

  private func budgets(_ directory: String) throws -> String {
    try String(contentsOfFile: directory + "/b.txt", encoding: .utf8)
  }

  private func change(_ directory: String, _ text: String, to other: String) throws {
    let changed = try budgets(directory).replacing(text, with: other)
    try Data(changed.utf8).write(to: URL(filePath: directory + "/b.txt"))
  }

  private let check = ["check", "a.json", "--budgets", "b.txt"]

  @Test func theRecordOfTheBudgetsIsWithinThem() throws {
    try withRecord { tool, directory, record in
      let text = try budgets(directory)
      #expect(text.contains("exact_key: \(record.environment.exactKey)\n"))
      #expect(text.contains("record: \(record.run.id) (smoke, \(record.run.startedAt)"))
      #expect(text.contains("\n\(Self.id) steps <= 37\n"))
      #expect(!text.contains("cpu_time"))
      let result = try tool.run(check)
      #expect(result.status == 0, "\(result.output)\(result.errors)")
      #expect(result.output.contains("\nwithin budget: "))
      #expect(result.output.hasSuffix(" checked, 0 over, 0 skipped\n"))
    }
  }

  @Test func growthEndsWithOne() throws {
    try withRecord { tool, directory, _ in
      try change(directory, "steps <= 37", to: "steps <= 36")
      let result = try tool.run(check)
      #expect(result.status == 1)
      #expect(result.output.contains("  \(Self.id) steps: 37 count, budget 36: +1 (+2.78%)\n"))
      #expect(result.output.contains("\nover budget: "))
      try change(directory, "steps <= 36", to: "steps <= 36 +3%")
      #expect(try tool.run(check).status == 0)
    }
  }

  @Test func anotherKeyIsSkippedWithItsReason() throws {
    try withRecord { tool, directory, record in
      var other = record
      other.environment.exactKey += ";other=1"
      try write(other, to: directory + "/a.json")
      let result = try tool.run(check)
      #expect(result.status == 0)
      #expect(
        result.output.contains("\nskipped: another exact_key: nothing in the budgets, other=1"))
      #expect(
        result.errors.contains(
          "CommandsFixture check a.json --budgets b.txt --update"), "\(result.errors)")
    }
  }

  /// With everything skipped, a workflow has checked nothing.
  @Test func whatIsSkippedFailsInAWorkflowOrWhereAsked() throws {
    try withRecord { tool, directory, record in
      var other = record
      other.environment.exactKey += ";other=1"
      try write(other, to: directory + "/a.json")
      var workflow = tool
      for (value, status) in ["false": 0, "0": 0, "": 0, "1": 5, "TRUE": 5, "true": 5] {
        workflow.environment["CI"] = value
        #expect(try workflow.run(check).status == status, "CI=\(value)")
      }
      workflow.environment["CI"] = "true"
      #expect(try workflow.run(check + ["--fail-on", "nothing"]).status == 0)
      #expect(try tool.run(check + ["--fail-on", "skipped"]).status == 5)
      let misspelt = try tool.run(check + ["--fail-on", "skiped"])
      #expect(misspelt.status == 2 && misspelt.errors.contains("Did you mean 'skipped'?"))
      // A check of equal keys passes as ever.
      try write(record, to: directory + "/a.json")
      #expect(try workflow.run(check).status == 0)
    }
  }

  @Test func whatIsNotThereEndsWithFive() throws {
    try withRecord { tool, directory, record in
      try change(directory, "/halve/", to: "/halves/")
      let noCase = try tool.run(check)
      #expect(noCase.status == 5)
      #expect(noCase.output.contains("did you mean '\(Self.id)'?"), "\(noCase.output)")
      try change(directory, "/halves/", to: "/halve/")
      try change(directory, " steps ", to: " step ")
      let noMetric = try tool.run(check)
      #expect(noMetric.status == 5)
      #expect(noMetric.output.contains("has no metric 'step'; there are: "))
      #expect(noMetric.output.contains("did you mean 'steps'?"))
      let noFile = try tool.run(["check", "a.json", "--budgets", "c.txt"])
      #expect(noFile.status == 5)
      #expect(noFile.errors.contains("'c.txt'; write them from this record with --update"))
      var other = record
      other.run.seed += 1
      try write(other, to: directory + "/a.json")
      let otherInputs = try tool.run(check)
      #expect(otherInputs.status == 5)
      #expect(otherInputs.output.contains("other inputs"))
    }
  }

  @Test func brokenRecordsEndWithThreeAndMakeNoBudgets() throws {
    try withRecord { tool, directory, record in
      var interrupted = record
      interrupted.run.completed = false
      var failed = record
      failed.cases[0].status = .failed
      failed.cases[0].message = "crashed"
      failed.cases[0].metrics = []
      let text = try budgets(directory)
      for (broken, reason) in [(interrupted, "interrupted"), (failed, "failed: crashed")] {
        try write(broken, to: directory + "/a.json")
        let result = try tool.run(check)
        #expect(result.status == 3)
        #expect(result.output.contains(reason))
        let update = try tool.run(check + ["--update"])
        #expect(update.status == 3)
        #expect(update.errors.contains("'b.txt' was not written") && update.errors.contains(reason))
        #expect(try budgets(directory) == text)
      }
    }
  }

  @Test func filesThatAreNoBudgetsAreLeftAlone() throws {
    try withRecord { tool, directory, record in
      let text = try budgets(directory)
      let header = text.split(separator: "\n").prefix { $0.contains(": ") }.joined(separator: "\n")
      for (content, message) in [
        (header + "\n", "b.txt: there is no budget in it"),
        (text + "a b < 3\n", ": '<' stands where '<=' must"),
        (text + "\(Self.id) steps <= 3\n", "has a budget on line "),
        (text.replacing("cvbench-budgets: 1", with: "cvbench-budgets: 9"), "b.txt:1: "),
      ] {
        try Data(content.utf8).write(to: URL(filePath: directory + "/b.txt"))
        let result = try tool.run(check)
        #expect(result.status == 2, "\(content)")
        #expect(result.errors.contains(message), "\(result.errors)")
        if content != header + "\n" {
          #expect(try tool.run(check + ["--update"]).status == 2)
        }
        #expect(try budgets(directory) == content)
      }
      // An empty file has no budgets, and may become one.
      try Data().write(to: URL(filePath: directory + "/b.txt"))
      let empty = try tool.run(check)
      #expect(empty.status == 2)
      #expect(empty.errors.contains("b.txt: the header lacks 'cvbench-budgets: …'"))
      #expect(try tool.run(check + ["--update"]).status == 0)
      #expect(try tool.run(check).status == 0)
      let nowhere = try tool.run(["check", "a.json", "--budgets", "none/b.txt", "--update"])
      #expect(nowhere.status == 74)
      #expect(nowhere.errors.contains("the directory none does not exist; make it first"))
      let swapped = try tool.run(["check", "b.txt", "--budgets", "a.json"])
      #expect(swapped.status == 2)
      var comparison = record
      comparison.kind = .comparison
      try write(comparison, to: directory + "/a.json")
      let result = try tool.run(check)
      #expect(result.status == 2)
      #expect(
        result.errors.contains(
          "is the record of a comparison, and not of a run; name the record of a run, or read this "
            + "one of a gate with 'show', 'report' or 'export --to md'"), "\(result.errors)")
    }
  }

  @Test func anUpdateKeepsWhatAPersonWroteAndSettles() throws {
    try withRecord { tool, directory, record in
      let original = try budgets(directory)
      // Also through a link, which stays one.
      let link = directory + "/link.txt"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "b.txt")
      let update = ["check", "a.json", "--budgets", "link.txt", "--update"]
      try change(
        directory, "\(Self.id) steps <= 37",
        to: "# Why so many?\n\(Self.id) steps <= 99 # indeed\ngone steps <= 1")
      let result = try tool.run(update)
      #expect(result.status == 0)
      #expect(result.output.contains("removed: gone steps <= 1\n"))
      #expect(result.output.contains("changed: \(Self.id) steps <= 37, before 99\n"))
      let updated = try budgets(directory)
      #expect(
        updated
          == original.replacing(
            "\(Self.id) steps <= 37", with: "# Why so many?\n\(Self.id) steps <= 37 # indeed"))
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "b.txt")
      #expect(try tool.run(update).output.contains(" 0 changed, 0 added, 0 removed\n"))
      #expect(try budgets(directory) == updated)
      let names = try FileManager.default.contentsOfDirectory(atPath: directory)
      #expect(names.sorted() == ["a.json", "b.txt", "link.txt"])
      let lost = try tool.run(["check", "a.json", "--budgets", "no/b.txt", "--update"])
      #expect(lost.status == 74)
      #expect(lost.errors.contains("no/b.txt"))
    }
  }
}
