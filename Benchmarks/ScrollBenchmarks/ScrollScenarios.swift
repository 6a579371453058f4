import Benchmarking
import CollectionViews
import Datasets

extension ScrollStorage {
  /// Everything for the base pair of store and index; for others, what compares them.
  var scenarios: [Scenario] {
    guard !ownParts.contains(.layout) else { return workloads + [replay] }
    let crossed = ScrollMovement.allCases.map { frames(ScrollSetting(movement: $0)) }
    return crossed + (isBase ? variations : []) + requests + workloads + [replay]
  }

  /// The bytes per item: in a store, a layout, the edges of rows, and a copy of the index.
  static let bytesPerItem = 64

  /// The same, of this contender's items.
  var bytesPerItem: Int { Self.bytesPerItem - MemoryLayout<Item8>.stride + itemBytes }

  /// A Boolean value that indicates whether the quick preset measures it at all sizes.
  var isCompared: Bool { Scenario.comparedPairs.contains(name) }

  /// A scenario of this pair, whose set-up is given the collection that it runs on.
  func scenario(
    _ name: String, _ summary: String, isHeadline: Bool = false, minimumItems: Int = 1,
    headlineMaximumItems: Int = .max, maximumItems: Int? = nil,
    setUp: @escaping @Sendable (ScenarioContext, ScrollCollection) throws -> Measurement
  ) -> Scenario {
    // Nine pairs at ten million items would take longer than all other suites.
    let most = isBase ? 10_000_000 : 1_000_000
    return Scenario(
      name, summary: summary, storage: self.name, payload: payload, minimumItems: minimumItems,
      maximumItems: min(most, maximumItems ?? most), bytesPerItem: bytesPerItem,
      isHeadline: isHeadline, headlineMaximumItems: headlineMaximumItems
    ) { context in
      try setUp(context, ScrollCollection.shared(in: context))
    }
  }

  // MARK: Frames

  /// The movements on which the quick preset compares pairs, at all its sizes.
  static let comparedMovements: [ScrollMovement] = [.steady, .jump]

  /// Each factor alone, around the base case. The quick preset has one of each factor, at its
  /// smallest size: what they add to a frame does not depend on the number of items.
  private var variations: [Scenario] {
    typealias Setting = ScrollSetting
    let fast = ScrollMovement.allCases.map {
      frames(
        Setting(movement: $0, framesPerSecond: 120), "-120hz", " 120 frames a second",
        isHeadline: $0 == .flings)
    }
    let identifiers = [4, 16, 64].map {
      frames(
        Setting(identifiers: .count($0)), "-\($0)-identifiers", " Cells of \($0) identifiers.",
        isHeadline: $0 == 16)
    }
    return fast + identifiers + [
      frames(
        Setting(identifiers: .perItem), "-identifier-per-item",
        " Each item has its own reuse identifier.", maximumItems: 100_000),
      frames(Setting(headers: .plain), "-headers", " Sections have headers."),
      frames(
        Setting(headers: .sticky), "-sticky-headers", " Sections have headers that stick.",
        isHeadline: true),
      frames(
        Setting(prefetches: true), "-prefetch", " Cells linger and are made ahead.",
        isHeadline: true),
      frames(
        Setting(lookahead: 0), "-exact-queries",
        " The layout is asked in every frame, about the bounds alone."),
      frames(
        Setting(cells: .label), "-labels", " Filling a cell makes a text."),
      frames(
        Setting(cells: .heavy), "-heavy-cells", " Cells are made of 64 objects.", isHeadline: true),
      frames(
        Setting(reusesViews: false), "-reuse-off", " No view is used again.", isHeadline: true),
      frames(
        Setting(cells: .heavy, reusesViews: false), "-heavy-cells-reuse-off",
        " Cells are made of 64 objects, and none is used again."),
    ]
  }

  /// The frames of a trace, one operation each.
  private func frames(
    _ setting: ScrollSetting, _ suffix: String = "", _ note: String = "", isHeadline: Bool = false,
    maximumItems: Int? = nil
  ) -> Scenario {
    let isCompared =
      isCompared && setting == ScrollSetting(movement: setting.movement)
      && Self.comparedMovements.contains(setting.movement)
    let detail = note.hasSuffix("second") ? ",\(note)." : "." + note
    return scenario(
      setting.movement.rawValue + suffix,
      "A frame of a list of rows, \(setting.movement.summary)\(detail)",
      isHeadline: isHeadline || isCompared, headlineMaximumItems: isCompared ? .max : 1_000,
      maximumItems: maximumItems
    ) { context, collection in
      try measure(setting, context, collection)
    }
  }

  /// A measured call that shows all frames of a trace, each of them one operation.
  func measure(
    _ setting: ScrollSetting, _ context: ScenarioContext, _ collection: ScrollCollection
  ) throws -> Measurement {
    let trace = context.shared("scroll/frames/\(setting.traceKey)") {
      ScrollFrames(setting, collection)
    }
    let rig = try ScrollRig(setting, self, context, collection)
    let frames = trace.frames
    let answer = trace.answer
    // Once through, so that all queues and buffers are as large as they get.
    _ = try rig.show(frames)
    rig.beginCounting()
    return Measurement(
      operationsPerCall: frames.count, expectedAnswer: answer, counts: { rig.counts },
      frames: FrameReplay(
        count: max(1, frames.count - 1), rewind: { try rig.show(frames[0]) },
        perform: { frame in try rig.show(frames[min(frame + 1, frames.count - 1)]) },
        answer: { rig.observer.visible })
    ) {
      do throws(CollectionViewError) { return try rig.show(frames) } catch { return ~answer }
    }
  }
}
