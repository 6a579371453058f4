import Analysis
import Reports
import Testing

@Suite struct TerminalTableTests {
  private typealias Table = TerminalTable

  private static func column(_ cells: [String], _ alignment: Table.Alignment = .right)
    -> Table.Column
  {
    Table.Column(alignment, cells.map { Table.Cell($0) })
  }

  private static let table = Table(
    label: .init("n", [column(["1", "10"])]), headings: [1: "more"],
    sections: [
      .init(
        "times",
        [
          .init("a", [column(["1.0", "10.0"]), column(["x", ""], .left)]),
          .init("longer", [column(["2", "3"])]),
        ]),
      .init("", [.init("empty", [column(["", ""])])]),
      .init("bytes", [.init("a", [column(["8", "9"])])]),
    ])

  @Test func sectionsStandBesideEachOtherWhereTheyFit() {
    #expect(
      Self.table.lines(columns: 80, color: false) == [
        "     times            bytes",
        "n      a     longer   a",
        " 1    1.0 x    2      8",
        "more",
        "10   10.0      3      9",
      ])
  }

  @Test func sectionsFoldAtTheWidth() {
    let lines = Self.table.lines(columns: 22, color: false)
    #expect(
      lines == [
        "     times",
        "n      a     longer",
        " 1    1.0 x    2",
        "more",
        "10   10.0      3",
        "     bytes",
        "n    a",
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
      label: .init("n", [Self.column(["1", "2"])]),
      sections: [
        .init("", [.init("a", [.init(.right, [.init("10", .good), .init("5")])])])
      ])
    #expect(
      colored.lines(columns: 80, color: true) == [
        "n   a ", "1   \u{1B}[1;32m10\u{1B}[0m", "2    5",
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
