import Changesets
import Datasets
import Geometry

/// A scroll trace of the app that a layout is ported from, at 60 frames a second on a phone.
enum PortTrace: String, CaseIterable {
  /// Up through messages; 20 older ones come in front, four times.
  case chat
  /// Down through days and back, then along the row of memories, card by card, and back; three times.
  case memories
  /// From month to month, with a day chosen in each, and after six of them some years on.
  case calendar

  /// The trace, for any collection of a few thousand items.
  ///
  /// - Throws: `DatasetError` for a frame that is no frame.
  func recorded() throws(DatasetError) -> RecordedTrace {
    var trace = TraceBuilder()
    switch self {
    case .chat: trace.readMessages()
    case .memories: trace.browsePhotos()
    case .calendar: trace.pageThroughMonths()
    }
    return try RecordedTrace(trace.frames)
  }
}

/// Makes the frames of a trace one by one.
private struct TraceBuilder {
  private(set) var frames = [
    TraceFrame(time: 0, offset: .zero, bounds: Size(width: 390, height: 844))
  ]
  private var y = 0.0

  private mutating func frame(
    tap: Point? = nil, update: Changeset? = nil,
    orthogonalScroll: TraceFrame.OrthogonalScroll? = nil
  ) {
    frames.append(
      TraceFrame(
        time: Double(frames.count) / 60, offset: Point(x: 0, y: y), tap: tap, update: update,
        orthogonalScroll: orthogonalScroll))
  }

  /// Scrolls by `distance`, fast at first.
  private mutating func scroll(by distance: Double, frames count: Int) {
    let start = y
    for number in 1...count {
      y = start + distance * Self.easeOut(number, of: count)
      frame()
    }
  }

  /// The share of a distance that is done after `number` of `count` frames.
  private static func easeOut(_ number: Int, of count: Int) -> Double {
    let left = 1 - Double(number) / Double(count)
    return 1 - left * left * left
  }

  mutating func readMessages() {
    y = 4_000
    frame()
    for _ in 0..<4 {
      scroll(by: 300 - y, frames: 150)
      // As in the app, the same messages stay on the screen: 20 of 100 points came above them.
      y += 2_000
      let older = Changeset(insertedItems: (0..<20).map { ItemPath(section: 0, item: $0) })
      frame(update: older)
    }
  }

  mutating func browsePhotos() {
    for _ in 0..<3 {
      scroll(by: 3_000, frames: 120)
      scroll(by: -3_000, frames: 120)
      for card in 0..<5 {
        for number in 1...30 {
          let place = Double(card) + Self.easeOut(number, of: 30)
          // 85 % of the width, and the distance to the next card.
          frame(orthogonalScroll: TraceFrame.OrthogonalScroll(section: 0, offset: place * 339.5))
        }
        frame(tap: Point(x: 195, y: 110))
      }
      for number in 1...60 {
        let left = 5 * (1 - Self.easeOut(number, of: 60))
        frame(orthogonalScroll: TraceFrame.OrthogonalScroll(section: 0, offset: left * 339.5))
      }
    }
  }

  mutating func pageThroughMonths() {
    for _ in 0..<4 {
      for _ in 0..<6 {
        scroll(by: 316, frames: 30)
        frame(tap: Point(x: 200, y: y + 300))
      }
      y += 8_000
      frame()
    }
  }
}
