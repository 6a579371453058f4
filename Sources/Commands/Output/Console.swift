import Foundation
import Processes
import RunRecords

/// A standard stream. A failed write to standard output is an error like any other.
struct Console: Sendable {
  static let standardOutput = Console(handle: .standardOutput, name: "standard output")
  static let standardError = Console(handle: .standardError, name: "standard error")

  let handle: FileHandle
  let name: String

  /// Writes `text` for people, unbuffered: without what a terminal or the runner of a CI job would
  /// obey, except for the styles of this tool's own tables.
  ///
  /// - Parameters:
  ///   - text: Lines.
  ///   - isDocument: Whether other programs read it, which take it as it is. JSON stays equal in
  ///     meaning; words that the runner of a CI job obeys are escaped.
  /// - Throws: `ToolError.cannotWrite`.
  func write(_ text: String, isDocument: Bool = false) throws(ToolError) {
    guard !isDocument else {
      let isJSON = text.hasPrefix("{") || text.hasPrefix("[")
      return try writeUnchanged(isJSON ? ShownText.printed(json: text) : text)
    }
    let isStyled = name == Self.standardOutput.name && Terminal.isColored
    try writeUnchanged(ShownText.lines(text, keepsStyles: isStyled))
  }

  private func writeUnchanged(_ text: String) throws(ToolError) {
    do {
      try handle.write(contentsOf: Data(text.utf8))
    } catch {
      throw .cannotWrite(path: name, reason: SystemError.message(of: error))
    }
  }

  /// Writes `text` and a line end.
  func writeLine(_ text: String) throws(ToolError) { try write(text + "\n") }

  /// Writes to standard error, without what a terminal or the runner of a CI job would obey; if it
  /// is closed, only the exit status remains.
  static func writeError(_ text: String) { writeRawError(ShownText.lines(text)) }

  /// Writes to standard error what this tool itself tells a terminal or a runner.
  static func writeRawError(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  /// Writes `message` and a line end to standard error.
  static func reportError(_ message: String) { writeError(message + "\n") }
}

/// The terminal behind standard output.
enum Terminal {
  /// The width of tables: the environment variable `COLUMNS`, else the terminal's width, else 120.
  static var columns: Int {
    let told = ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) }
    return told ?? ownColumns ?? 120
  }

  /// The width that `stty` reports; nil if standard output is no terminal.
  private static var ownColumns: Int? {
    guard isatty(STDOUT_FILENO) == 1, let stty = ExternalProgram(named: "stty"),
      let answer = try? stty.run(["-F", "/dev/tty", "size"]), answer.isSuccess
    else { return nil }
    // Rows, then columns; 0 where nobody has told the terminal itself.
    return answer.text.split(separator: " ").last
      .flatMap { Int($0) }
      .flatMap { $0 > 0 ? $0 : nil }
  }

  /// A Boolean value that indicates whether to colour output: on a terminal, unless `NO_COLOR`
  /// (no-color.org) is set.
  static var isColored: Bool {
    isatty(STDOUT_FILENO) == 1
      && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
  }
}

/// Numbers of bytes for people, in binary units.
package enum ByteCount {
  /// `count` in the largest unit that leaves at least 1, with one decimal below 10: `1.5 GiB`.
  package static func spelled(_ count: Int) -> String {
    var value = Double(count)
    var unit = 0
    while value >= 1_024, unit < units.count - 1 {
      value /= 1_024
      unit += 1
    }
    let tenths = Int((value * 10).rounded())
    let number =
      tenths >= 100 || tenths.isMultiple(of: 10)
      ? "\(Int(value.rounded()))" : "\(tenths / 10).\(tenths % 10)"
    return "\(number) \(units[unit])"
  }

  private static let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
}
