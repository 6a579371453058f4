import Changesets
import Datasets
import Geometry
import Testing

@Suite struct RecordedTraceTests {
  private func frames() -> [TraceFrame] {
    let update = Changeset(
      deletedItems: [ItemPath(section: 0, item: 3)], insertedItems: [ItemPath(section: 1, item: 0)])
    return [
      TraceFrame(time: 0, offset: .zero, bounds: Size(width: 390, height: 844)),
      TraceFrame(time: 0.1, offset: Point(x: 0, y: 20.015625), tap: Point(x: 5, y: 7.5)),
      TraceFrame(
        time: 0.1, offset: Point(x: -3, y: 1e15), bounds: Size(width: 844, height: 390),
        update: update),
    ]
  }

  @Test func aTraceSurvivesItsFile() throws {
    let folder = try FixtureFolder()
    let trace = try RecordedTrace(frames())
    let path = try folder.write(trace.jsonLines.utf8, to: "trace.jsonl")
    #expect(try RecordedTrace(path: path) == trace)
    #expect(trace.jsonLines.split(separator: "\n").count == 3)
  }

  @Test func blankLinesAreSkipped() throws {
    let text =
      "\n{\"time\":0,\"offset\":{\"x\":0,\"y\":1},\"bounds\":{\"width\":1,\"height\":2}}\n \n"
    #expect(try RecordedTrace(jsonLines: text).frames.map(\.offset.y) == [1])
  }

  @Test(arguments: ScrollTrace.Kind.names)
  func syntheticTracesKeepTheirOffsets(name: String) throws {
    let kind = try #require(ScrollTrace.Kind(name: name))
    let synthetic = ScrollTrace(
      kind, contentExtent: 100_000, viewportExtent: 800, startOffset: 3, framesPerSecond: 120,
      seed: 7)
    let trace = RecordedTrace(
      synthetic, along: .horizontal, viewport: Size(width: 800, height: 400))
    #expect(trace.frames.map(\.offset.x) == synthetic.offsets)
    #expect(trace.frames.allSatisfy { $0.offset.y == 0 })
    #expect(trace.frames.map(\.time).last == Double(synthetic.frameCount - 1) / 120)
    #expect(try RecordedTrace(jsonLines: trace.jsonLines) == trace)
  }

  @Test(arguments: [
    ("", "holds no items"),
    (
      "{\"time\":0,\"offset\":{\"x\":0,\"y\":0}}",
      "line 1, column 1: the first frame has no 'bounds'"
    ),
    ("[1]", "line 1, column 1: this is no JSON object"),
    ("{\"time\":0,\"ofset\":{\"x\":0,\"y\":0}}", "Did you mean 'offset'?"),
    ("{\"offset\":{\"x\":0,\"y\":0}}", "the frame has no 'time'"),
    ("{\"time\":\"0\",\"offset\":{\"x\":0,\"y\":0}}", "'time' is no Double"),
    ("{\"time\":0,\"offset\":{\"x\":0}}", "'offset' has no 'y'"),
    (
      "{\"time\":-1,\"offset\":{\"x\":0,\"y\":0},\"bounds\":{\"width\":1,\"height\":1}}",
      "0 or more"
    ),
    (
      "{\"time\":0,\"offset\":{\"x\":0,\"y\":0},\"bounds\":{\"width\":-1,\"height\":1}}",
      "not negative"
    ),
    (
      """
      {"time":2,"offset":{"x":0,"y":0},"bounds":{"width":1,"height":1}}

      {"time":1,"offset":{"x":0,"y":0}}
      """, "line 3, column 1: the time 1.0 comes after 2.0"
    ),
  ])
  func whatIsNoTraceSaysWhereAndWhy(text: String, problem: String) throws {
    let error = #expect(throws: DatasetError.self) { try RecordedTrace(jsonLines: text) }
    #expect(error?.description.contains(problem) == true, "\(error?.description ?? "no error")")
  }

  @Test func aFileThatIsNotThereIsNamed() {
    let error = #expect(throws: DatasetError.self) {
      try RecordedTrace(path: "/nowhere/trace.jsonl")
    }
    #expect(error?.description.hasPrefix("'/nowhere/trace.jsonl' cannot be read: ") == true)
  }
}
