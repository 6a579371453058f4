import Foundation
import Testing

/// Compares the code in guides with the files that it is taken from.
struct GuideTests {
  private func expect(
    _ guide: String, shows paths: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let guide = try Repository.text("docs/" + guide)
    for path in paths {
      let text = try Repository.text(path)
      #expect(
        guide.contains("```swift\n" + text + "```\n"), "\(path) has changed",
        sourceLocation: sourceLocation)
    }
  }

  @Test func theGuideToLayoutsShowsTheExample() throws {
    let folder = "Examples/OwnLayout/Sources/OwnLayout/"
    try expect(
      "write-your-own-layout.md",
      shows: [
        "Examples/Package.swift", folder + "LanesLayout.swift", folder + "main.swift",
      ])
  }

  @Test func theGuideToOwnAppsShowsTheExample() throws {
    let folder = "Examples/OwnApp/Sources/OwnApp/"
    let files = ["Photo", "AlbumStore", "MosaicLayout", "PhotoCell", "main"]
    try expect("your-own.md", shows: files.map { folder + $0 + ".swift" })
    let manifest = try Repository.text("Examples/Package.swift")
    let products = try #require(manifest.firstMatch(of: /"OwnApp",\n +\[\n([^\]]*)\n +\]/)).1
    let lines = products.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let guide = try Repository.text("docs/your-own.md")
    #expect(guide.contains("let products = [\n  " + lines.joined(separator: "\n  ") + "\n]\n"))
  }

  @Test func theGuideToExtentIndexesShowsWhatIsTested() throws {
    let folder = "Tests/LayoutBenchmarksTests/Guide/"
    try expect(
      "write-your-own-extent-index.md",
      shows: [folder + "MyExtents.swift", folder + "MyExtentsTests.swift"])
  }

  @Test func theGuideToDiffingShowsTheExample() throws {
    let folder = "Examples/OwnDiffer/Sources/OwnDiffer/"
    try expect("diffing.md", shows: [folder + "StandardDiffer.swift", folder + "main.swift"])
  }

  @Test func theGuideToCollectionViewsShowsWhatIsTested() throws {
    try expect(
      "collection-view.md",
      shows: ["Tests/CollectionViewsTests/Guide/CollectionViewGuideTests.swift"])
  }

  @Test func theGuideToAppsShowsWhatIsTested() throws {
    try expect(
      "take-it-into-your-app.md", shows: ["Tests/DiffingTests/Guide/StagedUpdates.swift"])
  }

  @Test func theGuideToSnapshotsShowsWhatIsTested() throws {
    try expect(
      "diffable-data-source.md", shows: ["Tests/DataSourcesTests/Guide/DiffableGuideTests.swift"])
  }

  /// `Suite/test` of the table of features stands somewhere in the tests.
  @Test func theTestsOfTheFeaturesExist() throws {
    let guide = try Repository.text("docs/collection-view.md")
    let sources = try Repository.swiftFiles(in: ["Tests"]).map {
      $0.lines.joined(separator: "\n")
    }
    let named = Set(guide.matches(of: /`(\w+Tests)\/(\w+)`/).map { "\($0.1)/\($0.2)" })
    #expect(named.count > 100)
    for name in named {
      let parts = name.split(separator: "/")
      let isThere = sources.contains {
        $0.contains("struct \(parts[0])") && $0.contains("func \(parts[1])(")
      }
      #expect(isThere, "\(name) is named in docs/collection-view.md")
    }
  }

  /// The body of the test is the guide's, four columns further in.
  @Test func theGuideToLayoutsShowsTheUpdateThatIsTested() throws {
    let guide = try Repository.text("docs/write-your-own-layout.md")
    let test = try Repository.text("Tests/CommandsTests/LayoutGuideTests.swift")
    let start = try #require(test.range(of: "    let session = ")).lowerBound
    let body = test[start...].split(separator: "\n").prefix { $0.hasPrefix("    ") }
    let code = body.map { $0.dropFirst(4) + "\n" }.joined()
    #expect(guide.contains("```swift\n" + code + "```\n"), "the test of the update has changed")
  }
}
