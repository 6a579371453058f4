import Benchmarking
import Gates
import Foundation
import RunRecords
import Statistics
import TestSupport
import Testing

/// What `gate` tells of counts that differ: of builds that are copies of one executable in which
/// other numbers stand.
@Suite(.serialized, .enabled(if: Callgrind.installed != nil)) struct GateDiagnosticsTests {
  private static let fixture = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "CommandsFixture")

  private let gate = [
    "gate", "--base", "./base", "--head", "./head", "--filter", "/work/", "--dataset",
    "one-section", "--sizes", "1k", "-o", "gate.json", "--exact-only",
    "--case-timeout", "10m",
  ]

  /// The executable as the base, and with `replacement` in place of `text` as the head.
  private func withHead(
    _ text: String, _ replacement: String, _ body: (ToolProcess, String) throws -> Void
  ) throws {
    try inTemporaryDirectory { directory in
      let base = try Data(contentsOf: Self.fixture)
      var head = base
      let place = try #require(base.range(of: Data(text.utf8)))
      head.replaceSubrange(place, with: Data(replacement.utf8))
      for (name, build) in [("base", base), ("head", head)] {
        try makeExecutable(build, at: directory + "/" + name)
      }
      try body(ToolProcess(executable: "CommandsFixture", directory: directory), directory)
    }
  }

  @Test func functionsTellWhereInstructionsComeFrom() throws {
    try withHead("fixture-steps= 00020000", "fixture-steps= 00021000") { tool, directory in
      let summary = directory + "/summary.md"
      var tool = tool
      tool.environment["GITHUB_STEP_SUMMARY"] = summary
      let result = try tool.run(gate + ["--instructions", "/work/"])
      #expect(result.status == 1, "\(result.output)\(result.errors)")
      let row = #/\+[\d,]+  instructions  +[\d,]+  +[\d,]+  /#
      #expect(result.output.contains(row), "\(result.output)")
      #expect(result.output.contains("Functions whose own instructions differ most"))
      #expect(result.output.contains(".work("), "\(result.output)")
      let page = try String(contentsOfFile: summary, encoding: .utf8)
      #expect(page.contains("<details><summary>Functions"))
      let record = try RunRecord.read(from: directory + "/gate.json")
      let metric = try #require(record.cases[0].metric("instructions"))
      let change = try #require(metric.compare)
      let ratio = try #require(change.ratio)
      #expect(change.verdict == .regressed && (1.01...1.06).contains(ratio), "\(ratio)")
      #expect(record.environment.instructionCounter == Callgrind.installed?.name)
      #expect(try SchemaValidator.validate(record: record.json()) == [])

      let swapped = try tool.run(
        gate + ["--instructions", "/work/", "--base", "./head", "--head", "./base"])
      #expect(swapped.status == 0 && swapped.output.contains("improved"), "\(swapped.output)")
    }
  }

  @Test func stacksTellWhereAllocationsComeFrom() throws {
    try withHead("fixture-arrays= 00000010", "fixture-arrays= 00000011") { tool, _ in
      let result = try tool.run(gate)
      guard result.output.contains("allocations") else {
        // Without jemalloc nothing differs.
        #expect(result.status == 0)
        return
      }
      #expect(result.status == 1, "\(result.output)\(result.errors)")
      let stacks = try #require(
        result.output.components(separatedBy: "Call stacks whose allocations differ most\n").last)
      let columns = stacks.split(separator: "\n").prefix(3).last?.split(separator: " ")
      // The arrays have two lengths, but one place where they are made.
      #expect(columns?.prefix(3).map(String.init) == ["10", "11", "+1"], "\(result.output)")
      #expect(stacks.contains(".work("), "\(result.output)")
      #expect(!stacks.contains("swift_allocObject"))
      #expect(!result.output.contains("Functions whose"))
    }
  }

  @Test func sameInstructionsNeedNoExplanation() throws {
    try withHead("fixture-steps= 00020000", "fixture-steps= 00020010") { tool, directory in
      let result = try tool.run(gate + ["--instructions", "*"])
      #expect(result.status == 0, "\(result.output)\(result.errors)")
      #expect(!result.output.contains("Functions whose"))
      let change = try RunRecord.read(from: directory + "/gate.json").cases[0]
        .metric("instructions")?.compare
      #expect(change?.verdict == .equivalent)
      let none = try tool.run(gate + ["--instructions", "/nothing/"])
      #expect(none.status == 2 && none.errors.contains("--instructions"), "\(none.errors)")
      let tooLarge = try tool.run(gate + ["--instructions", "*", "--instructions-limit", "10"])
      #expect(tooLarge.status == 5, "\(tooLarge.output)")
      #expect(tooLarge.output.contains("instructions are counted on up to 10 items"))
    }
  }
}
