import BasicAlgorithms
import Changesets
import CollectionViews
import Datasets
import Geometry
import Layouts

/// The cost of one cell, which stands for a real one.
struct CellCost: Sendable {
  /// The name in summaries.
  let name: String
  /// The time of making a cell: its views, constraints and layers.
  let makingNanoseconds: Int
  /// The time of filling it for an item: text, images, layout.
  let fillingNanoseconds: Int
  /// The bytes that it keeps while it lives.
  let bytes: Int

  /// A card with images and text: a frame at 120 Hz has time to fill two, and none to make one and
  /// fill it.
  static let heavy = CellCost(
    name: "heavy", makingNanoseconds: 6_000_000, fillingNanoseconds: 3_000_000, bytes: 256 << 10)

  /// A row of text: a frame at 120 Hz has time to fill 33.
  static let light = CellCost(
    name: "light", makingNanoseconds: 500_000, fillingNanoseconds: 250_000, bytes: 16 << 10)
}

/// A cell that keeps bytes, as a real one keeps its views and images.
final class WorkingCell: ScrollCell {
  private var bytes: [UInt8] = []

  /// Takes the memory.
  func keep(_ count: Int) { bytes = Array(repeating: 1, count: count) }
}

/// Does the work of cells, and is the clock that it takes time on.
///
/// It works on the processor, in a loop of a known duration, or only advances a simulated clock.
/// On a simulated clock the view's own work takes no time.
final class CellWorker: WorkClock {
  let cost: CellCost
  private let loop: SpinLoop?
  private var simulatedNanoseconds = 0
  private var skippedNanoseconds = 0
  /// The number of cells made.
  private(set) var madeCount = 0
  /// The number of times that a cell was filled.
  private(set) var filledCount = 0

  /// A worker on the processor, or on a simulated clock that begins at 0.
  init(_ cost: CellCost, isSimulated: Bool) {
    self.cost = cost
    loop = isSimulated ? nil : .calibrated
  }

  var nanoseconds: Int {
    skippedNanoseconds + (loop == nil ? simulatedNanoseconds : SpinLoop.now)
  }

  /// Makes a cell.
  func makeCell() -> WorkingCell {
    madeCount += 1
    work(cost.makingNanoseconds)
    let cell = WorkingCell(frame: .zero)
    cell.keep(cost.bytes)
    return cell
  }

  /// Fills `cell` for the item of `id`.
  func fill(_ cell: WorkingCell?, for id: UInt64) {
    filledCount += 1
    work(cost.fillingNanoseconds)
    cell?.id = id
  }

  /// Skips the time until `moment`, in which nobody would work.
  func wait(until moment: Int) { skippedNanoseconds += max(0, moment - nanoseconds) }

  private func work(_ nanoseconds: Int) {
    if let loop { loop.run(nanoseconds: nanoseconds) } else { simulatedNanoseconds += nanoseconds }
  }
}

/// Gives a view cells that work.
final class WorkingSource: CollectionViewDataSource {
  private let collection: ScrollCollection
  private let worker: CellWorker
  private let identifiers: [String]

  /// A source of the items of `collection`, registered in `view` under so many identifiers.
  init(
    _ collection: ScrollCollection, _ worker: CellWorker, identifierCount: Int,
    for view: CollectionView
  ) {
    self.collection = collection
    self.worker = worker
    identifiers = (0..<identifierCount).map { "cell \($0)" }
    let template = ViewTemplate("working cell") { [worker.makeCell()] }
    for identifier in identifiers {
      view.register(template, of: WorkingCell.self, forCellWithReuseIdentifier: identifier)
    }
  }

  func numberOfSections(in collectionView: CollectionView) -> Int {
    collection.sectionSizes.count
  }

  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int { collection.sectionSizes[section] }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws(CollectionViewError) -> CollectionViewCell {
    let id = id(path)
    let cell = try collectionView.dequeueReusableCell(
      withReuseIdentifier: identifier(of: id), for: path)
    worker.fill(cell as? WorkingCell, for: id)
    return cell
  }

  func collectionView(
    _ collectionView: CollectionView, reuseIdentifierForItemAt path: ItemPath
  ) -> String? { identifier(of: id(path)) }

  private func id(_ path: ItemPath) -> UInt64 {
    collection.dataset.seed(atGlobalIndex: collection.offsets.globalIndex(of: path)).id
  }

  private func identifier(of id: UInt64) -> String {
    identifiers[Int(SplitMix64.mix(id) % UInt64(identifiers.count))]
  }
}
