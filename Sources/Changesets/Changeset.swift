/// Deletes, inserts, moves and reloads of one update.
public struct Changeset: Hashable, Sendable {
  /// An empty changeset.
  public init() {}
}
