import Benchmarking
import Foundation
import Processes
import RunRecords
import TestSupport
import Testing

/// A gate against a base that is not a build of the tool at all.
@Suite struct HostileBuildTests {
  private let gate = [
    "gate", "--base", "./base", "--head", "./head", "--filter", "/work/", "--dataset",
    "one-section", "--sizes", "1k", "-o", "gate.json", "--allow-debug-build",
  ]

  /// Lines without end, a line without end, errors without end, and an answer to another question.
  @Test(
    arguments: [
      "exec yes", "exec cat /dev/zero", "echo '{\"prepared\":{\"callsPerBatch\":0}}'; sleep 100",
      "yes >&2 & echo no; wait",
    ])
  func isGivenUp(_ script: String) throws {
    try inTemporaryDirectory { directory in
      try makeExecutable(Data("#!/bin/sh\n\(script)\n".utf8), at: directory + "/base")
      let head = "#!/bin/sh\nexec '\(ToolProcess.fixturePath)' \"$@\"\n"
      try makeExecutable(Data(head.utf8), at: directory + "/head")
      let result = try ToolProcess(executable: "CommandsFixture", directory: directory).run(gate)
      #expect(result.status == 5, "\(result.errors)")
      #expect(result.errors.contains("the base '"), "\(result.errors)")
    }
  }

  /// A build that answers each question, and whose numbers no build finds.
  @Test func itsCasesFail() throws {
    try inTemporaryDirectory { directory in
      let tool = ToolProcess.fixturePath
      let changed = #"sed -u 's/"operationsPerCall":[0-9]*/"operationsPerCall":0/g'"#
      for (name, filter) in [("base", "| \(changed)"), ("head", "")] {
        try makeExecutable(
          Data("#!/bin/sh\n'\(tool)' \"$@\" \(filter)\n".utf8), at: "\(directory)/\(name)")
      }
      let result = try ToolProcess(executable: "CommandsFixture", directory: directory).run(gate)
      #expect(result.status == 3, "\(result.errors)")
      let cases = try RunRecord.read(from: directory + "/gate.json").cases
      #expect(!cases.isEmpty)
      for found in cases {
        #expect(found.status == .failed, "\(found)")
        #expect(found.message?.hasPrefix("the base: wrote a line that is no answer") == true)
      }
    }
  }

  @Test func noEntryHasImpossibleNumbers() throws {
    let planned = PlannedCase(
      suite: "lookup",
      scenario: Scenario("item-random", summary: "Read.", storage: "flat", payload: "item8") { _ in
        Measurement(operationsPerCall: 1) { 1 }
      },
      dataset: PlannedDataset(
        spec: "uniform-1000", name: "uniform-1000", items: 1_000, sections: 10))
    /// The entry of two batches that took `wall`, and had `faults` each.
    func entry(
      calls: Int = 10, operations: Int = 3, wall: Int = 60, cpu: Int = 30, switches: Int = 0,
      faults: Int = 2
    ) throws -> JournalEntry? {
      let batch = """
        {"wallNanoseconds":\(wall),"cpuNanoseconds":\(cpu),"involuntarySwitches":\(switches),\
        "minorFaults":\(faults)}
        """
      let text = """
        {"sampled":{"_0":{"answer":7,"callsPerBatch":\(calls),"harnessShare":0.01,\
        "drift":{"none":{}},"batches":[\(batch),\(batch)]},"operationsPerCall":\(operations),\
        "observations":[]}}
        """
      let reply = try JSONDecoder().decode(WorkerReply.self, from: Data(text.utf8))
      return JournalEntry(planned, pass: .time, launch: 0, reply)
    }
    #expect(try entry()?.batches == [2, 2])
    #expect(try entry()?.opsPerBatch == 30)
    #expect(try entry(calls: 0) == nil)
    #expect(try entry(operations: -1) == nil)
    #expect(try entry(calls: .max, operations: 2) == nil)
    #expect(try entry(wall: -1) == nil)
    #expect(try entry(cpu: -1) == nil)
    #expect(try entry(switches: -1) == nil)
    #expect(try entry(faults: .max) == nil)
  }

