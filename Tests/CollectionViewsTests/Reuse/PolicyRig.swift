import BasicAlgorithms
import Changesets
import CollectionViews
import Geometry
import Layouts
import TestSupport
import Testing

/// A clock that advances by what cells cost.
final class CostClock: WorkClock {
  var nanoseconds = 0
}

/// Notes which cells leave.
final class LeavingLog: CollectionViewDelegate {
  private(set) var left: [ItemPath] = []

  var implementedMethods: CollectionViewDelegateMethods { .display }

  func collectionView(
    _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell,
    forItemAt path: ItemPath
  ) { left.append(path) }

  func takeLeft() -> [ItemPath] {
    defer { left = [] }
    return left
  }
}

/// Items of several identifiers, whose cells cost time.
final class CostSource: CollectionViewDataSource {
  var sections: [[Int]]
  /// Whether it tells the identifier of a cell before it makes one.
  let knowsIdentifiers: Bool
  private let clock: CostClock
  private let queues: [ReusePolicyModel.Queue]
  private var requests: [ItemPath] = []

  init(
    _ sections: [[Int]], _ queues: [ReusePolicyModel.Queue], _ clock: CostClock,
    knowsIdentifiers: Bool = true
  ) {
    self.sections = sections
    self.queues = queues
    self.clock = clock
    self.knowsIdentifiers = knowsIdentifiers
  }

  static func identifier(_ queue: Int) -> String { "cell \(queue)" }

  func register(in view: CollectionView) {
    for (number, queue) in queues.enumerated() {
      let template = ViewTemplate("cell") { [clock] in
        clock.nanoseconds += queue.makingCost
        return [NumberCell(frame: .zero)]
      }
      view.register(
        template, of: NumberCell.self, forCellWithReuseIdentifier: Self.identifier(number))
    }
  }

  func takeRequests() -> [ItemPath] {
    defer { requests = [] }
    return requests
  }

  func numberOfSections(in collectionView: CollectionView) -> Int { sections.count }

  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int { sections[section].count }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws(CollectionViewError) -> CollectionViewCell {
    requests.append(path)
    let number = sections[path.section][path.item]
    let queue = number % queues.count
    let cell = try collectionView.dequeueReusableCell(
      withReuseIdentifier: Self.identifier(queue), for: path)
    clock.nanoseconds += queues[queue].fillingCost
    (cell as? NumberCell)?.number = number
    return cell
  }

  func collectionView(
    _ collectionView: CollectionView, reuseIdentifierForItemAt path: ItemPath
  ) -> String? {
    knowsIdentifiers
      ? Self.identifier(sections[path.section][path.item] % queues.count) : nil
  }
}

/// A view of rows whose cells cost time, and the model of its policy.
final class PolicyRig {
  let view: CollectionView
  let source: CostSource
  let clock = CostClock()
  private let log = LeavingLog()
  var model: ReusePolicyModel
  private var newNumber = 1_000

  init(
    _ policy: ReusePolicy, _ sections: [[Int]], height: Double = 95,
    _ costs: [(making: Int, filling: Int)], knowsIdentifiers: Bool = true
  ) throws {
    let queues = costs.map {
      ReusePolicyModel.Queue(makingCost: $0.making, fillingCost: $0.filling)
    }
    let layout = ListLayout()
    layout.itemExtent = 10
    view = CollectionView(
      frame: Rect(x: 0, y: 0, width: 50, height: height), collectionViewLayout: layout)
    view.animationsEnabled = false
    view.reusePolicy = policy
    view.workClock = clock
    source = CostSource(sections, queues, clock, knowsIdentifiers: knowsIdentifiers)
    source.register(in: view)
    view.delegate = log
    view.dataSource = source
    model = ReusePolicyModel(policy, height: height, sections, queues)
    model.pass()
    try view.layoutIfNeeded()
    try compare()
  }

  func scroll(to offset: Double) throws {
    view.setContentOffset(Point(x: 0, y: offset))
    try view.layoutIfNeeded()
    try model.scroll(to: offset, left: log.takeLeft())
    try compare()
  }

  func useSpareTime(_ nanoseconds: Int) throws {
    let deadline = clock.nanoseconds + nanoseconds
    try view.prepareCellsAhead(until: deadline)
    model.useSpareTime(until: deadline)
    try compare()
  }

  func reload() throws {
    view.reloadData()
    try view.layoutIfNeeded()
    _ = log.takeLeft()
    model.reload()
    try compare()
  }

  /// Inserts, deletes or reloads one item.
  func update(_ random: inout SplitMix64) throws {
    let section = random.next(below: source.sections.count)
    let item = random.next(below: source.sections[section].count)
    let path = ItemPath(section: section, item: item)
    let kind = random.next(below: 3)
    var sections = source.sections
    newNumber += 1
    switch kind {
    case 0: sections[section].insert(newNumber, at: item)
    case 1: sections[section].remove(at: item)
    default: sections[section][item] = newNumber
    }
    guard Double(sections.joined().count) * 10 > view.contentOffset.y + 150 else { return }
    try view.performBatchUpdates {
      source.sections = sections
      switch kind {
      case 0: view.insertItems(at: [path])
      case 1: view.deleteItems(at: [path])
      default: view.reloadItems(at: [path])
      }
    }
    _ = log.takeLeft()
    model.update(to: sections)
    try compare()
    view.setNeedsLayout()
    try view.layoutIfNeeded()
    model.pass()
    try compare()
  }

  /// RU-24: every cell, shown or not, has the number of the item that it is bound to.
  private func checkItems() throws {
    if let violation = view.firstViolation() { throw PolicyMismatch(description: violation) }
    for path in view.itemPathsForVisibleItems + view.itemPathsForOffscreenCells {
      let number = (view.cellForItem(at: path) as? NumberCell)?.number
      try PolicyMismatch.check(
        "the number at \(path)", number, source.sections[path.section][path.item])
    }
  }

  private func compare() throws {
    try checkItems()
    let requests = source.takeRequests()
    let shownCount = model.requestsShown.count
    try PolicyMismatch.check(
      "the requests of rows that are shown", Set(requests.prefix(shownCount)),
      Set(model.requestsShown))
    try PolicyMismatch.check(
      "the requests ahead", Array(requests.dropFirst(shownCount)), model.requestsAhead)
    try PolicyMismatch.check("what is shown", Set(view.itemPathsForVisibleItems), model.shown)
    try PolicyMismatch.check(
      "the cells that are not shown", view.offscreenItems.map { "\($0)" },
      model.offscreen.map { "\($0)" })
    try PolicyMismatch.check("the time", clock.nanoseconds, model.now)
    for (number, queue) in model.queues.enumerated() {
      let statistics = view.reuseStatistics(of: .cell(CostSource.identifier(number)))
      let averages = view.workAverages(ofCell: CostSource.identifier(number))
      try PolicyMismatch.check(
        "the figures of identifier \(number): made, reused, released, waiting, averages",
        [
          statistics.created, statistics.reused, statistics.released, statistics.queued,
          averages.making, averages.filling,
        ],
        [
          queue.created, queue.reused, queue.released, queue.waiting, queue.making,
          queue.filling,
        ])
    }
  }
}
