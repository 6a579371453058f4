import Foundation
import RunRecords
import Testing

/// The options of `cvbench.yml`, and those that win over it.
@Suite struct ConfigurationTests {
  /// Runs the fixture in a directory whose file of options holds `text`.
  private func run(
    _ arguments: String..., config text: String, name: String = "cvbench.yml"
  ) throws -> ToolProcess.Result {
    var result: ToolProcess.Result?
    try inTemporaryDirectory { directory in
      try Data(text.utf8).write(to: URL(filePath: directory + "/" + name))
      result = try ToolProcess(executable: "CommandsFixture", directory: directory).run(arguments)
    }
    return try #require(result)
  }

  private func ids(_ result: ToolProcess.Result) -> [String] {
    result.output.split(separator: "\n").filter { $0.hasPrefix("  ") }.map {
      $0.split(separator: "/").dropFirst().filter { !$0.hasPrefix("payload") }
        .joined(separator: " ")
    }
  }

  private static let config = """
    # What we measure.
    filter: [sum, allocate]
    exclude: backward
    sizes: [1k, 1_500]
    dataset: one-section
    gate:
      margin: 2%

    """

  @Test func casesSizesAndDataComeFromTheFile() throws {
    let result = try run("list", config: Self.config)
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      ids(result) == [
        "sum storage=forward data=one-section items=1000",
        "sum storage=forward data=one-section items=1500",
        "allocate storage=forward data=one-section items=1000",
        "allocate storage=forward data=one-section items=1500",
      ])
    #expect(
      result.errors == "Options of cvbench.yml: --filter=sum --filter=allocate "
        + "--exclude=backward --sizes=1k, 1_500 --dataset=one-section\n")
  }

  @Test func optionsWin() throws {
    let sized = try run("list", "--sizes", "2k", "--exclude=allocate", config: Self.config)
    #expect(
      ids(sized) == [
        "sum storage=forward data=one-section items=2000",
        "sum storage=backward data=one-section items=2000",
      ])
    // With the option's name or without.
    for arguments in [["list", "work"], ["list", "--filter", "work"]] {
      try inTemporaryDirectory { directory in
        try Data(Self.config.utf8).write(to: URL(filePath: directory + "/cvbench.yml"))
        let tool = ToolProcess(executable: "CommandsFixture", directory: directory)
        #expect(
          ids(try tool.run(arguments)) == [
            "work storage=forward data=one-section items=1000",
            "work storage=forward data=one-section items=1500",
          ])
      }
    }
    // A whole id has its own size.
    let id = "fixture/sum/storage=forward/data=uniform-1000/payload=item8/items=7"
    #expect(ids(try run("list", id, config: Self.config)).count == 1)
  }

  @Test func aSectionIsForItsCommandAlone() throws {
    let config = "sizes: 1k\nlist:\n  sizes: 2k\n  storage: [forward, backward]\n"
    let list = try run("list", "sum", config: config)
    #expect(list.errors == "Options of cvbench.yml: --sizes=2k --storage=forward,backward\n")
    #expect(ids(list).count == 2)
    let loop = try run("loop", "sum", "--storage=forward", "--seconds=5ms", config: config)
    #expect(loop.errors.hasPrefix("Options of cvbench.yml: --sizes=1k\n"), "\(loop.errors)")
  }

  @Test func aRecordHoldsTheWholeCommandLine() throws {
    try inTemporaryDirectory { directory in
      try Data("launches: 1\n".utf8).write(to: URL(filePath: directory + "/other.yml"))
      try Data("run:\n  launches: 1\nsizes: 10\n".utf8)
        .write(to: URL(filePath: directory + "/mine.yml"))
      let tool = ToolProcess(executable: "CommandsFixture", directory: directory)
      let refused = try tool.run(["run", "--config", "other.yml"])
      #expect(
        refused.errors == "Error: other.yml:1: 'launches' belongs to a command: write it "
          + "indented below 'run:'\n")
      let run = try tool.run(
        [
          "run", "allocate", "--config=mine.yml", "--allow-debug-build", "--case-budget", "5ms",
          "-o", "a.json",
        ])
      #expect(run.status == 0, "\(run.errors)")
      let record = try RunRecord.read(from: directory + "/a.json")
      #expect(
        record.run.argv.dropFirst() == [
          "run", "--sizes=10", "--launches=1", "allocate", "--config=mine.yml",
          "--allow-debug-build", "--case-budget", "5ms", "-o", "a.json",
        ])
      #expect(record.cases.map(\.params.items) == [10])
    }
  }

  @Test func budgetsComeFromTheFile() throws {
    let result = try run("check", "none.json", config: "check:\n  budgets: mine.txt\n")
    #expect(result.errors.hasPrefix("Options of cvbench.yml: --budgets=mine.txt\n"))
    #expect(result.errors.contains("none.json"))
  }

  @Test(
    arguments: [
      ("sizes: 1k\nsizse: 2k\n", "cvbench.yml:2: 'sizse' is no setting; there are: filter,"),
      ("sizse: 2k\n", "Did you mean 'sizes'?"),
      ("\n\ngate:\n  margn: 1%\n", "cvbench.yml:4: 'margn' is no setting"),
      ("gate:\n  margn: 1%\n", "Did you mean 'margin'?"),
      ("gaet:\n  margin: 1%\n", "cvbench.yml:1: 'gaet' is no setting"),
      ("margin: 1%\n", "cvbench.yml:1: 'margin' belongs to a command: write it indented below"),
      ("filter: [a\n", "cvbench.yml:2: it is no YAML"),
      ("filter:\n", "cvbench.yml:1: 'filter' needs a value"),
      ("filter: []\n", "'filter' has an empty list"),
      ("filter: {a: 1}\n", "cvbench.yml:1: 'filter' needs a value"),
      ("seed: [1, 2]\n", "cvbench.yml:1: 'seed' takes one value, and 2 are given"),
      ("seed: 1\nseed: 2\n", "a key stands there twice: seed"),
      ("gate:\n  exact-only: 3\n", "cvbench.yml:2: 'exact-only' is true or false"),
      ("- sum\n", "cvbench.yml:1: the file must hold lines of 'option: value'"),
      ("sizes: many\n", "--sizes 'many': not a number of items"),
    ])
  func whatIsNoSettingIsRefused(text: String, reason: String) throws {
    let result = try run("list", config: text)
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errors.contains(reason), "\(result.errors)")
  }

  @Test func switchesAreTrueOrFalse() throws {
    let on = try run("compare", "a.json", config: "compare:\n  details: true\n  margin: 2%\n")
    #expect(on.errors.hasPrefix("Options of cvbench.yml: --details --margin=2%\n"), "\(on.errors)")
    let off = try run("compare", "a.json", config: "compare:\n  details: false\n")
    #expect(!off.errors.contains("--details"), "\(off.errors)")
    // Inside one record there are no details to print.
    let by = try run(
      "compare", "a.json", "--by", "storage", config: "compare:\n  details: true\n")
    #expect(!by.errors.contains("--details"), "\(by.errors)")
  }

  /// A typed option replaces the ones that it contradicts.
  @Test func aTypedBaseReplacesWhatBuilds() throws {
    let config = "gate:\n  base-ref: main\n  product: mine\n  relink: 0\n"
    let built = try run("gate", "--base", "nothing.json", config: config)
    #expect(!built.errors.contains("--product"), "\(built.errors)")
    let sized = try run("list", "sum", "--sizes", "1k", config: "updates: history.jsonl\n")
    #expect(sized.status == 0, "\(sized.errors)")
  }

  @Test func pruneKeepsWhatTheFileSays() throws {
    let config = "baselines:\n  keep: 0\n"
    let pruned = try run("baselines", "prune", config: config)
    #expect(pruned.errors.contains("--keep '0'"), "\(pruned.errors)")
    #expect(try run("baselines", "prune", "--keep", "2", config: config).status == 0)
    #expect(try run("baselines", config: config).status == 0)
  }

  @Test func anEmptyFileAndOtherCommandsChangeNothing() throws {
    for text in ["", "# nothing\n", "---\n"] {
      let result = try run("list", "sum", config: text)
      #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    }
    #expect(try run("list", "--config", "/dev/null", config: "sizse: 1\n").status == 0)
    #expect(try run("list", "--help", config: "sizse: 1\n").status == 0)
    #expect(try run("doctor", config: "sizse: 1\n").status == 0)
  }

  /// Each key is an option of the commands that read it.
  @Test func everySettingIsAnOption() throws {
    let list = try run("list", config: "nothing: 1\n").errors
    let common = try #require(list.firstMatch(of: /there are: (.*), run, list/)).output.1
      .components(separatedBy: ", ")
    #expect(common.count == 13)
    for command in ["run", "list", "loop", "gate", "compare", "check", "baselines"] {
      let refusal = try run("list", config: "\(command):\n  nothing: 1\n").errors
      let keys = try #require(refusal.firstMatch(of: /there are: (.*)\./)).output.1
        .components(separatedBy: ", ")
      let words = command == "baselines" ? ["baselines", "prune"] : [command]
      let help = try ToolProcess.fixture.run(words + ["--help"]).output
      for key in keys { #expect(help.contains("--\(key) "), "\(command): \(key)") }
    }
  }
}
