import BasicAlgorithms
import Synchronization

/// A way in which equality or hash misleads.
package enum Lie: Int, CaseIterable, Codable, Sendable {
  /// Every hash is the same, which is no lie, but slow.
  case constantHash
  /// The hash is another one each time.
  case fickleHash
  /// The hash is one of four, by chance.
  case oneOfFourHashes
  /// One side equals the other, and not the other way round.
  case asymmetric
  /// Equal by chance, one time in eight.
  case equalByChance
  /// Never equal, not even to itself.
  case neverEqual
  /// Every two are equal.
  case alwaysEqual

  /// Whether different identifiers may be equal.
  package var inventsEqualIdentifiers: Bool {
    switch self {
    case .asymmetric, .equalByChance, .alwaysEqual: true
    case .constantHash, .fickleHash, .oneOfFourHashes, .neverEqual: false
    }
  }
}

/// The random numbers that decide when identifiers lie.
package final class Chance: Sendable {
  private let random: Mutex<SplitMix64>

  /// Numbers that follow from `seed` alone.
  package init(seed: UInt64) { random = Mutex(SplitMix64(seed: seed)) }

  fileprivate func number() -> UInt64 { random.withLock { $0.next() } }

  fileprivate func number(below bound: Int) -> Int { random.withLock { $0.next(below: bound) } }
}

/// An identifier whose equality or hash lies, a few times or always.
///
/// ```swift
/// let chance = Chance(seed: 17)
/// let id = LyingIdentifier(number: 5, lie: .neverEqual, by: chance)
/// id == id  // false
/// ```
package struct LyingIdentifier: Hashable, Sendable, CustomStringConvertible {
  /// The identity when it does not lie.
  package let number: Int
  private let lie: Lie
  private let chance: Chance
  private let rarity: Int

  /// An identifier that lies once in `rarity` comparisons or hashes, by chance. `constantHash` ignores
  /// `rarity`.
  package init(number: Int, lie: Lie, by chance: Chance, rarity: Int = 1) {
    (self.number, self.lie, self.chance, self.rarity) = (number, lie, chance, rarity)
  }

  /// The number.
  package var description: String { "\(number)" }

  private var lies: Bool { chance.number(below: rarity) == 0 }

  /// Compares the numbers, or lies.
  package static func == (left: LyingIdentifier, right: LyingIdentifier) -> Bool {
    switch left.lie {
    case .asymmetric where left.lies: left.number <= right.number && right.number - left.number < 2
    case .equalByChance where left.lies: left.chance.number(below: 8) == 0
    case .neverEqual where left.lies: false
    case .alwaysEqual where left.lies: true
    default: left.number == right.number
    }
  }

  /// Feeds a part of the number, or lies.
  package func hash(into hasher: inout Hasher) {
    switch lie {
    case .constantHash: hasher.combine(0)
    case .fickleHash where lies: hasher.combine(chance.number())
    case .oneOfFourHashes where lies: hasher.combine(chance.number(below: 4))
    default: hasher.combine(number / 4)
    }
  }
}
