import Benchmarking
import Changesets
import Datasets
import Geometry

/// A recorded trace as it is replayed over one collection, and the digest that this has to give.
final class ReplayScript {
  /// The actions of a view in one frame.
  struct Frame {
    let offset: Point
    let size: Size
    let update: ReplayUpdate?
    let tap: Point?
    /// The scrolling of a section by itself; layouts without such sections ignore it.
    let orthogonalScroll: TraceFrame.OrthogonalScroll?
  }

  let frames: [Frame]
  /// The inverse updates of the frames, one for each update.
  let takingBack: [ReplayUpdate]
  /// The axis that the trace moves along.
  let axis: Axis
  /// The digest of all frames over a list; 0 for a layout of the user's own.
  let answer: UInt64

  /// Returns the script of the trace of `context`, made on first use.
  ///
  /// - Parameters:
  ///   - context: The run that names the trace.
  ///   - isOwnLayout: Whether it is for a layout of the user's own. Only the layout knows how far its
  ///     content goes and what a tap meets, so that neither is checked.
  /// - Returns: The frames, with their digest over a list.
  /// - Throws: `ReplayError`, and what the context and the collection throw.
  static func shared(
    in context: ScenarioContext, forOwnLayout isOwnLayout: Bool = false
  ) throws -> ReplayScript {
    try context.shared("scroll/replay" + (isOwnLayout ? "/own" : "")) {
      let trace = try context.readTrace(.scroll, checksum: \.checksum) {
        try RecordedTrace(path: $0)
      }
      return try ReplayScript(
        trace, ScrollCollection.shared(in: context), isOwnLayout: isOwnLayout)
    }
  }

  /// Goes through the trace with plain arrays.
  ///
  /// - Throws: `ReplayError`, naming the line of the first frame that makes no sense here.
  init(
    _ trace: RecordedTrace, _ collection: ScrollCollection, isOwnLayout: Bool = false
  ) throws(ReplayError) {
    guard trace.frames.count > 1 else { throw .oneFrame }
    axis = try Self.axis(of: trace)
    if isOwnLayout, axis == .horizontal {
      let start = trace.frames[0].offset
      let moved = trace.frames.firstIndex { $0.offset.x != start.x } ?? 0
      throw .sideways(line: trace.lines[moved], offset: trace.frames[moved].offset)
    }
    var course = ReplayCourse(collection, axis, isOwnLayout: isOwnLayout)
    var frames: [Frame] = []
    frames.reserveCapacity(trace.frames.count)
    for (frame, line) in zip(trace.frames, trace.lines) {
      frames.append(try course.advance(by: frame, line: line))
    }
    self.frames = frames
    takingBack = course.takingBack
    answer = course.answer
  }

  private static func axis(of trace: RecordedTrace) throws(ReplayError) -> Axis {
    let start = trace.frames[0].offset
    let sideways = trace.frames.firstIndex { $0.offset.x != start.x }
    let along = trace.frames.firstIndex { $0.offset.y != start.y }
    guard let sideways else { return .vertical }
    guard let along else { return .horizontal }
    let both = max(sideways, along)
    throw .twoAxes(line: trace.lines[both], offset: trace.frames[both].offset)
  }
}

/// The state of a replay in the model.
private struct ReplayCourse {
  private var rows: ReplayRows
  private let axis: Axis
  private let isOwnLayout: Bool
  private var size = Size.zero
  private var selected: ItemPath?
  private var insertedCount = 0
  private(set) var takingBack: [ReplayUpdate] = []
  private(set) var answer: UInt64 = 0

  init(_ collection: ScrollCollection, _ axis: Axis, isOwnLayout: Bool) {
    rows = ReplayRows(collection)
    self.axis = axis
    self.isOwnLayout = isOwnLayout
  }

  mutating func advance(
    by frame: TraceFrame, line: Int
  ) throws(ReplayError) -> ReplayScript.Frame {
    if let bounds = frame.bounds { size = bounds }
    let update = try frame.update.map { changeset throws(ReplayError) in
      try carryOut(changeset, line: line)
    }
    func action(at offset: Point) -> ReplayScript.Frame {
      ReplayScript.Frame(
        offset: offset, size: size, update: update, tap: frame.tap,
        orthogonalScroll: frame.orthogonalScroll)
    }
    guard !isOwnLayout else {
      // The view's pass takes it back to where there is content.
      return action(at: Point(x: 0, y: frame.offset.y))
    }
    let wanted = frame.offset[axis]
    let most = max(0, rows.extent - size[axis])
    guard wanted >= -size[axis] else {
      throw .beforeContent(line: line, offset: wanted, extent: size[axis])
    }
    guard wanted <= most + size[axis] else {
      throw .beyondContent(line: line, offset: wanted, extent: rows.extent, items: rows.count)
    }
    // A view goes back to where there is content, as from a bounce.
    var offset = Point.zero
    offset[axis] = min(max(wanted, 0), most)
    // A view without an extent shows nothing, wherever it stands.
    let visible = Rect(origin: offset, size: size)
    let paths =
      visible.isEmpty ? [] : rows.visible(from: visible.min(axis), to: visible.max(axis))
    answer = ElementDigest.adding(rows.digest(ofItems: paths), to: answer)
    if update != nil { answer = ElementDigest.adding(rows.digest(ofPlaces: paths), to: answer) }
    if let tap = frame.tap {
      selected = try row(at: tap, visible, line: line)
    }
    if update != nil || frame.tap != nil {
      answer = ElementDigest.adding(selection, to: answer)
    }
    return action(at: offset)
  }

  private var selection: UInt64 { selected.map { ElementDigest.cell($0, rows[$0]) } ?? 0 }

  private mutating func carryOut(
    _ changeset: Changeset, line: Int
  ) throws(ReplayError) -> ReplayUpdate {
    let before = rows
    let update: ReplayUpdate
    do throws(ChangesetError) {
      var count = insertedCount
      update = try ReplayUpdate(changeset, &rows) {
        count += 1
        return ~UInt64(count)
      }
      insertedCount = count
    } catch {
      throw .update(line: line, error)
    }
    takingBack.append(ReplayUpdate(takingBack: update, to: before))
    selected = selected.flatMap { ChangesetMap(changeset).item($0) }
    return update
  }

  private func row(
    at tap: Point, _ visible: Rect, line: Int
  ) throws(ReplayError) -> ItemPath {
    let hit = rows.visible(from: tap[axis], to: tap[axis].nextUp).first
    guard visible.contains(tap), let hit else {
      throw .tapOutside(line: line, tap: tap, visible: visible)
    }
    return hit
  }
}
