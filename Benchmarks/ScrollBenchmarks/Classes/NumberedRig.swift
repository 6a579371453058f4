import BasicAlgorithms
import Benchmarking
import Changesets
import CollectionViews
import Geometry
import Layouts

/// A collection view of numbered cells under any layout, without a store: what differs between two
/// rigs is the layout.
final class NumberedRig {
  let view: CollectionView
  private let source: NumberedSource
  private let observer = ScrollObserver()
  private var before = (work: CollectionViewWork(), reuse: ReuseStatistics())

  /// A view at `offset` that has laid out.
  ///
  /// - Throws: What the view throws.
  init(
    _ layout: CollectionViewLayout, bounds: Size, itemCounts: [Int],
    cells: ScrollCell.Type = ScrollCell.self, offset: Point = .zero
  ) throws(CollectionViewError) {
    view = CollectionView(
      frame: Rect(origin: .zero, size: bounds), collectionViewLayout: layout)
    view.isPrefetchingEnabled = false
    view.animationsEnabled = false
    view.register(cells, forCellWithReuseIdentifier: NumberedSource.identifier)
    view.register(
      MeasuringScrollHeader.self, forSupplementaryViewOfKind: .sectionHeader,
      withReuseIdentifier: NumberedSource.identifier)
    source = NumberedSource(itemCounts)
    view.delegate = observer
    view.setContentOffset(offset)
    view.dataSource = source
    try view.layoutIfNeeded()
  }

  /// Describes a measured call of frames, each an operation.
  ///
  /// - Parameters:
  ///   - visible: The digest that each frame has to show.
  ///   - prepare: Goes to where the first frame is shown from; nil if frames do by themselves.
  ///   - move: Moves to a frame by its number, before the layout pass.
  /// - Returns: The measured call.
  /// - Throws: What the view throws.
  func measurement(
    showing visible: [UInt64], prepare: ((CollectionView) throws -> Void)? = nil,
    move: @escaping (CollectionView, Int) -> Void
  ) throws -> Measurement {
    let answer = visible.reduce(0) { ElementDigest.adding($1, to: $0) }
    // Once through, so that all queues and buffers are as large as they get.
    try prepare?(view)
    _ = try show(visible.count, move)
    try prepare?(view)
    before = (view.work, view.reuseStatistics)
    return Measurement(
      operationsPerCall: visible.count, expectedAnswer: answer,
      counts: {
        OperationCount.of(self.view.reuseStatistics, since: self.before.reuse)
          + OperationCount.of(self.view.work, since: self.before.work)
      },
      frames: FrameReplay(
        count: max(1, visible.count - 1),
        rewind: {
          try prepare?(self.view)
          try self.showFrame(0, move)
        },
        perform: { try self.showFrame(min($0 + 1, visible.count - 1), move) },
        answer: { self.observer.visible }),
      prepare: prepare.map { prepare in { try prepare(self.view) } }
    ) {
      do throws(CollectionViewError) {
        return try self.show(visible.count, move)
      } catch {
        return ~answer
      }
    }
  }

  @inline(__always)
  private func showFrame(
    _ frame: Int, _ move: (CollectionView, Int) -> Void
  ) throws(CollectionViewError) {
    move(view, frame)
    try view.layoutIfNeeded()
  }

  /// Shows all frames and returns a digest of what they showed.
  private func show(
    _ count: Int, _ move: (CollectionView, Int) -> Void
  ) throws(CollectionViewError) -> UInt64 {
    var sum: UInt64 = 0
    for frame in 0..<count {
      try showFrame(frame, move)
      sum = ElementDigest.adding(observer.visible, to: sum)
    }
    return sum
  }
}

/// Serves cells whose ids are the numbers of their items in the whole collection.
private final class NumberedSource: CollectionViewDataSource {
  static let identifier = "numbered"
  private let itemCounts: [Int]
  private let starts: [Int]

  init(_ itemCounts: [Int]) {
    self.itemCounts = itemCounts
    starts = itemCounts.runningSums()
  }

  func numberOfSections(in collectionView: CollectionView) -> Int { itemCounts.count }

  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int { itemCounts[section] }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws(CollectionViewError) -> CollectionViewCell {
    let cell = try collectionView.dequeueReusableCell(
      withReuseIdentifier: Self.identifier, for: path)
    (cell as? ScrollCell)?.id = UInt64(starts[path.section] + path.item)
    return cell
  }

  func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind,
    at path: ElementPath
  ) throws(CollectionViewError) -> CollectionReusableView {
    let header = try collectionView.dequeueReusableSupplementaryView(
      ofKind: kind, withReuseIdentifier: Self.identifier, for: path)
    (header as? ScrollHeader)?.section = path.section
    return header
  }
}
