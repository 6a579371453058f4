import Foundation
import Testing

/// The rules of style that a compiler does not hold.
struct StyleTests {
  static let folders = ["Sources", "Benchmarks", "Tests", "Examples"]
  let files: [SourceFile]

  init() throws {
    files = try Repository.swiftFiles(in: Self.folders)
  }

  @Test func filesAreAtMostSixHundredLines() {
    for file in files {
      #expect(file.lines.count <= 600, "\(file.path) has \(file.lines.count) lines")
    }
  }

  @Test func functionsAreAtMostSeventyLines() {
    for file in files {
      for function in FunctionSpan.all(in: file) {
        #expect(
          function.lineCount <= 70,
          "\(file.path):\(function.firstLine) has a function of \(function.lineCount) lines")
      }
    }
  }

  @Test func functionsAreMeasured() {
    let file = SourceFile(
      path: "Sources/A/A.swift",
      lines: ["  func a() {", "    b()", "  }", "  init(", "    x: Int", "  ) {", "  }"])
    #expect(FunctionSpan.all(in: file).map(\.lineCount) == [3, 4])
  }

  @Test func unsafeStandsWhereItMay() {
    let word = /\bunsafe\b/
    for file in files where file.path.hasPrefix("Sources") || file.path.hasPrefix("Benchmarks") {
      let isAllowed =
        file.name.hasSuffix("Unchecked.swift") || file.module == "Allocations"
        || (file.path.hasPrefix("Benchmarks/") && file.path.contains("Floor"))
      guard !isAllowed else { continue }
      for (index, line) in file.codeLines.enumerated() where line.contains(word) {
        Issue.record("\(file.path):\(index + 1) says unsafe outside an Unchecked file")
      }
    }
  }

  @Test func noForbiddenWords() {
    let forbidden = /try!|\bfatalError\(|\bas!|\bFIXME\b|\bTODO\b/
    for file in files where !file.path.hasPrefix("Tests/TidyTests") {
      for (index, line) in file.lines.enumerated() where line.contains(forbidden) {
        #expect(
          file.path == "Sources/Changesets/require.swift",
          "\(file.path):\(index + 1) has a forbidden word: \(line)")
      }
    }
  }

  /// Tests share two threads, so a test waits for others while its time runs, and the limit ends none
  /// that hangs.
  @Test func noTestHasATimeLimit() {
    for file in files where file.path.hasPrefix("Tests/") && file.module != "TidyTests" {
      for (index, line) in file.lines.enumerated() where line.contains(".timeLimit(") {
        Issue.record("\(file.path):\(index + 1) limits the time of a test")
      }
    }
  }

  @Test func documentsHaveNoPlaceholders() throws {
    let documents = try Repository.markdownPaths()
    #expect(documents.contains("README.md") && documents.contains("schema/README.md"))
    for path in documents {
      let lines = try Repository.text(path).split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() {
        #expect(
          line.firstMatch(of: Self.placeholder) == nil, "\(path):\(index + 1) has a placeholder")
      }
    }
  }

  @Test func placeholdersAreSeen() {
    #expect("about @SIZE@ bytes".contains(Self.placeholder))
    #expect(!"write to a@example.org or B@C".contains(Self.placeholder))
  }

  private static var placeholder: Regex<Substring> { /@[A-Z]+@/ }

  @Test func namesSayWhatTheyAre() {
    let banned = /(Core|Utils|Common|Kit|Manager|Helper)\.swift$/
    for file in files {
      #expect(!file.name.contains(" "), "\(file.path) has a space in its name")
      #expect(file.name.firstMatch(of: banned) == nil, "\(file.path) has a name that says nothing")
    }
  }
}

/// The lines of one function, from its declaration to its closing brace.
struct FunctionSpan {
  let firstLine: Int
  let lineCount: Int

  /// Functions by indentation: formatted code closes a body at the indentation that opened it.
  static func all(in file: SourceFile) -> [FunctionSpan] {
    let modifiers =
      #"(?:@\w+(?:\([^)]*\))? |(?:public|private|package|fileprivate|internal|static"#
      + #"|mutating|nonmutating|override|consuming|borrowing|isolated) )*"#
    guard let opening = try? Regex(#"^(\s*)"# + modifiers + #"(?:func |init[(?<]|deinit\b).*"#)
    else {
      Issue.record("the pattern of a function does not compile")
      return []
    }
    let lines = file.lines
    return lines.indices.compactMap { first in
      guard let match = lines[first].wholeMatch(of: opening) else { return nil }
      let indent = String(match[1].substring ?? "")
      guard !lines[first].hasSuffix("}") else { return nil }
      guard let body = bodyStart(of: first, indent: indent, in: lines) else { return nil }
      guard let end = lines[(body + 1)...].firstIndex(of: indent + "}") else { return nil }
      return FunctionSpan(firstLine: first + 1, lineCount: end - first + 1)
    }
  }

  /// The line whose brace opens the body; nil for a requirement, which has none.
  private static func bodyStart(of first: Int, indent: String, in lines: [String]) -> Int? {
    for index in lines[first...].indices {
      if lines[index].hasSuffix("{") { return index }
      guard index + 1 < lines.count else { return nil }
      let next = lines[index + 1]
      let isContinued =
        next.hasPrefix(indent + "  ") || next.hasPrefix(indent + ")")
        || next.hasPrefix(indent + "where ") || next == indent + "{"
        || next.hasPrefix(indent + "-> ")
      guard isContinued else { return nil }
    }
    return nil
  }
}
