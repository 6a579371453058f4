import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Views that are going out of sight when another update comes: the paths that they end with (RU-12).
@Suite struct DepartureTests {
  private let delegate = RecordingDelegate([.display])

  /// Two sections, of which the second, header and rows, has just been pushed out by ten rows.
  private func rig() throws -> Rig {
    let rig = Rig([[1], [2, 3]], headers: true, height: 40)
    rig.view.delegate = delegate
    try rig.view.pass()
    try rig.update([[1, 11, 12, 13, 14], [2, 3]]) { view in
      view.insertItems(at: (1...4).map { at(0, $0) })
    }
    _ = delegate.takeLog()
    #expect(scrolledOut(rig) == ["[1, 0]", "[1, 0]", "[1, 1]"])
    return rig
  }

  private func scrolledOut(_ rig: Rig) -> [String] {
    rig.view.animations.filter { $0.role == .scrolledOut }.map { "\($0.element.path)" }.sorted()
  }

  private func ended(_ rig: Rig) -> [String] {
    rig.view.clock.advance(by: 1)
    rig.view.check()
    return delegate.takeLog().filter { $0.hasPrefix("didEnd") }.sorted()
  }

  @Test func withoutAnotherUpdateTheyKeepThem() throws {
    #expect(ended(try rig()) == ["didEnd [1, 0]", "didEnd [1, 1]", "didEnd header [1, 0]"])
  }

  @Test func theyMoveWithTheirSection() throws {
    let rig = try rig()
    try rig.update([[], [], [1, 11, 12, 13, 14], [2, 3]]) { view in
      view.insertSections([0, 1])
    }
    #expect(Set(scrolledOut(rig)).isSuperset(of: ["[3, 0]", "[3, 1]"]))
    for animation in rig.view.animations where animation.role == .scrolledOut {
      #expect(animation.source.element == animation.element)
      #expect(animation.target.element == animation.element)
    }
    #expect(
      Set(ended(rig)).isSuperset(
        of: ["didEnd [3, 0]", "didEnd [3, 1]", "didEnd header [3, 0]"]))
  }

  /// The layout is asked where they end by the path that they had.
  @Test func theyEndWithTheirNewPathWhereTheLayoutWantsThem() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<4)], height: 40)
    try view.pass()
    layout.hookedAttributes = { element in
      element.path.itemPath.map {
        LayoutAttributes(cell: $0, frame: Rect(x: 0, y: 200, width: 50, height: 10))
      }
    }
    source.sections = [Array(10..<20) + Array(0..<4)]
    try view.performBatchUpdates { view.insertItems(at: (0..<10).map { at(0, $0) }) }
    let departures = view.animations.filter { $0.role == .scrolledOut }
    #expect(departures.map(\.element) == (10..<14).map { .cell(at(0, $0)) })
    #expect(departures.map(\.target.element) == departures.map(\.element))
    #expect(departures.allSatisfy { $0.target.frame.minY == 200 })
  }

  @Test func rowsMoveWithinTheirSection() throws {
    let rig = try rig()
    try rig.update([[1, 11, 12, 13, 14], [9, 2, 3]]) { view in
      view.insertItems(at: [at(1, 0)])
    }
    #expect(ended(rig) == ["didEnd [1, 1]", "didEnd [1, 2]", "didEnd header [1, 0]"])
  }

  /// What is deleted or reloaded keeps the path it had last, whatever comes then.
  @Test func whatIsGoneMovesNoMore() throws {
    for isReload in [false, true] {
      let rig = try rig()
      let rows = [1, 11, 12, 13, 14]
      if isReload {
        rig.view.reloadSections([1])
      } else {
        try rig.update([rows]) { view in
          view.deleteSections([1])
        }
      }
      #expect(scrolledOut(rig) == [])
      try rig.update([[], rows] + (isReload ? [[2, 3]] : [])) {
        view in
        view.insertSections([0])
      }
      #expect(
        Set(ended(rig)).isSuperset(
          of: ["didEnd [1, 0]", "didEnd [1, 1]", "didEnd header [1, 0]"]), "\(isReload)")
    }
  }
}
