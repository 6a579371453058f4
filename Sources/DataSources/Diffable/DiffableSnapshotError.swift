/// Why a snapshot cannot be edited so: what was found, and what to do. It is as it was before.
///
/// UIKit stops the app over these, but for an identifier that is appended or inserted and is there
/// already: that it moves, with a warning.
public enum DiffableSnapshotError: Error, Hashable, Sendable {
  /// An identifier that occurs twice among those to add.
  case repeated(Kind, String)
  /// An identifier to add that the snapshot has already.
  case alreadyThere(Kind, String)
  /// An identifier that the snapshot does not have.
  case unknown(Kind, String)
  /// Items to append without a section, to a snapshot without one.
  case noSection

  /// What is identified.
  public enum Kind: String, Hashable, Sendable {
    /// A section.
    case section
    /// An item.
    case item
  }
}

extension DiffableSnapshotError: CustomStringConvertible {
  /// The message for the developer of the app: one sentence.
  public var description: String {
    switch self {
    case .repeated(let kind, let id):
      "\(kind.rawValue) identifier \(id) is to be added twice; add each once"
    case .alreadyThere(let kind, let id):
      "the snapshot has \(kind.rawValue) identifier \(id) already; delete it first, or move it"
    case .unknown(let kind, let id):
      "the snapshot has no \(kind.rawValue) identifier \(id); add it first"
    case .noSection:
      "items are to be appended to a snapshot that has no sections; append a section first"
    }
  }
}
