/// An error that prevents the comparison of two collections.
public enum DiffingError: Error, Hashable, Sendable {
  /// The count of section identifiers differs from the count of sections.
  case sectionIDCountMismatch(sectionIDs: Int, sections: Int, side: Side)
  /// A side has more items than a comparison can number.
  case tooManyItems(found: Int, most: Int, side: Side)
  /// The task of the comparison was cancelled.
  case cancelled

  /// One of the two collections.
  public enum Side: String, Hashable, Sendable {
    /// The collection before.
    case source
    /// The collection after.
    case target
  }
}

extension DiffingError: CustomStringConvertible {
  /// The message for the developer of the app: one sentence.
  public var description: String {
    switch self {
    case .sectionIDCountMismatch(let sectionIDs, let sections, let side):
      """
      The \(side.rawValue) has \(sectionIDs) section identifiers for \(sections) sections: give each \
      section one, in the store's order.
      """
    case .tooManyItems(let found, let most, let side):
      """
      The \(side.rawValue) has \(found) items and at most \(most) can be compared: compare parts of \
      it, or reload.
      """
    case .cancelled:
      "The task that was comparing has been cancelled: nothing has been changed."
    }
  }
}
