import Foundation
import Reports
import Testing

@Suite struct TableTests {
  private static let table = Table(
    columns: [
      .init("n", .right), .init("a", .right, .left, section: "times"), .init("longer", .right),
      .init("empty", section: ""), .init("a", .right, section: "bytes"),
    ],
    rows: [
      .init(["1", .init(joining: ["1.0", "x"]), "2", "", "8"]),
      .init(under: "more", ["10", .init(joining: ["10.0", ""]), "3", "", "9"]),
    ])

  @Test func sectionsStandBesideEachOtherWhereTheyFit() {
    #expect(
      Self.table.lines(columns: 80, color: false) == [
        "     times            bytes",
        " n     a     longer   a",
        " 1    1.0 x       2   8",
        "more",
        "10   10.0         3   9",
      ])
  }

  @Test func sectionsFoldAtTheWidth() {
    let lines = Self.table.lines(columns: 22, color: false)
    #expect(
      lines == [
        "     times",
        " n     a     longer",
        " 1    1.0 x       2",
        "more",
        "10   10.0         3",
        "     bytes",
        " n   a",
        " 1   8",
        "more",
        "10   9",
      ])
  }

  @Test func groupsFoldWhereASectionIsTooWide() {
    let lines = Self.table.lines(columns: 12, color: false)
    #expect(lines.filter { $0.hasSuffix("times") }.count == 2)
    #expect(lines.allSatisfy { $0.count <= 12 }, "\(lines)")
  }

  @Test func colorsDoNotCountAsWidth() {
    let colored = Table(
      columns: [.init("n", .right), .init("a", .right)],
      rows: [.init(["1", .init("10", .good)]), .init(["2", "5"])])
    #expect(
      colored.lines(columns: 80, color: true) == [
        "n    a", "1   \u{1B}[1;32m10\u{1B}[0m", "2    5",
      ])
  }

  @Test func wordsWrapAtSpaces() {
    #expect("one two three".wrapped(to: 8) == ["one two", "  three"])
    #expect("one two three".wrapped(to: 8, indent: 4) == ["    one", "      two", "      three"])
    #expect("unbreakable".wrapped(to: 5) == ["unbreakable"])
    #expect("".wrapped(to: 5) == [""])
  }

  @Test func clippingKeepsTheBeginning() {
    #expect("abcdef".clipped(to: 6) == "abcdef")
    #expect("abcdef".clipped(to: 4) == "abc…")
  }
}

/// One table in all three shapes.
@Suite struct TableShapeTests {
  /// Texts that are structure in one of the shapes, or wide, or of several scalars.
  private static let texts = [
    "a|b", "<i>&amp;", "\"q\" 'r'", "*b* _c_", "日本語", "👩‍👩‍👧 e\u{301}", "\"\u{301},<\u{301}",
    "two\nlines",
    "`x` [y](z)", "#1 @k $m$ ~n~", "back\\slash\\|", "**bold**", "</td>", "\r\nend",
  ]

  /// All texts in each place of a row, once as the best.
  private static let table = Table(
    headingTitle: "of|what",
    columns: [
      .init("items|", .right), .init("<storage>", .right, .left, section: "time"), .init("note"),
    ],
    rows: texts.indices.map { index in
      func text(_ distance: Int) -> String { texts[(index + distance) % texts.count] }
      return Table.Row(
        under: index < 5 ? "first half" : "other|half",
        [
          .init(text(0)), .init(joining: [.figure(text(1), 1, .best), .init(text(2), .faint)]),
          .init(text(3)),
        ])
    })

  private static func words(_ text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// The words of each row, with its heading before them.
  private static let rows = table.rows.map { row in
    words(row.heading) + row.cells.flatMap { words($0.text) }
  }

  private static let best = table.rows.map { words($0.cells[1].parts[0].text) }

  @Test func theTerminalHasAllCells() {
    var heading: [String] = []
    var rows: [[String]] = []
    for line in Self.table.lines(columns: 1_000, color: false).dropFirst(2) {
      if ["first half", "other|half"].contains(line) {
        heading = Self.words(line)
      } else {
        rows.append(heading + Self.words(line))
      }
    }
    #expect(rows == Self.rows)
    let colored = Self.table.lines(columns: 1_000, color: true).compactMap { line in
      line.components(separatedBy: "\u{1B}[1;32m").dropFirst().first?
        .components(separatedBy: "\u{1B}[0m")[0]
    }
    #expect(colored.map(Self.words) == Self.best)
  }

  @Test func markdownHasAllCells() {
    let lines = Self.table.markdown.split(separator: "\n").map { line in
      line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
    }
    #expect(lines.count == Self.table.rows.count + 2)
    #expect(Self.table.markdown.contains("\n| --- | ---: | ---: | --- |\n"))
    #expect(lines[0].map(Self.text) == ["of|what", "items|", "<storage>", "note"])
    let rows = lines.dropFirst(2)
    #expect(rows.allSatisfy { $0.count == 4 })
    #expect(rows.map { $0.flatMap { Self.words(Self.text($0)) } } == Self.rows)
    let bold = rows.map { $0[2].components(separatedBy: "**")[1] }
    #expect(bold.map { Self.words(Self.text($0)) } == Self.best)
  }

  /// What a reader of Markdown sees.
  private static func text(_ markdown: String) -> String {
    markdown.replacing("**", with: "").replacing(#/&#([0-9]+);/#.matchingSemantics(.unicodeScalar))
    {
      UInt32($0.1).flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? ""
    }
  }

  @Test func htmlHasAllCells() throws {
    let page = try HTMLReader("<!DOCTYPE html>\n<table>\n\(Self.table.htmlRows)</table>\n")
    let rows = page.elements.indices.filter { page.elements[$0].name == "tr" }.map { row in
      page.elements.filter { $0.name == "td" && $0.ancestors.contains(row) }
    }
    #expect(rows.allSatisfy { $0.count == 4 })
    #expect(rows.map { $0.flatMap { Self.words($0.text) } } == Self.rows)
    let best = rows.map { $0.filter { $0.attributes["class"] == "best" } }
    #expect(best.map { $0.map(\.text) }.allSatisfy { $0.count == 1 })
    #expect(zip(best, Self.best).allSatisfy { Self.words($0[0].text).starts(with: $1) })
  }
}
