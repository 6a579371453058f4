import BasicAlgorithms
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

  /// A delegate that does something now and then, whatever it is told.
  private final class MeddlingDelegate: CollectionViewDelegate {
    private var random: Random
    private unowned let rig: Box
    private var isMeddling = false

    final class Box {
      let rig: Rig
      init(_ rig: Rig) { self.rig = rig }
    }

    init(_ rig: Box, seed: Int) {
      self.rig = rig
      random = Random(state: UInt64(seed) &* 977)
    }

    private func meddle() {
      guard !isMeddling, random.next(12) == 0 else { return }
      isMeddling = true
      defer { isMeddling = false }
      let (view, source) = (rig.rig.view, rig.rig.source)
      switch random.next(6) {
      case 0:
        source.sections[0].append(5_000_000 + random.next(1_000_000))
        view.reloadData()
      case 1: view.setContentOffset(Point(x: 0, y: Double(random.next(200))))
      case 2: _ = view.failure(view.layoutIfNeeded)
      case 3:
        if let path = view.itemPathsForVisibleItems.last {
          _ = view.failure {
            try view.selectItem(at: path, scrollPosition: .top)
          }
        }
      case 4:
        let before = source.sections
        let error = view.failure {
          try view.performBatchUpdates {
            source.sections[0].append(5_000_000 + random.next(1_000_000))
            view.insertItems(at: [at(0, source.sections[0].count - 1)])
          }
        }
        // Not the time for it: what it was told of has not been carried out.
        if error != nil { source.sections = before }
      default: view.touchCancelled()
      }
    }

    func collectionView(
      _ collectionView: CollectionView, willDisplay cell: CollectionViewCell,
      forItemAt path: ItemPath
    ) { meddle() }
    func collectionView(
      _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell,
      forItemAt path: ItemPath
    ) { meddle() }
    func collectionView(
      _ collectionView: CollectionView, shouldSelectItemAt path: ItemPath
    ) -> Bool {
      meddle()
      return true
    }
    func collectionView(_ collectionView: CollectionView, didDeselectItemAt path: ItemPath) {
      meddle()
    }
    func collectionViewDidScroll(_ collectionView: CollectionView) { meddle() }
  }

  /// The same with a delegate that meddles: no more is asked than that nothing breaks, and that all
  /// is well in the end.
  @Test func everythingInAnyOrderWithAMeddler() throws {
    for seed in 1...40 {
      var random = Random(state: UInt64(seed))
      let rig = Rig([Array(0..<12), [], Array(20..<26)], height: 45)
      rig.view.isPrefetchingEnabled = seed % 3 != 0
      rig.view.touchOrder = seed % 2 == 0 ? .pst : .uiKit
      rig.view.reloadDataSelection = seed % 5 < 3 ? .keep : .clear
      let box = MeddlingDelegate.Box(rig)
      let delegate = MeddlingDelegate(box, seed: seed)
      rig.view.delegate = delegate
      let counter = Counter()
      for _ in 0..<60 {
        try step(rig, &random, counter)
        if let violation = rig.view.firstViolation() {
          Issue.record("seed \(seed): \(violation)")
          return
        }
      }
      rig.view.delegate = nil
      try settle(rig)
      #expect(counter.begun == counter.ended, "seed \(seed)")
      #expect(wrongNumber(rig) == nil, "seed \(seed)")
    }
  }

  @Test func everythingInAnyOrder() throws {
    for seed in 1...60 {
      var random = Random(state: UInt64(seed))
      let rig = Rig([Array(0..<12), [], Array(20..<26)], headers: seed % 2 == 0, height: 45)
      rig.view.isPrefetchingEnabled = seed % 3 != 0
      rig.view.allowsMultipleSelection = true
      rig.view.auditsItemIdentities = seed % 4 < 2
      rig.view.touchOrder = seed % 5 == 0 ? .pst : .uiKit
      rig.view.reloadedItemSelection = seed % 7 < 3 ? .clear : .keep
      rig.view.reloadDataSelection = seed % 5 < 3 ? .keep : .clear
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
    for path in rig.view.itemPathsForVisibleItems {
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
    switch random.next(20) {
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
    case 13: try single(rig, &random)
    case 14: view.isPrefetchingEnabled.toggle()
    case 15: view.setContentInset(EdgeInsets(all: Double(random.next(4))))
    case 16:
      counter.begun += 1
      try view.animateBoundsSize(
        to: Size(width: 50, height: Double(30 + random.next(40))),
        completion: { _ in counter.ended += 1 })
    case 17: view.animationsEnabled.toggle()
    case 18: try drag(rig, &random)
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

  /// The data first, then one operation, whatever is due.
  private func single(_ rig: Rig, _ random: inout Random) throws {
    // Counts that are not known would have the change in them already.
    _ = rig.view.numberOfSections
    if rig.source.sections[0].isEmpty || random.next(2) == 0 {
      rig.source.sections[0].append(2_000_000 + random.next(1_000_000))
      rig.view.insertItems(at: [at(0, rig.source.sections[0].count - 1)])
    } else {
      rig.source.sections[0].removeLast()
      rig.view.deleteItems(at: [at(0, rig.source.sections[0].count)])
    }
  }

  private func drag(_ rig: Rig, _ random: inout Random) throws {
    rig.view.beginDragging()
    rig.view.drag(by: Point(x: 0, y: Double(random.next(200) - 100)))
    if random.next(2) == 0 { try rig.view.layoutIfNeeded() }
    rig.view.endDragging(withVelocity: Point(x: 0, y: Double(random.next(600) - 300)))
  }

  private func tap(_ rig: Rig, _ random: inout Random) throws {
    guard let path = rig.view.itemPathsForVisibleItems.first else { return }
    if random.next(2) == 0 {
      rig.view.tapItem(at: path)
    } else {
      rig.view.touchDown(onItemAt: path)
    }
  }

  private func update(_ rig: Rig, _ random: inout Random, _ counter: Counter) throws {
    counter.begun += 1
    let fresh = 1_000 + random.next(1_000_000)
    try rig.view.performBatchUpdates(
      {
        let view = rig.view
        // What is laid out before the block may have changed the data.
        var after = rig.source.sections
        switch random.next(6) {
        case 0:
          after.insert([fresh, fresh + 1], at: 0)
          view.insertSections([0])
        case 1 where after.count > 1:
          let moved = after.removeFirst()
          after.append(moved)
          view.moveSection(0, toSection: after.count - 1)
        case 2 where after.count > 3:
          after.remove(at: 1)
          view.deleteSections([1])
        case 3 where !after[0].isEmpty:
          after[0].removeFirst()
          view.deleteItems(at: [at(0, 0)])
          after[after.count - 1].append(fresh)
          let last = after.count - 1
          view.insertItems(at: [at(last, after[last].count - 1)])
        case 4 where after[0].count > 2:
          let moved = after[0].remove(at: 1)
          after[0].append(moved)
          after[0][0] = fresh
          view.moveItem(at: at(0, 1), to: at(0, after[0].count - 1))
          view.reloadItems(at: [at(0, 0)])
        default:
          after[0].insert(fresh, at: 0)
          view.insertItems(at: [at(0, 0)])
        }
        rig.source.sections = after
      }, completion: { _ in counter.ended += 1 })
  }
}
