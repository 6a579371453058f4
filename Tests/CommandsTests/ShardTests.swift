import Commands
import Foundation
import RunRecords
import TestSupport
import Testing

@Suite struct ShardTests {
  @Test(
    arguments: [
      (["SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "8"], nil, 3, 8),
      (
        [
          "SLURM_ARRAY_TASK_ID": "14", "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_MIN": "10",
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
      (["CI_NODE_INDEX": "x", "CI_NODE_TOTAL": "4"], "CI_NODE_INDEX is 'x', which is no number"),
      (["CI_NODE_INDEX": "1", "CIRCLE_NODE_INDEX": "0"], "of GitLab and of CircleCI are set"),
      (
        [
          "SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "2", "SLURM_ARRAY_TASK_MIN": "2",
          "SLURM_ARRAY_TASK_STEP": "2",
        ], "counts 2 parts from 2"
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
      let measuring = [
        "run", "--dataset", "one-section", "--sizes", "100,1k,10k", "--filter", "/work/",
        "--case-budget", "5ms", "--launches", "1", "--allow-debug-build",
      ]
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
      #expect(Set(parts.map(\.run.planDigest)) == [record.run.planDigest])
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
      let foreign = try tool.run(["merge", "whole.json", "1.json", "-o", "all.json"])
      #expect(foreign.status == 5 && foreign.errors.contains("is of another run"))

      tool.environment = ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "2"]
      let found = try tool.run(
        measuring + ["--shard", "auto", "--durations", "whole.json", "-o", "auto.json"])
      #expect(found.status == 0 && found.errors.contains("part 2 of 2"), "\(found.errors)")
      let same = try RunRecord.read(from: directory + "/auto.json")
      #expect(same.cases.map(\.id) == parts[1].cases.map(\.id))
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