  @Test func answersWithImpossibleNumbersAreNone() throws {
    func reply(_ text: String) throws -> WorkerReply {
      try JSONDecoder().decode(WorkerReply.self, from: Data(text.utf8))
    }
    func prepared(_ calls: Int, _ operations: Int) throws -> Bool {
      try reply(
        """
        {"prepared":{"callsPerBatch":\(calls),"operationsPerCall":\(operations),"checksum":"0"}}
        """
      ).isPlausible
    }
    #expect(try prepared(3, 4))
    for (calls, operations) in [(0, 1), (1, 0), (-1, -1), (Int.max, 2)] {
      #expect(try !prepared(calls, operations))
    }
    #expect(try reply(#"{"measured":{"wallNanoseconds":1,"cpuNanoseconds":1}}"#).isPlausible)
    #expect(try !reply(#"{"measured":{"wallNanoseconds":-1,"cpuNanoseconds":1}}"#).isPlausible)
    #expect(try !reply(#"{"measured":{"wallNanoseconds":1,"cpuNanoseconds":-1}}"#).isPlausible)
    #expect(try !reply(#"{"called":{"operationsPerCall":0,"checksum":"0"}}"#).isPlausible)
  }

  @Test(arguments: [
    (#""cutWeight":1"#, #""cutWeight":7"#, true),
    (#""cutWeight":1"#, #""cutWeight":8"#, false),
    (#""cutWeight":1"#, #""cutWeight":9223372036854775807"#, false),
    (#""cutWeight":1"#, #""cutWeight":-1"#, false),
    (#""droppedWeight":1"#, #""droppedWeight":-1"#, false),
    (#""rootlessWeight":2"#, #""rootlessWeight":-2"#, false),
    (#""observationCount":9"#, #""observationCount":-9"#, false),
    (#""cpuNanoseconds":90"#, #""cpuNanoseconds":-90"#, false),
    (#""operationCount":40"#, #""operationCount":-40"#, false),
    ("[4096,3]", "[4096,9223372036854775807,4100,1]", false),
  ])
  func stacksWithImpossibleCountsAreNoAnswer(
    replacing old: String, with new: String, isAnswer: Bool
  ) throws {
    let text = """
      {"sampledStacks":{"_0":{"engine":"timer","refusals":[],"profile":{\
      "frames":[{"symbol":"main","object":""}],"rows":[{"stack":[0],"weight":9}]},\
      "observationCount":9,"droppedWeight":1,"rootlessWeight":2,"cutWeight":1,\
      "cpuNanoseconds":90,"operationCount":40,"hotFunctions":[{"frame":{"symbol":"main",\
      "object":""},"path":"/a","start":4096,"end":8192,"weights":[4096,3]}]}}}
      """
    try #require(text.contains(old))
    let changed = text.replacing(old, with: new)
    let reply = try JSONDecoder().decode(WorkerReply.self, from: Data(changed.utf8))
    #expect(reply.isPlausible == isAnswer)
  }

  @Test(arguments: [
    ("", true), (#","countedCalls":0,"countedBytes":0"#, true), (#","countedCalls":-1"#, false),
    (#","countedBytes":-1"#, false),
  ])
  func negativeCountsOfTheAllocatorAreNoAnswer(_ counts: String, isAnswer: Bool) throws {
    let stacks = #"{"frames":[],"rows":[]}"#
    func reply(lostCalls: Int) throws -> WorkerReply {
      let text = """
        {"recordedAllocations":{"_0":{"calls":\(stacks),"bytes":\(stacks),\
        "lostCalls":\(lostCalls)\(counts)},"operationsPerCall":10}}
        """
      return try JSONDecoder().decode(WorkerReply.self, from: Data(text.utf8))
    }
    #expect(try reply(lostCalls: 0).isPlausible == isAnswer)
    #expect(try !reply(lostCalls: -1).isPlausible)
  }
}
