import Foundation
import Processes

/// What standard output is shown on.
enum Terminal {
  /// The width for tables: what the environment variable `COLUMNS` says, else the terminal's,
  /// else 120.
  static var columns: Int {
    let told = ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) }
    return told ?? ownColumns ?? 120
  }

  /// The width that `stty` tells; nil where standard output is no terminal.
  private static var ownColumns: Int? {
    guard isatty(STDOUT_FILENO) == 1, let stty = ExternalProgram(named: "stty"),
      let answer = try? stty.run(["-F", "/dev/tty", "size"]), answer.isSuccess
    else { return nil }
    // Rows, then columns; 0 where nobody has told the terminal itself.
    return answer.text.split(separator: " ").last
      .flatMap { Int($0) }
      .flatMap { $0 > 0 ? $0 : nil }
  }

  /// Whether to colour: on a terminal, unless `NO_COLOR` (no-color.org) is set.
  static var isColored: Bool {
    isatty(STDOUT_FILENO) == 1
      && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
  }
}
