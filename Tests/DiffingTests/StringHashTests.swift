import Changesets
import Diffing
import Testing

/// Strings are hashed and compared a word of bytes at a time.
struct StringHashTests {
  /// Returns strings of up to 40 bytes, all with `character` at one of their places.
  private func strings(with character: Character) -> [String] {
    (0..<20).flatMap { front in
      (0..<20).map { back in
        String(repeating: "a", count: front) + String(character)
          + String(repeating: "b", count: back)
      }
    }
  }

  /// The kelvin sign has three bytes, and equals a letter of one.
  @Test(arguments: ["K", "\u{212A}", "\u{E9}"] as [Character])
  func equalStringsMatchWhateverTheirBytes(character: Character) throws {
    let source = strings(with: character)
    let target = strings(with: character == "\u{E9}" ? "e\u{301}" : "K")
    var differ = Differ()
    let changeset = try differ.changeset(
      from: source, to: target.reversed(), by: ValueIdentity<String>.self)
    #expect(differ.statistics.matchedItems == source.count)
    #expect(changeset.movedItems.count == source.count - 1)
  }

  @Test func stringsThatDifferInOneByteAreTwoItems() throws {
    let path = ItemPath(section: 0, item: 0)
    let replaced = Changeset(deletedItems: [path], insertedItems: [path])
    var differ = Differ()
    func changes(to target: String, from source: String) throws -> Changeset {
      try differ.changeset(from: [source], to: [target], by: ValueIdentity<String>.self)
    }
    for count in 0...40 {
      let bytes = Array(repeating: UInt8(ascii: "a"), count: count)
      let source = String(decoding: bytes, as: UTF8.self)
      for place in 0..<count {
        var other = bytes
        other[place] = UInt8(ascii: "b")
        let target = String(decoding: other, as: UTF8.self)
        #expect(try changes(to: target, from: source) == replaced, "\(source), \(target)")
      }
      #expect(try changes(to: source + "a", from: source) == replaced)
      #expect(try changes(to: source, from: source + "a") == replaced)
      #expect(try changes(to: String(decoding: bytes, as: UTF8.self), from: source).isEmpty)
    }
  }

  /// Were they not told apart by their hashes, each would be compared with all others.
  @Test(arguments: [0, 12, 24])
  func stringsThatDifferInAFewBytesAreToldApart(place: Int) throws {
    #if DEBUG
      let count = 10_000
    #else
      let count = 100_000
    #endif
    let frame = Array(repeating: "-", count: 24)
    let (front, back) = (frame[..<place].joined(), frame[place...].joined())
    let source = (10_000_000..<10_000_000 + count).map { front + String($0) + back }
    var differ = Differ()
    _ = try differ.changeset(
      from: source, to: source.reversed(), by: ValueIdentity<String>.self)
    #expect(differ.statistics.matchedItems == source.count)
    #expect(differ.statistics.movedItems == source.count - 1)
  }

  @Test func manyStringsBecomeOne() throws {
    let source = (0..<100).map { "a string with a number, \($0)" }
    var differ = Differ()
    for target in [["another"], ["a string with a number, 50"]] {
      let changeset = try differ.changeset(
        from: source, to: target, by: ValueIdentity<String>.self)
      let kept = source.contains(target[0]) ? 1 : 0
      #expect(changeset.deletedItems.count == 100 - kept)
      #expect(changeset.insertedItems.count == 1 - kept)
    }
  }
}
