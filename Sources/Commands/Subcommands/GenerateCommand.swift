import ArgumentParser
import Benchmarking
import Datasets
import Geometry
import RunRecords

/// `generate`: writes input for measurements.
struct GenerateCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "generate",
      abstract: "Write input for measurements.",
      subcommands: [GenerateTraceCommand.self])
  }
}

/// `generate trace`: a synthetic scroll trace.
struct GenerateTraceCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "trace",
      abstract: "Write a synthetic scroll trace, as JSON lines.",
      discussion: """
        Each line holds the content offset of one frame. docs/scroll-traces.md has the format, in \
        which an app can log its own traces. The same options give the same bytes.

        Examples:
          \(RootCommand.name) generate trace --kind fling-4000 --content 100000 -o fling.jsonl
          \(RootCommand.name) generate trace --kind jump --content 4400000 --frames 600 --rate 120
          \(RootCommand.name) generate trace --kind jitter --content 50000 --start 4400
        """)
  }

  @Option(
    "How the content moves.",
    discussion: """
      One of steady, fling-N (let go at N points a second), jump, jitter (round --start), \
      scrollbar-drag or direction-flips.
      """, value: "kind", completion: .list(ScrollTrace.Kind.names))
  var kind = "steady"

  @Option(
    "The content's extent along the axis, in points.", value: "points", parsing: .unconditional)
  var content = "100000"

  @Option("The view's size, in points.", value: "size", parsing: .unconditional)
  var bounds = "390x844"

  @Option(
    "The axis: vertical or horizontal.", value: "axis",
    completion: .list(Axis.names))
  var direction = Axis.vertical.rawValue

  @Option("The first offset, in points.", value: "points", parsing: .unconditional)
  var start = 0.0

  @Option("Frames in a second, from 1 to 1000.", value: "frames", parsing: .unconditional)
  var rate = 60

  @Option(
    "The number of frames; by default the whole movement, or ten seconds.", value: "count",
    parsing: .unconditional)
  var frames: Int?

  @Option("The seed of what is random.", parsing: .unconditional)
  var seed: UInt64 = 1

  @OptionGroup
  var output: TraceOutputOptions

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    let trace = try trace()
    let destination = try output.destination(of: "scroll") { bytes in
      (try? RecordedTrace(contents: bytes, path: "")) != nil
    }
    if let destination {
      try destination.write(trace.jsonLines)
    } else {
      try Console.standardOutput.write(trace.jsonLines, isDocument: true)
    }
    return .fine
  }

  private func trace() throws(ToolError) -> RecordedTrace {
    guard let kind = ScrollTrace.Kind(name: kind) else {
      throw .unknownName(kind: "scroll trace", found: self.kind, known: ScrollTrace.Kind.names)
    }
    let axis = try Axis.named(direction, kind: "axis")
    try (1...1_000).check(rate, option: "--rate")
    guard start.isFinite else {
      throw .invalidValue(option: "--start", found: "\(start)", reason: "give a finite number")
    }
    let extent = try PointText.length(content, option: "--content")
    let size = try PointText.size(bounds, option: "--bounds")
    try (1...1_000_000).check(frames, option: "--frames")
    let synthetic = ScrollTrace(
      kind, contentExtent: extent, viewportExtent: size[axis], startOffset: start,
      framesPerSecond: rate, seed: seed)
    return RecordedTrace(synthetic, along: axis, viewport: size, frameCount: frames)
  }
}
