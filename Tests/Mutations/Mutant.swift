import BasicAlgorithms

/// One change of one line of a file.
///
/// Two mutants are the same if they have the same key, wherever the line is.
package struct Mutant: Hashable, Codable, Sendable {
  /// The file, from the root of the repository.
  package let path: String
  /// The number of the line, from 1.
  package var line: Int
  package let `operator`: MutationOperator
  /// The line as it is, without the spaces around it.
  package let before: String
  /// The line as it becomes; empty where it is left out.
  package let after: String
  /// The place among the mutants of the file that have all of this in common, from 1.
  package let number: Int

  package init(
    path: String, line: Int, operator: MutationOperator, before: String, after: String, number: Int
  ) {
    self.path = path
    self.line = line
    self.operator = `operator`
    self.before = before
    self.after = after
    self.number = number
  }

  /// What tells mutants of a file apart, whatever is written above them.
  package struct Key: Hashable, Sendable {
    package let path: String
    package let before: String
    package let after: String
    package let number: Int
  }

  package var key: Key { Key(path: path, before: before, after: after, number: number) }

  /// Returns `count` of `mutants`, which follow from the seed, in the order in which they were.
  package static func sample<Element>(
    _ mutants: [Element], count: Int, seed: UInt64
  ) -> [Element] {
    var order = Array(mutants.indices)
    var generator = SplitMix64(seed: seed)
    generator.shuffle(&order)
    return order.prefix(max(0, count)).sorted().map { mutants[$0] }
  }
}
