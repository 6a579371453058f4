import Foundation
import Testing

/// Files that hold what a rendering must look like.
///
/// To accept a rendering that was changed on purpose, run the tests once with `UPDATE_GOLDENS=1`
/// in the environment, read the difference in `git diff`, and commit it.
enum Golden {
  /// Holds `text` against the golden file called `name`.
  static func expect(
    _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Goldens").appending(path: name)
    let text = text + "\n"
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
      do {
        try Data(text.utf8).write(to: file)
      } catch {
        Issue.record("cannot write \(file.path): \(error)", sourceLocation: sourceLocation)
      }
      return
    }
    let golden = (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) }
    guard text != golden else { return }
    Issue.record(
      """
      The rendering differs from Goldens/\(name)\(firstDifference(text, golden ?? "")).
      If that is meant: UPDATE_GOLDENS=1 swift test --filter ReportsTests, then read git diff.
      """, sourceLocation: sourceLocation)
  }

  private static func firstDifference(_ text: String, _ golden: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let goldenLines = golden.split(separator: "\n", omittingEmptySubsequences: false)
    for index in 0..<max(lines.count, goldenLines.count) {
      let line = index < lines.count ? lines[index] : "(no line)"
      let goldenLine = index < goldenLines.count ? goldenLines[index] : "(no line)"
      if line != goldenLine {
        return " in line \(index + 1)\n  found  \(line)\n  golden \(goldenLine)"
      }
    }
    return ""
  }
}
