import BasicAlgorithms

import Benchmarking
import Changesets
import Datasets
import Geometry
import Layouts

/// The behaviour of a kind of app: a collection, a layout, a way of scrolling and of updating.
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
      "A grid of square photos in days with headers, flung and dragged by the scroll bar; now and "
        + "then a photo comes first."
    case .feed:
      "A feed of high posts, flung; now and then 20 come in front, and go again."
    case .chat:
      "Messages that measure themselves, scrolled up from the last; now and then 20 older ones come "
        + "in front, and what is seen stays."
    case .files:
      "Rows of one height in folders whose headers stick, jumped through; now and then 50 files "
        + "are replaced."
    }
  }

  /// The dataset that distributes its items over sections.
  var dataset: String {
    switch self {
    case .photos, .files: "zipf-1000"
    case .feed, .chat: "one-section"
    }
  }

  /// The traces that are scrolled along, one after the other.
  var traces: [ScrollTrace.Kind] {
    switch self {
    case .photos: [.fling(pointsPerSecond: 4_000), .fling(pointsPerSecond: 12_000), .scrollbarDrag]
    case .feed: [.fling(pointsPerSecond: 2_000), .fling(pointsPerSecond: 4_000), .directionFlips]
    case .chat: [.steady, .directionFlips]
    case .files: [.jump, .steady]
    }
  }

  /// A Boolean value that indicates whether each call opens the collection at its end and scrolls
  /// by distances. Positions change as items measure themselves and others are inserted in front.
  var isOpenedAtEnd: Bool { self == .chat }

  /// The work of its cells.
  var cells: CellWork { self == .chat ? .measuring : .nothing }

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
    let first = collection.offsets.path(ofGlobalIndex: 0)
    switch self {
    case .photos: return Self.insertion([first])
    case .feed, .chat:
      return Self.insertion((0..<20).map { ItemPath(section: first.section, item: $0) })
    case .files:
      let count = min(50, collection.itemCount)
      let indexes = (0..<count).map { $0 * collection.itemCount / count }
      let paths = indexes.map { collection.offsets.path(ofGlobalIndex: $0) }
      let replacement = Changeset(deletedItems: paths, insertedItems: paths)
      return (replacement, replacement)
    }
  }

  private static func insertion(_ paths: [ItemPath]) -> (forth: Changeset, back: Changeset) {
    (Changeset(insertedItems: paths), Changeset(deletedItems: paths))
  }

  /// The layout, whose rows `rows` gives their heights where they do not measure themselves.
  func layout(_ rows: WorkloadRows, _ extents: ExtentStrategy) -> CollectionViewLayout {
    guard self != .photos else {
      let grid = FlowLayout(extents: extents)
      grid.itemSize = Size(width: 96, height: 96)
      grid.minimumInteritemSpacing = 2
      grid.minimumLineSpacing = 2
      grid.headerReferenceSize = Size(width: 0, height: 40)
      return grid
    }
    let list = ListLayout(extents: extents)
    switch self {
    case .photos: break
    case .feed: list.delegate = rows
    case .chat:
      list.estimatedItemExtent = 100
      list.maintainsVisiblePosition = true
    case .files:
      list.itemExtent = 32
      list.headerExtent = ScrollCollection.headerExtent
      list.sectionHeadersPinToVisibleBounds = true
    }
    return list
  }
}

/// The rows of a feed: 200 to 456 points high, in quarters of a point, by the post.
final class WorkloadRows: ListLayoutDelegate {
  private let source: ScrollSource

  init(_ source: ScrollSource) { self.source = source }

  var providedMetrics: ListLayoutMetrics { .itemExtent }

  func extentForItem(at path: ItemPath) -> Double {
    200 + Double(SplitMix64.mix(source.id(path)) & 0x3ff) / 4
  }
}

extension ScrollStorage {
  /// The workloads, for every pair.
  var workloads: [Scenario] { AppWorkload.allCases.map(scenario(of:)) }

  private func scenario(of workload: AppWorkload) -> Scenario {
    scenario(workload.scenario, workload.summary, minimumItems: 10) { context, collection in
      try checkOwnLayout(context, collection)
      func answer(of storage: ScrollStorage, _ key: String) throws -> UInt64 {
        try context.shared("scroll/\(workload.scenario)/\(key)") {
          try WorkloadRun(workload, storage, context, collection).perform()
        }
      }
      // By a pair that has neither the store nor the index of this one: what is wrong with either
      // shows.
      let right = try answer(of: makeReference(), referenceKey)
      // Layouts and cells of the user's own show other frames. If these are right, the answer is
      // the one on which all contenders agree.
      let agreed =
        ownParts.isEmpty
        ? right : try answer(of: .plainReference, ScrollStorage.plainReference.name)
      let run = try WorkloadRun(workload, self, context, collection)
      _ = try run.perform()
      run.beginCounting()
      return Measurement(
        operationsPerCall: run.frameCount, expectedAnswer: agreed, counts: { run.counts },
        frames: FrameReplay(
          count: run.frameCount - 1, rewind: { try run.begin() },
          perform: { try run.show($0 + 1) }, answer: { run.rig.observer.visible })
      ) {
        do { return try run.perform() &- right &+ agreed } catch { return ~agreed }
      }
    }
  }
}
