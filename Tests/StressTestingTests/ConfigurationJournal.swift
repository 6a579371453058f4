import StressTesting

/// The first lines of the scripts that are performed: each names a configuration.
final class ConfigurationJournal: StressJournal {
  /// Those of scripts that are drawn while they are performed.
  private(set) var drawn: Set<Substring> = []
  /// Those of scripts that were drawn under another configuration.
  private(set) var performedAgain: Set<Substring> = []

  func begin(_ script: String) {
    let lines = script.split(separator: "\n")
    guard let first = lines.first else { return }
    if lines.count == 1 { drawn.insert(first) } else { performedAgain.insert(first) }
  }

  func add(_ line: String) {}
}
