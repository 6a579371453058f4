import Foundation
import Mutations
import Testing

/// Results, their table, what test runners print, and manifests.
@Suite struct MutantResultTests {
  private func result(
    _ before: String, _ outcome: MutantOutcome, module: String = "A", test: String? = nil
  ) -> MutantResult {
    MutantResult(
      mutant: Mutant(
        path: "Sources/\(module)/A.swift", line: 1, operator: .logic, before: before, after: "",
        number: 1), outcome: outcome, test: test)
  }

  @Test func resultsAreReadBack() throws {
    let results = [result("a", .killed, test: "ATests/a()"), result("b", .survived)]
    let lines = try results.map { try $0.line() }
    #expect(try MutantResult.all(in: lines.joined(separator: "\n"), path: "r") == results)
    let again = try result("b", .killed, test: "ATests/b()").line()
    let read = try MutantResult.all(in: (lines + [again]).joined(separator: "\n"), path: "r")
    #expect(read.map(\.outcome) == [.killed, .killed])
    #expect(throws: MutationError("r:2 is no result of a mutant")) {
      try MutantResult.all(in: lines[0] + "\n{}", path: "r")
    }
  }

  @Test func theTableCountsByModule() {
    let table = MutantTable([
      result("a", .killed), result("b", .survived), result("c", .notCompiled),
      result("d", .equivalent, module: "B"), result("e", .timedOut, module: "B"),
    ])
    #expect(
      table.description == """
        | module | mutants | killed | timed out | equivalent | survived | not compiled |
        |---|---:|---:|---:|---:|---:|---:|
        | A | 2 | 1 | 0 | 0 | 1 | 1 |
        | B | 2 | 0 | 1 | 1 | 0 | 0 |
        | all | 4 | 1 | 1 | 1 | 1 | 1 |
        """)
  }

  @Test func theFirstFailureIsNamed() {
    var transcript = TestTranscript()
    for line in [
      "◇ Test run started.", "◇ Suite ATests started.", "◇ Test a() started.",
      "✔ Test a() passed after 0.001 seconds.", "◇ Test b(x:) started.",
    ] { transcript.read(line) }
    #expect(transcript.current == "ATests/b(x:)" && transcript.failed == nil)
    transcript.read("✘ Test b(x:) recorded an issue with 1 argument x → 1 at A.swift:1:2: no")
    #expect(transcript.failed == "ATests/b(x:)" && transcript.passed == 1)
    #expect(!transcript.hasPassed)
  }

  @Test func aTestMayBeCalledLikeARun() {
    var transcript = TestTranscript()
    for line in ["◇ Test run started.", "◇ Test runsAreFound() started."] { transcript.read(line) }
    #expect(transcript.current == "runsAreFound()")
  }

  @Test func aRunThatPassesSaysSo() {
    var transcript = TestTranscript()
    for line in [
      "◇ Test run started.", "◇ Test a() started.", "✔ Test a() passed after 0.001 seconds.",
      "✔ Test run with 1 test in 0 suites passed after 0.001 seconds.",
    ] { transcript.read(line) }
    #expect(transcript.hasPassed && transcript.passed == 1)
    #expect(transcript.failed == nil && transcript.current == nil)
  }

  private static let manifest = """
    {"targets": [
      {"name": "A", "type": "regular", "exclude": [], "resources": [], "settings": [],
       "dependencies": [{"byName": ["B", null]},
         {"product": ["P", "p-kit", null, {"platformNames": [], "traits": ["Tool"]}]},
         {"product": ["Q", "q-kit", null, {"platformNames": [], "traits": ["SQLite"]}]}]},
      {"name": "B", "type": "regular", "exclude": [], "resources": [], "dependencies": [],
       "settings": [{"kind": {"unsafeFlags": {"_0": ["-enable-testing"]}}, "tool": "swift"}]},
      {"name": "C", "type": "regular", "exclude": [], "resources": [], "settings": [], "dependencies": []},
      {"name": "ATests", "type": "test", "exclude": ["x.csv"], "resources": [],
       "settings": [{"kind": {"strictMemorySafety": {}}, "tool": "swift"},
         {"kind": {"unsafeFlags": {"_0": ["-Onone"]}}, "tool": "swift"}],
       "dependencies": [{"byName": ["A", null]}]}],
     "dependencies": [{"sourceControl": [{"identity": "p-kit",
       "location": {"remote": [{"urlString": "https://example.org/p-kit"}]},
       "requirement": {"range": [{"lowerBound": "1.2.0", "upperBound": "2.0.0"}]}}]}]}
    """

  @Test func aModuleNeedsWhatItReaches() throws {
    let graph = try PackageGraph(Data(Self.manifest.utf8))
    let closure = try graph.closure(of: "A", testedBy: ["ATests"])
    #expect(closure.map(\.path) == ["Sources/A", "Tests/ATests", "Sources/B"])
    let text = graph.manifest(of: closure, mutating: "A")
    #expect(text.contains(#".package(url: "https://example.org/p-kit", from: "1.2.0"),"#))
    #expect(
      text.contains(#"dependencies: ["B", "CMutant", .product(name: "P", package: "p-kit")]"#))
    #expect(text.contains(#"exclude: ["x.csv"]"#))
    #expect(!text.contains("q-kit"))
    #expect(text.split(separator: "\n").count { $0.contains("-Onone") } == 1)
  }

  @Test func modulesWithoutTestsAreRefused() throws {
    let graph = try PackageGraph(Data(Self.manifest.utf8))
    #expect(throws: MutationError("there is no module 'D'; there are A, B, C")) {
      try graph.closure(of: "D", testedBy: [])
    }
    #expect(throws: MutationError("there are no tests 'CTests'")) {
      try graph.closure(of: "C", testedBy: ["CTests"])
    }
    #expect(throws: MutationError.self) { try PackageGraph(Data("[]".utf8)) }
  }
}
