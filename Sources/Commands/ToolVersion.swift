import Benchmarking
import RunRecords

/// The tool's own version.
enum ToolVersion {
  /// Semantic versioning; the one place that says it.
  static let number = "0.1.0"

  /// What `--version` prints: the number, and the commit where the executable lies in a repository
  /// and is no older than its sources.
  ///
  /// - Complexity: A few processes; ask only for who wants to read it.
  static var description: String {
    commit.map { "\(number) (\($0.prefix(12)))" } ?? number
  }

  /// What records name as their writer.
  static var identity: ToolIdentity {
    ToolIdentity(name: "cvbench", version: number, gitSHA: commit)
  }

  private static var commit: String? { Build.Git.ofExecutable().sha }
}
