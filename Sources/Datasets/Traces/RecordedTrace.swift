import BasicAlgorithms
public import Changesets
import Foundation
public import Geometry

/// A scroll trace frame by frame, as an app can log it: JSON lines, one object per frame.
///
/// The first frame has the view's size, and times never decrease. The order of names within a line
/// has no meaning. Unknown names are refused, since a misspelt one would be lost. Source:
/// `docs/scroll-traces.md`.
public struct RecordedTrace: Sendable {
  /// The frames, at least one, with ascending times.
  public let frames: [TraceFrame]
  /// The line of each frame in its file, counted from 1; the frame's number if there is no file.
  public let lines: [Int]

  /// Creates the trace of `frames`.
  ///
  /// - Throws: `DatasetError.malformed`, with the frame's number as its line, if a frame is
  ///   invalid; `DatasetError.noFrames` if there is none.
  public init(_ frames: [TraceFrame]) throws(DatasetError) {
    try self.init(frames, lines: Array(1...max(1, frames.count)), path: "trace")
  }

  private init(_ frames: [TraceFrame], lines: [Int], path: String) throws(DatasetError) {
    guard let first = frames.first else { throw .noFrames(path: path) }
    guard first.bounds != nil else {
      throw .malformed(
        path: path, line: lines[0], column: 1,
        problem: "the first frame has no 'bounds'; give the view's size, as in "
          + "\"bounds\": {\"width\": 390, \"height\": 844}")
    }
    var last = -Double.infinity
    for (frame, line) in zip(frames, lines) {
      if let problem = Self.problem(of: frame, after: last) {
        throw .malformed(path: path, line: line, column: 1, problem: problem)
      }
      last = frame.time
    }
    self.frames = frames
    self.lines = lines
  }

  private static func problem(of frame: TraceFrame, after last: Double) -> String? {
    guard frame.time.isFinite, frame.time >= 0 else {
      return "the time is \(frame.time); give seconds since the beginning, 0 or more"
    }
    guard frame.time >= last else {
      return "the time \(frame.time) comes after \(last); give times that do not go back"
    }
    guard frame.offset.x.isFinite, frame.offset.y.isFinite else {
      return "the offset is \(frame.offset); give finite numbers"
    }
    if let bounds = frame.bounds, !bounds.isUsable {
      return
        "the bounds are \(bounds.width) × \(bounds.height); give a width and a height that are "
        + "finite and not negative"
    }
    if let tap = frame.tap, !(tap.x.isFinite && tap.y.isFinite) {
      return "the tap is at \(tap); give finite numbers"
    }
    if let scrolled = frame.orthogonalScroll, scrolled.section < 0 || !scrolled.offset.isFinite {
      return
        "section \(scrolled.section) is scrolled to \(scrolled.offset); give a section of 0 or more "
        + "and a finite offset"
    }
    return nil
  }
}

extension RecordedTrace: Hashable {
  /// Returns whether both have the same frames, in any lines.
  ///
  /// - Parameters:
  ///   - left: A trace.
  ///   - right: Another trace.
  /// - Returns: Whether they have equal frames.
  public static func == (left: Self, right: Self) -> Bool { left.frames == right.frames }

  /// Feeds all frames to `hasher`.
  ///
  /// - Parameter hasher: The hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(frames) }

  /// A hash that is equal for equal traces on every machine, whatever the spacing and order in
  /// their files.
  public var checksum: UInt64 { FNV1a.hash(jsonLines.utf8) }
}

// MARK: Synthetic traces

extension RecordedTrace {
  /// Creates the frames of a synthetic trace.
  ///
  /// - Parameters:
  ///   - trace: The trace.
  ///   - axis: The axis along which it scrolls.
  ///   - viewport: The view's size, in points.
  ///   - frameCount: The number of frames to take, at least one; nil for all.
  /// - Precondition: The viewport's extents are finite and not negative.
  public init(_ trace: ScrollTrace, along axis: Axis, viewport: Size, frameCount: Int? = nil) {
    require(
      viewport.isUsable,
      "RecordedTrace.init: the viewport is \(viewport.width) × \(viewport.height); valid are extents "
        + "that are finite and not negative")
    let count = max(1, frameCount ?? trace.frameCount)
    lines = Array(1...count)
    frames = (0..<count).map { number in
      var offset = Point.zero
      offset[axis] = trace.offset(atFrame: number)
      return TraceFrame(
        time: Double(number) / Double(trace.framesPerSecond), offset: offset,
        bounds: number == 0 ? viewport : nil)
    }
  }
}

