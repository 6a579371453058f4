import BasicAlgorithms

/// Something that reads what others wrote, with examples of that.
struct Reader: Sendable {
  /// How an input is made of an example.
  enum Form: Sendable {
    /// One JSON document, changed value by value.
    case json
    /// Lines of JSON, each changed value by value.
    case jsonLines
    /// Lines of text, changed byte by byte and word by word.
    case text
  }

  let name: String
  let form: Form
  let examples: [[UInt8]]
  /// Reads an input, and what was accepted goes on to what shows it; the number is the input's.
  ///
  /// Returns whether it was accepted. Whatever is wrong with an input is an error, and never a trap.
  let read: @Sendable (_ input: [UInt8], _ number: Int) -> Bool

  init(
    _ name: String, _ form: Form, _ examples: [[UInt8]],
    read: @escaping @Sendable (_ input: [UInt8], _ number: Int) throws -> Void
  ) {
    (self.name, self.form, self.examples) = (name, form, examples)
    self.read = { input, number in
      do {
        try read(input, number)
        return true
      } catch {
        // Every error is also told.
        _ = "\(error)".count
        return false
      }
    }
  }
}

/// Makes the inputs of one reader: the same for the same seed and number, in any process.
struct InputGenerator {
  private let reader: Reader
  private let seed: UInt64
  private let trees: [[JSONTree]]

  init(_ reader: Reader, seed: UInt64) {
    (self.reader, self.seed) = (reader, seed)
    trees = reader.examples.map { example in
      switch reader.form {
      case .json: [(try? JSONTree(parsing: example)) ?? .literal("null")]
      case .jsonLines:
        example.split(separator: 0x0A).map {
          (try? JSONTree(parsing: Array($0))) ?? .literal("null")
        }
      case .text: []
      }
    }
  }

  /// Returns input number `number`.
  func input(_ number: Int) -> [UInt8] {
    var random = SplitMix64(seed: seed &+ UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9)
    let index = Int.random(in: 0..<reader.examples.count, using: &random)
    // One of sixteen is changed byte by byte whatever it is.
    guard !trees[index].isEmpty, Int.random(in: 0..<16, using: &random) > 0 else {
      let other = reader.examples.randomElement(using: &random) ?? []
      return OddText.changed(reader.examples[index], splicing: other, using: &random)
    }
    var lines = trees[index]
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let line = Int.random(in: 0..<lines.count, using: &random)
      lines[line].mutate(using: &random)
    }
    if lines.count > 1, Int.random(in: 0..<8, using: &random) == 0 {
      let line = Int.random(in: 0..<lines.count, using: &random)
      lines.insert(lines[line], at: Int.random(in: 0...lines.count, using: &random))
    }
    let texts = lines.map(\.text)
    return Array(
      (reader.form == .json ? texts[0] : texts.map { $0 + "\n" }.joined()).utf8)
  }
}
