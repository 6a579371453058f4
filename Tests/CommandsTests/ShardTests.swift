import Commands
import Foundation
import Processes
import RunRecords
import Statistics
import TestSupport
import Testing

@Suite struct ShardTests {
  /// A run of the fixture's cases that takes no second.
  private func measuring(_ sizes: String = "100,1k") -> [String] {
    [
      "run", "--dataset", "one-section", "--sizes", sizes, "--filter", "/work/", "--case-budget",
      "5ms", "--launches", "1", "--allow-debug-build",
    ]
  }

  @Test(
    arguments: [
      (["SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "8"], nil, 3, 8),
      (
        [
          "SLURM_ARRAY_TASK_ID": "5", "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_MIN": "1",
          "SLURM_ARRAY_TASK_STEP": "2",
        ], nil, 2, 4
      ),
      (["JOB_COMPLETION_INDEX": "5"], 6, 5, 6),
      (["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "4"], nil, 0, 4),
      (["BUILDKITE_PARALLEL_JOB": "0", "BUILDKITE_PARALLEL_JOB_COUNT": "2"], nil, 0, 2),
      (["CIRCLE_NODE_INDEX": "1", "CIRCLE_NODE_TOTAL": "2"], nil, 1, 2),
      (["TEST_SHARD_INDEX": "2", "TEST_TOTAL_SHARDS": "3"], nil, 2, 3),
    ] as [([String: String], Int?, Int, Int)])
  func schedulersTellThePart(
    environment: [String: String], total: Int?, index: Int, count: Int
  ) throws {
    let found = try SchedulerShard.found(in: environment, total: total)
    #expect(found == RunIdentity.Shard(index: index, total: count))
  }

  @Test(
    arguments: [
      ([:], "no variable of a scheduler is set"),
      (["JOB_COMPLETION_INDEX": "1"], "does not tell the number of parts; write it, as in auto/8"),
      (["CI_NODE_INDEX": "0", "CI_NODE_TOTAL": "4"], "counts 4 parts from 1"),
      (["CI_NODE_INDEX": "5", "CI_NODE_TOTAL": "4"], "counts 4 parts from 1"),
      (["CI_NODE_INDEX": "5", "CI_NODE_TOTAL": "\(Int.max)"], "there are at most 100000 parts"),
      (["CI_NODE_INDEX": "x", "CI_NODE_TOTAL": "4"], "CI_NODE_INDEX is 'x', which is no number"),
      (["CI_NODE_INDEX": "1", "CIRCLE_NODE_INDEX": "0"], "of GitLab and of CircleCI are set"),
      (
        [
          "SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "1", "SLURM_ARRAY_TASK_MIN": "3",
        ], "Slurm counts from 3, as where some tasks are submitted again"
      ),
    ] as [([String: String], String)])
  func variablesThatMakeNoSenseAreNamed(environment: [String: String], message: String) {
    #expect {
      try SchedulerShard.found(in: environment, total: nil)
    } throws: { error in
      "\(error)".contains(message)
    }
  }

  @Test func partsMakeTheWhole() throws {
    try inTemporaryDirectory { directory in
      var tool = ToolProcess(executable: "CommandsFixture", directory: directory)
      let measuring = self.measuring("100,1k,10k")
      let whole = try tool.run(measuring + ["-o", "whole.json"])
      try #require(whole.status == 0, "\(whole.errors)")
      var parts: [RunRecord] = []
      for number in 1...2 {
        let result = try tool.run(
          measuring
            + ["--shard", "\(number)/2", "--durations", "whole.json", "-o", "\(number).json"])
        try #require(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains("part \(number) of 2"))
        parts.append(try RunRecord.read(from: "\(directory)/\(number).json"))
      }
      let record = try RunRecord.read(from: directory + "/whole.json")
      #expect(record.cases.allSatisfy { ($0.durationSeconds ?? 0) > 0 })
      #expect(parts.flatMap(\.cases).map(\.id).sorted() == record.cases.map(\.id).sorted())
      #expect(Set(parts.map(\.run.planDigest)).count == 1)
      #expect(parts[0].run.planDigest != record.run.planDigest)
      #expect(parts.map(\.run.shard) == (0..<2).map { .init(index: $0, total: 2) })
      #expect(try SchemaValidator.validate(record: parts[0].json()) == [])

      let missing = try tool.run(["merge", "1.json", "-o", "all.json"])
      #expect(missing.status == 5 && missing.errors.contains("1 of 2 parts is missing: 2"))
      let merged = try tool.run(["merge", "2.json", "1.json", "2.json", "-o", "all.json"])
      #expect(merged.status == 0, "\(merged.errors)")
      #expect(merged.output.hasPrefix("2 of 2 parts joined: "), "\(merged.output)")
      let all = try RunRecord.read(from: directory + "/all.json")
      #expect(all.cases.map(\.id) == record.cases.map(\.id))
      for (left, right) in zip(all.cases, record.cases) {
        #expect(
          left.metrics.filter { $0.kind == .exact } == right.metrics.filter { $0.kind == .exact })
      }
      #expect(all.curves.map(\.metric) == record.curves.map(\.metric))
      #expect(try tool.run(["show", "all.json"]).status == 0)
      let compared = try tool.run(["compare", "whole.json", "all.json"])
      #expect(!compared.errors.contains("Error"), "\(compared.errors)")
      // A scheduler that does not know that the part is complete starts it again.
      let again = try tool.run(
        measuring + ["--shard", "1/2", "--durations", "whole.json", "-o", "1.json", "--resume"])
      #expect(again.status == 0 && again.errors.contains("the part is complete already"))
      #expect(try RunRecord.read(from: directory + "/1.json") == parts[0])
      let foreign = try tool.run(["merge", "whole.json", "1.json", "-o", "all.json"])
      #expect(
        foreign.status == 5 && foreign.errors.contains("is of another run"), "\(foreign.errors)")

      tool.environment = ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "2"]
      let found = try tool.run(
        measuring + ["--shard", "auto", "--durations", "whole.json", "-o", "auto.json"])
      #expect(found.status == 0 && found.errors.contains("part 2 of 2"), "\(found.errors)")
      let same = try RunRecord.read(from: directory + "/auto.json")
      #expect(same.cases.map(\.id) == parts[1].cases.map(\.id))
    }
  }

