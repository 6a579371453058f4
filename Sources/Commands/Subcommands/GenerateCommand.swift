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
    help: ArgumentHelp(
      "How the content moves.",
      discussion: """
        One of steady, fling-N (let go at N points a second), jump, jitter (round --start), \
        scrollbar-drag or direction-flips.
        """,
      valueName: "kind"),
    completion: .list(ScrollTrace.Kind.names))
  var kind = "steady"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The content's extent along the axis, in points.", valueName: "points"))
  var content = "100000"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The view's size, in points.", valueName: "size"))
  var bounds = "390x844"

  @Option(
    help: ArgumentHelp("The axis: vertical or horizontal.", valueName: "axis"),
    completion: .list(Axis.allCases.map(\.rawValue)))
  var direction = Axis.vertical.rawValue

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The first offset, in points.", valueName: "points"))
  var start = 0.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Frames in a second, from 1 to 1000.", valueName: "frames"))
  var rate = 60

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The number of frames; by default the whole movement, or ten seconds.",
      valueName: "count"))
  var frames: Int?

  @Option(parsing: .unconditional, help: "The seed of what is random.")
  var seed: UInt64 = 1

  @OptionGroup
  var output: TraceOutputOptions

  private static let maximumFrames = 1_000_000

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    let trace = try trace()
    let destination = try output.destination(of: "scroll") { path in
      (try? RecordedTrace(path: path)) != nil
    }
    if let destination {
      try ToolError.wrap(
        try AtomicFile.write(trace.jsonLines, to: destination.path), as: ToolError.record)
    } else {
      try Console.standardOutput.write(trace.jsonLines)
    }
    return .fine
  }

  private func trace() throws(ToolError) -> RecordedTrace {
    guard let kind = ScrollTrace.Kind(name: kind) else {
      throw .unknownName(kind: "scroll trace", found: self.kind, known: ScrollTrace.Kind.names)
    }
    guard let axis = Axis(rawValue: direction) else {
      throw .unknownName(
        kind: "axis", found: direction, known: Axis.allCases.map(\.rawValue))
    }
    guard (1...1_000).contains(rate) else {
      throw .invalidValue(option: "--rate", found: "\(rate)", reason: "give 1 to 1000")
    }
    guard start.isFinite else {
      throw .invalidValue(option: "--start", found: "\(start)", reason: "give a finite number")
    }
    let extent = try PointText.length(content, option: "--content")
    let size = try PointText.size(bounds, option: "--bounds")
    if let frames, !(1...Self.maximumFrames).contains(frames) {
      throw .invalidValue(
        option: "--frames", found: "\(frames)", reason: "give 1 to \(Self.maximumFrames)")
    }
    let synthetic = ScrollTrace(
      kind, contentExtent: extent, viewportExtent: size[axis], startOffset: start,
      framesPerSecond: rate, seed: seed)
    return RecordedTrace(synthetic, along: axis, viewport: size, frameCount: frames)
  }
}
