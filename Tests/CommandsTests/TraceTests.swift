import Datasets
import Foundation
import RunRecords
import TestSupport
import Testing

/// `--trace`: a recorded scroll trace, replayed by the tool's own suites.
@Suite(.serialized) struct TraceTests {
  private let run = [
    "run", "--allow-debug-build", "--preset", "smoke", "--case-budget", "20ms", "--trace",
  ]

  /// A trace of ten frames with a tap and two updates, as `name` in `folder`.
  private func writeTrace(_ name: String, in folder: String, step: Int = 20) throws -> String {
    var lines = (0..<10).map {
      #"{"time": \#(Double($0) / 60), "offset": {"x": 0, "y": \#($0 * step)}}"#
    }
    lines[0].insert(
      contentsOf: #", "bounds": {"width": 390, "height": 844}"#,
      at: lines[0].index(before: lines[0].endIndex))
    lines[4].insert(
      contentsOf: #", "tap": {"x": 9, "y": \#(4 * step + 100)}"#,
      at: lines[4].index(before: lines[4].endIndex))
    lines[6].insert(
      contentsOf: #", "update": {"insertedItems": [{"section": 0, "item": 0}]}"#,
      at: lines[6].index(before: lines[6].endIndex))
    let path = folder + "/" + name
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: path))
    return path
  }

  @Test func isReplayedInWorkersAndNamedInTheRecord() throws {
    try inTemporaryDirectory { folder in
      let trace = try writeTrace("my app.jsonl", in: folder)
      let path = folder + "/record.json"
      let result = try ToolProcess.cvbench.run(
        run + [trace, "--sizes", "300", "--storage", "btree-tree,nested-nested", "-o", path])
      #expect(result.status == 0, "\(result.errors)")
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(try SchemaValidator.validate(record: text) == [])
      let record = try RunRecord.read(from: path)
      let checksum = try RecordedTrace(path: trace).checksum
      let digits = String(checksum, radix: 16)
      let name = "uniform-1000+my-app-" + String(repeating: "0", count: 16 - digits.count) + digits
      #expect(record.cases.map(\.status) == [.ok, .ok])
      #expect(Set(record.cases.map(\.params.data)) == [name])
      #expect(Set(record.cases.map(\.params.scenario)) == ["replay"])
      #expect(Set(record.cases.map(\.params.operationsPerCall)) == [10])
      #expect(record.cases.allSatisfy { $0.metric("view_calls")?.value != nil })
      #expect(record.cases.allSatisfy { $0.metric("frame_time") != nil })
      // The answer wraps the trace's path where that is long.
      let question = result.output.prefix { $0 != ":" }.filter { !$0.isWhitespace }
      #expect(question == trace.filter { !$0.isWhitespace }, "\(result.output)")
    }
  }

  @Test func figuresOfTwoTracesAreNotCompared() throws {
    try inTemporaryDirectory { folder in
      let records = try [20, 30].map { step in
        let trace = try writeTrace("app.jsonl", in: folder, step: step)
        let path = folder + "/\(step).json"
        let result = try ToolProcess.cvbench.run(
          run + [trace, "--sizes", "300", "--storage", "flat-flat", "-o", path])
        #expect(result.status == 0, "\(result.errors)")
        return path
      }
      let other = try ToolProcess.cvbench.run(["compare"] + records)
      #expect(other.status == 5, "\(other.output)")
      let same = try ToolProcess.cvbench.run(["compare", records[0], records[0]])
      #expect(same.status == 0, "\(same.output)")
    }
  }

  @Test func sizesOfAPresetThatItDoesNotFitAreLeftOut() throws {
    try inTemporaryDirectory { folder in
      let trace = try writeTrace("far.jsonl", in: folder, step: 8_000)
      let csv = folder + "/rows.csv"
      let rows = (0..<3_000).map { "all,\($0)\n" }.joined()
      try Data(("section,id\n" + rows).utf8).write(to: URL(filePath: csv))
      let path = folder + "/record.json"
      let arguments = [
        trace, "--dataset", "uniform-1000", "--dataset", "csv:" + csv, "--storage", "btree-tree",
        "-o", path,
      ]
      let result = try ToolProcess.cvbench.run(run + arguments)
      #expect(result.status == 0, "\(result.errors)")
      #expect(
        result.errors.contains("uniform-1000 of 1k items is left out: line 7: the offset is 48000"),
        "\(result.errors)")
      let record = try RunRecord.read(from: path)
      #expect(record.cases.map(\.params.items) == [3_000])
      #expect(record.warnings.contains { $0.code == "trace-does-not-fit" })
      let named = try ToolProcess.cvbench.run(run + arguments + ["--sizes", "1k"])
      #expect(named.status == 2)
      #expect(named.errors.contains("--trace '\(trace)': over uniform-1000 of 1k items: line 7"))
    }
  }

  @Test func whatMakesNoSenseIsRefused() throws {
    try inTemporaryDirectory { folder in
      let trace = try writeTrace("app.jsonl", in: folder)
      let bad = folder + "/bad.jsonl"
      func refusal(_ arguments: [String]) throws -> String {
        let result = try ToolProcess.cvbench.run(arguments)
        #expect(result.status == 2, "\(arguments): \(result.output)")
        #expect(result.output.isEmpty)
        return result.errors
      }
      #expect(
        try refusal(run + [trace, "--workload", "photos"]).contains(
          "--workload photos brings its own movements; leave one of the two out"))
      for narrowed in [["--suite", "lookup"], ["--filter", "item-random"]] {
        #expect(try refusal(run + [trace] + narrowed).contains("there are: scroll/replay"))
      }
      #expect(try refusal(run + [folder + "/none.jsonl"]).contains("none.jsonl' cannot be read"))
      #expect(try refusal(run + ["/dev/zero"]).contains("it is no regular file"))
      let first = #"{"time":0,"offset":{"x":0,"y":0},"bounds":{"width":390,"height":844}}"#
      let texts = [
        (first + "\n{\"time\":1}\n", "line 2, column 1: the frame has no 'offset'"),
        (
          first + "\n\n{\"time\":1,\"offset\":{\"x\":0,\"y\":5},\"tab\":1}",
          "line 3, column 1: 'tab'"
        ),
        (first + "\n", "it has one frame"),
        ("\n", "holds no frames"),
        (
          first + "\r\n{\"time\":1,\"offset\":{\"x\":0,\"y\":5},"
            + "\"update\":{\"deleteItems\":[]}}",
          "line 2, column 1: 'deleteItems' in 'update' is no part of an update"
        ),
        (
          first + "\n{\"time\":1,\"offset\":{\"x\":0,\"y\":-1000}}",
          "line 2: the offset is -1000.0 points, and rows begin at 0"
        ),
        (
          first + "\n\n{\"time\":1,\"offset\":{\"x\":0,\"y\":5},\"tap\":{\"x\":-1,\"y\":9}}",
          "line 3: the tap at (-1.0, 9.0) meets no visible row"
        ),
        (
          first + "\n{\"time\":1,\"offset\":{\"x\":0,\"y\":5},"
            + "\"update\":{\"deletedSections\":[7]}}",
          "line 2: the update cannot be applied to this collection: "
        ),
      ]
      for (text, problem) in texts {
        try Data(text.utf8).write(to: URL(filePath: bad))
        let errors = try refusal(run + [bad])
        #expect(errors.contains(problem), "\(errors)")
      }
    }
  }

  @Test func aCaseCanBeListedAndLooped() throws {
    try inTemporaryDirectory { folder in
      let trace = try writeTrace("app.jsonl", in: folder)
      let options = ["--trace", trace, "--sizes", "300"]
      let list = try ToolProcess.cvbench.run(["list", "--json"] + options)
      #expect(list.status == 0)
      let ids = list.output.matches(of: /"id" : "([^"]*)"/).map { String($0.1) }
      #expect(ids.count == 9)
      let id = try #require(ids.first)
      let loop = try ToolProcess.cvbench.run(["loop", id, "--seconds", "100ms", "--trace", trace])
      #expect(loop.status == 0, "\(loop.errors)")
      #expect(loop.output.contains("ready"))
      let untraced = try ToolProcess.cvbench.run(["loop", id, "--seconds", "100ms"])
      #expect(untraced.status == 2)
      #expect(
        untraced.errors.contains("replays a recorded trace; name its file with --trace"),
        "\(untraced.errors)")
    }
  }
}
