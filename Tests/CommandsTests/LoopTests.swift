import Foundation
import Testing

@Suite struct LoopTests {
  @Test func saysWhenItIsReadyAndWhatItDid() throws {
    let result = try ToolProcess.fixture.run(
      ["loop", "allocate", "--sizes", "1k", "--seconds", "50ms"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.output.wholeMatch(
        of: /pid [0-9]+\nready\n[1-9][0-9]* calls, [1-9][0-9]*0 operations in [0-9.]+ s\n/) != nil,
      "\(result.output)")
    #expect(result.errors.contains("fixture/allocate/storage=forward/"))
  }

  @Test(arguments: ["wrong-answer", "no-set-up"])
  func casesThatGoWrongEndWithThree(name: String) throws {
    let result = try ToolProcess.fixture.run(["loop", name, "--sizes", "1k"])
    #expect(result.status == 3)
    #expect(result.errors.contains("fixture/\(name)/"))
  }

  /// `loop` would refuse its own examples otherwise.
  @Test func theExamplesInTheHelpNameOneCaseEach() throws {
    let help = try ToolProcess.cvbench.run(["loop", "--help"]).output
    let examples = help.prefix(upTo: try #require(help.range(of: "\nUSAGE")).lowerBound)
      .replacing(/\\\n */, with: "")
      .matches(of: /cvbench loop '?([^' \n]+)'?(?: --sizes ([^ \n]+))?/)
    #expect(examples.count == 3)
    for example in examples {
      let sizes = example.output.2.map { ["--sizes", String($0)] } ?? []
      let filter = String(example.output.1)
      let list = try ToolProcess.cvbench.run(["list", "--filter", filter] + sizes)
      #expect(list.output.contains("\n1 case."), "\(filter): \(list.output)\(list.errors)")
    }
  }
}
