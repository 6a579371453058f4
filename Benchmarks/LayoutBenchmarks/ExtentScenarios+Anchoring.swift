import Benchmarking
import Changesets
import Geometry
import Layouts

extension ExtentScenarios {
  /// The scenarios that measure whether visible items keep their place, as an exact metric beside
  /// the time.
  var anchoring: [Scenario] {
    [
      scenario(
        "anchor-drift",
        "Rows size themselves, items are put in front and the screen is turned, each with its "
          + "inverse: how far the first visible one moves at most.",
        minimumItems: 1_000
      ) { context, collection in
        // Every index makes the same number of edits, because the answer covers all of them.
        let perCall = 2
        let drift = try AnchorDrift(strategy, collection, keys: perCall)
        let answer = try drift.run()
        drift.beginCounting()
        return Measurement(
          operationsPerCall: perCall * AnchorDrift.stepCount, expectedAnswer: answer,
          counts: { drift.counts }
        ) {
          do throws(LayoutError) { return try drift.run() } catch { return ~answer }
        }
      }
    ]
  }
}

/// A list of estimates and a flow that keep in place what is visible, and how well they do.
private final class AnchorDrift {
  /// The layouts prepared for each key: three kinds of edit and their inverses.
  static let stepCount = 6

  /// The largest move so far, in points.
  var most = 0.0
  private let list: LayoutRig
  private let flow: LayoutRig
  private let keys: [EditKey]
  private let firstPath: ItemPath

  init(
    _ strategy: ExtentStrategy, _ collection: LayoutCollection, keys count: Int
  ) throws(LayoutError) {
    list = try LayoutRig(
      .estimates, strategy, LayoutSizes(.estimates, collection), keepsPosition: true)
    flow = try LayoutRig(.flow, strategy, LayoutSizes(.flow, collection), keepsPosition: true)
    keys = EditKey.random(count, .rows, collection)
    firstPath = collection.firstPath
  }

  func beginCounting() {
    list.beginCounting()
    flow.beginCounting()
    most = 0
  }

  var counts: [OperationCount] {
    [OperationCount(name: "anchor_drift", points: most)] + flow.counts
  }

  /// Takes every step, and back, from the middle of the content.
  ///
  /// The first item that shows is another one on the turned screen, and keeping that one in place on
  /// the way back need not lead to the offset before: each call begins at the same one.
  func run() throws(LayoutError) -> UInt64 {
    try list.showMiddle()
    try flow.showMiddle()
    var sum: UInt64 = 0
    for number in keys.indices {
      let key = keys[number]
      try step(list) { rig throws(LayoutError) in try rig.prefer(key.newSize.height, at: key.path) }
      sum &+= list.extentAndVisible()
      try step(list) { rig throws(LayoutError) in try rig.prefer(44, at: key.path) }
      let size = SizePattern.varied.newSize(number)
      try step(flow, inserting: 1) { rig throws(LayoutError) in
        try rig.insert(size, at: firstPath)
      }
      sum &+= flow.extentAndVisible()
      try step(flow, inserting: -1) { rig throws(LayoutError) in try rig.delete(at: firstPath) }
      try step(flow) { rig throws(LayoutError) in try rig.rotate(to: PhoneScreen.landscape) }
      sum &+= FrameDigest.of(flow.contentExtent)
      try step(flow) { rig throws(LayoutError) in try rig.rotate(to: PhoneScreen.portrait) }
    }
    return sum
  }

  /// Makes one edit, and notes the distance that the first visible item has moved on the screen.
  ///
  /// - Parameters:
  ///   - rig: The rig to edit.
  ///   - shift: The number of items that the edit inserts before all others.
  ///   - edit: The edit.
  /// - Throws: What the edit throws.
  private func step(
    _ rig: LayoutRig, inserting shift: Int = 0, edit: (LayoutRig) throws(LayoutError) -> Void
  ) throws(LayoutError) {
    let before = rig.firstVisible()
    try edit(rig)
    guard var anchor = before else { return }
    if anchor.path.section == firstPath.section { anchor.path.item += shift }
    guard let distance = rig.distance(of: anchor.path) else { return }
    most = max(most, abs(distance - anchor.distance))
  }
}
