import Testing

import Commands
import RunRecords

@Suite struct CaseFilterTests {
  /// What a glob means, by recursion.
  private func slowGlob(_ pattern: Substring, _ text: Substring) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = pattern.dropFirst()
    if first == "*" {
      return text.indices.contains { slowGlob(rest, text[$0...]) } || slowGlob(rest, "")
    }
    guard let letter = text.first, first == "?" || first == letter else { return false }
    return slowGlob(rest, text.dropFirst())
  }

  private func words(over letters: [String], upTo length: Int) -> [String] {
    var words = [""]
    var last = [""]
    for _ in 0..<length {
      last = last.flatMap { word in letters.map { word + $0 } }
      words += last
    }
    return words
  }

  @Test func globsMatchTheirDefinitionForAllShortPatterns() {
    let texts = words(over: ["a", "/"], upTo: 4)
    for pattern in words(over: ["a", "*", "?"], upTo: 4) {
      for text in texts {
        let second = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst().first
        let isMeant =
          slowGlob(pattern[...], text[...]) || second.map { slowGlob(pattern[...], $0) } ?? false
        #expect(CaseFilter.glob(pattern).matches(text) == isMeant, "\(pattern) \(text)")
      }
    }
  }

  @Test func kindFollowsFromTheText() {
    let id = "lookup/item-random/storage=flat/data=uniform-1000/payload=item8/items=1000"
    #expect(CaseFilter("item-random") == .substring("item-random"))
    #expect(CaseFilter("*random*") == .glob("*random*"))
    #expect(CaseFilter("item-rando?") == .glob("item-rando?"))
    guard case .caseID(let parsed) = CaseFilter(id) else {
      Issue.record("a complete id is no substring")
      return
    }
    #expect(parsed.description == id)
    #expect(CaseFilter(id).matches(id))
    #expect(!CaseFilter(id).matches(id + "0"))
    #expect(CaseFilter(id + "0").matches(id + "0"))
    #expect(CaseFilter(String(id.dropFirst(7))) == .substring(String(id.dropFirst(7))))
    #expect(CaseFilter(id.replacing("flat", with: "*")).matches(id))
  }

  @Test func patternsAreAnchoredAndSubstringsAreNot() {
    let id = "lookup/item-random/storage=flat/data=uniform-1000/payload=item8/items=1000"
    #expect(CaseFilter("storage=flat").matches(id))
    #expect(!CaseFilter("Storage=flat").matches(id))
    #expect(CaseFilter("item-*").matches(id), "the scenario's name")
    #expect(CaseFilter("item-rando?").matches(id))
    #expect(!CaseFilter("tem-*").matches(id))
    #expect(!CaseFilter("item-ran?").matches(id))
    #expect(!CaseFilter("storage=*").matches(id))
    #expect(CaseFilter("*/item-*").matches(id))
    #expect(CaseFilter("lookup/*/items=1000").matches(id))
    #expect(!CaseFilter("lookup/*/items=100").matches(id))
  }
}
