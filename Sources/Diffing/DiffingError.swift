/// Why two collections cannot be compared.
public enum DiffingError: Error, Hashable, Sendable {
  /// A `SectionedStore` with more or fewer section identifiers than sections.
  case sectionIDCountMismatch(sectionIDs: Int, sections: Int, side: Side)
  /// More items than the scratch memory counts.
  case tooManyItems(found: Int, most: Int, side: Side)
  /// The task that compares has been cancelled.
  case cancelled

  /// One of the two collections.
  public enum Side: String, Hashable, Sendable {
    /// What there was.
    case source
    /// What there is to be.
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
