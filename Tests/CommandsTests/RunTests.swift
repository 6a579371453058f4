import Foundation
import RunRecords
import TestSupport
import Testing

/// Whole runs of the built tool, with the fixture's suite.
@Suite(.serialized) struct RunTests {
  private let run = ["run", "--allow-debug-build", "--preset", "smoke", "--case-budget", "20ms"]

  private func journal(of path: String) -> String { RunJournal.path(forRecordAt: path) }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// Runs the fixture with further arguments, and looks at its result and the record's path.
  private func withRecord(
    of arguments: [String], endingWith status: Int32 = 0,
    _ body: (String, ToolProcess.Result) throws -> Void
  ) throws {
    try inTemporaryDirectory { directory in
      let path = directory + "/record.json"
      let result = try ToolProcess.fixture.run(run + arguments + ["-o", path])
      #expect(result.status == status, "\(result.errors)")
      try body(path, result)
    }
  }

  @Test func leavesAValidRecord() throws {
    try withRecord(of: ["--seed", "7"]) { path, result in
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(try SchemaValidator.validate(record: text) == [])
      let record = try RunRecord.read(from: path)
      #expect(record.run.completed)
      #expect(record.run.seed == 7)
      #expect(record.cases.map(\.status) == [.ok, .ok, .ok])
      #expect(record.cases.allSatisfy { $0.metric("cpu_time")?.median != nil })
      #if DEBUG
        #expect(record.warnings.contains { $0.code == "debug-build" })
      #endif
      #expect(result.output.hasPrefix("fixture: "), "\(result.output)")
      #expect(result.output.contains("CommandsFixture show --details \(path)\n"))
      #expect(result.output.hasSuffix("Record: \(path)\n"))
      #expect(!exists(journal(of: path)))
    }
  }

  /// At a size that no store of items would fit in, as nothing is stored.
  @Test func whatAScenarioCountsIsRecordedShownAndCompared() throws {
    try withRecord(
      of: ["--filter", "halve", "--dataset", "one-section", "--sizes", "100000M", "--details"]
    ) { path, result in
      #expect(result.output.contains("\n  steps per operation: 37.\n"), "\(result.output)")
      #expect(result.output.contains("\n  drift of one call: 0.25 pt.\n"), "\(result.output)")
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(try SchemaValidator.validate(record: text) == [])
      var record = try RunRecord.read(from: path)
      #expect(record.cases.map { $0.metric("steps")?.value } == [37])
      let index = try #require(record.cases[0].metrics.firstIndex { $0.name == "steps" })
      record.cases[0].metrics[index].value = 38
      let worse = path + ".worse"
      try Data(record.json().utf8).write(to: URL(filePath: worse))
      let compare = try ToolProcess.fixture.run(["compare", path, worse])
      #expect(compare.status == 1)
      #expect(compare.output.contains("steps            37 → 38 count   +1"), "\(compare.output)")
    }
  }

