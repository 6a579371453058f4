import StressTesting

/// The configurations of the scripts that are performed, as the first line of each names them.
final class ConfigurationJournal: StressJournal {
  /// The configurations under which scripts were drawn.
  private(set) var drawn: Set<Substring> = []
  /// The configurations under which scripts were performed again.
  private(set) var performedAgain: Set<Substring> = []

  func begin(_ script: String) {
    let lines = script.split(separator: "\n")
    guard let first = lines.first else { return }
    if lines.count == 1 { drawn.insert(first) } else { performedAgain.insert(first) }
  }

  func add(_ line: String) {}
}
