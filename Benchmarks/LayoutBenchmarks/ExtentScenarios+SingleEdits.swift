internal import Benchmarking
internal import Changesets
internal import Geometry
internal import Layouts

extension ExtentScenarios {
  /// One item at a random place inserted and deleted, or resized and back; after each edit the
  /// exact extent and what shows in the middle.
  var singleEdits: [Scenario] {
    [
      insertAndDelete(.list), insertAndDelete(.flow), resize(.list), resize(.flow), selfSize,
    ]
  }

  private func insertAndDelete(_ kind: LayoutKind) -> Scenario {
    scenario(
      "insert-delete-\(kind.rawValue)",
      "Inserts an item at random into \(kind.summary) and deletes it; asks what shows after each.",
      isHeadline: true
    ) { context, collection in
      try editing(kind, context, collection) { rig, key throws(LayoutError) in
        try rig.insert(key.newSize, at: key.path)
        let sum = rig.extentAndVisible()
        try rig.delete(at: key.path)
        return sum &+ rig.extentAndVisible() &* 3
      }
    }
  }

  private func resize(_ kind: LayoutKind) -> Scenario {
    scenario(
      "resize-\(kind.rawValue)",
      "Gives an item of \(kind.summary) another size and its own back; asks what shows after each.",
      isHeadline: kind == .list
    ) { context, collection in
      try editing(kind, context, collection) { rig, key throws(LayoutError) in
        try rig.resize(key.path, to: key.newSize)
        let sum = rig.extentAndVisible()
        try rig.resize(key.path, to: key.size)
        return sum &+ rig.extentAndVisible() &* 3
      }
    }
  }

  /// What is visible stays where it is, so the offset goes there and back too.
  private var selfSize: Scenario {
    scenario(
      "self-size-list",
      "A row of a list of estimates wishes for a height, then for its estimate again; asks what "
        + "shows after each."
    ) { context, collection in
      try editing(.estimates, context, collection) { rig, key throws(LayoutError) in
        try rig.prefer(key.newSize.height, at: key.path)
        let sum = rig.extentAndVisible()
        try rig.prefer(44, at: key.path)
        return sum &+ rig.extentAndVisible() &* 3
      }
    }
  }

  /// Edits at random places of a layout that shows its middle.
  private func editing(
    _ kind: LayoutKind, _ context: ScenarioContext, _ collection: LayoutCollection,
    edit: @escaping (LayoutRig, EditKey) throws(LayoutError) -> UInt64
  ) throws -> Measurement {
    let rig = try LayoutRig(kind, strategy, LayoutSizes(kind, collection))
    try rig.showMiddle()
    let perCall = editsPerCall(collection)
    // A stream through a large collection is longer than the caches.
    let calls = max(2, min(32, collection.itemCount / 1_024))
    let keys = EditKey.random(
      reach == .few ? calls * perCall : 4 * perCall, kind.pattern, collection)
    return try measurement(rig, keys: keys.count, perCall: perCall, operations: 2) {
      rig, key throws(LayoutError) in try edit(rig, keys[key])
    }
  }
}

extension ExtentScenarios {
  /// An item inserted before all others and deleted: every line behind it may change.
  var frontEdits: [Scenario] {
    [
      insertInFront(
        "insert-front-equal", .uniform,
        "Inserts an item before all others of a grid and deletes it; asks what shows after each."
      ) { rig, _ in rig.extentAndVisible() },
      insertInFront(
        "insert-front-periodic", .periodic,
        "The same where lines never join the old ones: equal widths, three heights in turn."
      ) { rig, _ in rig.extentAndVisible() },
      insertInFront(
        "jump-to-end-after-insert", .periodic,
        "The same, each edit followed by a jump to the end instead."
      ) { rig, middle throws(LayoutError) in
        let sum = try rig.visible(at: .greatestFiniteMagnitude)
        // Back to where the edit is to find it.
        try rig.scroll(to: middle)
        return sum
      },
    ]
  }

  private func insertInFront(
    _ name: String, _ kind: LayoutKind, _ summary: String,
    ask: @escaping @Sendable (LayoutRig, Double) throws(LayoutError) -> UInt64
  ) -> Scenario {
    scenario(name, summary, isUniform: kind == .uniform) { context, collection in
      let rig = try LayoutRig(kind, strategy, LayoutSizes(kind, collection))
      let middle = try rig.showMiddle()
      let perCall =
        kind == .uniform
        ? editsPerCall(collection) : editsPerCall(collection, reachingAtLeast: .section)
      let path = collection.firstPath
      return try measurement(rig, keys: perCall, perCall: perCall, operations: 2) {
        rig, _ throws(LayoutError) in
        try rig.insert(kind.pattern.newSize(0), at: path)
        let sum = try ask(rig, middle)
        try rig.delete(at: path)
        return sum &+ (try ask(rig, middle)) &* 3
      }
    }
  }
}
