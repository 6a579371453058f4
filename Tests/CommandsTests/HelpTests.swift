import Foundation
import Testing

@Suite struct HelpTests {
  @Test(
    arguments: [
      "run", "list", "merge", "profile", "loop", "compare", "baselines", "check", "gate", "show",
      "report",
      "export", "history", "trend", "bisect", "bless", "migrate", "diff", "snapshot", "stress",
      "doctor", "pair-worker",
    ])
  func subcommand(name: String) throws {
    let result = try ToolProcess.cvbench.run([name, "--help"])
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    try Golden.expect(result.output, equals: "help-\(name).txt")
    #expect(try ToolProcess.cvbench.run(["help", name]).output == result.output)
  }

  @Test func generateTrace() throws {
    let result = try ToolProcess.cvbench.run(["generate", "trace", "--help"])
    #expect(result.status == 0)
    try Golden.expect(result.output, equals: "help-generate-trace.txt")
  }

  @Test func importGit() throws {
    let result = try ToolProcess.cvbench.run(["import", "git", "--help"])
    #expect(result.status == 0)
    try Golden.expect(result.output, equals: "help-import-git.txt")
  }

  @Test func root() throws {
    let result = try ToolProcess.cvbench.run(["--help"])
    #expect(result.status == 0)
    try Golden.expect(result.output, equals: "help.txt")
    #expect(try ToolProcess.cvbench.run([]).output == result.output)
  }

  @Test func foreignExecutablesSayTheirOwnName() throws {
    let result = try ToolProcess.fixture.run(["run", "--help"])
    #expect(result.output.contains("CommandsFixture run --filter"))
    #expect(!result.output.contains("cvbench run"))
  }

  @Test func versionIsOneLine() throws {
    let result = try ToolProcess.cvbench.run(["--version"])
    #expect(result.status == 0)
    #expect(result.output.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+( \([0-9a-f]{7,40}\))?\n/) != nil)
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func completions(shell: String) throws {
    let result = try ToolProcess.cvbench.run(["--generate-completion-script", shell])
    #expect(result.status == 0)
    #expect(result.output.contains("case-budget"))
    #expect(result.output.contains("smoke"))
  }
}
