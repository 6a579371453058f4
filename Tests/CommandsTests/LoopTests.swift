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

  @Test func takesTheSelectionOfRun() throws {
    let selection = ["--filter", "sum", "--storage", "backward", "--exclude", "items=5"]
    let result = try ToolProcess.fixture.run(
      ["loop"] + selection + ["--sizes", "1k", "--seconds", "20ms"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("fixture/sum/storage=backward/"))
  }

  /// Of a workload's sizes, a loop takes the one that was asked for.
  @Test func takesAWorkload() throws {
    let workload = ["--workload", "photos", "--items", "1k", "--storage", "btree-tree"]
    let result = try ToolProcess.cvbench.run(["loop"] + workload + ["--seconds", "20ms"])
    #expect(result.status == 0, "\(result.errors)")
    let id = "scroll/workload-photos/storage=btree-tree/data=zipf-1000/payload=item8/items="
    #expect(result.errors.contains(id + "1000\n"), "\(result.errors)")
    let list = try ToolProcess.cvbench.run(["list"] + workload)
    #expect(list.output.ranges(of: id).count == 3, "\(list.output)")
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
      .matches(of: /cvbench loop ([^\n]+)/)
    #expect(examples.count == 3)
    for example in examples {
      let line = String(example.output.1).replacing(/\ --seconds\ [^ ]+/, with: "")
      let arguments = line.split(separator: " ").map { $0.filter { $0 != "'" } }
      let list = try ToolProcess.cvbench.run(["list"] + arguments)
      #expect(list.output.contains("\n1 case."), "\(line): \(list.output)\(list.errors)")
    }
  }
}
