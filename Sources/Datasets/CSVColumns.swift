/// Which columns of a CSV file say what: by the header's names, letter case aside, or numbered from 1.
public struct CSVColumns: Hashable, Sendable {
  /// The column by which rows are grouped into sections.
  public var section: String
  /// The column that tells items apart.
  public var id: String
  /// The width in points; nil means `width`, if there is such a column.
  public var width: String?
  /// The height in points; nil means `height`, if there is such a column.
  public var height: String?

  /// The columns named `section`, `id`, and, where the file has them, `width` and `height`.
  public init(
    section: String = "section", id: String = "id", width: String? = nil, height: String? = nil
  ) {
    self.section = section
    self.id = id
    self.width = width
    self.height = height
  }
}
