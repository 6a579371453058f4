import Foundation
import Testing

/// Compares what the guide to stores says of `ItemStore` with the protocol's source.
struct StoreGuideTests {
  /// The eight members without a default, as the compiler asks for them.
  @Test func theGuideListsWhatAStoreHasToHave() throws {
    let required = try Self.requirements()
    #expect(required.count == 8)
    let guide = try Repository.text("docs/adding-a-store.md")
    let listed = try #require(guide.firstMatch(of: /```swift\n(init\(\)\n[^`]*)```/)).1
    #expect(listed.split(separator: "\n").map(String.init) == required)
  }

  /// The declarations of the protocol that no extension of it implements, in its order.
  private static func requirements() throws -> [String] {
    let files = try Repository.swiftFiles(in: ["Sources/ItemStores"])
    let source = try #require(files.first { $0.name == "ItemStore.swift" })
    let body = source.lines.drop { !$0.hasPrefix("public protocol ItemStore") }.dropFirst()
    let declared = declarations(in: Array(body.prefix { $0 != "}" }))
      .filter { !$0.hasPrefix("associatedtype") }
    let defaults = files.flatMap { file in
      file.lines.indices.filter { file.lines[$0].hasPrefix("extension ItemStore {") }.flatMap {
        declarations(in: Array(file.lines[($0 + 1)...].prefix { $0 != "}" }))
      }
    }
    let implemented = Set(defaults.map(signature))
    return declared.filter { !implemented.contains(signature($0)) }
  }

  /// The declarations two columns in, each in one line without its body and attributes.
  private static func declarations(in lines: [String]) -> [String] {
    var found: [String] = []
    for line in lines {
      let text = line.trimmingCharacters(in: .whitespaces)
      guard !text.isEmpty, !text.hasPrefix("//"), !text.hasPrefix("@") else { continue }
      let isStart = line.hasPrefix("  ") && !line.hasPrefix("   ") && text != "}"
      let isContinued = text.hasPrefix("where ") || text.hasPrefix(") ")
      if isStart, !isContinued {
        found.append(text)
      } else if let last = found.indices.last, isContinued || !found[last].hasSuffix("{") {
        found[last] += (found[last].hasSuffix("(") || text.hasPrefix(")") ? "" : " ") + text
      }
    }
    return found
  }

  /// Returns the kind, name and labels of a declaration: what tells members apart.
  private static func signature(_ declaration: String) -> String {
    let text = declaration.replacing(/public |mutating |static |<.*?>/, with: "")
    guard let open = text.firstIndex(of: "("), !text.hasPrefix("var ") else {
      return String(text.prefix { $0 != ":" })
    }
    let labels = text[open...].matches(of: /[(,] ?(\w+)(?: \w+)?:/).map { String($0.1) }
    return text[..<open] + "(" + labels.joined(separator: ":")
  }
}
