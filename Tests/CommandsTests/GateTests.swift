import Benchmarking
import Foundation
import Processes
import RunRecords
import TestSupport
import Testing

/// `gate` from the command line: builds that are one executable in two environments.
@Suite(.serialized) struct GateTests {
  private static let fixture = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "CommandsFixture").path
  private static let work =
    "fixture/work/storage=forward/data=one-section/payload=item8/items=1000"

  /// A directory with builds by name, each the fixture with other environment variables, or a
  /// script.
  private func withBuilds(
    _ scripts: [String: String], _ body: (ToolProcess, String) throws -> Void
  ) throws {
    try inTemporaryDirectory { directory in
      for (name, script) in scripts {
        let path = directory + "/" + name
        try makeExecutable(Data("#!/bin/sh\n\(script)\n".utf8), at: path)
      }
      try body(ToolProcess(executable: "CommandsFixture", directory: directory), directory)
    }
  }

  private static func build(_ variables: String = "") -> String {
    "\(variables) exec '\(fixture)' \"$@\""
  }

  private let gate = [
    "gate", "--base", "./base", "--head", "./head", "--filter", "/work/", "--dataset",
    "one-section", "--sizes", "1k", "-o", "gate.json", "--allow-debug-build",
  ]
  /// Five pairs, or up to forty until the half-width is 50 %: enough to tell twenty times as slow.
  private let few = [
    "--gate-equal-code", "--min-pairs", "5", "--max-pairs", "40", "--precision", "50%",
  ]

  @Test func oneBuildPassesAgainstItself() throws {
    try withBuilds(["base": Self.build(), "head": Self.build()]) { tool, directory in
      let result = try tool.run(gate)
      #expect(result.status == 0, "\(result.output)\(result.errors)")
      #expect(
        result.output.contains("Times: not compared, as both sides hold the same machine code"))
      #expect(result.errors.contains("1 case, exact metrics only"), "\(result.errors)")
      #expect(result.output.contains("Exact: 0 regressed, 0 improved"))
      #expect(result.output.hasSuffix("Passed: nothing has regressed as far as could be seen.\n"))
      let record = try RunRecord.read(from: directory + "/gate.json")
      #expect(record.kind == .comparison && record.builds.map(\.id) == ["base", "head"])
      #expect(record.warnings.map(\.code).contains("equal-code"))
      #expect(record.cases.map(\.id) == [Self.work])
      #expect(try SchemaValidator.validate(record: record.json()) == [])
    }
  }

  @Test func aSlowerHeadFailsAndAFasterOnePasses() throws {
    let builds = ["base": Self.build(), "head": Self.build("FIXTURE_STEPS=400000")]
    try withBuilds(builds) { tool, directory in
      let slower = try tool.run(gate + few)
      #expect(slower.status == 1, "\(slower.output)\(slower.errors)")
      #expect(slower.output.contains("regressed"))
      #expect(
        slower.output.contains("Times: 1 regressed, 0 improved, 0 equivalent, 0 inconclusive."))
      #expect(slower.output.hasSuffix("Failed: 1 regression.\n"))
      let record = try RunRecord.read(from: directory + "/gate.json")
      let metric = try #require(record.cases[0].metric("cpu_time"))
      let change = try #require(metric.compare)
      #expect(try #require(change.ratio) > 1.5 && change.isConfirmed == true)
      #expect((5...40).contains(try #require(change.pairs)))
      #expect(try SchemaValidator.validate(record: record.json()) == [])

      // The comment of the record is the one that the gate prints.
      let comment = try tool.run(gate + few + ["--format", "md"])
      #expect(comment.status == 1)
      #expect(comment.output.hasPrefix("### cvbench gate: failed\n"), "\(comment.output)")
      let export = try tool.run(["export", "gate.json", "--to", "md"])
      #expect(export.status == 0 && export.output == comment.output, "\(export.output)")
      let gha = try tool.run(["export", "gate.json", "--to", "gha"])
      #expect(gha.status == 2 && gha.errors.contains("is the record of a comparison"))
      let filtered = try tool.run(["export", "gate.json", "--to", "md", "--filter", "work"])
      #expect(filtered.status == 2 && filtered.errors.contains("leave it out"))

      let swapped = gate + few + ["--base", "./head", "--head", "./base"]
      #expect(try tool.run(swapped).status == 0)
      let failing = try tool.run(swapped + ["--fail-on", "improved"])
      #expect(failing.status == 6, "\(failing.output)\(failing.errors)")

      let file = directory + "/accept.txt"
      for (day, status) in [("2999-01-01", Int32(0)), ("2020-01-01", 1)] {
        try Data("# why\n*/work/* cpu_time +9000% until \(day) because it is a test\n".utf8)
          .write(to: URL(filePath: file))
        let accepted = try tool.run(gate + few + ["--accept", file])
        #expect(accepted.status == status, "\(accepted.output)\(accepted.errors)")
        #expect(accepted.output.contains("line 2"))
      }
    }
  }

  @Test func oneAllocationMoreFails() throws {
    let builds = ["base": Self.build(), "head": Self.build("FIXTURE_ARRAYS=11")]
    try withBuilds(builds) { tool, directory in
      let result = try tool.run(gate + ["--exact-only", "--profile-regressed", "profiles"])
      let record = try RunRecord.read(from: directory + "/gate.json")
      if let reason = record.cases[0].metric("allocations")?.absent {
        // Without jemalloc there is nothing to compare, which is no pass.
        #expect(result.status == 5 && result.output.contains("nothing was compared"), "\(reason)")
        return
      }
      #expect(result.status == 1, "\(result.output)\(result.errors)")
      #expect(result.output.contains(#/\+1  allocations +10 +11  /#), "\(result.output)")
      let name = Self.work.map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
      let page = "profiles/\(name)/index.html"
      #expect(result.output.contains("Profiles of what regressed\n  \(Self.work)\n"))
      #expect(result.output.contains("    \(page)\n"), "\(result.output)")
      #expect(FileManager.default.fileExists(atPath: directory + "/" + page))
    }
  }

  @Test func whatCannotBeToldIsInconclusive() throws {
    try withBuilds(["base": Self.build(), "head": Self.build()]) { tool, directory in
      // The time is spent before the first pair.
      let command = gate + ["--gate-equal-code", "--budget", "1ms"]
      let passed = try tool.run(command)
      #expect(passed.status == 0, "\(passed.output)\(passed.errors)")
      let failed = try tool.run(command + ["--fail-on", "inconclusive>99%"])
      #expect(failed.status == 4, "\(failed.output)\(failed.errors)")
      #expect(failed.output.hasSuffix("Failed: 100% of the times are inconclusive.\n"))
      let record = try RunRecord.read(from: directory + "/gate.json")
      #expect(record.warnings.map(\.code).contains("budget"))
      #expect(try SchemaValidator.validate(record: record.json()) == [])
      let none = try tool.run(gate + ["--fail-on", "often"])
      #expect(none.status == 2 && none.errors.contains("inconclusive>20%"))
      let margin = try tool.run(gate + ["--margin", "2"])
      #expect(margin.status == 2 && margin.errors.contains("--margin '2': give a share"))
    }
  }

  @Test(arguments: ["crash", "wrong-answer", "hang", "no-set-up"])
  func aCaseThatFailsIsNamedAndTheOthersAreMeasured(_ scenario: String) throws {
    try withBuilds(["base": Self.build(), "head": Self.build()]) { tool, directory in
      // Long enough for the one that works, whatever else runs.
      let timeout = scenario == "hang" ? ["--case-timeout", "10s"] : []
      let result = try tool.run(gate + ["--filter", "/\(scenario)/"] + timeout)
      #expect(result.status == 3, "\(result.output)\(result.errors)")
      let record = try RunRecord.read(from: directory + "/gate.json")
      let failed = try #require(record.cases.first { $0.params.scenario == scenario })
      #expect(failed.status == (scenario == "hang" ? .timeout : .failed))
      #expect(failed.message?.hasPrefix("the base: ") == true, "\(failed)")
      #expect(record.cases.contains { $0.id == Self.work && $0.status == .ok })
    }
  }

  @Test(arguments: [("crash", "ended"), ("hang", "no answer within 10"), ("wrong", "wrong answer")])
  func aHeadThatFailsLosesNothing(_ fault: String, _ reason: String) throws {
    let builds = ["base": Self.build(), "head": Self.build("FIXTURE_FAULT=\(fault)")]
    try withBuilds(builds) { tool, directory in
      let timeout = fault == "hang" ? ["--case-timeout", "10s"] : []
      let result = try tool.run(gate + few + timeout)
      #expect(result.status == 3, "\(result.output)\(result.errors)")
      let record = try RunRecord.read(from: directory + "/gate.json")
      #expect(try SchemaValidator.validate(record: record.json()) == [])
      let failed = try #require(record.cases.first)
      let message = try #require(failed.message)
      #expect(message.hasPrefix("the head: ") && message.contains(reason), "\(message)")
      // What was counted before is there.
      #expect(failed.metric("allocations") != nil)
      let left = try ToolProcess.processes(withArgument: "pair-worker", under: directory)
      #expect(left.isEmpty, "\(left)")
    }
  }

  @Test func whatACasePrintsIsNoAnswer() throws {
    let builds = ["base": Self.build(), "head": Self.build("FIXTURE_FAULT=print")]
    try withBuilds(builds) { tool, _ in
      let result = try tool.run(gate + few)
      #expect(result.status != 3, "\(result.output)\(result.errors)")
      #expect(result.output.contains("CPU time, head over base"))
    }
  }

  @Test func otherAnswersCompareNothing() throws {
    let builds = [
      "base": Self.build(), "head": Self.build("FIXTURE_ANSWER=7 FIXTURE_ARRAYS=11"),
    ]
    try withBuilds(builds) { tool, directory in
      let result = try tool.run(gate + few)
      #expect(result.status == 3, "\(result.output)\(result.errors)")
      let record = try RunRecord.read(from: directory + "/gate.json")
      #expect(record.cases[0].message?.hasPrefix("the sides answer differently") == true)
      #expect(record.cases.map(\.metrics.count) == [0])
    }
  }

  @Test(arguments: ["base", "head"])
  func aBuildThatChangesUnderWayIsSaid(side: String) throws {
    var builds = ["base": Self.build(), "head": Self.build()]
    builds[side] = "echo '#' >>\(side)\n" + Self.build()
    try withBuilds(builds) { tool, directory in
      for options in [few, ["--exact-only"]] {
        let result = try tool.run(gate + options)
        #expect(result.status == 3, "\(result.output)\(result.errors)")
        let record = try RunRecord.read(from: directory + "/gate.json")
        let message = try #require(record.cases[0].message)
        #expect(
          message.hasPrefix("the \(side): ") && message.contains("has changed since"), "\(message)")
      }
    }
  }

  /// It was the one that was named when it was counted, and is another one under callgrind.
  @Test func aBuildThatChangesBeforeItIsProfiledIsSaid() throws {
    let changing = "[ -e begun ] && echo '#' >>head\n: >begun\n" + Self.build()
    try withBuilds(["base": Self.build(), "head": changing]) { tool, directory in
      let result = try tool.run(
        gate + ["--exact-only", "--instructions", "*", "--case-timeout", "10m"])
      #expect(result.status == 3, "\(result.output)\(result.errors)")
      let record = try RunRecord.read(from: directory + "/gate.json")
      let message = try #require(record.cases[0].message)
      #expect(message.hasPrefix("the head: ") && message.contains("has changed since"))
    }
  }

  /// A build of the messages' version 1: it describes itself so, keeps what it is asked, and counts
  /// instructions by another subcommand, which answers one job with one line.
  private static let versionOne = #"""
    case "$1" in
    pair-worker)
      tee -a asked | '\#(fixture)' "$@" | sed -u 's/"protocolVersion":[0-9]*/"protocolVersion":1/' ;;
    worker)
      read -r job; echo "$job" >>job
      echo '{"case_id":"a","suite":"fixture","params":{"scenario":"work","storage":"forward",\
    "role":"strategy","data":"one-section","payload":"item8","items":1000},"pass":"instructions",\
    "launch":0,"status":"ok","checksum":"'$(cat checksum)'","operations_per_call":1,"exact":[],\
    "info":[],"warnings":[]}' | tr -d '\n\\'
      echo ;;
    *) exit 2 ;;
    esac
    """#

  /// `--base-ref` names commits from before the current messages.
  @Test func aBuildOfTheOlderMessagesIsGated() throws {
    try withBuilds(["base": Self.versionOne]) { tool, directory in
      let gate = gate + ["--head", Self.fixture, "--case-timeout", "10m"]
      let timed = try tool.run(gate + few)
      #expect([0, 1].contains(timed.status), "\(timed.output)\(timed.errors)")
      let known = ["describe", "open", "prepare", "measure", "count"]
      let asked = try String(contentsOfFile: directory + "/asked", encoding: .utf8)
        .split(separator: "\n")
      #expect(asked.allSatisfy { line in known.contains { line.hasPrefix("{\"\($0)\":") } })
      let record = try RunRecord.read(from: directory + "/gate.json")
      #expect(record.cases.map(\.status) == [.ok])
      #expect(record.cases[0].metric("cpu_time")?.compare != nil, "\(record.cases)")

      guard Callgrind.installed != nil else { return }
      let checksum = try #require(record.cases[0].checksum)
      for answer in [checksum, "0000000000000000"] {
        try Data(answer.utf8).write(to: URL(filePath: directory + "/checksum"))
        let result = try tool.run(gate + ["--exact-only", "--instructions", "*"])
        let counted = try RunRecord.read(from: directory + "/gate.json").cases[0]
        guard answer == checksum else {
          #expect(result.status == 3 && counted.status == .failed, "\(result.errors)")
          #expect(counted.message?.hasPrefix("the sides answer differently: base") == true)
          continue
        }
        #expect(counted.status == .ok, "\(result.output)\(result.errors)")
        // A shell has no measured call.
        let absent = try #require(counted.metric("instructions")?.absent)
        #expect(absent.hasPrefix("the base has none: ") && absent.contains("cvbench_measured"))
      }
      let jobs = try String(contentsOfFile: directory + "/job", encoding: .utf8)
        .split(separator: "\n")
      #expect(jobs.count == 2)
      for job in jobs {
        for part in [
          #""pass":"instructions""#, #""launch":0"#, #""suite":"fixture""#, #""scenario":"work""#,
          #""storage":"forward""#, #""payload":"item8""#,
        ] {
          #expect(job.contains(part), "\(part) is missing: \(job)")
        }
      }
    }
  }

  @Test func aWorkflowIsToldOnItsPage() throws {
    let builds = ["base": Self.build(), "head": Self.build("FIXTURE_STEPS=400000")]
    try withBuilds(builds) { tool, _ in
      var workflow = tool
      workflow.environment["GITHUB_ACTIONS"] = "true"
      let result = try workflow.run(gate + few)
      #expect(result.errors.contains("\n::error title=cvbench gate::1 regression%0A"))
    }
  }

  @Test func aSideThatIsNoneIsSaid() throws {
    let builds = [
      "base": Self.build(), "head": Self.build(), "silent": "exit 0", "loud": "echo hello; cat",
      "strange": #"read line; echo '{"described":{"_0":{}}}'"#,
      "newer": #"read line; echo '{"described":{"_0":{"protocolVersion":99,"a":1},"b":[]}}'"#,
      "stale": #"read line; echo '{"described":{"_0":{"protocolVersion":1}}}'"#,
      "older": "echo 'unknown subcommand pair-worker' >&2; exit 2",
    ]
    try withBuilds(builds) { tool, directory in
      let sides = [
        ("missing", "does not exist"),
        ("silent", "What happened: the process ended without an answer"),
        ("loud", "What happened: it wrote something else"),
        ("strange", "What happened: it wrote something else"),
        ("stale", "What happened: it wrote something else"),
        ("newer", "speaks version 99 of the gate's messages, and this build versions 1 to 3"),
        ("older", "unknown subcommand pair-worker"), (".", "no executable file"),
      ]
      for (name, message) in sides {
        let result = try tool.run(gate + ["--base", name == "." ? "." : "./" + name])
        #expect(result.status == 5, "\(name): \(result.output)\(result.errors)")
        #expect(result.errors.contains(message), "\(name): \(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: directory + "/gate.json"))
      }
      let missing = try tool.run(["gate", "--filter", "/work/"])
      #expect(missing.status == 2 && missing.errors.contains("--base-ref"))
    }
  }

  /// Nothing is measured for a record that cannot be written, and nothing is lost in its place.
  @Test func recordsOfRunsAndOtherFilesAreKept() throws {
    try withBuilds(["base": Self.build(), "head": Self.build()]) { tool, directory in
      let run = try tool.run([
        "run", "--filter", "/work/", "--dataset", "one-section", "--sizes", "1k", "--launches", "1",
        "-o", "gate.json", "--allow-debug-build",
      ])
      #expect(run.status == 0, "\(run.errors)")
      let path = directory + "/gate.json"
      for content in [try Data(contentsOf: URL(filePath: path)), Data("hello".utf8)] {
        try content.write(to: URL(filePath: path))
        let result = try tool.run(gate + ["--exact-only"])
        #expect(result.status == 2 && result.output.isEmpty, "\(result.output)\(result.errors)")
        #expect(result.errors.contains("'gate.json' would be overwritten"), "\(result.errors)")
        #expect(try Data(contentsOf: URL(filePath: path)) == content)
      }
    }
  }

  @Test(arguments: [
    (["--min-pairs", "1"], "--min-pairs '1': valid is 2 and above"),
    (["--min-pairs", "20", "--max-pairs", "5"], "--max-pairs '5': --min-pairs is 20"),
    (["--precision", "0%"], "--precision '0%': valid is above 0"),
    (["--alpha", "2"], "--alpha '2.0': valid is "),
  ])
  func rulesThatCannotBeAreRefused(_ options: [String], _ message: String) throws {
    let result = try ToolProcess.fixture.run(gate + options)
    #expect(result.status == 2 && result.errors.contains(message), "\(result.errors)")
  }

  /// As where the disk is full.
  @Test func anOutputThatIsGoneTakesNoMeasurementWithIt() throws {
    try withBuilds(["base": Self.build(), "head": Self.build()]) { tool, directory in
      let result = try tool.start(gate, output: "/dev/full").waitUntilExit()
      #expect(result.status == 74, "\(result.errors)")
      #expect(result.errors.contains("\nRecord: gate.json\n"), "\(result.errors)")
      #expect(try RunRecord.read(from: directory + "/gate.json").cases.map(\.id) == [Self.work])
      try FileManager.default.removeItem(atPath: directory + "/gate.json")
      let running = try tool.start(
        gate + ["--gate-equal-code", "--precision", "0.0001%", "--max-pairs", "100000"],
        output: "/dev/full")
      while running.isRunning, !running.errorsSoFar.contains("have enough pairs") {
        usleep(10_000)
      }
      running.send(SIGINT)
      let interrupted = try running.waitUntilExit()
      #expect(interrupted.status == 130, "\(interrupted.errors)")
      #expect(interrupted.errors.contains("\nRecord: gate.json\n"), "\(interrupted.errors)")
      #expect(try !RunRecord.read(from: directory + "/gate.json").run.completed)
    }
  }

  @Test(arguments: [
    (["--package-path", "gone"], "--package-path 'gone': it is for building both sides"),
    (["--relink", "0"], "--relink '0': it is for building both sides, which --base-ref does"),
    (["--build-flags", ""], "--build-flags '': it is for building both sides"),
    (["--exact-only", "--gate-equal-code"], "--gate-equal-code: it compares times"),
  ])
  func optionsThatWouldSayNothingAreRefused(_ options: [String], _ message: String) throws {
    let result = try ToolProcess.fixture.run(gate + ["--base", "gone"] + options)
    #expect(result.status == 2 && result.errors.contains(message), "\(result.errors)")
  }

  @Test func oneGateAtATimeBuildsAPackage() throws {
    try inTemporaryDirectory { directory in
      let tool = ToolProcess(executable: "CommandsFixture", directory: directory)
      // Of the user's variables, some name a repository, which would be the one to commit to.
      let repository = try ExternalProgram.shell(
        "git init -q . && git -c user.name=A -c user.email=a@example.org "
          + "commit -q --allow-empty -m first",
        in: directory, environment: ExternalProgram.unconfiguredGit(home: directory))
      #expect(repository.isSuccess, "\(repository.errorText)")
      let cache = directory + "/.build/gate"
      try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true)
      let lock = try #require(try FileLock(taking: cache + "/lock"))
      try withExtendedLifetime(lock) {
        let second = try tool.run(["gate", "--base-ref", "HEAD"])
        #expect(second.status == 5, "\(second.errors)")
        #expect(
          second.errors.contains("another gate of '.' holds './.build/gate/lock'"),
          "\(second.errors)")
        // What is wrong with the command line does not wait for the other one.
        for (options, status, message) in [
          (["--base-ref", "HEAD", "--base", "old"], 2, "--base"),
          (["--base-ref", "HEAD", "--relink", "99"], 2, "give a number from 0 to 20"),
          (["--base-ref", "no-such"], 5, "there is no commit 'no-such'"),
        ] as [([String], Int32, String)] {
          let wrong = try tool.run(["gate"] + options)
          #expect(wrong.status == status && wrong.errors.contains(message), "\(wrong.errors)")
          #expect(!wrong.errors.contains("another gate"), "\(wrong.errors)")
        }
      }
      let elsewhere = try tool.run(["gate", "--base-ref", "HEAD", "--package-path", "gone"])
      #expect(elsewhere.status == 5 && elsewhere.errors.contains("there is no directory 'gone'"))
      #expect(!FileManager.default.fileExists(atPath: directory + "/gone"))
    }
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func anInterruptLeavesARecordAndNoProcess(signal: Int32) throws {
    try withBuilds(["base": Self.build(), "head": Self.build()]) { tool, directory in
      let running = try tool.start(
        gate + ["--gate-equal-code", "--precision", "0.0001%", "--max-pairs", "100000"])
      while running.isRunning, !running.errorsSoFar.contains("have enough pairs") {
        usleep(10_000)
      }
      running.send(signal)
      let result = try running.waitUntilExit()
      #expect(result.status == 130, "\(result.output)\(result.errors)")
      let record = try RunRecord.read(from: directory + "/gate.json")
      #expect(!record.run.completed && record.summary.exitCode == 130)
      let left = try ToolProcess.processes(withArgument: "pair-worker", under: directory)
      #expect(left.isEmpty, "\(left)")
    }
  }
}

extension ToolProcess {
  /// The processes whose working directory is `directory` and one of whose arguments is `argument`.
  fileprivate static func processes(
    withArgument argument: String, under directory: String
  ) throws -> [String] {
    let files = FileManager.default
    return try files.contentsOfDirectory(atPath: "/proc").filter { Int($0) != nil }.filter {
      let line = (try? String(contentsOfFile: "/proc/\($0)/cmdline", encoding: .utf8)) ?? ""
      let place = try? files.destinationOfSymbolicLink(atPath: "/proc/\($0)/cwd")
      return line.split(separator: "\0").contains { $0 == argument }
        && place.map { $0.hasSuffix(directory.split(separator: "/").last ?? "") } ?? false
    }
  }
}
