import BasicAlgorithms
import Synchronization

/// A way in which equality or hash misleads.
package enum Lie: Int, CaseIterable, Codable, Sendable {
  /// Every hash is the same, which is no lie, but slow.
  case constantHash
  /// The hash is another one each time.
  case fickleHash
  /// One side equals the other, and not the other way round.
  case asymmetric
  /// Equal by chance, one time in eight.
  case chance
  /// Never equal, not even to itself.
  case neverEqual
  /// Every two are equal.
  case alwaysEqual
}

/// An identifier whose equality or hash lies, a few times or always.
///
/// ```swift
/// LyingIdentifier.seed(17)
/// let id = LyingIdentifier(number: 5, lie: .neverEqual)
/// id == id  // false
/// ```
package struct LyingIdentifier: Hashable, Sendable, CustomStringConvertible {
  /// The random numbers that decide when an identifier lies.
  private static let chance = Mutex(SplitMix64(seed: 0))

  /// What it is when it does not lie.
  package let number: Int
  private let lie: Lie
  private let rarity: Int

  /// An identifier that lies once in `rarity` comparisons or hashes, by chance.
  package init(number: Int, lie: Lie, rarity: Int = 1) {
    (self.number, self.lie, self.rarity) = (number, lie, rarity)
  }

  /// Begins the random numbers of all identifiers of this process anew.
  package static func seed(_ seed: UInt64) { chance.withLock { $0 = SplitMix64(seed: seed) } }

  /// The number.
  package var description: String { "\(number)" }

  private var lies: Bool { Self.happens(rarity) }

  /// Compares the numbers, or lies.
  package static func == (left: LyingIdentifier, right: LyingIdentifier) -> Bool {
    guard left.lies else { return left.number == right.number }
    return switch left.lie {
    case .constantHash, .fickleHash: left.number == right.number
    case .asymmetric: left.number <= right.number && right.number - left.number < 2
    case .chance: happens(8)
    case .neverEqual: false
    case .alwaysEqual: true
    }
  }

  /// Feeds a part of the number, or lies.
  package func hash(into hasher: inout Hasher) {
    let isFickle = lie == .fickleHash && lies
    hasher.combine(
      isFickle ? Self.randomNumber(below: 4) : lie == .constantHash ? 0 : number / 4)
  }

  /// Returns true once in `count` times.
  private static func happens(_ count: Int) -> Bool { randomNumber(below: count) == 0 }

  private static func randomNumber(below count: Int) -> Int {
    chance.withLock { $0.next(below: count) }
  }
}
