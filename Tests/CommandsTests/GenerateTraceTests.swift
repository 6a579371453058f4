import Datasets
import Foundation
import Geometry
import Testing

@Suite struct GenerateTraceTests {
  private func generate(_ arguments: [String]) throws -> ToolProcess.Result {
    try ToolProcess.cvbench.run(["generate", "trace"] + arguments)
  }

  @Test func writesTheTraceItIsAskedFor() throws {
    let result = try generate([
      "--kind", "fling-2000", "--content", "5000.5", "--bounds", "300x200", "--direction",
      "horizontal", "--start", "16", "--rate", "120", "--frames", "50", "--seed", "9",
    ])
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    let expected = RecordedTrace(
      ScrollTrace(
        .fling(pointsPerSecond: 2_000), contentExtent: 5_000.5, viewportExtent: 300,
        startOffset: 16, framesPerSecond: 120, seed: 9),
      along: .horizontal, viewport: Size(width: 300, height: 200), frameCount: 50)
    #expect(try RecordedTrace(jsonLines: result.output) == expected)
  }

  @Test func replacesATraceAndNothingElse() throws {
    try inTemporaryDirectory { folder in
      let path = folder + "/trace.jsonl"
      #expect(try generate(["--frames", "2", "-o", path]).status == 0)
      #expect(try generate(["--frames", "3", "-o", path]).status == 0)
      #expect(try RecordedTrace(path: path).frames.count == 3)
      let text = "not a trace\n"
      try Data(text.utf8).write(to: URL(filePath: path))
      let refused = try generate(["-o", path])
      #expect(refused.status == 2)
      #expect(refused.errors.contains("it is no scroll trace"))
      #expect(try String(contentsOf: URL(filePath: path), encoding: .utf8) == text)
      // One that cannot be read is told by the reason.
      let file = try FileHandle(forWritingTo: URL(filePath: path))
      try file.truncate(atOffset: 1 << 31)
      let unread = try generate(["-o", path])
      #expect(unread.status == 2 && unread.errors.contains("it has more than 1024 MiB"))
    }
  }

  @Test(arguments: [
    (["--kind", "flings"], "no scroll trace is named 'flings'"),
    (["--direction", "up"], "no axis is named 'up'"),
    (["--content", "-1"], "--content '-1'"),
    (["--bounds", "3"], "--bounds '3'"),
    (["--rate", "0"], "--rate '0': give a number from 1 to 1000."),
    (["--frames", "0"], "--frames '0': give a number from 1 to 1000000."),
    (["--start", "nan"], "--start 'nan': give a finite number."),
  ])
  func whatMakesNoTraceIsRefused(arguments: [String], problem: String) throws {
    let result = try generate(arguments)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(problem), "\(result.errors)")
  }
}
