import BasicAlgorithms
import Changesets
import CollectionViews
import Geometry
import Layouts
import TestSupport
import Testing

/// A clock that advances by what cells cost.
private final class CostClock: WorkClock {
  var nanoseconds = 0
}

/// Notes which cells leave.
private final class LeavingLog: CollectionViewDelegate {
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
private final class CostSource: CollectionViewDataSource {
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
private final class PolicyRig {
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

  /// Changes one item, and lets the model go on from what the view has then.
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
    let before = view.offscreenItems.filter(\.isPrefetched).count
    try view.performBatchUpdates {
      source.sections = sections
      switch kind {
      case 0: view.insertItems(at: [path])
      case 1: view.deleteItems(at: [path])
      default: view.reloadItems(at: [path])
      }
    }
    _ = log.takeLeft()
    _ = source.takeRequests()
    let after = view.offscreenItems
    try PolicyMismatch.check(
      "no cell is made ahead by an update", after.filter(\.isPrefetched).count <= before, true)
    try checkItems()
    resume()
    view.setNeedsLayout()
    try view.layoutIfNeeded()
    model.pass()
    try compare()
  }

  /// Takes the state of the view over; that it is right has been checked.
  private func resume() {
    model.sections = source.sections
    model.now = clock.nanoseconds
    model.offset = view.contentOffset.y
    model.shown = Set(view.itemPathsForVisibleItems)
    model.offscreen = view.offscreenItems
    for number in model.queues.indices {
      let statistics = view.reuseStatistics(of: .cell(CostSource.identifier(number)))
      let averages = view.workAverages(ofCell: CostSource.identifier(number))
      model.queues[number].waiting = statistics.queued
      model.queues[number].created = statistics.created
      model.queues[number].reused = statistics.reused
      model.queues[number].released = statistics.released
      model.queues[number].making = averages.making
      model.queues[number].filling = averages.filling
    }
    model.forgetCandidates()
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

/// Policies of reuse and of cells made ahead (RU-20 to RU-28), against plain arrays.
@Suite struct ReusePolicyTests {
  private static func policy(_ random: inout SplitMix64) -> ReusePolicy {
    let named: [ReusePolicy] = [.classic, .prefetching, .spareTime, .recyclerView]
    if random.next(below: 2) == 0 { return named[random.next(below: named.count)] }
    return ReusePolicy(
      lingeringLimit: random.next(below: 9), prefetchLimit: random.next(below: 7),
      prefetchesPerPass: random.number(in: 1...4),
      queueLimit: random.next(below: 3) == 0 ? nil : random.next(below: 6),
      prefetchTime: PrefetchTime.allCases[random.next(below: 3)])
  }

  /// Flings, jumps, turns, rests, updates and reloads over cells of several identifiers.
  @Test func everyPolicyKeepsAndMakesWhatItsRulesSay() throws {
    var stress = try StressRun(
      "reuse policies", filter: "ReusePolicyTests", usualSeconds: 2, share: 0.2)
    var (frames, ahead) = (0, 0)
    stress.forEachSeed { seed in
      var random = SplitMix64(seed: seed)
      let counts = (0..<random.number(in: 1...3)).map { _ in random.number(in: 30...90) }
      var number = 0
      let sections = counts.map { count in
        (0..<count).map { _ in
          number += 1
          return number
        }
      }
      let costs = (0..<random.number(in: 1...5)).map { _ in
        (making: random.next(below: 40), filling: random.next(below: 20))
      }
      let rig = try PolicyRig(Self.policy(&random), sections, costs)
      var velocity = 0.0
      for _ in 0..<120 {
        let extent = rig.model.extent - 95
        switch random.next(below: 20) {
        case 0: velocity = Double(random.number(in: -60...60))
        case 1: velocity = -velocity
        case 2: velocity = 0
        case 3: try rig.scroll(to: Double(random.next(below: max(1, Int(extent)))))
        case 4: try rig.update(&random)
        case 5: if random.next(below: 3) == 0 { try rig.reload() }
        default: break
        }
        try rig.scroll(to: min(max(0, rig.model.offset + velocity), max(0, extent)))
        try rig.useSpareTime(random.next(below: 80) - 10)
        frames += 1
      }
      ahead += rig.view.work.prefetched
    }
    #expect(ahead > 100)
    stress.summarize("\(frames) frames, \(ahead) cells made ahead")
  }

  // MARK: Rules, one by one

  private func rig(
    _ policy: ReusePolicy, making: Int, filling: Int, knowsIdentifiers: Bool = true
  ) throws -> PolicyRig {
    try PolicyRig(
      policy, [Array(0..<200)], height: 100, [(making, filling)],
      knowsIdentifiers: knowsIdentifiers)
  }

  /// RU-25: one cell after the other while there is time; one that was begun is finished.
  @Test func cellsAreMadeAheadWhileThereIsTime() throws {
    let rig = try rig(.spareTime, making: 0, filling: 30)
    try rig.scroll(to: 10)
    #expect(rig.view.itemPathsForOffscreenCells == [at(0, 0)])
    let before = rig.clock.nanoseconds
    #expect(try rig.view.prepareCellsAhead(until: before + 31) == 2)
    #expect(rig.clock.nanoseconds == before + 60)
    #expect(rig.view.itemPathsForOffscreenCells == [at(0, 0), at(0, 11), at(0, 12)])
    #expect(try rig.view.prepareCellsAhead(until: rig.clock.nanoseconds) == 0)
    // The policy keeps four ready.
    #expect(try rig.view.prepareCellsAhead(until: .max) == 2)
    #expect(try rig.view.prepareCellsAhead(until: .max) == 0)
    #expect(rig.view.work.prefetched == 4)
    rig.view.check()
  }

  /// RU-26: only a cell that the averages expect in time is begun, unless the next frame shows it.
  @Test func cellsThatWouldBeLateAreNotBegun() throws {
    let rig = try rig(.recyclerView, making: 0, filling: 40)
    try rig.useSpareTime(0)
    try rig.scroll(to: 25)
    // The next row is ahead by 5 points, and the content has moved by 25.
    try rig.useSpareTime(0)
    #expect(rig.view.itemPathsForOffscreenCells.contains(at(0, 13)))
    try rig.scroll(to: 26)
    try rig.scroll(to: 32)
    #expect(try rig.view.prepareCellsAhead(until: rig.clock.nanoseconds + 40) == 0)
    #expect(try rig.view.prepareCellsAhead(until: rig.clock.nanoseconds + 41) == 1)
    rig.view.check()
  }

  /// RU-27: a cell that can be made in time and not filled waits in its queue.
  @Test func aCellThatCannotBeFilledInTimeIsMade() throws {
    let rig = try rig(.recyclerView, making: 20, filling: 40)
    // Eleven rows are shown: one more than there are cells, so that none waits.
    try rig.scroll(to: 5)
    let created = rig.view.reuseStatistics.created
    #expect(try rig.view.prepareCellsAhead(until: rig.clock.nanoseconds + 60) == 0)
    #expect(rig.view.work.madeToWait == 1)
    #expect(rig.view.reuseStatistics.created == created + 1)
    #expect(rig.view.reuseStatistics.queued == 1)
    // It takes as long as filling alone by now.
    #expect(try rig.view.prepareCellsAhead(until: rig.clock.nanoseconds + 41) == 1)
    #expect(rig.view.reuseStatistics.created == created + 1)
    rig.view.check()
  }

  /// RU-28: averages give a quarter to what came last, and are kept by identifier.
  @Test func averagesFollowWhatCellsTake() throws {
    let rig = try rig(.recyclerView, making: 400, filling: 200)
    var averages = rig.view.workAverages(ofCell: "cell 0")
    #expect(averages.making == 400 && averages.filling == 200)
    rig.view.register(
      ViewTemplate("slower") { [clock = rig.clock] in
        clock.nanoseconds += 800
        return [NumberCell(frame: .zero)]
      }, of: NumberCell.self, forCellWithReuseIdentifier: "cell 0", flushesQueue: true)
    rig.view.setContentOffset(Point(x: 0, y: 5))
    try rig.view.layoutIfNeeded()
    averages = rig.view.workAverages(ofCell: "cell 0")
    #expect(averages.making == 500 && averages.filling == 200)
    // Nothing is registered under it: the slowest cells are asked about.
    #expect(rig.view.workAverages(ofCell: "other").making == 500)
  }

  /// RU-26: without the identifier, the estimate is that of the slowest cells.
  @Test func anUnknownIdentifierIsEstimatedByTheSlowest() throws {
    let rig = try PolicyRig(
      .recyclerView, [(0..<200).map { $0 / 100 }], height: 100, [(0, 40), (0, 80)],
      knowsIdentifiers: false)
    // Both sorts are on the screen, so that both are measured.
    rig.view.setContentOffset(Point(x: 0, y: 955))
    try rig.view.layoutIfNeeded()
    rig.view.setContentOffset(Point(x: 0, y: 954))
    try rig.view.layoutIfNeeded()
    #expect(try rig.view.prepareCellsAhead(until: rig.clock.nanoseconds + 80) == 0)
    #expect(try rig.view.prepareCellsAhead(until: rig.clock.nanoseconds + 81) == 1)
    rig.view.check()
  }

  /// A view that measures nothing makes cells ahead in its passes, whatever the policy's time is.
  @Test func withoutAClockCellsAreMadeInPasses() throws {
    let rig = Rig([Array(0..<100)])
    rig.view.isPrefetchingEnabled = true
    rig.view.reusePolicy = .spareTime
    try rig.view.pass()
    try rig.view.scroll(to: 5)
    #expect(rig.view.work.prefetched == 4)
    #expect(try rig.view.prepareCellsAhead(until: .max) == 0)
  }

  /// Spare time is none while something else is under way.
  @Test func nothingIsMadeAheadInsideOfOtherWork() throws {
    let rig = try rig(.spareTime, making: 1, filling: 1)
    rig.view.setContentOffset(Point(x: 0, y: 5))
    #expect(try rig.view.prepareCellsAhead(until: .max) == 0)
    try rig.view.layoutIfNeeded()
    var madeCount = 0
    try rig.view.performBatchUpdates { () throws(CollectionViewError) in
      madeCount = try rig.view.prepareCellsAhead(until: .max)
    }
    #expect(madeCount == 0)
    rig.view.isPrefetchingEnabled = false
    #expect(try rig.view.prepareCellsAhead(until: .max) == 0)
    #expect(rig.view.work.prefetched == 0)
  }

  /// RU-15: of views beyond the limit nothing waits; without a limit everything does.
  @Test(arguments: [0, 1, 5, nil] as [Int?])
  func noMoreThanTheLimitWait(limit: Int?) throws {
    let rig = try PolicyRig(
      ReusePolicy(lingeringLimit: 0, prefetchLimit: 0, queueLimit: limit), [Array(0..<200)],
      height: 100, [(1, 1)])
    for offset in [500.0, 0, 1_000, 1_030] { try rig.scroll(to: offset) }
    let created = rig.view.reuseStatistics.created
    // Each jump takes ten cells away and asks for ten, the last one three.
    #expect(created == limit.map { 10 + 3 * (10 - min($0, 10)) + max(0, 3 - $0) } ?? 10)
  }
}
