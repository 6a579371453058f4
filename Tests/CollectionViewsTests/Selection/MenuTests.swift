import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// The edit menu (ME-1 to ME-4).
@Suite struct MenuTests {
  private let delegate = RecordingDelegate([.highlighting, .selection, .menu])

  private func rig() throws -> Rig {
    let rig = Rig([Array(0..<30)])
    delegate.menuActions = [.copy, .paste]
    rig.view.delegate = delegate
    try rig.view.pass()
    return rig
  }

  private let point = Point(x: 1, y: 15)

  @Test func aLongPressAsksInOrder() throws {
    let rig = try rig()
    let menu = rig.view.longPress(at: point)
    #expect(menu == rig.view.menu)
    #expect(menu?.path == at(0, 1))
    #expect(menu?.actions == [.copy, .paste])
    #expect(
      delegate.takeLog() == [
        "shouldHighlight [0, 1]", "didHighlight [0, 1]", "shouldShowMenu [0, 1]", "can cut [0, 1]",
        "can copy [0, 1]", "can paste [0, 1]",
      ])
    // The finger goes up: the menu stays, and nothing is selected.
    rig.view.touchUp()
    #expect(rig.view.cellForItem(at: at(0, 1))?.isHighlighted == true)
    #expect(!rig.view.chooseMenuAction(.cut))
    #expect(rig.view.chooseMenuAction(.copy))
    #expect(delegate.takeLog() == ["perform copy [0, 1]", "didUnhighlight [0, 1]"])
    #expect(rig.view.menu == nil)
    #expect(!rig.view.chooseMenuAction(.copy))
    #expect(rig.view.itemPathsForSelectedItems == [])
    rig.view.check()
  }

  /// ME-2: only with all three methods.
  @Test func aMenuNeedsAllThreeMethods() throws {
    let methods: [CollectionViewDelegateMethods] = [
      .shouldShowMenu, .canPerformAction, .performAction,
    ]
    for bits in 0..<8 {
      let given = methods.indices.filter { bits & (1 << $0) != 0 }.map { methods[$0] }
      let delegate = RecordingDelegate(CollectionViewDelegateMethods(given))
      delegate.menuActions = [.cut]
      let rig = Rig([[1, 2]])
      rig.view.delegate = delegate
      try rig.view.pass()
      #expect((rig.view.longPress(at: point) != nil) == (bits == 7))
      if bits != 7 { #expect(delegate.takeLog() == []) }
    }
  }

  @Test func refusalsShowNoMenu() throws {
    for line in ["shouldHighlight [0, 1]", "shouldShowMenu [0, 1]"] {
      let rig = try rig()
      delegate.refused = [line]
      #expect(rig.view.longPress(at: point) == nil)
      #expect(delegate.takeLog().last == line)
    }
    delegate.refused = []
    let rig = try rig()
    delegate.menuActions = []
    #expect(rig.view.longPress(at: point) == nil)
    #expect(rig.view.longPress(at: Point(x: 400, y: 0)) == nil)
  }

  @Test func customActionsAreAskedAboutLast() throws {
    let rig = try rig()
    rig.view.customMenuActions = [.custom("share")]
    delegate.menuActions = [.cut, .custom("share")]
    #expect(rig.view.longPress(at: point)?.actions == [.cut, .custom("share")])
    #expect(rig.view.chooseMenuAction(.custom("share")))
  }

  /// A delegate may pass on that the finger moves away while it performs an action.
  @Test func aFingerThatComesBackAfterAnActionHighlightsNothing() throws {
    let rig = try rig()
    _ = rig.view.longPress(at: point)
    delegate.actions["perform copy [0, 1]"] = {
      rig.view.touchMoved(to: Point(x: point.x, y: point.y + 50))
    }
    #expect(rig.view.chooseMenuAction(.copy))
    rig.view.touchMoved(to: point)
    #expect(rig.view.cellForItem(at: at(0, 1))?.isHighlighted == false)
  }

  /// ME-3, ME-4: what takes the item or the view away takes the menu away.
  @Test func menusAreDismissed() throws {
    let dismissals: [(Rig) throws -> Void] = [
      { rig in try rig.view.scroll(to: 20) },
      { rig in rig.view.beginDragging() },
      { rig in rig.view.reloadData() },
      { rig in
        var items = rig.source.sections[0]
        items.remove(at: 1)
        try rig.update([items]) { view in
          view.deleteItems(at: [at(0, 1)])
        }
      },
      { rig in rig.view.tapItem(at: at(0, 2)) },
    ]
    for dismissal in dismissals {
      let rig = try rig()
      _ = rig.view.longPress(at: point)
      #expect(rig.view.menu != nil)
      try dismissal(rig)
      #expect(rig.view.menu == nil)
      #expect(!rig.view.chooseMenuAction(.copy))
      #expect(!delegate.takeLog().contains { $0.hasPrefix("perform") })
      rig.view.endDragging()
      try rig.view.pass()
    }
    let rig = try rig()
    _ = rig.view.longPress(at: point)
    try rig.update([[99] + rig.source.sections[0]]) { view in
      view.insertItems(at: [at(0, 0)])
    }
    #expect(rig.view.menu?.path == at(0, 2))
  }

  /// Copy keeps two values, each paste adds a section of them and reloads.
  @Test func theSampleMenuPastes() throws {
    let rig = Rig([[1, 2]])
    var pasteboard: [Int] = []
    rig.view.delegate = delegate
    delegate.menuActions = [.copy, .paste]
    try rig.view.pass()
    _ = rig.view.longPress(at: point)
    delegate.actions["perform copy [0, 1]"] = { pasteboard = [1, 2] }
    #expect(rig.view.chooseMenuAction(.copy))
    for count in 1...3 {
      _ = rig.view.longPress(at: point)
      delegate.actions["perform paste [0, 1]"] = {
        rig.source.sections.append(pasteboard)
        rig.view.reloadData()
      }
      #expect(rig.view.chooseMenuAction(.paste))
      try rig.view.pass()
      #expect(rig.view.numberOfSections == 1 + count)
      #expect(rig.numbers == Array(repeating: [1, 2], count: 1 + count).flatMap { $0 })
    }
  }

  @Test func aDelegateThatTakesTheItemAway() throws {
    for line in ["shouldShowMenu [0, 1]", "can cut [0, 1]"] {
      let rig = try rig()
      delegate.actions[line] = {
        rig.source.sections = [[7]]
        rig.view.reloadData()
      }
      #expect(rig.view.longPress(at: point) == nil)
      try rig.view.pass()
      #expect(rig.numbers == [7])
    }
  }
}
