import Foundation
import Testing

/// Checks that every code of a rule, as FL-6, is defined in `docs/rules.md`.
struct RuleCodeTests {
  /// The codes of rules: families with a number, parts of a family, and errors.
  static var code: Regex<(Substring, Substring)> {
    /(?:^|[^\w.\/-])((?:FL|CL|BU|RU|SE|AN|TR|IC|ME|BUG|L|N|NX|FR)-\d+[a-z]?|[b-d]\.\d+|ERR-\w+)(?![\w-])/
  }

  private static func codes(in line: some StringProtocol) -> [String] {
    var found: [String] = []
    // Most lines have none, and the pattern is slow.
    guard
      line.utf8.contains(where: (UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        || line.contains("ERR-")
    else { return [] }
    var rest = Substring(line)
    while let match = rest.firstMatch(of: code) {
      found.append(String(match.1))
      // The character before the next code may be the one behind this one.
      rest = rest[match.1.endIndex...]
    }
    return found
  }

  private static func definitions() throws -> [String] {
    try Repository.text("docs/rules.md").split(separator: "\n").compactMap { line in
      line.firstMatch(of: /^- \*\*([\w.-]+)\*\* \S/).map { String($0.1) }
    }
  }

  @Test func everyCodeIsDefined() throws {
    let defined = Set(try Self.definitions())
    #expect(defined.count > 100)
    let sources = try Repository.swiftFiles(in: StyleTests.folders)
      .filter { !$0.path.hasPrefix("Tests/TidyTests") }
      .map { ($0.path, $0.lines.filter { $0.contains("//") }) }
    let documents = try Repository.markdownPaths().map { path in
      (path, try Repository.text(path).components(separatedBy: "\n"))
    }
    for (path, lines) in sources + documents {
      for code in Set(lines.flatMap { Self.codes(in: $0) }) {
        #expect(
          defined.contains(code), "\(path) cites \(code), which docs/rules.md does not define")
      }
    }
  }

  @Test func aCodeHasOneDefinition() throws {
    let definitions = try Self.definitions()
    #expect(Set(definitions).count == definitions.count)
  }

  @Test func codesAreFound() {
    #expect(
      Self.codes(in: "/// Drawn (FL-6, b.5), as UTF-8, by doi:10.1/CJM-1 and file-b.1: ERR-size")
        == ["FL-6", "b.5", "ERR-size"])
    #expect(Self.codes(in: "/// (ERR-size)") == ["ERR-size"])
  }
}
