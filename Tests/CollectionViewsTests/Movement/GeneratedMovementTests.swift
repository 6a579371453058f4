import BasicAlgorithms
import Changesets
import CollectionViews
import Geometry
import Testing

/// A view whose items are moved, in plain arrays.
private struct MovementModel {
  var data: [[Int]]
  /// The item that is moved, the path at which it is shown, and its centre.
  var moving: (source: ItemPath, current: ItemPath, y: Double)?

  var shown: [[Int]] {
    guard let moving else { return data }
    var shown = data
    shown.move(moving.source, to: moving.current)
    return shown
  }

  /// The path of the row at `y`.
  func path(at y: Double) -> ItemPath? {
    guard y >= 0 else { return nil }
    var row = Int(y / 10)
    for (section, items) in shown.enumerated() {
      if row < items.count { return ItemPath(section: section, item: row) }
      row -= items.count
    }
    return nil
  }

  /// The numbers in the rows that overlap the bounds, which are 100 points high; the item that is moved
  /// counts where it is held.
  func numbers(from top: Double) -> [Int] {
    var numbers: [Int] = []
    var row = 0.0
    for (section, items) in shown.enumerated() {
      for (item, number) in items.enumerated() {
        var y = row * 10
        if let moving, moving.current == ItemPath(section: section, item: item) {
          y = moving.y - 5
        }
        if y < top + 100, y + 10 > top { numbers.append(number) }
        row += 1
      }
    }
    return numbers
  }

  mutating func end() {
    data = shown
    moving = nil
  }
}

@Suite struct GeneratedMovementTests {
  @Test(arguments: UInt64(0)..<8)
  func everythingInAnyOrder(seed: UInt64) throws {
    var script = MovementScript(
      rig: try MoveRig([Array(0..<7), [], Array(7..<20)]), numbers: SplitMix64(seed: seed))
    script.rig.view.auditsItemIdentities = seed % 2 == 0
    script.rig.view.animationsEnabled = seed % 3 > 0
    for step in 0..<250 { try script.step("seed \(seed), step \(step)") }
    #expect(script.ends > 0 && script.displacements > 2 && script.scrolls > 0)
  }
}

/// Random calls on a view and on its model.
private struct MovementScript {
  let rig: MoveRig
  var model = MovementModel(data: [Array(0..<7), [], Array(7..<20)])
  var numbers: SplitMix64
  var next = 100
  var (ends, displacements, scrolls) = (0, 0, 0)
  /// Whether the delegate keeps the item in its section.
  var isConfined = false

  init(rig: MoveRig, numbers: SplitMix64) {
    self.rig = rig
    self.numbers = numbers
  }

  mutating func step(_ text: String) throws {
    switch numbers.next(below: 20) {
    case 0...2: try begin(text)
    case 3...8: try hold(text)
    case 9, 16, 17: try end(text)
    case 10:
      try rig.view.cancelInteractiveMovement()
      model.moving = nil
    case 11: try endLying(text)
    case 18, 19: try wait(text)
    case 12: try update(inBlock: true)
    case 13: try update(inBlock: false)
    case 14:
      let range = max(0, rig.view.contentSize.height - 100)
      rig.view.setContentOffset(Point(x: 0, y: Double(numbers.next(below: Int(range) + 1))))
    default:
      if numbers.next(below: 4) == 0 {
        rig.view.reloadData()
        model.moving = nil
      } else {
        try wait(text)
      }
    }
    try rig.view.layoutIfNeeded()
    #expect(rig.view.firstViolation() == nil, "\(text)")
    #expect(rig.source.sections == model.data, "\(text)")
    #expect(rig.view.interactivelyMovingItemPath == model.moving?.source, "\(text)")
    #expect(rig.numbers == model.numbers(from: rig.view.contentOffset.y), "\(text)")
    for (section, items) in model.shown.enumerated() {
      #expect(rig.view.numberOfItems(inSection: section) == items.count, "\(text)")
      for item in items.indices {
        let path = rig.view.dataSourceItemPath(
          forPresentationItemPath: ItemPath(section: section, item: item))
        #expect(model.data[path.section][path.item] == items[item], "\(text)")
        #expect(rig.view.presentationItemPath(forDataSourceItemPath: path) == at(section, item))
      }
    }
  }

  private mutating func anyPath() -> ItemPath? {
    let paths = model.data.indices.flatMap { section in
      model.data[section].indices.map { ItemPath(section: section, item: $0) }
    }
    return paths.randomElement(using: &numbers)
  }

