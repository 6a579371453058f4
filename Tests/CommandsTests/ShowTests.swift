import Foundation
import Testing

/// `show`: a record's answers, as `run` has printed them.
@Suite struct ShowTests {
  @Test func saysWhatRunHasSaid() throws {
    try inTemporaryDirectory { directory in
      let path = directory + "/record.json"
      let run = try ToolProcess.fixture.run([
        "run", "--allow-debug-build", "--preset", "smoke", "--case-budget", "20ms", "-o", path,
      ])
      #expect(run.status == 0, "\(run.errors)")
      let answers = run.output.split(separator: "\nTables: ")[0]
      let shown = try ToolProcess.fixture.run(["show", path])
      #expect(shown.status == 0, "\(shown.errors)")
      #expect(shown.output == answers + "\n")
      let detailed = try ToolProcess.fixture.run(["show", "--details", path])
      let first = try #require(answers.components(separatedBy: "\n\n").first)
      #expect(detailed.output.hasPrefix(first + "\n\n"))
      #expect(detailed.output.contains("\nfixture/sum\n"), "\(detailed.output)")
    }
  }

  @Test func whatIsNoRecordIsNamed() throws {
    let result = try ToolProcess.cvbench.run(["show", "/nowhere/record.json"])
    #expect(result.status == 2)
    #expect(result.errors.contains("/nowhere/record.json"))
  }
}
