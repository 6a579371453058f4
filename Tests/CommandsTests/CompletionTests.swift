import Foundation
import Testing

/// The requests that scripts of shells make of the tool.
@Suite struct CompletionTests {
  /// The words that the tool offers for the option, of which `word` is typed so far.
  private func offered(for option: String, of command: String, typing word: String = "") throws
    -> [String]
  {
    let line = [command, option, word]
    let result = try ToolProcess.fixture.run(
      ["---completion", command, "--", option, "2", "\(word.utf8.count)"] + line)
    #expect(result.status == 0, "\(result.errors)")
    return result.output.split(separator: "\n").map(String.init)
  }

  @Test(arguments: ["run", "list", "loop", "gate", "doctor"])
  func namesOfTheSuitesAreOffered(command: String) throws {
    #expect(try offered(for: "--suite", of: command) == ["fixture"])
    #expect(try offered(for: "--storage", of: command) == ["backward", "forward"])
    #expect(
      try offered(for: "--filter", of: command) == [
        "allocate", "crash", "halve", "hang", "no-set-up", "read", "sum", "work", "wrong-answer",
      ])
    let datasets = try offered(for: "--dataset", of: command)
    #expect(datasets.contains("uniform-1000") && datasets.contains("updates:"))
  }

  @Test func aListOfStoragesGoesOn() throws {
    #expect(try offered(for: "--storage", of: "run", typing: "forward,b") == ["forward,backward"])
  }

  @Test(arguments: ["run", "list", "loop", "gate"])
  func workloadsAreOffered(command: String) throws {
    #expect(try offered(for: "--workload", of: command) == ["adding"])
  }

  @Test func behindASuiteIdsGoOn() throws {
    let ids = try offered(for: "--filter", of: "loop", typing: "fixture/s")
    #expect(ids.contains("fixture/sum/"), "\(ids)")
  }

  /// Records lie in directories, too.
  @Test func recordsAreOfferedBelowDirectories() throws {
    try inTemporaryDirectory { directory in
      let files = FileManager.default
      try files.createDirectory(
        atPath: directory + "/records", withIntermediateDirectories: true)
      for name in ["a.json", "b.txt"] {
        try Data().write(to: URL(filePath: directory + "/records/" + name))
      }
      let tool = ToolProcess(executable: "CommandsFixture", directory: directory)
      func offered(_ command: String, _ word: String) throws -> [String] {
        let line = ["---completion", command, "--", "positional@0", "1", "\(word.utf8.count)"]
        return try tool.run(line + [command, word]).output.split(separator: "\n").map(String.init)
      }
      for command in ["compare", "show", "report", "export", "check"] {
        #expect(try offered(command, "") == ["records/"], "\(command)")
        #expect(try offered(command, "records/") == ["records/a.json"], "\(command)")
      }
    }
  }
}