  private mutating func begin(_ text: String) throws {
    guard let path = anyPath() else { return }
    let begins = try rig.view.beginInteractiveMovementForItem(at: path)
    #expect(begins == (model.moving == nil), "\(text)")
    guard begins else { return }
    let row = model.data[..<path.section].reduce(0) { $0 + $1.count } + path.item
    model.moving = (path, path, Double(row) * 10 + 5)
  }

  private mutating func hold(_ text: String) throws {
    let y = Double(numbers.next(below: 240)) - 10
    let isConfined = numbers.next(below: 3) == 0
    self.isConfined = isConfined
    rig.delegate.choice = { original, current, proposed in
      isConfined && proposed.section != original.section ? current : proposed
    }
    if numbers.next(below: 8) == 0 {
      // A lie is an error, and nothing changes.
      rig.delegate.choice = { _, _, proposed in proposed }
      self.isConfined = false
      rig.layout.target = { _, _ in ItemPath(section: 3, item: 0) }
      let error = rig.view.failure {
        try rig.view.updateInteractiveMovementTargetPosition(Point(x: 5, y: y))
      }
      #expect((error != nil) == (model.moving != nil), "\(text)")
      rig.layout.target = nil
      return
    }
    try rig.view.updateInteractiveMovementTargetPosition(Point(x: 5, y: y))
    chooseTarget(at: y)
  }

  private mutating func chooseTarget(at y: Double) {
    guard var moving = model.moving else { return }
    var target = model.path(at: y) ?? moving.current
    if isConfined, target.section != moving.source.section { target = moving.current }
    if target != moving.current { displacements += 1 }
    moving.current = target
    moving.y = y
    model.moving = moving
  }

  /// Time passes: an item that is held near an edge scrolls the content, at 600 points a second at the
  /// edge, and takes its place there.
  private mutating func wait(_ text: String) throws {
    let top = rig.view.contentOffset.y
    rig.view.clock.advance(by: 0.2)
    guard let moving = model.moving else { return }
    let zone = 100.0 / 3
    let (above, below) = (moving.y - top, top + 100 - moving.y)
    var way = 0.0
    if above < zone { way = max(-top, -120 * (1 - max(0, above) / zone)) }
    if below < zone {
      let room = max(0, rig.view.contentSize.height - 100 - top)
      way = min(room, 120 * (1 - max(0, below) / zone))
    }
    #expect(abs(rig.view.contentOffset.y - top - way) < 1e-9, "\(text)")
    guard rig.view.contentOffset.y != top else { return }
    scrolls += 1
    // To the bit, so that both find the same row.
    chooseTarget(at: moving.y + (rig.view.contentOffset.y - top))
  }

  private mutating func end(_ text: String) throws {
    let before = rig.source.log.count
    try rig.view.endInteractiveMovement()
    let moves = model.moving.map { $0.source != $0.current } ?? false
    #expect(rig.source.log.count == before + (moves ? 1 : 0), "\(text)")
    if moves { ends += 1 }
    model.end()
  }

  /// A data source that leaves its items where they are: found by counts, or by an audit.
  private mutating func endLying(_ text: String) throws {
    guard let moving = model.moving, moving.source != moving.current else { return }
    guard moving.source.section != moving.current.section || rig.view.auditsItemIdentities else {
      return
    }
    rig.source.makesMoves = false
    #expect(rig.view.failure { try rig.view.endInteractiveMovement() } != nil, "\(text)")
    rig.source.makesMoves = true
    model.moving = nil
  }

  /// Inserts and deletes an item; the item that is moved goes back, and goes on if it is still there.
  private mutating func update(inBlock: Bool) throws {
    var data = model.data
    let deleted = anyPath()
    if let deleted { data[deleted.section].remove(at: deleted.item) }
    if inBlock {
      let section = numbers.next(below: data.count)
      let inserted = ItemPath(
        section: section, item: numbers.next(below: data[section].count + 1))
      data[section].insert(next, at: inserted.item)
      next += 1
      try rig.view.performBatchUpdates {
        rig.source.sections = data
        if let deleted { rig.view.deleteItems(at: [deleted]) }
        rig.view.insertItems(at: [inserted])
      }
    } else if let deleted {
      rig.source.sections = data
      rig.view.deleteItems(at: [deleted])
    }
    guard let moving = model.moving else {
      model.data = data
      return
    }
    let number = model.data[moving.source.section][moving.source.item]
    model.data = data
    model.moving = nil
    for (section, items) in data.enumerated() {
      guard let item = items.firstIndex(of: number) else { continue }
      let path = ItemPath(section: section, item: item)
      model.moving = (path, path, moving.y)
    }
  }
}
