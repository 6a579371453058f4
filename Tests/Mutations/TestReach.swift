/// A table of the mutants that each test comes past, and of how long it takes.
///
/// A test that never evaluates what a mutant changes cannot fail of it, so only the others need to run,
/// and the quick ones first:
///
///     var reach = TestReach()
///     reach.note("ATests/quick()", seconds: 0, reached: [0, 1, 1])
///     reach.note("ATests/long()", seconds: 9, reached: [0, 0, 1])
///     reach.batches(of: 2)  // [["ATests/quick()"], ["ATests/long()"]]
package struct TestReach: Sendable {
  private struct Entry {
    let test: String
    let seconds: Double
    let reached: [UInt8]
  }

  private var entries: [Entry] = []

  package init() {}

  /// Notes what `test` comes past.
  ///
  /// - Parameters:
  ///   - test: Its name.
  ///   - seconds: The processor's seconds that it takes.
  ///   - reached: A byte for each mutant by its number, 0 where the test does not come past it.
  package mutating func note(_ test: String, seconds: Double, reached: [UInt8]) {
    entries.append(Entry(test: test, seconds: seconds, reached: reached))
  }

  /// The processor's seconds of all tests.
  package var seconds: Double { entries.reduce(0) { $0 + $1.seconds } }

  /// The number of tests.
  package var count: Int { entries.count }

  /// Returns whether any test comes past mutant `number`.
  package func reaches(_ number: Int) -> Bool {
    entries.contains { Self.reaches($0, number) }
  }

  /// Returns the tests that come past a mutant, in the groups to run them in: the first takes up
  /// to half a second, each next one four times as long. No group has more than forty tests, as the
  /// runner compares each test with each name.
  ///
  /// - Parameters:
  ///   - number: The number of the mutant.
  ///   - likely: Tests that are likely to fail, with their target or without: they count for a tenth
  ///     of their time.
  /// - Returns: The groups of their names.
  package func batches(of number: Int, likely: [String] = []) -> [[String]] {
    let costs = entries.filter { Self.reaches($0, number) }.map { entry in
      let isLikely = likely.contains { entry.test == $0 || entry.test.hasSuffix("." + $0) }
      return (test: entry.test, seconds: isLikely ? entry.seconds / 10 : entry.seconds)
    }
    var batches: [[String]] = []
    var (batch, total, most) = ([] as [String], 0.0, 0.5)
    for (test, seconds) in costs.sorted(by: { $0.seconds < $1.seconds }) {
      if !batch.isEmpty, total + seconds > most || batch.count == Self.largestBatch {
        batches.append(batch)
        (batch, total, most) = ([], 0, 4 * most)
      }
      batch.append(test)
      total += seconds
    }
    return batch.isEmpty ? batches : batches + [batch]
  }

  private static let largestBatch = 40

  private static func reaches(_ entry: Entry, _ number: Int) -> Bool {
    entry.reached.indices.contains(number) && entry.reached[number] != 0
  }
}