  /// Two parts that begin in one second do not take each other's file, and one waits for the other.
  @Test func partsOfOneMachineWait() throws {
    try inTemporaryDirectory { directory in
      let tool = ToolProcess(executable: "CommandsFixture", directory: directory)
      var lock = try FileLock(takingForAllUsers: directory + "/cvbench-measuring.lock")
      try #require(lock != nil)
      let waiting = try tool.start(measuring() + ["--shard", "2/2"])
      while waiting.isRunning, !waiting.errorsSoFar.contains("waiting for another part") {
        Thread.sleep(forTimeInterval: 0.01)
      }
      let shared = try tool.run(measuring() + ["--shard", "1/2", "--shared"])
      #expect(shared.status == 0, "\(shared.errors)")
      let records = directory + "/cvbench-records"
      #expect(waiting.isRunning)
      #expect(try FileManager.default.contentsOfDirectory(atPath: records).count == 1)
      lock = nil
      #expect(try waiting.waitUntilExit().status == 0)
      let names = try FileManager.default.contentsOfDirectory(atPath: records).sorted()
      #expect(names.count == 2)
      for (number, name) in names.enumerated() {
        #expect(name.hasPrefix("quick-part-\(number + 1)-of-2-"), "\(name)")
      }
    }
  }

  /// Two sides of a case are measured together, and the parts of a gate make one gate.
  @Test func partsOfAGateAreJoined() throws {
    try inTemporaryDirectory { directory in
      let tool = ToolProcess(executable: "CommandsFixture", directory: directory)
      let gate = [
        "gate", "--base", ToolProcess.fixturePath, "--exact-only", "--dataset", "one-section",
        "--sizes", "100,1k", "--filter", "/work/", "--allow-debug-build",
      ]
      let whole = try tool.run(gate + ["-o", "whole.json"])
      try #require(whole.status == 0, "\(whole.errors)")
      for number in 1...2 {
        let part = try tool.run(gate + ["--shard", "\(number)/2", "-o", "\(number).json"])
        try #require(part.status == 0, "\(part.errors)")
      }
      let merged = try tool.run(["merge", "1.json", "2.json", "-o", "all.json"])
      #expect(merged.status == 0, "\(merged.errors)")
      let (all, record) = (
        try RunRecord.read(from: directory + "/all.json"),
        try RunRecord.read(from: directory + "/whole.json")
      )
      #expect(all.kind == .comparison && all.cases.map(\.id) == record.cases.map(\.id))
      for (left, right) in zip(all.cases, record.cases) { #expect(left.metrics == right.metrics) }
      #expect(try tool.run(["show", "all.json"]).status == 0)
      #expect(try SchemaValidator.validate(record: all.json()) == [])
      // Some of the parts never pass for all of them.
      let some = try tool.run(["merge", "1.json", "-o", "some.json", "--allow-missing"])
      #expect(some.status == 4, "\(some.output)")
      #expect(some.output.hasPrefix("Failed with exit status 4: parts of the gate are missing."))
      #expect(merged.output.hasPrefix("Passed: "), "\(merged.output)")
    }
  }

  /// The gates of two kinds of machine: a count that has regressed on one has regressed.
  @Test func gatesOfMachinesAreJoined() throws {
    try inTemporaryDirectory { directory in
      let tool = ToolProcess(executable: "CommandsFixture", directory: directory)
      let gate = try tool.run([
        "gate", "--base", ToolProcess.fixturePath, "--exact-only", "--dataset", "one-section",
        "--sizes", "100", "--filter", "/work/", "--allow-debug-build", "-o", "a.json",
      ])
      try #require(gate.status == 0, "\(gate.errors)")
      var other = try RunRecord.read(from: directory + "/a.json")
      other.environment.hostKey += ";another"
      try other.write(to: directory + "/b.json")
      let same = try tool.run(["merge", "--hosts", "a.json", "b.json", "-o", "both.json"])
      #expect(same.status == 0, "\(same.errors)")
      #expect(same.output.contains("and no machine differs"))
      #expect(try tool.run(["show", "both.json"]).status == 0)
      let both = try RunRecord.read(from: directory + "/both.json")
      #expect(try SchemaValidator.validate(record: both.json()) == [])

      let place = try #require(
        other.cases[0].metrics.firstIndex { $0.compare != nil && $0.role == .gate })
      other.cases[0].metrics[place].compare?.verdict = .regressed
      other.summary.exitCode = 1
      try other.write(to: directory + "/b.json")
      let worse = try tool.run(["merge", "--hosts", "a.json", "b.json", "-o", "worse.json"])
      #expect(worse.status == 1, "\(worse.output)")
      #expect(worse.output.hasPrefix("Failed with exit status 1: 1 regression."))
      let over = try tool.run(["merge", "--hosts", "a.json", "b.json", "-o", "b.json"])
      #expect(over.status == 2 && over.errors.contains("is one of the parts"))
      let again = try tool.run(["merge", "--hosts", "worse.json", "a.json", "-o", "c.json"])
      #expect(again.status == 5 && again.errors.contains("joined already"), "\(again.errors)")
    }
  }

