extension ScrollTrace {
  /// The ways in which content is scrolled.
  public enum Kind: Hashable, Sendable {
    /// On by the same distance each frame, 1,200 points per second; turns round at the ends:
    /// `steady`.
    case steady
    /// Let go at so many points per second, and slower and slower; stops at the end: `fling-1000`.
    case fling(pointsPerSecond: Int)
    /// To any other place each frame: `jump`.
    case jump
    /// To and fro across the start offset by up to half a point; meant for a start offset at the
    /// edge of a line: `jitter`.
    case jitter
    /// The whole content in two seconds and back in two more, as by the scroll bar:
    /// `scrollbar-drag`.
    case scrollbarDrag
    /// A quarter of a second one way, a quarter back, each time another way and distance:
    /// `direction-flips`.
    case directionFlips

    /// What the command line and case ids call the usual kinds.
    public static let names = [
      "steady", "fling-1000", "fling-2000", "fling-4000", "fling-8000", "fling-12000", "jump",
      "jitter", "scrollbar-drag", "direction-flips",
    ]

    /// The largest number that may follow `fling-`.
    static let maximumVelocity = 1_000_000

    /// The kind called `name`; nil if none is.
    ///
    /// Any number from 1 to 1,000,000 may follow `fling-`.
    public init?(name: String) {
      switch name {
      case "steady": self = .steady
      case "jump": self = .jump
      case "jitter": self = .jitter
      case "scrollbar-drag": self = .scrollbarDrag
      case "direction-flips": self = .directionFlips
      default:
        guard name.hasPrefix("fling-"), let velocity = Int(name.dropFirst("fling-".count)),
          (1...Self.maximumVelocity).contains(velocity)
        else { return nil }
        self = .fling(pointsPerSecond: velocity)
        guard self.name == name else { return nil }
      }
    }

    /// The name in case ids.
    public var name: String {
      switch self {
      case .steady: "steady"
      case .fling(let velocity): "fling-\(velocity)"
      case .jump: "jump"
      case .jitter: "jitter"
      case .scrollbarDrag: "scrollbar-drag"
      case .directionFlips: "direction-flips"
      }
    }
  }
}
