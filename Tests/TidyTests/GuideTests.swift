import Foundation
import Testing

/// Holds the code that guides show against the examples that it is taken from.
struct GuideTests {
  @Test func theGuideToLayoutsShowsTheExample() throws {
    let guide = try Repository.text("docs/write-your-own-layout.md")
    let folder = "Examples/OwnLayout/Sources/OwnLayout/"
    for (name, declaration) in [("LanesLayout", "final class"), ("main", "let visible")] {
      let text = try Repository.text(folder + name + ".swift")
      let start = try #require(text.range(of: declaration)).lowerBound
      #expect(guide.contains("```swift\n" + text[start...] + "```\n"), "\(name).swift has changed")
    }
  }
}