  /// Each part of a stress test has a seed of its own, which repeats it.
  @Test func partsOfAStressTestHaveTheirShares() throws {
    let stress = ["stress", "--over", "stores", "--operations", "301", "--seed", "9"]
    var seeds: Set<String> = []
    for (number, operations) in [(1, 151), (2, 150)] {
      let part = try ToolProcess.cvbench.run(stress + ["--shard", "\(number)/2"])
      #expect(part.status == 0, "\(part.errors)")
      let expected = "part \(number) of 2: \(operations) of 301 operations, seed "
      try #require(part.errors.hasPrefix(expected), "\(part.errors)")
      let seed = String(part.errors.dropFirst(expected.count).prefix { $0.isNumber })
      #expect(part.output.hasPrefix("stores, seed \(seed): "))
      seeds.insert(seed)
    }
    #expect(seeds.count == 2)
    let tooMany = try ToolProcess.cvbench.run(stress + ["--shard", "1/302"])
    #expect(tooMany.status == 2 && tooMany.errors.contains("which make at most as many parts"))
  }

  @Test(arguments: ["slurm", "kubernetes", "github", "gitlab", "make"])
  func jobFilesAreAsKept(kind: String) throws {
    let result = try ToolProcess.cvbench.run([
      "run", "--preset", "full", "--filter", "lookup/*/storage=btree/*", "--exclude", "it's $HOME",
      "--shards", "4", "--print-job", kind,
    ])
    #expect(result.status == 0, "\(result.errors)")
    try Golden.expect(result.output, equals: "job-\(kind).txt")
  }

