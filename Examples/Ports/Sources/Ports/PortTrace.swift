import Changesets
import Datasets
import Geometry

/// What a hand does in the app of a layout, at 60 frames a second on a phone.
enum PortTrace: String, CaseIterable {
  /// Up through messages; 20 older ones come in front, four times.
  case chat
  /// Down through days and back, then along the row of memories, card by card; three times.
  case memories
  /// From month to month, with a day chosen in each, and after six of them some years on.
  case calendar

  /// The trace, for any collection of a few thousand items.
  func recorded() throws(DatasetError) -> RecordedTrace {
    var hand = Hand()
    switch self {
    case .chat: hand.readsMessages()
    case .memories: hand.looksAtPhotos()
    case .calendar: hand.leafsThroughMonths()
    }
    return try RecordedTrace(hand.frames)
  }
}

/// The frames so far.
private struct Hand {
  private(set) var frames = [
    TraceFrame(time: 0, offset: .zero, bounds: Size(width: 390, height: 844))
  ]
  private var y = 0.0

  private mutating func frame(
    tap: Point? = nil, update: Changeset? = nil, orthogonal: TraceFrame.OrthogonalScroll? = nil
  ) {
    frames.append(
      TraceFrame(
        time: Double(frames.count) / 60, offset: Point(x: 0, y: y), tap: tap, update: update,
        orthogonal: orthogonal))
  }

  /// Scrolls by `distance`, fast at first.
  private mutating func scroll(by distance: Double, frames count: Int) {
    let start = y
    for number in 1...count {
      y = start + distance * Self.share(of: number, count)
      frame()
    }
  }

  /// The share of a distance that is done after `number` of `count` frames.
  private static func share(of number: Int, _ count: Int) -> Double {
    let left = 1 - Double(number) / Double(count)
    return 1 - left * left * left
  }

  mutating func readsMessages() {
    y = 4_000
    frame()
    for _ in 0..<4 {
      scroll(by: 300 - y, frames: 150)
      // What is seen stays: the offset grows by the messages in front.
      y += 2_000
      let older = Changeset(insertedItems: (0..<20).map { ItemPath(section: 0, item: $0) })
      frame(update: older)
    }
  }

  mutating func looksAtPhotos() {
    for _ in 0..<3 {
      scroll(by: 3_000, frames: 120)
      scroll(by: -3_000, frames: 120)
      for card in 0..<5 {
        for number in 1...30 {
          let place = Double(card) + Self.share(of: number, 30)
          // 85 % of the width, and the distance to the next card.
          frame(orthogonal: TraceFrame.OrthogonalScroll(section: 0, offset: place * 339.5))
        }
        frame(tap: Point(x: 195, y: 110))
      }
    }
  }

  mutating func leafsThroughMonths() {
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
