public import Benchmarking
public import Layouts

extension Suite {
  /// Returns the scenarios of a layout on each built-in extent index, beside their floors; and of
  /// flow, list and compositional layouts beside one another.
  ///
  /// - Parameter extents: Indexes of your own to measure beside the built-in ones, under other
  ///   names.
  /// - Returns: A suite named `layout`.
  public static func layout(adding extents: [LayoutExtents] = []) -> Suite {
    let most = 10_000_000
    let builtIn = [
      LayoutExtents(
        .nested, editsReach: .section, maximumItems: most, maximumUniformItems: most),
      LayoutExtents(
        .flat, editsReach: .collection, maximumItems: most, maximumUniformItems: most),
      LayoutExtents(
        .tree, editsReach: .few, maximumItems: most, maximumUniformItems: 100_000_000),
      LayoutExtents(
        "linear-scan", ScanExtents.self, editsReach: .everything, maximumItems: 100_000),
    ]
    return Suite(
      "layout", summary: "What a layout is asked for, and what edits and rotations cost it.",
      scenarios: (builtIn + extents).flatMap(\.scenarios) + LayoutFloors.scenarios
        + ClassScenarios.all)
  }
}

/// An extent index with its name in case ids, and the scenarios that measure it.
///
/// `LayoutExtents("mine", MyExtents.self)` measures an index under the flow and the list layout.
public struct LayoutExtents: Sendable {
  /// The scenarios of the index.
  public let scenarios: [Scenario]

  /// Creates the scenarios of `index` under the name `name`.
  ///
  /// - Parameters:
  ///   - name: The strategy in case ids: lower-case letters, digits and dashes.
  ///   - index: The index type.
  ///   - reach: What one edit costs; too much costs precision only, too little makes calls that
  ///     take minutes.
  ///   - maximumItems: The most items it is measured on.
  public init<Index: ExtentIndex>(
    _ name: String, _ index: Index.Type, editsReach reach: ExtentReach = .collection,
    maximumItems: Int = 10_000_000
  ) {
    self.init(
      ExtentStrategy(name, index), editsReach: reach, maximumItems: maximumItems,
      maximumUniformItems: maximumItems)
  }

  init(
    _ strategy: ExtentStrategy, editsReach reach: ExtentReach, maximumItems: Int,
    maximumUniformItems: Int
  ) {
    scenarios =
      ExtentScenarios(
        strategy: strategy, reach: reach, maximumItems: maximumItems,
        maximumUniformItems: maximumUniformItems
      ).all
  }
}

/// The reach of edits of an extent index, and of queries: it decides how many of them one measured
/// call makes.
public enum ExtentReach: Sendable {
  /// A handful of places, whatever the collection.
  case few
  /// The items of the section and the positions of the sections.
  case section
  /// All items.
  case collection
  /// All items, and queries too.
  case everything
}