// MARK: Files

extension RecordedTrace {
  /// Reads the trace in the file at `path`.
  ///
  /// - Throws: `DatasetError` if the file cannot be read, has no frames, or has a line that is no
  ///   frame; it names the line.
  public init(path: String) throws(DatasetError) {
    try self.init(contents: Array(try TraceFile.data(at: path)), path: path)
  }

  /// Parses `contents`, the bytes of the file at `path`.
  ///
  /// - Throws: What `init(path:)` throws for a file that can be read.
  public init(contents: [UInt8], path: String) throws(DatasetError) {
    try self.init(jsonLines: String(decoding: contents, as: UTF8.self), path: path)
  }

  /// Parses a trace in JSON lines, with the line ends of any system; blank lines are skipped.
  ///
  /// - Parameters:
  ///   - text: One frame per line.
  ///   - path: The name of the text in errors.
  /// - Throws: `DatasetError.malformed` or `.noFrames`.
  public init(jsonLines text: String, path: String = "trace") throws(DatasetError) {
    let decoder = JSONDecoder()
    var frames: [TraceFrame] = []
    var lines: [Int] = []
    // A carriage return and a line feed are one character.
    let texts = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for (index, text) in texts.enumerated() {
      let line = text.first == "\u{FEFF}" && index == 0 ? text.dropFirst() : text
      guard !line.allSatisfy(\.isWhitespace) else { continue }
      let data = Data(line.utf8)
      try Self.checkNames(data, path: path, line: index + 1)
      do {
        frames.append(try decoder.decode(TraceFrame.self, from: data))
      } catch {
        throw .malformed(
          path: path, line: index + 1, column: 1,
          problem: TraceFile.problem(decoding: error, of: "the frame"))
      }
      lines.append(index + 1)
    }
    try self.init(frames, lines: lines, path: path)
  }

  private static func checkNames(_ data: Data, path: String, line: Int) throws(DatasetError) {
    guard let value = try? JSONSerialization.jsonObject(with: data) as? [String: Any] else {
      throw .malformed(
        path: path, line: line, column: 1,
        problem: "this is no JSON object of finite numbers; write one object a line, as in "
          + "{\"time\": 0.016, \"offset\": {\"x\": 0, \"y\": 20}}")
    }
    if let problem = TraceNames.frame.problem(of: value, at: nil) {
      throw .malformed(path: path, line: line, column: 1, problem: problem)
    }
  }

  /// The trace as JSON lines, including the last line end; equal traces give equal texts.
  public var jsonLines: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    var text = ""
    for frame in frames {
      let data = try? encoder.encode(frame)
      // Only numbers that are not finite cannot be encoded, and a trace has none. Omitting a frame
      // would change the trace.
      require(data != nil, "RecordedTrace.jsonLines: frame \(frame) cannot be written")
      text += String(decoding: data ?? Data(), as: UTF8.self) + "\n"
    }
    return text
  }
}

/// One frame of a recorded trace: the actions of the user and the app since the frame before.
///
/// In a file it is a line: a JSON object with the names of these properties.
public struct TraceFrame: Hashable, Sendable, Codable {
  /// The time since the trace began, in seconds.
  public var time: Double
  /// The content offset, in points.
  public var offset: Point
  /// The size of the view from this frame on, in points; nil if unchanged.
  public var bounds: Size?
  /// The place of a tap, in content coordinates; nil for none.
  public var tap: Point?
  /// The app's update before the frame; nil for none.
  public var update: Changeset?
  /// The section that was scrolled by itself, across the view's scroll axis; nil for none.
  public var orthogonalScroll: OrthogonalScroll?

  /// One call of `CompositionalLayout.setOrthogonalOffset(_:ofSection:)`.
  public struct OrthogonalScroll: Hashable, Sendable, Codable {
    /// The section, by its number after the frame's update.
    public var section: Int
    /// The distance from the section's beginning, in points.
    public var offset: Double

    /// Creates the scrolling of a section.
    public init(section: Int, offset: Double) {
      self.section = section
      self.offset = offset
    }
  }

  /// Creates a frame.
  public init(
    time: Double, offset: Point, bounds: Size? = nil, tap: Point? = nil, update: Changeset? = nil,
    orthogonalScroll: OrthogonalScroll? = nil
  ) {
    self.time = time
    self.offset = offset
    self.bounds = bounds
    self.tap = tap
    self.update = update
    self.orthogonalScroll = orthogonalScroll
  }
}
