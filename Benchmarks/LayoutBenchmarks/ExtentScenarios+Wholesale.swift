internal import Benchmarking
internal import Changesets
internal import Geometry
internal import Layouts

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
        try rig.replace(batch.deleted, by: batch.inserted, of: batch.insertedSizes)
        let sum = rig.extentAndVisible()
        try rig.replace(batch.inserted, by: batch.deleted, of: batch.deletedSizes)
        return sum &+ rig.extentAndVisible() &* 3
      }
    }
  }

  /// What concerns every item at once: figures are for one rotation or invalidation.
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
        try rig.rotate(to: Screen.landscape)
        let sum = rig.extentAndVisible()
        try rig.rotate(to: Screen.portrait)
        return sum &+ rig.extentAndVisible() &* 3
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

  /// The same again and again, a quarter down the content, where both orientations have some.
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
