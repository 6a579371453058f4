import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// What can be chosen about selection: the order of a touch's calls, and what reloads leave selected
/// (SE-1, SE-10, SE-13).
@Suite struct SelectionRuleTests {
  private let delegate = RecordingDelegate([.highlighting, .selection])

  private func rig(_ sections: [[Int]] = [[0, 1, 2, 3, 4]], multiple: Bool = false) throws -> Rig {
    try Rig(sections).selecting(several: multiple, delegate)
  }

  private func selected(_ rig: Rig) -> [ItemPath] {
    rig.view.check()
    return rig.view.itemPathsForSelectedItems
  }

  // MARK: The order of a touch's calls

  @Test func theHighlightGoesFirstInTheOrderOfPST() throws {
    let rig = try rig()
    #expect(rig.view.touchOrder == .uiKit)
    rig.view.touchOrder = .pst
    rig.view.tapItem(at: at(0, 1))
    #expect(
      delegate.takeLog() == [
        "shouldHighlight [0, 1]", "didHighlight [0, 1]", "didUnhighlight [0, 1]",
        "shouldSelect [0, 1]", "didSelect [0, 1]",
      ])
    rig.view.tapItem(at: at(0, 2))
    #expect(
      delegate.takeLog() == [
        "shouldHighlight [0, 2]", "didHighlight [0, 2]", "didUnhighlight [0, 2]",
        "shouldSelect [0, 2]", "didDeselect [0, 1]", "didSelect [0, 2]",
      ])
    #expect(selected(rig) == [at(0, 2)])
    // SE-4: refused, the one before stays.
    delegate.refused = ["shouldSelect [0, 3]", "shouldHighlight [0, 4]"]
    rig.view.tapItem(at: at(0, 3))
    #expect(
      delegate.takeLog() == [
        "shouldHighlight [0, 3]", "didHighlight [0, 3]", "didUnhighlight [0, 3]",
        "shouldSelect [0, 3]",
      ])
    rig.view.tapItem(at: at(0, 4))
    #expect(delegate.takeLog() == ["shouldHighlight [0, 4]"])
    #expect(selected(rig) == [at(0, 2)])
    rig.view.allowsMultipleSelection = true
    rig.view.tapItem(at: at(0, 2))
    #expect(
      delegate.takeLog() == [
        "shouldHighlight [0, 2]", "didHighlight [0, 2]", "didUnhighlight [0, 2]",
        "shouldDeselect [0, 2]", "didDeselect [0, 2]",
      ])
    #expect(selected(rig) == [])
  }

  /// What is told of the highlight changes the data: the item is selected where it is then, or not at
  /// all.
  @Test func theItemMayGoBeforeItIsSelected() throws {
    let cases: [(Int, ItemPath?)] = [(0, at(0, 1)), (2, nil)]
    for (deleted, selectedPath) in cases {
      let rig = try rig()
      rig.view.touchOrder = .pst
      rig.view.touchDown(onItemAt: at(0, 2))
      delegate.actions["didUnhighlight [0, 2]"] = {
        rig.source.sections[0].remove(at: deleted)
        #expect(
          rig.view.failure {
            rig.view.deleteItems(at: [at(0, deleted)])
          } == nil)
      }
      _ = delegate.takeLog()
      rig.view.touchUp()
      #expect(
        delegate.takeLog() == ["didUnhighlight [0, 2]"]
          + (selectedPath.map { ["shouldSelect \($0)", "didSelect \($0)"] } ?? []))
      #expect(selected(rig) == (selectedPath.map { [$0] } ?? []))
    }
  }

  // MARK: Reloaded items

  @Test func reloadedItemsStaySelectedOrNot() throws {
    let all = [at(0, 0), at(0, 2), at(0, 4)]
    for (rule, kept) in [(SelectionRule.keep, all), (.clear, [at(0, 2)])] {
      let rig = try rig(multiple: true)
      #expect(rig.view.reloadedItemSelection == .keep)
      rig.view.reloadedItemSelection = rule
      for item in [0, 1, 3] { try rig.view.selectItem(at: at(0, item)) }
      // The first is reloaded, the third moves on, the fourth is reloaded and pushed down.
      try rig.update([[0, 7, 1, 2, 3, 4]]) { view in
        view.insertItems(at: [at(0, 1)])
        view.reloadItems(at: [at(0, 0), at(0, 3)])
      }
      #expect(selected(rig) == kept, "\(rule)")
      #expect(rig.view.cellForItem(at: at(0, 4))?.isSelected == (rule == .keep))
      #expect(rig.view.cellForItem(at: at(0, 2))?.isSelected == true)
      #expect(delegate.takeLog() == [])
    }
  }

  @Test func reconfiguredItemsStaySelected() throws {
    let rig = try rig()
    rig.view.reloadedItemSelection = .clear
    try rig.view.selectItem(at: at(0, 1))
    rig.view.reconfigureItems(at: [at(0, 1)])
    #expect(selected(rig) == [at(0, 1)])
  }

  @Test func reloadedSectionsAreNeverSelected() throws {
    for rule in [SelectionRule.keep, .clear] {
      let rig = try rig([[1, 2], [3]], multiple: true)
      rig.view.reloadedItemSelection = rule
      try rig.view.selectItem(at: at(0, 1))
      try rig.view.selectItem(at: at(1, 0))
      rig.view.reloadSections([0])
      #expect(selected(rig) == [at(1, 0)], "\(rule)")
    }
  }

  // MARK: Reloads of everything

  @Test func aReloadKeepsWhatStillExists() throws {
    let rig = try rig([[0, 1, 2], [3]], multiple: true)
    #expect(rig.view.reloadDataSelection == .clear)
    rig.view.reloadDataSelection = .keep
    for path in [at(0, 0), at(0, 2), at(1, 0)] { try rig.view.selectItem(at: path) }
    rig.view.touchDown(onItemAt: at(0, 0))
    _ = delegate.takeLog()
    rig.source.sections = [[5, 6]]
    rig.view.reloadData()
    // Asked before the next pass, it tells of no item that is not there.
    #expect(selected(rig) == [at(0, 0)])
    try rig.view.pass()
    #expect(selected(rig) == [at(0, 0)])
    let cell = try #require(rig.view.cellForItem(at: at(0, 0)))
    #expect(cell.isSelected && !cell.isHighlighted)
    #expect(delegate.takeLog() == [])
    // Twice, without a pass in between, and down to nothing.
    rig.source.sections = []
    rig.view.reloadData()
    rig.view.reloadData()
    try rig.view.pass()
    #expect(selected(rig) == [])
  }

  @Test func anUpdateAfterAReloadMovesWhatIsKept() throws {
    let rig = try rig([[0, 1, 2]], multiple: true)
    rig.view.reloadDataSelection = .keep
    for item in [1, 2] { try rig.view.selectItem(at: at(0, item)) }
    rig.source.sections = [[0, 1]]
    rig.view.reloadData()
    try rig.update([[9, 0, 1]]) { view in
      view.insertItems(at: [at(0, 0)])
    }
    // The third item did not exist when the update began.
    #expect(selected(rig) == [at(0, 2)])
  }

  /// What the reload has kept is compared with its counts once, and not with those of later updates.
  @Test func anUpdateAfterThePassMovesTheLastItem() throws {
    let rig = try rig(multiple: true)
    rig.view.reloadDataSelection = .keep
    try rig.view.selectItem(at: at(0, 4))
    rig.view.reloadData()
    try rig.view.pass()
    try rig.update([[1, 2, 3, 4]]) { view in view.deleteItems(at: [at(0, 0)]) }
    #expect(selected(rig) == [at(0, 3)])
  }

  @Test func anotherDataSourceIsAReload() throws {
    for (rule, kept) in [(SelectionRule.keep, [at(0, 1)]), (.clear, [])] {
      let rig = try rig(multiple: true)
      rig.view.reloadDataSelection = rule
      for item in [1, 3] { try rig.view.selectItem(at: at(0, item)) }
      let other = ArraySource([[8, 9]])
      rig.view.dataSource = other
      try rig.view.pass()
      #expect(selected(rig) == kept, "\(rule)")
      rig.view.dataSource = nil
      #expect(selected(rig) == [])
    }
  }
}
