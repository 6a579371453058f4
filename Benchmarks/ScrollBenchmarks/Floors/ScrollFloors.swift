import Benchmarking
import Changesets
import Datasets
import Geometry
import Layouts

/// Bounds on what any view can reach: the same frames put to the bare layout, without a view, a
/// data source or a delegate.
///
/// A floor bears the name of the scenario it bounds, and is headline where that is.
enum ScrollFloors {
  static var scenarios: [Scenario] {
    ScrollMovement.allCases.map { movement in
      let setting = ScrollSetting(movement: movement)
      return Scenario(
        movement.rawValue, summary: "What a layout answers in such a frame, without a view.",
        storage: "floor-query", payload: Item8.payloadName, role: .floor,
        maximumItems: 10_000_000, bytesPerItem: ScrollStorage.bytesPerItem,
        isHeadline: ScrollStorage.comparedMovements.contains(movement)
      ) { context in
        try measure(setting, context, ScrollCollection.shared(in: context))
      }
    }
  }

  private static func measure(
    _ setting: ScrollSetting, _ context: ScenarioContext, _ collection: ScrollCollection
  ) throws -> Measurement {
    let trace = context.shared("scroll/frames/\(setting.traceKey)") {
      ScrollFrames(setting, collection)
    }
    let sums = context.shared("scroll/sums") { DigestSums(collection) }
    let query = try BareQuery(collection, sums)
    let frames = trace.frames
    let answer = trace.answer
    _ = try query.show(frames)
    return Measurement(
      operationsPerCall: frames.count, expectedAnswer: answer,
      frames: FrameReplay(
        count: max(1, frames.count - 1), rewind: { try query.show(frames[0]) },
        perform: { frame in try query.show(frames[min(frame + 1, frames.count - 1)]) },
        answer: { query.visible })
    ) {
      do throws(LayoutError) { return try query.show(frames) } catch { return ~answer }
    }
  }
}

/// The digests of all items before each: a range's digest is a difference.
private final class DigestSums {
  private let collection: ScrollCollection
  private let sums: [UInt64]

  init(_ collection: ScrollCollection) {
    self.collection = collection
    var sums: [UInt64] = [0]
    sums.reserveCapacity(collection.itemCount + 1)
    var index = 0
    for (section, count) in collection.sectionSizes.enumerated() {
      for item in 0..<count {
        let id = collection.dataset.seed(atGlobalIndex: index).id
        sums.append(sums[index] &+ ElementDigest.cell(.init(section: section, item: item), id))
        index += 1
      }
    }
    self.sums = sums
  }

  /// The digest of what `answer` shows: cells one after the other, those at its ends maybe not
  /// seen.
  @inline(__always)
  func digest(of answer: [LayoutAttributes], in bounds: Rect) -> UInt64 {
    guard let first = answer.first?.itemPath, let last = answer.last?.itemPath else { return 0 }
    var start = collection.offsets.globalIndex(of: first)
    var end = collection.offsets.globalIndex(of: last)
    if !answer[0].frame.overlaps(bounds) { start += 1 }
    if answer[answer.count - 1].frame.overlaps(bounds) { end += 1 }
    return start < end ? sums[end] &- sums[start] : 0
  }
}

/// A list layout in its own session.
private final class BareQuery {
  private let session: LayoutSession
  private let rows: RowExtents
  private let sums: DigestSums
  private var answer: [LayoutAttributes] = []

  init(_ collection: ScrollCollection, _ sums: DigestSums) throws(LayoutError) {
    self.sums = sums
    rows = RowExtents(collection)
    let layout = ListLayout(extents: .tree)
    layout.delegate = rows
    session = LayoutSession(
      layout, bounds: Rect(origin: .zero, size: Screen.upright),
      itemCounts: collection.sectionSizes)
    try session.layoutIfNeeded()
  }

  /// Asks for what one frame shows.
  func show(_ frame: ScrollFrame) throws(LayoutError) {
    let size = frame.isTurned ? Screen.turned : Screen.upright
    let bounds = Rect(origin: Point(x: 0, y: frame.offset), size: size)
    if size == session.bounds.size {
      try session.scroll(to: bounds.origin)
    } else {
      try session.setBounds(bounds)
    }
    session.collectVisibleAttributes(into: &answer)
  }

  /// Asks for what all frames show, and says what that was.
  func show(_ frames: [ScrollFrame]) throws(LayoutError) -> UInt64 {
    var sum: UInt64 = 0
    for number in frames.indices {
      try show(frames[number])
      sum = ElementDigest.adding(visible, to: sum)
    }
    return sum
  }

  /// The digest of what the last frame showed.
  @inline(__always)
  var visible: UInt64 { sums.digest(of: answer, in: session.bounds) }
}
