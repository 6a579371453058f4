import BasicAlgorithms

/// Makes the inputs of one reader: the same for the same seed and number, in any process.
struct InputGenerator {
  private let reader: Reader
  private let seed: UInt64
  /// Inputs that the repository keeps.
  private let kept: [[UInt8]]
  /// The reader's examples, and what is kept.
  private let examples: [[UInt8]]
  private let trees: [[JSONTree]]

  init(_ reader: Reader, seed: UInt64) {
    (self.reader, self.seed) = (reader, seed)
    kept = Corpus.inputs(of: reader.name)
    examples = reader.examples + kept
    trees = examples.map { Self.trees(of: $0, reader.form).map { $0 ?? .literal("null") } }
  }

  /// Returns the lines of an example, none of a text; nil stands for a line that is not JSON.
  private static func trees(of example: [UInt8], _ form: Reader.Form) -> [JSONTree?] {
    switch form {
    // Text that is not JSON is changed as text.
    case .json: (try? JSONTree(parsing: example)).map { [$0] } ?? []
    case .jsonLines: example.split(separator: 0x0A).map { try? JSONTree(parsing: Array($0)) }
    case .text: []
    }
  }

  /// Returns input number `number`: the first are what is kept, as it is.
  ///
  /// Of sixteen, one is changed byte by byte whatever it is, seven in their parts to whatever odd, and
  /// the others with care, so that more of them are accepted: of a reader that makes examples, five of
  /// these are left as they were made.
  func input(_ number: Int) -> [UInt8] {
    if number < kept.count { return kept[number] }
    var random = SplitMix64(seed: seed &+ UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9)
    let index = Int.random(in: 0..<examples.count, using: &random)
    let way = Int.random(in: 0..<16, using: &random)
    var (example, lines) = (examples[index], trees[index])
    if let make = reader.make, Bool.random(using: &random) || way >= 11 {
      example = make(&random)
      if way >= 11 { return example }
      lines = Self.trees(of: example, reader.form).map { $0 ?? .literal("null") }
    }
    return changed(example, lines, way, using: &random)
  }

  /// Returns `example` with a few changes of any kind.
  func changed(_ example: [UInt8], using random: inout SplitMix64) -> [UInt8] {
    let way = Int.random(in: 0..<16, using: &random)
    let lines = Self.trees(of: example, reader.form)
    let known = lines.compactMap(\.self)
    // With a line that is no JSON, all are changed as text.
    return changed(example, known.count == lines.count ? known : [], way, using: &random)
  }

  /// Returns `example`, whose lines are `lines` where it is JSON, with a few changes.
  private func changed(
    _ example: [UInt8], _ lines: [JSONTree], _ way: Int, using random: inout SplitMix64
  ) -> [UInt8] {
    var lines = lines
    let isCareful = way >= 8
    guard !lines.isEmpty, way > 0 else {
      if isCareful { return SmallChanges.changed(example, using: &random) }
      let other = examples.randomElement(using: &random) ?? []
      return EdgeCaseText.changed(example, splicing: other, using: &random)
    }
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let line = Int.random(in: 0..<lines.count, using: &random)
      lines[line].mutate(isCareful: isCareful, using: &random)
    }
    if !isCareful, lines.count > 1, Int.random(in: 0..<8, using: &random) == 0 {
      let line = Int.random(in: 0..<lines.count, using: &random)
      lines.insert(lines[line], at: Int.random(in: 0...lines.count, using: &random))
    }
    var bytes: [UInt8] = []
    for line in lines {
      line.write(to: &bytes)
      if reader.form == .jsonLines { bytes.append(0x0A) }
    }
    return bytes
  }
}
