import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// The worked examples of b.6 and b.7, through a view: what it shows afterwards, and by which cells.
@Suite struct ExamplesTests {
  /// Runs an update from one state to another; the cells of items that are there before and after
  /// are the same ones, but for those reloaded.
  private func run(
    _ before: [[Int]], _ after: [[Int]], reloaded: Set<Int> = [],
    _ location: SourceLocation = #_sourceLocation,
    _ operations: (CollectionView) throws -> Void
  ) throws {
    let rig = Rig(before, height: 200)
    try rig.view.pass()
    var cells: [Int: ObjectIdentifier] = [:]
    for case let cell as NumberCell in rig.view.visibleCells {
      if let number = cell.number { cells[number] = ObjectIdentifier(cell) }
    }
    _ = rig.source.takeLog()
    try rig.update(after, nil, location, operations)
    #expect(rig.numbers == after.flatMap { $0 }, sourceLocation: location)
    let fresh = after.flatMap { $0 }.filter { cells[$0] == nil || reloaded.contains($0) }
    let asked = rig.source.takeLog().filter { $0.hasPrefix("cell") }.count
    #expect(asked == fresh.count, sourceLocation: location)
    for case let cell as NumberCell in rig.view.visibleCells {
      guard let number = cell.number, let before = cells[number] else { continue }
      #expect((ObjectIdentifier(cell) == before) != reloaded.contains(number))
    }
    rig.view.clock.advance(by: 1)
    try rig.expectFresh(location)
  }

  @Test func b1InsertAndMoveApart() throws {
    try run([[1, 2, 3]], [[9, 2, 1, 3]]) { view in
      view.insertItems(at: [at(0, 0)])
      view.moveItem(at: at(0, 0), to: at(0, 2))
    }
  }

  @Test func b2DeleteAndMoveToItsPlace() throws {
    try run([[1, 2, 3]], [[3, 2]]) { view in
      view.deleteItems(at: [at(0, 0)])
      view.moveItem(at: at(0, 2), to: at(0, 0))
    }
  }

  @Test func b3TwoMovesCross() throws {
    try run([[1, 2, 3, 4]], [[4, 2, 3, 1]]) { view in
      view.moveItem(at: at(0, 0), to: at(0, 3))
      view.moveItem(at: at(0, 3), to: at(0, 0))
    }
  }

  @Test func b4ASectionMoves() throws {
    try run([[1, 2], [3, 4]], [[3, 4], [1, 2]]) { view in
      view.moveSection(0, toSection: 1)
    }
  }

  @Test func b5ASectionComesBeforeTheOneThatChanges() throws {
    try run([[1, 2]], [[], [9, 1]]) { view in
      view.insertSections([0])
      view.deleteItems(at: [at(0, 1)])
      view.insertItems(at: [at(1, 0)])
    }
  }

  @Test func b6ASectionGoes() throws {
    try run([[1, 2], [3, 4]], [[3, 4]]) { view in
      view.deleteSections([0])
    }
  }

  /// b.6: a delete, two moves and a reload whose slots others take for one.
  @Test func reloadsHaveSlotsOfTheirOwnAmongMoves() throws {
    try run([[1, 2, 3, 4]], [[4, 1, 3]], reloaded: [3]) { view in
      view.deleteItems(at: [at(0, 1)])
      view.moveItem(at: at(0, 0), to: at(0, 1))
      view.moveItem(at: at(0, 3), to: at(0, 0))
      view.reloadItems(at: [at(0, 2)])
    }
  }

  /// b.6: the same of sections.
  @Test func reloadedSectionsHaveSlotsOfTheirOwn() throws {
    try run([[1], [2], [3], [4], [5]], [[1], [2], [9], [4], [3]], reloaded: [4]) {
      view in
      view.moveSection(2, toSection: 4)
      view.reloadSections([3])
      view.deleteSections([4])
      view.insertSections([2])
    }
  }

  /// BUG-19: the last item and section go, the first come, with headers.
  @Test func theLastGoesAndTheFirstComes() throws {
    let rig = Rig([[1], [2]], headers: true)
    try rig.view.pass()
    try rig.update([[], [2]]) { view in
      view.deleteItems(at: [at(0, 0)])
    }
    #expect(rig.header(0) == "section 0")
    try rig.update([[]]) { view in view.deleteSections([1]) }
    try rig.update([]) { view in view.deleteSections([0]) }
    #expect(rig.view.visibleViewCount == 0)
    try rig.update([[7]]) { view in view.insertSections([0]) }
    #expect(rig.header(0) == "section 0")
    #expect(rig.numbers == [7])
    rig.view.clock.advance(by: 1)
    try rig.expectFresh()
  }

  /// BU-3: the order of the calls means nothing.
  @Test func theOrderOfTheCallsMeansNothing() throws {
    for first in 0..<4 {
      let order = Array(first..<4) + Array(0..<first)
      for calls in [order, order.reversed()] {
        try run([[1, 2, 3], [5, 6]], [[9, 3], [5, 6, 1]], reloaded: [5]) {
          view in
          for call in calls {
            switch call {
            case 0: view.deleteItems(at: [at(0, 1)])
            case 1: view.insertItems(at: [at(0, 0)])
            case 2: view.moveItem(at: at(0, 0), to: at(1, 2))
            default: view.reloadItems(at: [at(1, 0)])
            }
          }
        }
      }
    }
  }

  /// A single operation is an update of one.
  @Test func aSingleOperationIsAnUpdateOfOne() throws {
    let (single, block) = (Rig([[1, 2, 3]]), Rig([[1, 2, 3]]))
    for rig in [single, block] {
      try rig.view.pass()
      _ = rig.source.takeLog()
    }
    single.source.sections = [[1, 3]]
    single.view.deleteItems(at: [at(0, 1)])
    try block.update([[1, 3]]) { view in
      view.deleteItems(at: [at(0, 1)])
    }
    single.view.check()
    #expect(single.source.log == block.source.log)
    #expect(single.view.animations.map(\.role) == block.view.animations.map(\.role))
    #expect(single.view.animations.map(\.target) == block.view.animations.map(\.target))
  }

  /// S2's recipe: data first, then one call, also while a scroll has not been laid out.
  @Test func aSingleOperationAsksNothingAboutWhatWasBefore() throws {
    let rig = Rig([Array(0..<30)])
    try rig.view.pass()
    rig.view.setContentOffset(Point(x: 0, y: 200))
    rig.source.sections = [Array(0..<20)]
    rig.view.deleteItems(at: (20..<30).map { at(0, $0) })
    rig.view.check()
    #expect(rig.view.contentOffset.y == 100)
    rig.view.clock.advance(by: 1)
    try rig.expectFresh()
  }
}
