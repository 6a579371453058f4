/// Which columns of a CSV file say what: by the header's names, letter case aside, or numbered
/// from 1. A name wins over a number.
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

  /// Reads `section=album,id=2,width=w,height=h`, in any order, all of them optional.
  ///
  /// A column whose name holds a comma is named by its number.
  /// - Throws: `DatasetError.unusableColumns`.
  public init(parsing text: String) throws(DatasetError) {
    self.init()
    for (name, column) in try Self.pairs(in: text, of: ["section", "id", "width", "height"]) {
      switch name {
      case "section": section = column
      case "id": id = column
      case "width": width = column
      default: height = column
      }
    }
  }

  /// The columns that `text` names, each of `names` at most once.
  ///
  /// - Throws: `DatasetError.unusableColumns`.
  static func pairs(
    in text: String, of names: [String]
  ) throws(DatasetError) -> [(name: Substring, column: String)] {
    var pairs: [(name: Substring, column: String)] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", maxSplits: 1)
      guard sides.count == 2, names.contains(String(sides[0])),
        !pairs.contains(where: { $0.name == sides[0] })
      else {
        throw DatasetError.unusableColumns(text, part: String(part), names: names)
      }
      pairs.append((sides[0], String(sides[1])))
    }
    return pairs
  }

  /// The text that `init(parsing:)` reads as this.
  var text: String {
    (["section=\(section)", "id=\(id)"]
      + [width.map { "width=\($0)" }, height.map { "height=\($0)" }]
      .compactMap(\.self)).joined(separator: ",")
  }
}
