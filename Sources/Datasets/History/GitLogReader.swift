/// A reader of git logs, written with and without `-z`.
struct GitLogReader {
  /// The name of the log in errors.
  let name: String

  private static let tab = UInt8(ascii: "\t")
  private static let newline = UInt8(ascii: "\n")
  /// The command that writes a log.
  static let command =
    "git log --first-parent -m --reverse --name-status -M --format='commit %H %ct'"

  // MARK: With zero bytes

  /// Reads the commits of a log whose names, in their raw bytes, end with zero bytes.
  ///
  /// Every field that is not due to be a name is a status or a commit's line, so no name is
  /// mistaken for one.
  func commits(inZeroEnded bytes: [UInt8]) throws(HistoryError) -> [GitCommit] {
    var commits: [GitCommit] = []
    var fields = bytes.split(separator: 0, omittingEmptySubsequences: false)[...]
    while var field = fields.popFirst() {
      // Git puts a line feed between a commit's line and its first status.
      if field.first == Self.newline { field = field.dropFirst() }
      guard !field.isEmpty else { continue }
      if let hash = try hash(ofCommitLine: field, line: nil) {
        commits.append(GitCommit(hash: hash))
        continue
      }
      let known = GitCommit.Change.kind(status: field)
      guard !commits.isEmpty, let known else { throw unknown(field, line: nil) }
      var names: [[UInt8]] = []
      for _ in 0..<(known.hasSource ? 2 : 1) {
        guard let name = fields.popFirst(), !name.isEmpty else {
          throw malformed(nil, "the log ends after the status '\(Self.text(field))'")
        }
        names.append(Array(name))
      }
      try check(names, line: nil)
      let last = names.removeLast()
      commits[commits.count - 1].changes.append(
        GitCommit.Change(kind: known.kind, path: last, source: names.first))
    }
    return commits
  }

  // MARK: In lines

  /// Reads the commits of a log in lines: tabs separate names, and git quotes special names.
  ///
  /// - Throws: `HistoryError.cutOff` if the last line has no end: half a name would pass for a name.
  func commits(inLines bytes: [UInt8]) throws(HistoryError) -> [GitCommit] {
    var commits: [GitCommit] = []
    let lines = bytes.split(separator: Self.newline, omittingEmptySubsequences: false)
    if let last = lines.last, !last.isEmpty {
      throw .cutOff(log: name, line: lines.count, text: Self.text(last.suffix(60)))
    }
    for (index, ended) in lines.enumerated() {
      let number = index + 1
      let line = ended.last == UInt8(ascii: "\r") ? ended.dropLast() : ended
      guard !line.isEmpty else { continue }
      if let hash = try hash(ofCommitLine: line, line: number) {
        commits.append(GitCommit(hash: hash, line: number))
        continue
      }
      guard !commits.isEmpty else { throw unknown(line, line: number) }
      commits[commits.count - 1].changes.append(try change(line, number))
    }
    return commits
  }

  private func change(
    _ line: ArraySlice<UInt8>, _ number: Int
  ) throws(HistoryError) -> GitCommit.Change {
    let fields = line.split(separator: Self.tab, omittingEmptySubsequences: false)
    guard let known = GitCommit.Change.kind(status: fields[0]) else {
      throw unknown(line, line: number)
    }
    let wanted = known.hasSource ? 2 : 1
    guard fields.count == wanted + 1 else {
      let found = fields.count == 2 ? "1 name" : "\(fields.count - 1) names"
      throw malformed(
        number, "'\(Self.text(fields[0]))' has \(found) after tabs, and takes \(wanted)")
    }
    var names: [[UInt8]] = []
    for field in fields.dropFirst() {
      guard !field.isEmpty else {
        throw malformed(number, "'\(Self.text(fields[0]))' has no name after a tab")
      }
      guard let name = QuotedName.decode(field), !name.isEmpty else {
        throw malformed(
          number, "the name \(Self.text(field)) is not quoted as git does, as in \"a\\tb\"")
      }
      names.append(name)
    }
    try check(names, line: number)
    let last = names.removeLast()
    return GitCommit.Change(kind: known.kind, path: last, source: names.first, line: number)
  }

  // MARK: Both

  /// Returns the hash in `commit HASH SECONDS`; nil if the line does not begin so.
  private func hash(
    ofCommitLine field: ArraySlice<UInt8>, line: Int?
  ) throws(HistoryError) -> String? {
    let text = Self.text(field)
    guard text.hasPrefix("commit ") else { return nil }
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, (4...64).contains(words[1].utf8.count),
      words[1].allSatisfy({ $0.isASCII && $0.isHexDigit }), Int(words[2]) != nil
    else {
      throw malformed(
        line,
        "'\(text)' is not 'commit', a hash of 4 to 64 hexadecimal digits, and seconds; write the log "
          + "with: \(Self.command)")
    }
    return String(words[1])
  }

