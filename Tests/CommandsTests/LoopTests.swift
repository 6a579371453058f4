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
}
