public import Benchmarking
public import Changesets
public import Datasets

/// A long stream of keys: which items are asked for, one after the other.
///
/// The stream is longer than what one call reads, and each call goes on from where the one before
/// stopped: a call's keys are out of the caches again by the time they come round. Repeating the
/// same few thousand keys in ten million items would measure the caches instead.
@usableFromInline
final class LookupKeys {
  @usableFromInline let globalIndexes: [Int]
  @usableFromInline let paths: [ItemPath]
  /// The same places as two numbers each.
  @usableFromInline
  var places: [(section: Int, item: Int)] { paths.map { ($0.section, $0.item) } }
  /// The ids of the items.
  @usableFromInline let ids: [UInt64]

  /// At least a quarter as many keys as items, which reach most cache lines of eight-byte items.
  ///
  /// A power of two from 16,384, what one call reads, to 1,048,576.
  init(_ order: KeyOrder, of collection: LookupCollection) {
    var count = CallSequence.usualLength
    while count < collection.itemCount / 4, count < 1 << 20 { count *= 2 }
    globalIndexes = collection.dataset.globalIndexes(count: count, order: order)
    paths = globalIndexes.map { collection.path(ofGlobalIndex: $0) }
    ids = globalIndexes.map { collection.id(atGlobalIndex: $0) }
  }

  @usableFromInline
  var count: Int { globalIndexes.count }

  /// `keys` from the middle of the stream on, then those before: a second key for each step.
  @inlinable
  func farAhead<Key>(_ keys: [Key]) -> [Key] {
    Array(keys[(count / 2)...] + keys[..<(count / 2)])
  }

  /// Calls that go through `keys` part by part: this stream's keys or others.
  ///
  /// - Parameters:
  ///   - keys: What `sum` reads.
  ///   - answers: What each key adds to the right sum.
  ///   - sum: Adds up what it finds for each given key, in its own loop.
  /// - Returns: What one call is.
  @inlinable
  static func measurement<Key>(
    of keys: [Key], answers: [UInt64], sum: @escaping (Span<Key>) -> UInt64
  ) -> Measurement {
    var calls = CallSequence(keys: keys.count) { answers[$0] }
    return Measurement(operationsPerCall: calls.length, expectedAnswer: calls.answer) {
      let sum = sum(keys.span.extracting(calls.next()))
      return calls.answer(for: sum)
    }
  }
}

extension Span {
  /// Returns the sum of what `read` finds for each key.
  @inlinable
  @inline(__always)
  func sum(_ read: (Element) -> UInt64) -> UInt64 {
    var sum: UInt64 = 0
    for position in indices { sum &+= read(self[position]) }
    return sum
  }

  /// Returns the sum of the ids that `read` finds, each of which the next read waits for: it is given
  /// a shift for its key, the last id masked with `noBits`, hence zero.
  @inlinable
  @inline(__always)
  func dependentSum(_ noBits: UInt64, _ read: (Element, Int) -> UInt64) -> UInt64 {
    var sum: UInt64 = 0
    var shift = 0
    for position in indices {
      let id = read(self[position], shift)
      sum &+= id
      shift = Int(truncatingIfNeeded: id & noBits)
    }
    return sum
  }
}

extension KeyOrder {
  /// The order, in a scenario's summary.
  @usableFromInline
  var summary: String {
    switch self {
    case .random: "every item as likely as any other"
    case .sequential: "one after the other from the front"
    case .reverse: "one after the other from the back"
    case .skewed: "a few items far more often than the rest (Zipf)"
    }
  }
}
