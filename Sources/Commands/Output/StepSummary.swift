import Foundation
import Processes
import Reports
import RunRecords

/// The page that GitHub shows for a step of a workflow.
///
/// Source: https://docs.github.com/actions/reference/workflow-commands-for-github-actions, "Adding a
/// job summary": Markdown is appended to the file that the environment variable names.
enum StepSummary {
  /// The environment variable with the file's path.
  static let variable = "GITHUB_STEP_SUMMARY"

  /// Appends the summary of `record` where a workflow asks for one; what fails is only a warning.
  ///
  /// - Complexity: O(*n* log *n*) for *n* cases.
  static func append(_ record: RunRecord) {
    append(markdown: MarkdownSummary(of: record).export.text)
  }

  /// Appends `markdown` where a workflow asks for a summary; what fails is only a warning.
  static func append(markdown: @autoclosure () -> String) {
    guard let path = ProcessInfo.processInfo.environment[variable], !path.isEmpty else { return }
    do {
      try append(markdown(), to: path)
    } catch {
      Console.reportError(
        "warning: the summary cannot be written to \(path), which \(variable) names: "
          + SystemError.message(of: error))
    }
  }

  private static func append(_ text: String, to path: String) throws {
    let files = FileManager.default
    if !files.fileExists(atPath: path) {
      try Data(text.utf8).write(to: URL(filePath: path))
      return
    }
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    defer { try? file.close() }
    let end = try file.seekToEnd()
    // What a step wrote before need not end in a line feed, and headings begin a line.
    try file.write(contentsOf: Data(((end > 0 ? "\n" : "") + text).utf8))
  }
}
