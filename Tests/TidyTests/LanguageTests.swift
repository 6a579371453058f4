import Foundation
import Testing

/// Checks how the code speaks: the openings of doc comments, and one name for one idea.
struct LanguageTests {
  let files: [SourceFile]

  init() throws {
    files = try Repository.swiftFiles(in: ["Sources", "Benchmarks"])
  }

  /// The first lines of the blocks of doc comments in `lines`.
  private static func openings(in lines: [String]) -> [String] {
    var found: [String] = []
    var isInside = false
    for line in lines.map({ $0.trimmingCharacters(in: .whitespaces) }) {
      if line.hasPrefix("///"), !isInside { found.append(line) }
      isInside = line.hasPrefix("///")
    }
    return found
  }

  private static var question: Regex<Substring> { /^\/\/\/ (?:What|Whose|Whether|How|Where|Why)\b/ }

  @Test func docCommentsOpenWithAVerbOrANoun() {
    let all = files.flatMap { file in
      Self.openings(in: file.lines).map { (file.path, $0) }
    }
    let questions = all.filter { $0.1.contains(Self.question) }
    #expect(all.count > 1_000)
    #expect(
      questions.count * 100 <= all.count * 2,
      "\(questions.count) of \(all.count) open with What, How, …: \(questions.prefix(20))")
  }

  @Test func openingsAreFound() {
    let lines = ["  /// What it is.", "  /// How it is.", "", "/// Returns it.", "// Why."]
    let found = Self.openings(in: lines)
    #expect(found == ["/// What it is.", "/// Returns it."])
    #expect(found.map { $0.contains(Self.question) } == [true, false])
  }

  /// A type's name stands for one idea in all modules.
  @Test func noTypeNameIsDeclaredInTwoModules() throws {
    let modifiers = "(?:@\\S+ )*(?:(?:public|package|private|fileprivate|open|final|indirect) )*"
    let kinds = "(?:struct|class|enum|protocol|actor|typealias)"
    let declaration = try Regex("^" + modifiers + kinds + #" (\w+)"#)
    var modules: [String: Set<String>] = [:]
    for file in files {
      for line in file.lines {
        guard let match = line.prefixMatch(of: declaration) else { continue }
        modules[String(match[1].substring ?? ""), default: []].insert(file.module)
      }
    }
    #expect(modules.count > 300)
    for (name, modules) in modules where modules.count > 1 {
      Issue.record("\(name) is declared in \(modules.sorted().joined(separator: " and "))")
    }
  }
}
