/// A limit on the time that another process may take for an answer.
///
/// Of the time between two looks at the clock no more than a second counts: a longer gap is a pause
/// of this process or of the machine, in which no answer was looked for.
package struct AnswerTimeout {
  private static let mostPerLook = Duration.seconds(1)

  private let limit: Duration
  private var waited = Duration.zero
  private var last: ContinuousClock.Instant

  /// A wait that begins at `start`.
  ///
  /// - Parameters:
  ///   - seconds: The longest to wait, finite.
  ///   - start: When what is waited for begins.
  package init(seconds: Double, start: ContinuousClock.Instant = .now) {
    limit = .seconds(seconds)
    last = start
  }

  /// A Boolean value that indicates whether the wait exceeded the limit at the last look.
  package var isOver: Bool { waited > limit }

  /// Counts the time since the last look.
  package mutating func look(at now: ContinuousClock.Instant = .now) {
    waited += min(now - last, Self.mostPerLook)
    last = now
  }
}
