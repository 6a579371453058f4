/// The weights of call stacks: samples, instructions, calls of the allocator or bytes.
///
///     var profile = StackProfile()
///     profile.add(3, to: [Frame("main"), Frame("swift_retain", object: "libswiftCore.so")])
///     profile.total  // 3
package struct StackProfile: Hashable, Sendable {
  /// One function of a stack.
  package struct Frame: Hashable, Comparable, Codable, Sendable {
    /// The symbol, mangled; a library with an offset if the code has no symbol.
    package let symbol: String
    /// The file name of the library, without its folders; empty for the executable.
    package let object: String

    package init(_ symbol: String, object: String = "") {
      self.symbol = symbol
      self.object = object
    }

    package static func < (left: Frame, right: Frame) -> Bool {
      (left.symbol, left.object) < (right.symbol, right.object)
    }
  }

  /// The functions of one stack, the outermost first.
  package typealias Stack = [Frame]

  /// The weight of each stack whose innermost function was at work.
  package private(set) var weights: [Stack: Int] = [:]
  /// The sum of all weights.
  package private(set) var total = 0

  package init() {}

  /// Adds `weight` to a stack.
  ///
  /// - Parameters:
  ///   - weight: At least 0; a stack of weight 0 is not kept.
  ///   - stack: The outermost function first.
  package mutating func add(_ weight: Int, to stack: Stack) {
    guard weight > 0 else { return }
    weights[stack, default: 0] += weight
    total += weight
  }
}

extension StackProfile: Codable {
  /// One stack, its functions as positions in a list.
  private struct Row: Codable {
    let stack: [Int]
    let weight: Int
  }

  private enum CodingKeys: String, CodingKey {
    case frames, rows
  }

  /// The most functions of a stack from outside: what looks at them calls itself for each.
  private static let deepestStack = 4_096
  /// The most weight from outside: that of a function is counted again where it stands twice on a
  /// stack.
  private static let mostWeight = 1 << 48

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let frames = try values.decode([Frame].self, forKey: .frames)
    self.init()
    func refusal(_ words: String) -> DecodingError {
      .dataCorruptedError(forKey: .rows, in: values, debugDescription: words)
    }
    for row in try values.decode([Row].self, forKey: .rows) {
      guard row.stack.allSatisfy(frames.indices.contains) else {
        throw refusal("a stack names a function that is not listed")
      }
      guard row.stack.count <= Self.deepestStack, row.weight <= Self.mostWeight - total else {
        throw refusal("no process has such a stack")
      }
      add(row.weight, to: row.stack.map { frames[$0] })
    }
  }

  package func encode(to encoder: any Encoder) throws {
    let frames = Set(weights.keys.joined()).sorted()
    let positions = Dictionary(uniqueKeysWithValues: zip(frames, 0...))
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(frames, forKey: .frames)
    let rows = weights.map { stack, weight in
      Row(stack: stack.compactMap { positions[$0] }, weight: weight)
    }
    try values.encode(
      rows.sorted { $0.stack.lexicographicallyPrecedes($1.stack) }, forKey: .rows)
  }
}
