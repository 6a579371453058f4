import Benchmarking
import Changesets
import CollectionViews
import Datasets
import Geometry
import Layouts

extension ScrollStorage {
  /// The trace that the user names, over a list of rows or the user's own layout.
  var replay: Scenario {
    let isOwn = ownParts.contains(.layout)
    return Scenario(
      "replay",
      summary: "A frame of a recorded trace, with its taps and updates, over "
        + (isOwn ? "a layout of your own." : "a list."),
      storage: name, payload: payload, maximumItems: isBase ? 10_000_000 : 1_000_000,
      bytesPerItem: bytesPerItem, isHeadline: true, replays: .scroll,
      check: { context in _ = try ReplayScript.shared(in: context, forOwnLayout: isOwn) },
      checkSubject: isOwn ? "layouts of your own" : "a list"
    ) { context in
      let script = try ReplayScript.shared(in: context, forOwnLayout: isOwn)
      let collection = try ScrollCollection.shared(in: context)
      try checkOwnLayout(context, collection)
      let replay = try Replay(script, self, context, collection)
      // The reference for a user's own layout is that layout over a pair that has neither the store nor
      // the index of this one. If both show the same, the answer is the list's, so that all contenders
      // agree; 0 if a list cannot replay the trace.
      let right: UInt64
      let answer: UInt64
      if isOwn {
        right = try context.shared("scroll/replay/\(referenceKey)") {
          try Replay(script, makeReference(), context, collection).perform()
        }
        answer = (try? ReplayScript.shared(in: context))?.answer ?? 0
      } else {
        answer = script.answer
        right = answer
      }
      // Once through, so that all queues and buffers are as large as they get.
      _ = try replay.perform()
      replay.rig.beginCounting()
      return Measurement(
        operationsPerCall: script.frames.count, expectedAnswer: answer,
        counts: { replay.rig.counts },
        frames: FrameReplay(
          count: script.frames.count - 1, rewind: { try replay.rewind() },
          perform: { try replay.show(script.frames[$0 + 1]) },
          answer: { replay.rig.observer.visible })
      ) {
        do throws(CollectionViewError) {
          return try replay.perform() &- right &+ answer
        } catch { return ~answer }
      }
    }
  }
}

/// A recorded trace on one pair of store and index.
private final class Replay {
  let rig: ScrollRig
  private let script: ReplayScript
  /// The extents of the list's rows; nil for a layout of the user's own.
  private let extents: ItemExtents?
  /// The number of the script's updates that were applied.
  private var updateCount = 0
  /// The layout of the user's own, where its sections can scroll by themselves.
  private let compositionalLayout: CompositionalLayout?

  init(
    _ script: ReplayScript, _ storage: ScrollStorage, _ context: ScenarioContext,
    _ collection: ScrollCollection
  ) throws {
    self.script = script
    rig = try ScrollRig(
      ScrollSetting(), storage, context, collection, observer: ScrollObserver(digestsPlaces: false))
    if let layout = rig.source.makeLayout?() {
      extents = nil
      compositionalLayout = layout as? CompositionalLayout
      try rig.view.setCollectionViewLayout(layout, animated: false)
    } else {
      extents = ItemExtents(rig.source)
      compositionalLayout = nil
      rig.layout.delegate = extents
      rig.layout.scrollDirection = script.axis
      rig.layout.invalidateLayout()
    }
    rig.view.setBoundsSize(script.frames[0].size)
    try rig.view.layoutIfNeeded()
  }

  /// Does one frame: what the app did, where the content went, where the finger tapped.
  @inline(__always)
  func show(_ frame: ReplayScript.Frame) throws(CollectionViewError) {
    let view = rig.view
    if let update = frame.update {
      try rig.source.apply(update)
      updateCount += 1
    }
    let isResized = frame.size != view.bounds.size
    if isResized { view.setBoundsSize(frame.size) }
    view.setContentOffset(frame.offset)
    if let scroll = frame.orthogonalScroll, let layout = compositionalLayout {
      // An offset is clamped by what is laid out.
      if isResized || frame.update != nil { try view.layoutIfNeeded() }
      layout.setOrthogonalOffset(scroll.offset, ofSection: scroll.section)
    }
    try view.layoutIfNeeded()
    if let tap = frame.tap { view.tap(at: tap) }
  }

  /// Does all frames, takes their updates back, and says what they showed.
  func perform() throws(CollectionViewError) -> UInt64 {
    try begin()
    var sum: UInt64 = 0
    for number in script.frames.indices {
      try show(script.frames[number])
      sum = ElementDigest.adding(rig.observer.visible, to: sum)
      let hasUpdate = script.frames[number].update != nil
      if hasUpdate { sum = ElementDigest.adding(rig.visible, to: sum) }
      if hasUpdate || script.frames[number].tap != nil {
        sum = ElementDigest.adding(selection, to: sum)
      }
    }
    try takeBack()
    return sum
  }

  /// Goes to the first frame, with the collection as it was before it.
  func rewind() throws(CollectionViewError) {
    try begin()
    try show(script.frames[0])
  }

  /// Takes back what frames that were timed one by one have left, and what a layout of one's own has
  /// measured.
  private func begin() throws(CollectionViewError) {
    try takeBack()
    guard extents == nil else { return }
    // From the top, the first size and estimates each time: what was measured last would move rows. The
    // reload puts sections that scroll by themselves at their beginning.
    rig.view.setBoundsSize(script.frames[0].size)
    rig.view.setContentOffset(.zero)
    rig.view.reloadData()
    try rig.view.layoutIfNeeded()
  }

  private func takeBack() throws(CollectionViewError) {
    while updateCount > 0 {
      try rig.source.apply(script.takingBack[updateCount - 1])
      updateCount -= 1
    }
    try rig.view.selectItem(at: nil)
  }

  private var selection: UInt64 {
    rig.view.itemPathsForSelectedItems.reduce(0) {
      $0 &+ ElementDigest.cell($1, rig.source.id($1))
    }
  }
}
