import Benchmarking
import Changesets
import Datasets
import Geometry
import Layouts
import SampleLayouts

/// The scenarios that compare layout classes, which place the same items at the same frames.
///
/// The strategy in their ids is the class: `flow`, `list` or `compositional`, each over the tree.
enum ClassScenarios {
  static var all: [Scenario] {
    [LayoutKind.uniform, .equalRows].flatMap { kind in
      LayoutClass.all(for: kind.content).flatMap { contender in
        [first(kind, contender), visible(kind, contender), insertAndDelete(kind, contender)]
      }
    } + LayoutClass.allCases.map(measureRows)
  }

  /// The way in which scenarios of an extent index measure.
  private static let extents = ExtentScenarios(
    strategy: .tree, reach: .few, maximumItems: 10_000_000, maximumUniformItems: 100_000_000)

  private static func scenario(
    _ name: String, _ summary: String, _ contender: LayoutClass, maximumItems: Int,
    bytesPerItem: Int,
    setUp: @escaping @Sendable (ScenarioContext, LayoutCollection) throws -> Measurement
  ) -> Scenario {
    Scenario(
      "class-\(name)", summary: summary, storage: contender.rawValue,
      payload: ExtentScenarios.payload, maximumItems: maximumItems, bytesPerItem: bytesPerItem
    ) { context in
      try setUp(context, LayoutCollection.shared(in: context))
    }
  }

  /// Figures are for one layout, with the description of its sections.
  private static func first(_ kind: LayoutKind, _ contender: LayoutClass) -> Scenario {
    scenario(
      "first-\(kind.rawValue)",
      "Makes a layout of \(kind.summary), its extent, and what shows in the middle.", contender,
      maximumItems: 10_000_000, bytesPerItem: 8
    ) { context, collection in
      let layouts = extents.uniformLayoutsPerCall(collection)
      let sizes = LayoutSizes(kind, collection)
      return extents.firstLayout(
        showing: Models.middle(of: kind, context, collection), layouts: layouts,
        operations: layouts
      ) { () throws(LayoutError) in try LayoutRig(contender.layout(kind.content), sizes) }
    }
  }

  private static func visible(_ kind: LayoutKind, _ contender: LayoutClass) -> Scenario {
    scenario(
      "visible-\(kind.rawValue)",
      "What shows of \(kind.summary), scrolled to \(Movement.scroll.summary).", contender,
      maximumItems: 10_000_000, bytesPerItem: 8
    ) { context, collection in
      let rig = try LayoutRig(contender.layout(kind.content), LayoutSizes(kind, collection))
      return try extents.visible(
        rig, Models.offsets(.scroll, kind, context, collection), collection)
    }
  }

  private static func insertAndDelete(_ kind: LayoutKind, _ contender: LayoutClass) -> Scenario {
    scenario(
      "insert-delete-\(kind.rawValue)",
      "Inserts an item at random into \(kind.summary) and deletes it; asks what shows after each.",
      contender, maximumItems: 10_000_000, bytesPerItem: 8
    ) { _, collection in
      let rig = try LayoutRig(contender.layout(kind.content), LayoutSizes(kind, collection))
      return try extents.editing(rig, kind, collection) { rig, key throws(LayoutError) in
        try rig.shown(
          after: { rig throws(LayoutError) in try rig.insert(key.newSize, at: key.path) },
          andAfter: { rig throws(LayoutError) in try rig.delete(at: key.path) })
      }
    }
  }

  /// Figures are for one item; the live bytes are those of a layout that knows each row's height.
  private static func measureRows(_ contender: LayoutClass) -> Scenario {
    scenario(
      "measure-rows",
      "Makes a layout of rows of estimates, scrolls through all of it by screens, and measures each "
        + "row that shows; an item.", contender, maximumItems: 1_000_000, bytesPerItem: 64
    ) { context, collection in
      let sizes = LayoutSizes(.estimates, collection)
      return extents.firstLayout(
        showing: Models.middle(of: .estimates, context, collection), layouts: 1,
        operations: collection.itemCount
      ) { () throws(LayoutError) in
        let rig = try LayoutRig(contender.layout(LayoutKind.estimates.content), sizes)
        try rig.measureRows(collection)
        return rig
      }
    }
  }
}

extension LayoutRig {
  /// Scrolls from the beginning to the end by screens, and gives each row that shows the height of
  /// the pattern `rows`.
  fileprivate func measureRows(_ collection: LayoutCollection) throws(LayoutError) {
    var isMeasured = false
    while !isMeasured {
      // Rows that shrink let others in.
      while try measureVisibleRows(collection) {}
      isMeasured = session.bounds.origin.y >= maximumOffset
      try scroll(to: session.bounds.maxY)
    }
  }

  /// Measures the rows that show, and returns whether any had another height.
  private func measureVisibleRows(_ collection: LayoutCollection) throws(LayoutError) -> Bool {
    var isChanged = false
    for (path, frame) in visibleItems() {
      let index = collection.offsets.globalIndex(of: path)
      let height = SizePattern.rows.size(at: index).height
      guard height != frame.size.height else { continue }
      isChanged = true
      try session.prefer(Size(width: frame.size.width, height: height), forItemAt: path)
    }
    try session.settle()
    return isChanged
  }
}

extension LayoutKind {
  /// The items that every layout class places; only for kinds that the scenarios compare.
  fileprivate var content: LayoutClass.Content {
    switch self {
    case .uniform: .grid
    case .estimates: .estimatedRows
    default: .rows
    }
  }
}
