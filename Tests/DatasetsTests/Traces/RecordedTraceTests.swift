import Changesets
import Datasets
import Geometry
import TestSupport
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
      TraceFrame(
        time: 0.2, offset: .zero,
        orthogonalScroll: TraceFrame.OrthogonalScroll(section: 2, offset: 80.5)),
    ]
  }

  @Test func aTraceSurvivesItsFile() throws {
    let folder = try TemporaryFolder()
    let trace = try RecordedTrace(frames())
    let path = try folder.write(trace.jsonLines.utf8, to: "trace.jsonl")
    #expect(try RecordedTrace(path: path) == trace)
    #expect(trace.jsonLines.split(separator: "\n").count == 4)
    #expect(trace.jsonLines.contains(#""orthogonalScroll":{"offset":80.5,"section":2}"#))
  }

  @Test func blankLinesAreSkipped() throws {
    let text =
      "\n{\"time\":0,\"offset\":{\"x\":0,\"y\":1},\"bounds\":{\"width\":1,\"height\":2}}\n \n"
    #expect(try RecordedTrace(jsonLines: text).frames.map(\.offset.y) == [1])
  }

  /// As editors on other systems leave them: ends of lines of two characters, and a byte order mark.
  @Test func linesMayEndAsOnAnySystem() throws {
    let trace = try RecordedTrace(frames())
    let text = trace.jsonLines.split(separator: "\n").joined(separator: "\r\n\r\n")
    for text in [text, text + "\r\n", "\u{FEFF}" + text, "\u{FEFF}\r\n" + text] {
      #expect(try RecordedTrace(jsonLines: text) == trace)
    }
    let error = #expect(throws: DatasetError.self) {
      try RecordedTrace(jsonLines: text + "\r\n{\"time\":9}\r\n")
    }
    #expect(error?.description.contains("line 8, column 1") == true, "\(error as Any)")
  }

  @Test(arguments: [
    (
      #""offset":{"x":0,"y":10,"z":1}"#,
      "'z' in 'offset' is no part of a point; there are x, y"
    ),
    (#""bounds":{"width":1,"height":2,"hieght":3}"#, "'hieght' in 'bounds'"),
    (#""bounds":{"width":1,"height":2,"hieght":3}"#, "Did you mean 'height'?"),
    (#""tap":{"x":0,"y":1,"count":2}"#, "'count' in 'tap'"),
    (
      #""orthogonalScroll":{"section":0,"y":1}"#,
      "'y' in 'orthogonalScroll' is no part of a section's scrolling; there are section, offset"
    ),
    (#""orthogonalScroll":{"section":-1,"offset":1}"#, "'orthogonalScroll.section'"),
    (
      #""update":{"deleteItems":[{"section":0,"item":0}]}"#,
      "'deleteItems' in 'update' is no part of an update; there are deletedItems,"
    ),
    (#""update":{"deleteItems":[]}"#, "Did you mean 'deletedItems'?"),
    (
      #""update":{"deletedItems":[{"section":0,"item":0},{"section":0,"item":1,"row":1}]}"#,
      "'row' in 'update.deletedItems' is no part of an item's place; there are section, item"
    ),
    (
      #""update":{"movedSections":[{"source":0,"target":1,"animated":true}]}"#,
      "'animated' in 'update.movedSections' is no part of a move; there are source, target"
    ),
    (
      #""update":{"movedItems":[{"source":{"section":0,"item":1},"#
        + #""target":{"section":0,"item":0,"itme":2}}]}"#,
      "'itme' in 'update.movedItems.target' is no part of an item's place"
    ),
  ])
  func namesInNestedObjectsAreChecked(part: String, problem: String) throws {
    let first = #"{"time":0,"offset":{"x":0,"y":0},"bounds":{"width":1,"height":1}}"#
    let offset = part.contains("offset") ? "" : #""offset":{"x":0,"y":0},"#
    let text = first + "\n{\"time\":1," + offset + part + "}\n"
    let error = #expect(throws: DatasetError.self) { try RecordedTrace(jsonLines: text) }
    let description = error?.description ?? ""
    #expect(description.contains("line 2, column 1: '"), "\(description)")
    #expect(description.contains(problem), "\(description)")
  }

  /// Every name that may be written is one that is read.
  @Test func everyUpdateIsRead() throws {
    let item = ItemPath(section: 0, item: 0)
    let update = Changeset(
      deletedSections: [1], insertedSections: [2], movedSections: [.init(from: 3, to: 4)],
      reloadedSections: [5], deletedItems: [item], insertedItems: [item],
      movedItems: [.init(from: item, to: item)], reloadedItems: [item],
      reconfiguredItems: [item])
    var frames = frames()
    frames[1].update = update
    let trace = try RecordedTrace(frames)
    #expect(try RecordedTrace(jsonLines: trace.jsonLines) == trace)
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
    ("", "holds no frames"),
    (" \n\r\n", "holds no frames"),
    ("{\"time\":NaN,\"offset\":{\"x\":0,\"y\":0}}", "no JSON object of finite numbers"),
    ("{\"time\":1e999,\"offset\":{\"x\":0,\"y\":0}}", "finite"),
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
  func malformedTracesAreReportedWithTheirLine(text: String, problem: String) throws {
    let error = #expect(throws: DatasetError.self) { try RecordedTrace(jsonLines: text) }
    #expect(error?.description.contains(problem) == true, "\(error?.description ?? "no error")")
  }

  @Test func aMissingFileIsReported() {
    let error = #expect(throws: DatasetError.self) {
      try RecordedTrace(path: "/nowhere/trace.jsonl")
    }
    #expect(error?.description.hasPrefix("'/nowhere/trace.jsonl' cannot be read: ") == true)
  }
}
