import Foundation
import Testing

/// One generated test's run: seed after seed until its time is up.
///
/// All generated tests take the same two variables. `CVBENCH_STRESS_SECONDS` is how long those of a
/// module run together, `CVBENCH_STRESS_SEED` where each begins; without them, a second or two from
/// another seed each time. With 0 seconds a run is its first seed alone.
public struct StressRun {
  /// A variable that is set and is no number.
  public struct Failure: Error, CustomStringConvertible {
    /// Which one, and what stands there.
    public let description: String
  }

  /// The number of seeds handed out so far.
  public private(set) var sequences = 0
  /// The seed it began with.
  public let firstSeed: UInt64
  /// Whether the check of a seed has failed.
  private var hasFailed = false
  private let name: String
  private let filter: String
  private let end: ContinuousClock.Instant

  /// A run that begins now, and prints its first seed, so that the log has it if the test traps.
  ///
  /// - Parameters:
  ///   - name: What is tested, for the summary.
  ///   - filter: What `swift test --filter` finds the test by.
  ///   - usualSeconds: How long it runs where no time is asked for.
  ///   - share: How much of the time asked for it takes; those of a module are 1 together, or less.
  /// - Throws: `Failure` where a variable is no number.
  public init(
    _ name: String, filter: String, usualSeconds: Double, share: Double = 1
  ) throws(Failure) {
    self.name = name
    self.filter = filter
    firstSeed =
      try Self.seed(of: ProcessInfo.processInfo.environment)
      ?? UInt64(Date.now.timeIntervalSince1970 * 1000)
    let seconds = try Self.secondsAskedFor().map { $0 * share } ?? usualSeconds
    end = ContinuousClock.now + .seconds(seconds)
    // Scripts/run-tests leaves lines with this sign to the log.
    print("◇ stress, \(name): from seed \(firstSeed)")
  }

  /// The requested number of seconds; nil without a request.
  public static func secondsAskedFor() throws(Failure) -> Double? {
    try seconds(of: ProcessInfo.processInfo.environment)
  }

  /// Returns the number of seconds that `environment` requests; nil without a request.
  public static func seconds(of environment: [String: String]) throws(Failure) -> Double? {
    guard let text = environment["CVBENCH_STRESS_SECONDS"] else { return nil }
    guard let seconds = Double(text), seconds >= 0, seconds < 1e9 else {
      throw Failure(description: "CVBENCH_STRESS_SECONDS is \(text); give a number of seconds")
    }
    return seconds
  }

  /// The seed that `environment` gives; nil where it gives none.
  public static func seed(of environment: [String: String]) throws(Failure) -> UInt64? {
    guard let text = environment["CVBENCH_STRESS_SEED"] else { return nil }
    guard let seed = UInt64(text) else {
      throw Failure(description: "CVBENCH_STRESS_SEED is \(text); give a whole number, 0 or more")
    }
    return seed
  }

  /// The next seed; nil when the time is up, but never at once.
  public mutating func next() -> UInt64? {
    guard sequences == 0 || ContinuousClock.now < end else { return nil }
    sequences += 1
    return firstSeed &+ UInt64(sequences - 1)
  }

  /// Calls `check` with seed after seed, until the time is up or it throws.
  ///
  /// The error becomes an issue with the command that repeats its seed.
  public mutating func forEachSeed(_ check: (UInt64) throws -> Void) {
    while let seed = next() {
      do {
        try check(seed)
      } catch {
        Issue.record("\(name), \(replay(seed)): \(error)")
        hasFailed = true
        return
      }
    }
  }

  /// Returns the command that repeats `seed`, for messages of failures.
  public func replay(_ seed: UInt64) -> String {
    "seed \(seed), again by CVBENCH_STRESS_SEED=\(seed) CVBENCH_STRESS_SECONDS=0 swift test "
      + "--filter \(filter)"
  }

  /// Prints the one line of a run that found nothing.
  public func summarize(_ compared: String) {
    guard !hasFailed else { return }
    print("stress, \(name): \(compared), in \(sequences) sequences from seed \(firstSeed)")
  }
}
