internal import Benchmarking
internal import Changesets
internal import CollectionViews
internal import Datasets
internal import Geometry
internal import Layouts

/// What apps of a kind show and do: a collection, a layout, a way of scrolling and of updating.
enum AppWorkload: String, CaseIterable, Sendable {
  case photos
  case feed
  case chat
  case files

  var workload: Workload {
    Workload(rawValue, summary: summary, scenario: scenario, dataset: dataset)
  }

  var scenario: String { "workload-\(rawValue)" }

  var summary: String {
    switch self {
    case .photos:
      "A grid of photos in albums with headers, flung and dragged by the scroll bar; now and then a "
        + "photo comes first."
    case .feed:
      "A feed of high posts, flung; now and then ten come in front, and go again."
    case .chat:
      "Messages of different heights, scrolled up from the last; one comes every second."
    case .files:
      "Rows of one height in folders whose headers stick, jumped through; now and then 50 files "
        + "are replaced."
    }
  }

  /// How its items lie in sections.
  var dataset: String {
    switch self {
    case .photos, .files: "zipf-1000"
    case .feed, .chat: "one-section"
    }
  }

  /// What is scrolled along, one after the other.
  var traces: [ScrollTrace.Kind] {
    switch self {
    case .photos: [.fling(pointsPerSecond: 4_000), .fling(pointsPerSecond: 12_000), .scrollbarDrag]
    case .feed: [.fling(pointsPerSecond: 2_000), .fling(pointsPerSecond: 4_000), .directionFlips]
    case .chat: [.steady, .directionFlips]
    case .files: [.jump, .steady]
    }
  }

  /// Whether it begins at the end of the content.
  var beginsAtEnd: Bool { self == .chat }

  /// The frames from one update to the one that takes it back, and to the next.
  var framesPerUpdate: Int {
    switch self {
    case .photos, .feed: 60
    case .chat: 30
    case .files: 100
    }
  }

  /// The update that comes, and the one that takes it back.
  func update(_ collection: ScrollCollection) -> (forth: Changeset, back: Changeset) {
    let last = collection.path(ofGlobalIndex: collection.itemCount - 1)
    let first = collection.path(ofGlobalIndex: 0)
    switch self {
    case .photos: return Self.insertion([first])
    case .feed:
      return Self.insertion((0..<10).map { ItemPath(section: first.section, item: $0) })
    case .chat: return Self.insertion([ItemPath(section: last.section, item: last.item + 1)])
    case .files:
      let count = min(50, collection.itemCount)
      let indexes = (0..<count).map { $0 * collection.itemCount / count }
      let paths = indexes.map { collection.path(ofGlobalIndex: $0) }
      let replacement = Changeset(deletedItems: paths, insertedItems: paths)
      return (replacement, replacement)
    }
  }

  private static func insertion(_ paths: [ItemPath]) -> (forth: Changeset, back: Changeset) {
    (Changeset(insertedItems: paths), Changeset(deletedItems: paths))
  }
}

/// The rows of a workload: heights by kind, in quarters of a point.
final class WorkloadRows: ListLayoutDelegate {
  private let workload: AppWorkload

  init(_ workload: AppWorkload) { self.workload = workload }

  var providedMetrics: ListLayoutMetrics { workload == .files ? [] : .itemExtent }

  /// By section and item: what comes in front of a row changes its height, as it does the row's text.
  func extentForItem(at path: ItemPath) -> Double {
    let bits = SplitMix64.mix(UInt64(truncatingIfNeeded: path.section << 40 + path.item))
    let quarters = Double(bits & 0x3ff) / 4
    return workload == .feed ? 200 + quarters : 36 + quarters / 2
  }
}

extension ScrollStorage {
  /// The workloads, for every pair.
  var workloads: [Scenario] { AppWorkload.allCases.map(scenario(of:)) }

  private func scenario(of workload: AppWorkload) -> Scenario {
    scenario(workload.scenario, workload.summary, minimumItems: 10) { context, collection in
      let run = try WorkloadRun(workload, self, context, collection)
      let answer = try run.perform()
      run.rig.beginCounting()
      return Measurement(
        operationsPerCall: run.frameCount, expectedAnswer: answer, counts: { run.rig.counts }
      ) {
        do { return try run.perform() } catch { return ~answer }
      }
    }
  }
}

/// One workload on one pair of store and index.
private final class WorkloadRun {
  let rig: ScrollRig
  private let rows: WorkloadRows
  private let workload: AppWorkload
  private let collection: ScrollCollection
  private let offsets: [Double]
  private let forth: Changeset
  private let back: Changeset

  init(
    _ workload: AppWorkload, _ storage: ScrollStorage, _ context: ScenarioContext,
    _ collection: ScrollCollection
  ) throws {
    self.workload = workload
    self.collection = collection
    rows = WorkloadRows(workload)
    (forth, back) = workload.update(collection)
    rig = try ScrollRig(ScrollSetting(), storage, context, collection)
    try rig.view.setCollectionViewLayout(
      Self.layout(workload, rows, storage.extents), animated: false)
    try rig.view.layoutIfNeeded()
    let extent = rig.view.contentSize.height
    var offsets: [Double] = []
    for kind in workload.traces {
      let start = offsets.last ?? (workload.beginsAtEnd ? extent : extent / 2)
      let trace = ScrollTrace(
        kind, contentExtent: extent, viewportExtent: Screen.upright.height, startOffset: start,
        seed: collection.seed)
      offsets += trace.offsets
    }
    self.offsets = offsets
  }

  var frameCount: Int { offsets.count }

  private static func layout(
    _ workload: AppWorkload, _ rows: WorkloadRows, _ extents: ExtentStrategy
  ) -> CollectionViewLayout {
    guard workload != .photos else {
      let grid = FlowLayout(extents: extents)
      grid.itemSize = Size(width: 96, height: 96)
      grid.minimumInteritemSpacing = 2
      grid.minimumLineSpacing = 2
      grid.headerReferenceSize = Size(width: 0, height: 40)
      return grid
    }
    let list = ListLayout(extents: extents)
    list.delegate = rows
    if workload == .files {
      list.itemExtent = 32
      list.headerExtent = ScrollCollection.headerExtent
      list.sectionHeadersPinToVisibleBounds = true
    }
    return list
  }

  /// Shows all frames, with their updates; every update is taken back before the end.
  func perform() throws -> UInt64 {
    var sum: UInt64 = 0
    var isUpdated = false
    for frame in offsets.indices {
      if frame > 0, frame % workload.framesPerUpdate == 0 {
        try apply(takesBack: isUpdated)
        isUpdated.toggle()
        sum = ElementDigest.adding(rig.visible, to: sum)
      }
      try rig.show(ScrollFrame(offset: offsets[frame]))
    }
    if isUpdated { try apply(takesBack: true) }
    return ElementDigest.adding(rig.visible, to: sum)
  }

  private func apply(takesBack: Bool) throws {
    let collection = collection
    if takesBack {
      try rig.source.apply(back) {
        Item8(collection.dataset.seed(atGlobalIndex: collection.globalIndex(of: $0)))
      }
    } else {
      try rig.source.apply(forth) { path in
        Item8(
          ItemSeed(
            id: ~UInt64(truncatingIfNeeded: path.item), revision: 0, sizeClass: 0, reuseKind: 0))
      }
    }
  }
}
