/// One commit of a log: what became of which files.
struct GitCommit: Hashable {
  /// Its hash, as much of it as the log has.
  var hash: String
  /// The line of a saved log, from 1; nil in one that git wrote just now.
  var line: Int?
  var changes: [Change] = []

  /// What became of one file.
  struct Change: Hashable {
    var kind: Kind
    /// The file's path, or the path after of one that is renamed or copied.
    var path: [UInt8]
    /// The path before of one that is renamed or copied.
    var source: [UInt8]?
    /// The line of a saved log, from 1.
    var line: Int?

    enum Kind: Hashable {
      case add
      case delete
      case modify
      /// A rename; with a similarity of less than 100 per cent its content changes too.
      case rename(isChanged: Bool)
      case copy
    }

    /// The change that git calls `status`; nil for a status that no log of commits has.
    ///
    /// A status is a letter, after which a similarity may stand. Source: git-diff(1), --name-status.
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