  /// Throws if a name is no valid path of a file. A directory called `.` would also be mistaken for
  /// the root, whose section has that id.
  private func check(_ names: [[UInt8]], line: Int?) throws(HistoryError) {
    let dot = UInt8(ascii: ".")
    for name in names {
      let parts = name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      for part in parts where part.isEmpty || part == [dot] || part == [dot, dot] {
        throw malformed(line, "'\(Self.text(name))' is no file's path from the repository's root")
      }
    }
  }

  private func unknown(_ field: ArraySlice<UInt8>, line: Int?) -> HistoryError {
    malformed(
      line,
      "'\(Self.text(field.prefix(60)))' is neither a commit's line nor a status of a file "
        + "(A, C, D, M, R or T, and a name); write the log with: \(Self.command)")
  }

  private func malformed(_ line: Int?, _ problem: String) -> HistoryError {
    .malformed(log: name, line: line, problem: problem)
  }

  private static func text(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}

/// One commit of a log with its changes of files.
struct GitCommit: Hashable {
  /// The hash, as long as the log has it.
  var hash: String
  /// The line of a saved log, from 1; nil for the output of git itself.
  var line: Int?
  var changes: [Change] = []

  /// The change of one file.
  struct Change: Hashable {
    var kind: Kind
    /// The file's path, or the new path of a renamed or copied one.
    var path: [UInt8]
    /// The old path of a renamed or copied file.
    var source: [UInt8]?
    /// The line of a saved log, from 1.
    var line: Int?

    enum Kind: Hashable {
      case add
      case delete
      case modify
      /// A rename; the content changes too if the similarity is below 100 per cent.
      case rename(isChanged: Bool)
      case copy
    }

    /// Returns the kind of change that git calls `status`; nil for a status that no log has.
    ///
    /// A status is a letter, optionally followed by a similarity. Source: git-diff(1),
    /// --name-status.
    static func kind(status: some Collection<UInt8>) -> (kind: Kind, hasSource: Bool)? {
      let digits = status.dropFirst()
      let score = Int(String(decoding: digits, as: UTF8.self)) ?? (digits.isEmpty ? 100 : -1)
      guard (0...100).contains(score), let letter = status.first else { return nil }
      switch Unicode.Scalar(letter) {
      case "A": return (.add, false)
      case "D": return (.delete, false)
      // A file that becomes a link or a submodule, or the other way round, has new content.
      case "M", "T": return (.modify, false)
      case "R": return (.rename(isChanged: score < 100), true)
      case "C": return (.copy, true)
      default: return nil
      }
    }
  }
}

/// The names of files as git quotes them, in double quotes with the escapes of C.
///
/// Source: git-config(1), core.quotePath.
enum QuotedName {
  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")
  private static let letters: [UInt8: UInt8] = [
    UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8, UInt8(ascii: "t"): 9, UInt8(ascii: "n"): 10,
    UInt8(ascii: "v"): 11, UInt8(ascii: "f"): 12, UInt8(ascii: "r"): 13, quote: quote,
    backslash: backslash,
  ]

  /// Returns the bytes of `text`, quoted or not; nil if it is quoted wrongly.
  static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.first == quote else { return Array(text) }
    guard text.count >= 2, text.last == quote else { return nil }
    var rest = text.dropFirst().dropLast()
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte != quote else { return nil }
      guard byte == backslash else {
        bytes.append(byte)
        continue
      }
      guard let escaped = rest.first else { return nil }
      if let letter = letters[escaped] {
        bytes.append(letter)
        rest.removeFirst()
      } else {
        let digits = rest.prefix(3)
        let text = String(decoding: digits, as: UTF8.self)
        guard digits.count == 3, let value = UInt8(text, radix: 8), text.first != "+" else {
          return nil
        }
        bytes.append(value)
        rest.removeFirst(3)
      }
    }
    return bytes
  }

  /// Returns a unique text for `name`: the name itself, or its quoted form if it is not UTF-8 or
  /// begins with a quote.
  static func text(_ name: [UInt8]) -> String {
    if name.first != quote, let text = String(validating: name, as: UTF8.self) { return text }
    let quoted = name.map { byte in
      switch byte {
      case quote, backslash: "\\" + String(UnicodeScalar(byte))
      case 0x20..<0x7f: String(UnicodeScalar(byte))
      default:
        "\\" + String(repeating: "0", count: byte < 8 ? 2 : byte < 64 ? 1 : 0)
          + String(byte, radix: 8)
      }
    }
    return "\"" + quoted.joined() + "\""
  }
}
