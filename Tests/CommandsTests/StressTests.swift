import Foundation
import Testing

@Suite struct StressTests {
  @Test func saysHowManyOperationsWerePerformed() throws {
    let result = try ToolProcess.fixture.run(["stress", "--operations", "300", "--seed", "5"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.output.wholeMatch(
        of:
          /stores, seed 5: \d+ operations, nothing differed\nlayouts, seed 5: 300 operations, nothing differed\nviews, seed 5: \d+ operations, nothing differed\n/
      ) != nil, "\(result.output)")
  }

  @Test func performsAScript() throws {
    try inTemporaryDirectory { directory in
      let path = directory + "/own.jsonl"
      let lines = [
        #"{"views":{"isLenient":true,"layout":"flow","prefetches":false}}"#,
        #"{"reload":{"counts":[2,3]}}"#, #"{"layOut":{}}"#,
      ]
      try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: path))
      let result = try ToolProcess.fixture.run(["stress", "--replay", path])
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output == "\(path) (views): 2 operations, nothing differed\n")
      try Data((lines + ["{}"]).joined(separator: "\n").utf8).write(to: URL(filePath: path))
      let refused = try ToolProcess.fixture.run(["stress", "--replay", path])
      #expect(refused.status == 2)
      #expect(refused.errors.contains("the script '\(path)': line 4 is no step of a script"))
    }
  }
}
