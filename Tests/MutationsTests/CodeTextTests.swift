import Mutations
import Testing

/// What counts as code in a file.
@Suite struct CodeTextTests {
  private func code(_ text: String) -> [String] {
    CodeText(text).code.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func commentsAreNone() {
    #expect(code("a // b\nc") == ["a     ", "c"])
    #expect(code("a /* b /* c */\nd */ e") == ["a             ", "     e"])
  }

  @Test func stringsAreNone() {
    #expect(code(#"a("b // c") // d"#) == [#"a("      ")     "#])
    #expect(code(#"a("\"") + b"#) == [#"a("  ") + b"#])
    #expect(code("a(#\"\\\"# + b)") == ["a(#\" \"# + b)"])
    #expect(code("a(\"\"\"\n  b + c\n  \"\"\")") == ["a(\"\"\"", "       ", "  \"\"\")"])
  }

  @Test func interpolationsAreNone() {
    #expect(code(#"a("\(b("c)") + d)") + e"#) == [#"a("              ") + e"#])
    #expect(code("a(#\"\\#(b)\\(\"# + c)") == ["a(#\"       \"# + c)"])
  }

  @Test func bytesStayWhereTheyAre() {
    let text = "let a = \"ä\" /* ö */ + b\n"
    let code = CodeText(text).code
    #expect(code.map(\.count) == [text.utf8.count - 1, 0])
  }

  @Test func bracketsStayOpenOverLines() {
    let text = CodeText("func a(\n  b: Int\n) {\n  c(\"(\")\n}\n")
    #expect(text.openings.map { $0?.line } == [nil, 0, 0, 2, 2, nil])
  }
}