  /// Two runs, of two sizes, of which one is above the limit.
  @Test func instructionsAreTheSameInEveryRun() throws {
    try inTemporaryDirectory { directory in
      var counts: Set<Int?> = []
      for name in ["first", "second"] {
        let path = directory + "/\(name).json"
        let result = try ToolProcess.fixture.run(
          run + [
            "--filter", "sum", "--storage", "forward", "--sizes", "1k,2k", "--instructions",
            "*", "--instructions-limit", "1_999", "--case-timeout", "10m", "--details",
            "-o", path,
          ])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("instructions are counted on up to 1999 items"))
        let record = try RunRecord.read(from: path)
        #expect(try SchemaValidator.validate(record: record.json()) == [])
        let cases = record.cases.sorted { $0.params.items < $1.params.items }
        #expect(cases.map(\.status) == [.ok, .ok])
        let metric = try #require(cases[0].metric("instructions"))
        guard metric.value != nil else {
          #expect(metric.absent?.contains("valgrind") == true)
          continue
        }
        counts.insert(metric.value)
        #expect(result.output.contains("instructions per operation"))
        #expect(record.environment.instructionCounter?.hasPrefix("callgrind-") == true)
      }
      #expect(counts.count <= 1)
    }
  }

  @Test func lookupSuiteRunsOnARealCollection() throws {
    try inTemporaryDirectory { directory in
      let rows = (0..<50).map { "album \($0 % 7),\($0),\($0).5,20\n" }.joined()
      let file = directory + "/photos, all.csv"
      try Data(("album,photo,w,h\n" + rows).utf8).write(to: URL(filePath: file))
      let path = directory + "/record.json"
      let result = try ToolProcess.cvbench.run(
        run + [
          "--filter", "lookup/item-*/payload=item8/*", "--storage", "flat,btree", "-o", path,
          "--dataset", "csv:" + file, "--csv-columns", "section=album,id=photo,width=w,height=h",
        ])
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.errors.contains("sections: 7"))
      let record = try RunRecord.read(from: path)
      #expect(try SchemaValidator.validate(record: try record.json()) == [])
      #expect(Set(record.cases.map(\.params.storage)) == ["flat", "btree"])
      #expect(record.cases.allSatisfy { $0.status == .ok && $0.params.items == 50 })
      #expect(record.cases.allSatisfy { $0.params.sections == 7 && $0.params.data == "csv" })
    }
  }

  @Test func jsonAndCSVGoToStandardOutputAlone() throws {
    try inTemporaryDirectory { directory in
      let path = directory + "/record.json"
      let one = run + ["--filter", "allocate", "-o", path]
      let json = try ToolProcess.fixture.run(one + ["--format", "json", "--samples"])
      #expect(json.status == 0)
      #expect(json.output == (try String(contentsOfFile: path, encoding: .utf8)))
      #expect(json.errors.contains("Record: \(path)"))
      #expect(try RunRecord.read(from: path).cases.first?.metric("cpu_time")?.samples != nil)
      let csv = try ToolProcess.fixture.run(one + ["--format", "csv"])
      #expect(csv.status == 0)
      let lines = csv.output.split(separator: "\n")
      #expect(lines.first?.hasPrefix("id,suite,scenario,") == true)
      #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("fixture/allocate/") })
      #expect(try RunRecord.read(from: path).cases.first?.metric("cpu_time")?.samples == nil)
    }
  }

  @Test func recordIsWholeWhereTheTableCannotBePrinted() throws {
    try inTemporaryDirectory { directory in
      let path = directory + "/record.json"
      let result = try ToolProcess.fixture.start(
        run + ["--filter", "allocate", "-o", path], output: "/dev/full"
      ).waitUntilExit()
      #expect(result.status == 74, "\(result.errors)")
      #expect(result.errors.contains("No space left on device"))
      #expect(try RunRecord.read(from: path).run.completed)
    }
  }

  @Test(
    arguments: [
      ("wrong-answer", CaseRecord.Status.failed), ("crash", .failed), ("no-set-up", .failed),
      ("hang", .timeout),
    ])
  func casesThatGoWrongEndWithThree(name: String, status: CaseRecord.Status) throws {
    try inTemporaryDirectory { directory in
      let path = directory + "/record.json"
      // Long enough for the one that works, whatever else runs.
      let timeout = status == .timeout ? ["--case-timeout", "10s"] : []
      let result = try ToolProcess.fixture.run(
        run + ["--filter", name, "--filter", "allocate", "-o", path] + timeout)
      #expect(result.status == 3, "\(result.errors)")
      #expect(result.errors.contains("fixture/\(name)/"))
      let record = try RunRecord.read(from: path)
      #expect(record.summary.exitCode == 3)
      let statuses = Dictionary(
        record.cases.map { ($0.params.scenario, $0.status) },
        uniquingKeysWith: { first, _ in first })
      #expect(statuses == ["allocate": .ok, name: status])
    }
  }

  @Test func budgetThatIsOverSkipsAndSaysSo() throws {
    try withRecord(of: ["--budget", "1ms"], endingWith: 2) { path, result in
      #expect(result.errors.contains("nothing was measured"))
      let closing = "Out of time: 6 of 6 measurements are missing; 3 of 3 cases have none. "
      #expect(result.errors.contains(closing), "\(result.errors)")
      #expect(result.errors.contains("with -o \(path) --resume."))
      let record = try RunRecord.read(from: path)
      #expect(record.cases.allSatisfy { $0.status == .skipped })
    }
  }

  @Test func budgetEndsTheMeasurementInProgress() throws {
    try withRecord(
      of: ["--filter", "hang", "--budget", "500ms", "--case-timeout", "1h"], endingWith: 2
    ) { path, result in
      #expect(result.errors.contains("Out of time"))
      let record = try RunRecord.read(from: path)
      #expect(record.cases.map(\.status) == [.skipped])
      #expect(try RunJournal.read(from: journal(of: path)).entries == [])
    }
  }

  @Test func recordsGoToPathsOfOneCharacterAndThroughLinks() throws {
    try inTemporaryDirectory { directory in
      let tool = ToolProcess(executable: "CommandsFixture", directory: directory)
      let link = directory + "/l"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "x")
      // The link leads to nothing, then to a record.
      for name in ["l", "x", "l"] {
        let result = try tool.run(run + ["--filter", "allocate", "-o", name])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.hasSuffix("Record: x\n"))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "x")
        #expect(try RunRecord.read(from: directory + "/x").run.completed)
        let names = try FileManager.default.contentsOfDirectory(atPath: directory)
        #expect(names.sorted() == ["l", "x"])
      }
      try FileManager.default.createSymbolicLink(
        atPath: directory + "/loop", withDestinationPath: "loop")
      let result = try tool.run(run + ["--filter", "allocate", "-o", "loop"])
      #expect(
        result.status == 74 && result.errors.contains("is a symbolic link that leads to no file"))
    }
  }

  @Test func aCompleteRunIsNotResumedAndAnUnfinishedOneNotReplaced() throws {
    try inTemporaryDirectory { directory in
      let path = directory + "/record.json"
      let one = run + ["--filter", "allocate", "-o", path]
      #expect(try ToolProcess.fixture.run(one).status == 0)
      let whole = try Data(contentsOf: URL(filePath: path))
      let resumed = try ToolProcess.fixture.run(one + ["--resume"])
      #expect(resumed.status == 2)
      #expect(resumed.errors.contains("'\(path)' is complete already; leave out --resume"))
      #expect(try Data(contentsOf: URL(filePath: path)) == whole)

      #expect(try ToolProcess.fixture.run(one + ["--budget", "1ms"]).status == 2)
      let again = try ToolProcess.fixture.run(one)
      #expect(again.status == 2)
      #expect(
        again.errors.contains(
          "an unfinished run lies at '\(journal(of: path))'; continue it with --resume"))
      #expect(try ToolProcess.fixture.run(one + ["--resume"]).status == 0)
      #expect(try RunRecord.read(from: path).run.completed)
    }
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func interruptSavesAndResumeGoesOn(signal: Int32) throws {
    try inTemporaryDirectory { directory in
      let tool = ToolProcess(executable: "CommandsFixture", directory: directory)
      // Long enough for the signal to come in time on a busy machine.
      let long = run + ["--launches", "100", "--filter", "sum"]
      let running = try tool.start(long)
      try waitUntil { running.errorsSoFar.contains("%") }
      running.send(signal)
      let interrupted = try running.waitUntilExit()
      #expect(interrupted.status == 130, "\(interrupted.errors)")
      #expect(
        interrupted.errors.contains(
          /Interrupted: [0-9]+ of 202 measurements are missing; every case has at least one\./),
        "\(interrupted.errors)")
      #expect(interrupted.errors.contains("--resume"))
      let records = directory + "/cvbench-records"
      let names = try FileManager.default.contentsOfDirectory(atPath: records)
      let name = try #require(names.first { $0.hasSuffix(".json") })
      #expect(Set(names) == [name, journal(of: name)])
      let partial = try RunRecord.read(from: records + "/" + name)
      #expect(!partial.run.completed)
      #expect(partial.summary.exitCode == 130)
      let resumed = try tool.run(long + ["--resume"])
      #expect(resumed.status == 0, "\(resumed.errors)")
      #expect(resumed.errors.contains("are done"))
      #expect(try RunRecord.read(from: records + "/" + name).run.completed)
      #expect(try FileManager.default.contentsOfDirectory(atPath: records) == [name])
    }
  }

  @Test func killedRunsResumeToTheSameExactMetrics() throws {
    try inTemporaryDirectory { directory in
      let whole = directory + "/whole.json"
      let options = run + ["--launches", "6"]
      #expect(try ToolProcess.fixture.run(options + ["-o", whole]).status == 0)
      let expected = try exactMetrics(whole)
      for attempt in 1...3 {
        let path = directory + "/\(attempt).json"
        let running = try ToolProcess.fixture.start(options + ["-o", path])
        Thread.sleep(forTimeInterval: .random(in: 0.02...0.6))
        running.send(SIGKILL)
        _ = try running.waitUntilExit()
        #expect(exists(path) ? (try? RunRecord.read(from: path)) != nil : true)
        let resumed = try ToolProcess.fixture.run(options + ["-o", path, "--resume"])
        let wasComplete = resumed.errors.contains("is complete already")
        #expect(resumed.status == (wasComplete ? 2 : 0), "\(resumed.errors)")
        #expect(try RunRecord.read(from: path).run.completed)
        #expect(try exactMetrics(path) == expected)
        #expect(!exists(journal(of: path)))
      }
    }
  }

  @Test func resumeRefusesAnotherPlan() throws {
    try inTemporaryDirectory { directory in
      let path = directory + "/record.json"
      let first = try ToolProcess.fixture.run(run + ["--budget", "1ms", "-o", path])
      #expect(first.status == 2)
      let other = try ToolProcess.fixture.run(run + ["--seed", "9", "--resume", "-o", path])
      #expect(other.status == 2)
      #expect(other.errors.contains("seed was 1, is 9"), "\(other.errors)")
    }
  }

  /// What must not depend on interruptions: answers and exact figures, by case.
  private func exactMetrics(_ path: String) throws -> [String: [String]] {
    let record = try RunRecord.read(from: path)
    return Dictionary(
      uniqueKeysWithValues: record.cases.map { result in
        let exact = result.metrics.filter { $0.kind == .exact && $0.role == .gate }
        let values = exact.map { "\($0.name)=\($0.value.map(String.init) ?? $0.absent ?? "")" }
        return (result.id, values + [result.checksum ?? "none"])
      })
  }

  private func waitUntil(_ condition: () -> Bool) throws {
    for _ in 0..<6_000 {
      if condition() { return }
      Thread.sleep(forTimeInterval: 0.01)
    }
    try #require(condition(), "after a minute")
  }
}