  /// make runs its job file, and goes on after a part whose record was lost.
  @Test func makeRunsItsJobFile() throws {
    try inTemporaryDirectory { directory in
      let tool = ToolProcess(executable: "CommandsFixture", directory: directory)
      let job = try tool.run(measuring() + ["--print-job", "make", "--shards", "2"])
      try #require(job.status == 0, "\(job.errors)")
      try job.output.write(toFile: directory + "/job.mk", atomically: true, encoding: .utf8)
      func make() throws -> Int32 {
        let programs = URL(filePath: ToolProcess.fixturePath).deletingLastPathComponent().path
        return try ChildProcess(
          "/bin/sh",
          [
            "-c", "cd \"$0\" && PATH=$1:$PATH make -f job.mk -j1 >make.log 2>&1", directory,
            programs,
          ], environment: ProcessInfo.processInfo.environment
        ).waitForEnding().shellStatus
      }
      let status = try make()
      #expect(
        status == 0,
        "\((try? String(contentsOfFile: directory + "/make.log", encoding: .utf8)) ?? "")")
      let all = try RunRecord.read(from: directory + "/all.json")
      #expect(all.parts.count == 2 && all.run.completed)
      let files = FileManager.default
      for path in ["/all.json", "/parts/part-2.done", "/parts/part-2.json"] {
        try files.removeItem(atPath: directory + path)
      }
      #expect(try make() == 0)
      let again = try RunRecord.read(from: directory + "/all.json")
      #expect(again.cases.map(\.id) == all.cases.map(\.id))
      // The first part was complete, and was not measured again.
      #expect(again.parts[0].run.id == all.parts[0].run.id)
      #expect(again.parts[1].run.id != all.parts[1].run.id)
      let over = try tool.run([
        "merge", "parts/part-1.json", "parts/part-2.json", "-o", "parts/part-1.json",
      ])
      #expect(over.status == 2 && over.errors.contains("is one of the parts"))
    }
  }

  @Test func mistakesAreNamed() throws {
    try inTemporaryDirectory { directory in
      let tool = ToolProcess(executable: "CommandsFixture", directory: directory)
      let measuring = ["run", "--dataset", "one-section", "--sizes", "1k", "--filter", "/work/"]
      for (options, message) in [
        (["--shard", "3/2"], "parts of 2 are numbered 1 to 2"),
        (["--shard", "0/2"], "parts of 2 are numbered 1 to 2"),
        (["--shard", "2"], "write 3/8, auto or auto/8"),
        (["--shard", "a/b"], "write 3/8, auto or auto/8"),
        (["--shard", "auto/0"], "write 3/8, auto or auto/8"),
        (["--shard", "1/2000"], "which no part can share"),
        (["--durations", "x.json"], "no --shard is named"),
        (["--shards", "3"], "it is for --print-job"),
        (["--print-job", "slurm"], "say how many parts there are"),
        (["--print-job", "pbs", "--shards", "2"], "no job file"),
        (["--print-job", "make", "--shards", "2", "-o", "a.json"], "gives each part its own"),
        (["--print-job", "gitlab", "--shards", "2000"], "1 to 200"),
        (["--print-job", "make", "--shards", "2", "--budget", "1s"], "do not join"),
        (["--shard", "1/2", "--save-baseline", "a"], "is no whole run"),
        (["--shard", "1/9223372036854775807"], "there are at most 100000 parts"),
        (["--print-job", "github", "--shards", "1", "--trace", "${{ a }}"], "cannot stand in"),
        (["--shard", "1/1", "--durations", "x.json"], "x.json"),
      ] {
        let result = try tool.run(measuring + ["--allow-debug-build"] + options)
        #expect(result.status == 2 && result.errors.contains(message), "\(result.errors)")
      }
    }
  }

  @Test func thePlanSaysHowLongPartsTake() throws {
    let result = try ToolProcess.cvbench.run(["list", "--plan", "--shards", "4"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("4 machines take about "), "\(result.output)")
    #expect(result.output.contains("The durations are estimated"))
    #expect(result.output.contains("4/4"))
    let tooMany = try ToolProcess.cvbench.run(["list", "--plan", "--shards", "5000"])
    #expect(tooMany.status == 2 && tooMany.errors.contains("blocks, which no part can share"))
  }
}
