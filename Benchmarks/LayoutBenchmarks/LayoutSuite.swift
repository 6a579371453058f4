public import Benchmarking
internal import Layouts

extension Suite {
  /// What a layout is asked for, on each built-in extent index and beside its floor.
  public static let layout = Suite.layout(adding: [])

  /// The layout suite with extent indexes of one's own measured beside the built-in ones.
  ///
  /// - Parameter extents: The indexes to add; their names must differ from the built-in ones.
  /// - Returns: A suite named `layout`.
  public static func layout(adding extents: [LayoutExtents]) -> Suite {
    Suite(
      "layout", summary: "What a layout is asked for, and what edits and rotations cost it.",
      scenarios: (builtInExtents + extents).flatMap(\.scenarios) + Floors.scenarios)
  }

  private static var builtInExtents: [LayoutExtents] {
    let most = 10_000_000
    return [
      LayoutExtents(
        .nested, editsReach: .section, maximumItems: most, maximumUniformItems: most),
      LayoutExtents(
        .flat, editsReach: .collection, maximumItems: most, maximumUniformItems: most),
      LayoutExtents(
        .tree, editsReach: .few, maximumItems: most, maximumUniformItems: 100_000_000),
      LayoutExtents(
        "linear-scan", ScanExtents.self, editsReach: .everything, maximumItems: 100_000),
    ]
  }
}
