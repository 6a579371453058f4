import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Updates, scrolls, time, reloads, layouts and transitions in any order (BUG-21, BUG-36, BUG-45).
@Suite struct InterleavingTests {
  /// Numbers that are the same in every run.
  private struct Random {
    var state: UInt64
    mutating func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
  }

  private final class Counter {
    var begun = 0
    var ended = 0
  }

  @Test func everythingInAnyOrder() throws {
    for seed in 1...60 {
      var random = Random(state: UInt64(seed))
      let rig = Rig([Array(0..<12), [], Array(20..<26)], headers: seed % 2 == 0, height: 45)
      rig.view.isPrefetchingEnabled = seed % 3 != 0
      rig.view.allowsMultipleSelection = true
      let counter = Counter()
      try rig.view.pass()
      for _ in 0..<60 {
        try step(rig, &random, counter)
        if let violation = rig.view.firstViolation() ?? wrongNumber(rig) {
          Issue.record("seed \(seed): \(violation)")
          return
        }
      }
      try settle(rig)
      #expect(counter.begun == counter.ended, "seed \(seed)")
      #expect(wrongNumber(rig) == nil, "seed \(seed)")
    }
  }

  /// What is shown for an item that has another number; nothing is asked while a reload is due.
  private func wrongNumber(_ rig: Rig) -> String? {
    for path in rig.view.indexPathsForVisibleItems {
      let expected = rig.source.sections[path.section][path.item]
      if rig.number(path.section, path.item) != expected {
        return "item \(path) shows \(rig.number(path.section, path.item) ?? -1), not \(expected)"
      }
    }
    return nil
  }

  private func settle(_ rig: Rig) throws {
    if rig.view.isInTransition { try? rig.view.finishInteractiveTransition() }
    rig.view.clock.advance(by: 20)
    try rig.view.pass()
    rig.view.clock.advance(by: 20)
    try rig.view.pass()
    #expect(rig.view.animations.isEmpty && !rig.view.isInTransition)
  }

  private func step(_ rig: Rig, _ random: inout Random, _ counter: Counter) throws {
    let view = rig.view
    switch random.next(14) {
    case 0...3: try update(rig, &random, counter)
    case 4: view.setContentOffset(Point(x: 0, y: Double(random.next(300))))
    case 5, 6: view.clock.advance(by: Double(random.next(20)) / 100)
    case 7: view.reloadData()
    case 8: view.fling(withVelocity: Point(x: 0, y: Double(random.next(2_000) - 1_000)))
    case 9:
      counter.begun += 1
      let layouts = [rig.layout, FlowLayout(), RowsLayout()]
      try view.setCollectionViewLayout(
        layouts[random.next(3)], animated: random.next(2) == 0,
        completion: { _ in counter.ended += 1 })
    case 10: try transition(rig, &random, counter)
    case 11: try tap(rig, &random)
    case 12: view.setBoundsSize(Size(width: 50, height: Double(30 + random.next(40))))
    default: try view.layoutIfNeeded()
    }
    if random.next(3) > 0 { try view.layoutIfNeeded() }
  }

  private func transition(_ rig: Rig, _ random: inout Random, _ counter: Counter) throws {
    let view = rig.view
    guard let between = view.collectionViewLayout as? TransitionLayout else {
      counter.begun += 1
      try view.startInteractiveTransition(
        to: [FlowLayout(), RowsLayout()][random.next(2)],
        completion: { _, _ in counter.ended += 1 })
      return
    }
    between.transitionProgress = Double(random.next(12)) / 10
    between.invalidateLayout()
    // It may be on its way to an end already.
    switch random.next(4) {
    case 0: try? view.finishInteractiveTransition()
    case 1: try? view.cancelInteractiveTransition()
    default: break
    }
  }

  private func tap(_ rig: Rig, _ random: inout Random) throws {
    guard let path = rig.view.indexPathsForVisibleItems.first else { return }
    if random.next(2) == 0 {
      rig.view.tapItem(at: path)
    } else {
      rig.view.touchDown(onItemAt: path)
    }
  }

  private func update(_ rig: Rig, _ random: inout Random, _ counter: Counter) throws {
    let before = rig.source.sections
    var after = before
    counter.begun += 1
    let fresh = 1_000 + random.next(1_000_000)
    try rig.view.performBatchUpdates(
      { () throws(CollectionViewError) in
        let view = rig.view
        switch random.next(6) {
        case 0:
          after.insert([fresh, fresh + 1], at: 0)
          try view.insertSections([0])
        case 1 where after.count > 1:
          let moved = after.removeFirst()
          after.append(moved)
          try view.moveSection(0, toSection: after.count - 1)
        case 2 where after.count > 3:
          after.remove(at: 1)
          try view.deleteSections([1])
        case 3 where !after[0].isEmpty:
          after[0].removeFirst()
          try view.deleteItems(at: [at(0, 0)])
          after[after.count - 1].append(fresh)
          let last = after.count - 1
          try view.insertItems(at: [at(last, after[last].count - 1)])
        case 4 where after[0].count > 2:
          let moved = after[0].remove(at: 1)
          after[0].append(moved)
          after[0][0] = fresh
          try view.moveItem(at: at(0, 1), to: at(0, after[0].count - 1))
          try view.reloadItems(at: [at(0, 0)])
        default:
          after[0].insert(fresh, at: 0)
          try view.insertItems(at: [at(0, 0)])
        }
        rig.source.sections = after
      }, completion: { _ in counter.ended += 1 })
  }
}
