/// What an element of a layout is for (clause A-14).
@frozen
public enum ElementCategory: UInt8, Hashable, Sendable, Codable, CaseIterable {
  /// An item of the data source.
  case cell
  /// A view about a section, filled by the data source: a header, say.
  case supplementary
  /// A view that belongs to the layout alone: a background, say.
  case decoration
}
