import Benchmarking
import Changesets
import Geometry
import Layouts

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
        try rig.shown(
          after: { rig throws(LayoutError) in try rig.insert(key.newSize, at: key.path) },
          andAfter: { rig throws(LayoutError) in try rig.delete(at: key.path) })
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
        try rig.shown(
          after: { rig throws(LayoutError) in try rig.resize(key.path, to: key.newSize) },
          andAfter: { rig throws(LayoutError) in try rig.resize(key.path, to: key.size) })
      }
    }
  }

  /// Self-sizing keeps visible items in place, so the offset changes and returns too.
  private var selfSize: Scenario {
    scenario(
      "self-size-list",
      "A row of a list of estimates prefers a height, then its estimate again; asks what "
        + "shows after each."
    ) { context, collection in
      try editing(.estimates, context, collection) { rig, key throws(LayoutError) in
        try rig.shown(
          after: { rig throws(LayoutError) in try rig.prefer(key.newSize.height, at: key.path) },
          andAfter: { rig throws(LayoutError) in try rig.prefer(44, at: key.path) })
      }
    }
  }

  /// Edits at random places of a layout that shows its middle.
  private func editing(
    _ kind: LayoutKind, _ context: ScenarioContext, _ collection: LayoutCollection,
    edit: @escaping (LayoutRig, EditKey) throws(LayoutError) -> UInt64
  ) throws -> Measurement {
    let rig = try LayoutRig(kind, strategy, LayoutSizes(kind, collection))
    return try editing(rig, kind, collection, edit: edit)
  }

  /// Edits at random places of `rig`, a layout of `kind`, which shows its middle.
  func editing(
    _ rig: LayoutRig, _ kind: LayoutKind, _ collection: LayoutCollection,
    edit: @escaping (LayoutRig, EditKey) throws(LayoutError) -> UInt64
  ) throws -> Measurement {
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
        // Returns to where the edit expects the offset.
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

extension ExtentScenarios {
  /// An update of 100 edits and its inverse; figures are for one update.
  var batches: [Scenario] { [batch(.list), batch(.flow)] }

  private func batch(_ kind: LayoutKind) -> Scenario {
    scenario(
      "batch-100-\(kind.rawValue)",
      "Deletes 50 items of \(kind.summary) and inserts 50 in one update, and the inverse; asks what "
        + "shows after each."
    ) { context, collection in
      let rig = try LayoutRig(kind, strategy, LayoutSizes(kind, collection))
      try rig.showMiddle()
      let perCall = editsPerCall(collection, most: 8)
      let batches = EditBatch.random(4 * perCall, kind.pattern, collection)
      return try measurement(rig, keys: batches.count, perCall: perCall, operations: 2) {
        rig, key throws(LayoutError) in
        let batch = batches[key]
        return try rig.shown(
          after: { rig throws(LayoutError) in
            try rig.replace(batch.deleted, by: batch.inserted, of: batch.insertedSizes)
          },
          andAfter: { rig throws(LayoutError) in
            try rig.replace(batch.inserted, by: batch.deleted, of: batch.deletedSizes)
          })
      }
    }
  }

  /// The scenarios that change every item at once: figures are for one rotation or invalidation.
  var wholesale: [Scenario] {
    [
      rotate(.uniform), rotate(.flow, isHeadline: true), rotate(.flowDelegate),
      invalidate(.uniform), invalidate(.periodic),
    ]
  }

  private func rotate(_ kind: LayoutKind, isHeadline: Bool = false) -> Scenario {
    scenario(
      "rotate-\(kind.rawValue)",
      "Shows \(kind.summary) on a phone turned to its side, and back; asks what shows after each.",
      isHeadline: isHeadline, isUniform: kind == .uniform
    ) { context, collection in
      try repeating(kind, collection, operations: 2) { rig throws(LayoutError) in
        try rig.shown(
          after: { rig throws(LayoutError) in try rig.rotate(to: PhoneScreen.landscape) },
          andAfter: { rig throws(LayoutError) in try rig.rotate(to: PhoneScreen.portrait) })
      }
    }
  }

  private func invalidate(_ kind: LayoutKind) -> Scenario {
    scenario(
      "invalidate-\(kind.rawValue)",
      "Invalidates everything that a layout of \(kind.summary) knows, and asks what shows.",
      isUniform: kind == .uniform
    ) { context, collection in
      try repeating(kind, collection, operations: 1) { rig throws(LayoutError) in
        try rig.invalidate()
        return rig.extentAndVisible()
      }
    }
  }

  /// Repeats `body` a quarter down the content, where both orientations have lines.
  private func repeating(
    _ kind: LayoutKind, _ collection: LayoutCollection, operations: Int,
    body: @escaping (LayoutRig) throws(LayoutError) -> UInt64
  ) throws -> Measurement {
    let rig = try LayoutRig(kind, strategy, LayoutSizes(kind, collection))
    try rig.scroll(to: (rig.contentExtent / 4).rounded(.down))
    let isArithmetic = kind == .uniform && reach == .few
    let places = isArithmetic ? 4 * collection.sectionSizes.count : collection.itemCount
    let perCall = max(1, min(128, 8_192 / places))
    return try measurement(rig, keys: perCall, perCall: perCall, operations: operations) {
      rig, _ throws(LayoutError) in try body(rig)
    }
  }
}

extension ExtentScenarios {
  /// A header that sticks has the layout prepared for every frame.
  var stickyHeaders: [Scenario] {
    [
      scenario(
        "sticky-headers-scroll",
        "Scrolls a list with sticky headers by 24 points, prepares it and asks what shows.",
        isHeadline: true, isUniform: true
      ) { context, collection in
        let rig = try LayoutRig(.sticky, strategy, LayoutSizes(.sticky, collection))
        let perCall = queriesPerCall(collection)
        var generator = collection.generator(for: 5)
        let offsets = Movement.scroll.offsets(
          min(QueryKeys.count(collection), 16 * perCall), upTo: rig.maximumOffset, &generator)
        return try measurement(rig, keys: offsets.count, perCall: perCall, operations: 1) {
          rig, key throws(LayoutError) in try rig.visible(at: offsets[key])
        }
      }
    ]
  }
}
