import Foundation

/// What standard output is shown on.
enum Terminal {
  /// The width for tables: what the environment variable `COLUMNS` says, else 120.
  static var columns: Int {
    ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) } ?? 120
  }

  /// Whether to colour: on a terminal, unless `NO_COLOR` (no-color.org) is set.
  static var isColored: Bool {
    isatty(STDOUT_FILENO) == 1
      && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
  }
}
