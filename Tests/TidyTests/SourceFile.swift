import Foundation

/// One Swift file of the repository, read for the tidiness tests.
struct SourceFile {
  /// The path from the repository's root.
  let path: String
  let lines: [String]

  /// The folder that is the module, as `ItemStores` in `Sources/ItemStores/BTree/BTreeStore.swift`.
  var module: String { String(path.split(separator: "/")[1]) }
  var name: String { String(path.split(separator: "/").last ?? "") }

  /// The lines without comments and string contents, so that words in prose do not count.
  var codeLines: [String] {
    lines.map { line in
      var code = line
      if let comment = code.range(of: "//") { code = String(code[..<comment.lowerBound]) }
      return code.replacing(/"[^"]*"/, with: "\"\"")
    }
  }

  /// The modules that the file imports.
  var imports: [String] {
    lines.compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      let isModifier = { (word: String) in
        word.hasPrefix("@") || ["public", "internal", "private", "package"].contains(word)
      }
      let rest = words.drop(while: isModifier)
      guard rest.first == "import" else { return nil }
      let kinds = ["struct", "class", "enum", "protocol", "func", "typealias", "var"]
      return rest.dropFirst().drop { kinds.contains($0) }.first.map {
        String($0.prefix { $0 != "." })
      }
    }
  }
}

/// The repository that these tests are part of.
enum Repository {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Every Swift file below `folders`.
  static func swiftFiles(in folders: [String]) throws -> [SourceFile] {
    try folders.flatMap { folder in
      let base = root.appending(path: folder).path()
      let names = FileManager.default.enumerator(atPath: base)
      return try (names?.compactMap { $0 as? String } ?? [])
        .filter { $0.hasSuffix(".swift") && !$0.split(separator: "/").contains(".build") }
        .sorted()
        .map { name in
          let text = try String(contentsOfFile: base + "/" + name, encoding: .utf8)
          return SourceFile(
            path: folder + "/" + name,
            lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
        }
    }
  }

  /// Every document of the repository, by its path from the root; none of what is hidden or built.
  static func markdownPaths() throws -> [String] {
    let files = FileManager.default.enumerator(
      at: root, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    let paths = files?.compactMap { ($0 as? URL)?.path() } ?? []
    return paths.filter { $0.hasSuffix(".md") }.map { String($0.dropFirst(root.path().count)) }
  }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
