import BasicAlgorithms
import Foundation
import RunRecords
import TestSupport
import Testing

@Suite struct ShownTextTests {
  @Test(arguments: [
    ("plain, 100 µs × 3 – “quoted” 👩‍👩‍👧", "plain, 100 µs × 3 – “quoted” 👩‍👩‍👧"),
    ("two\nlines\r\nand\ttabs", "two lines  and tabs"),
    ("\u{1B}[31mred\u{7}", "\u{FFFD}[31mred\u{FFFD}"), ("\u{9B}31m\u{7F}", "\u{FFFD}31m\u{FFFD}"),
    ("a\u{202E}b\u{2066}c\u{200E}\u{FEFF}", "a\u{FFFD}b\u{FFFD}c\u{FFFD}\u{FFFD}"),
    ("::error::x", "\u{FFFD}:error::x"), ("  ::error::x", "  \u{FFFD}:error::x"),
    ("case ::error::x", "case \u{FFFD}:error::x"), ("a\u{2028}::x", "a \u{FFFD}:x"),
    ("std::vector", "std::vector"), (":::", "\u{FFFD}::"),
    ("##vso[task]", "\u{FFFD}#vso[task]"), ("a##[group]", "a\u{FFFD}#[group]"),
    ("###teamcity[x", "#\u{FFFD}#teamcity[x"), ("## Heading [x]", "## Heading [x]"), ("##", "##"),
  ])
  func oneLine(of text: String, is expected: String) {
    #expect(ShownText.line(text) == expected)
  }

  @Test func linesAndStylesOfOurOwnStay() {
    let text = "a\n\u{1B}[1;32mb\u{1B}[0m\n"
    #expect(ShownText.lines(text, keepsStyles: true) == text)
    #expect(ShownText.lines(text) == "a\n\u{FFFD}[1;32mb\u{FFFD}[0m\n")
    #expect(ShownText.lines("\u{1B}[2J\u{1B}[", keepsStyles: true) == "\u{FFFD}[2J\u{FFFD}[")
    #expect(ShownText.lines("a ::b\n ::c\n", keepsStyles: true) == "a ::b\n \u{FFFD}:c\n")
    #expect(ShownText.lines("\u{1B}[1m::c", keepsStyles: true) == "\u{1B}[1m\u{FFFD}:c")
  }

  /// The scalars that random texts are made of.
  private static let pieces = [
    "a", ":", "::", "#", "##", "[", "vso[", " ", "\n", "\r", "\t", "\u{1B}", "[1m", "\\", "\"", "{",
    "\u{202E}", "\u{85}", "é", "\u{301}", "👍", "\u{0}", "\u{2028}",
  ]

  private static func generated(_ random: inout SplitMix64) -> String {
    (0..<Int.random(in: 0..<9, using: &random)).map { _ in
      pieces.randomElement(using: &random) ?? ""
    }.joined()
  }

  @Test func whatIsHarmlessStaysAndNothingElse() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<20_000 {
      let text = Self.generated(&random)
      let shown = ShownText.line(text)
      #expect(ShownText.line(shown) == shown, "\(text.debugDescription)")
      #expect(!shown.hasControlCharacters && !shown.contains("##["), "\(text.debugDescription)")
      // However it is folded at spaces, no line is a command.
      for line in shown.split(separator: " ") {
        #expect(!line.hasPrefix("::"), "\(text.debugDescription)")
      }
      let lines = ShownText.lines(text)
      #expect(ShownText.lines(lines) == lines, "\(text.debugDescription)")
      for line in lines.unicodeScalars.split(separator: "\n") {
        // By scalars, as a runner trims it: a space may carry a mark.
        let trimmed = line.drop(while: \.properties.isWhitespace)
        #expect(!trimmed.starts(with: "::".unicodeScalars), "\(text.debugDescription)")
      }
    }
  }

  @Test func textsOfJSONAreThoseOfItsStrings() throws {
    var random = SplitMix64(seed: 8)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    for _ in 0..<5_000 {
      let texts = (0..<3).map { _ in Self.generated(&random) }
      let bytes = Array(try encoder.encode(["k": texts]))
      let shown = try JSONDecoder().decode(
        [String: [String]].self, from: Data(ShownText.json(bytes)))
      #expect(shown == ["k": texts.map(ShownText.line)])
    }
    let escaped = Array(#"{"a\u001b": "\u0023\u0023vso[x]", "n": 1.5e3}"#.utf8)
    #expect(
      String(decoding: ShownText.json(escaped), as: UTF8.self)
        == "{\"a\u{FFFD}\": \"\u{FFFD}#vso[x]\", \"n\": 1.5e3}")
  }

  /// Printed for other programs, JSON says the same and obeys nobody.
  @Test func printedJSONIsReadAsBefore() throws {
    var random = SplitMix64(seed: 9)
    for _ in 0..<5_000 {
      let texts = (0..<3).map { _ in Self.generated(&random) }
      let text = String(decoding: try JSONEncoder().encode(texts), as: UTF8.self)
      let printed = ShownText.printed(json: text)
      #expect(try JSONDecoder().decode([String].self, from: Data(printed.utf8)) == texts)
      // By bytes: a mark joins a character.
      let bytes = Array(printed.utf8)
      for word in ["##[", "##vso[", "##a["] {
        #expect(!bytes.contains(Array(word.utf8)), "\(text)")
      }
      #expect(ShownText.printed(json: printed) == printed)
    }
    #expect(
      ShownText.printed(json: "{\"a\": \"##vso[b]\"}") == "{\"a\": \"\\u0023#vso[b]\"}")
    #expect(ShownText.printed(json: "[\"## b\"]") == "[\"## b\"]")
  }

  @Test(arguments: ["", "\"", "\"\\", "{\"a", "\"\\q\"", "\"\\ud800\"", "nonsense"])
  func whatIsNoJSONStays(_ text: String) {
    #expect(ShownText.json(Array(text.utf8)) == Array(text.utf8))
  }

  @Test func aRecordIsReadAsItIsOrToBeShown() throws {
    var record = Sample.minimal()
    record.warnings.append(Warning(code: "odd", message: "a\n::error::b \u{1B}[2J"))
    let folder = try TemporaryFolder()
    let path = folder.path(of: "record.json")
    try Data(try record.json().utf8).write(to: URL(filePath: path))
    #expect(try RunRecord.read(from: path).warnings == record.warnings)
    let message = try RunRecord.shown(from: path).warnings.last?.message
    #expect(message == "a \u{FFFD}:error::b \u{FFFD}[2J")
    #expect(try record.shown() == RunRecord.shown(from: path))
  }
}
