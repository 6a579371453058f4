import Changesets
import CollectionViewSamples
import CollectionViews
import Geometry
import Layouts
import Testing

@Suite struct SampleTests {
  private let source = NestedArraySource([["ant", "bee", "cat"], ["dog", "eel"]])

  private func texts(_ view: CollectionView) -> [String] {
    view.visibleCells.compactMap { ($0 as? LabelCell)?.text }
  }

  @Test func nestedArraysGiveCountsAndCells() throws {
    let view = try makeSampleView(over: source)
    #expect(view.numberOfSections == 2)
    #expect(view.numberOfItems(inSection: 0) == 3)
    #expect(
      texts(view) == [
        "Section 0, item 0: ant", "Section 0, item 1: bee", "Section 0, item 2: cat",
        "Section 1, item 0: dog", "Section 1, item 1: eel",
      ])
    view.checkInvariants()
  }

  @Test func theGridLiesAsItsStepsSay() throws {
    let view = try makeSampleView(over: source)
    #expect(
      view.visibleCells.map(\.frame) == [
        Rect(x: 15, y: 40, width: 90, height: 40), Rect(x: 115, y: 40, width: 90, height: 40),
        Rect(x: 215, y: 40, width: 90, height: 40), Rect(x: 15, y: 152, width: 90, height: 40),
        Rect(x: 115, y: 152, width: 90, height: 40),
      ])
    #expect(view.contentSize == Size(width: 320, height: 224))
    #expect(bars(view) == [0, 100, 112, 212])
  }

  /// Returns where headers and footers begin along the scroll direction.
  private func bars(_ view: CollectionView) -> [Double] {
    let isVertical = (view.collectionViewLayout as? FlowLayout)?.scrollDirection == .vertical
    return view.viewsInDisplayOrder.map(\.attributes).filter { $0.category == .supplementary }
      .map { isVertical ? $0.frame.minY : $0.frame.minX }.sorted()
  }

  @Test func theGridLiesTheSameWhateverTheOrderOfItsSteps() throws {
    let expected = try makeSampleView(over: source).visibleCells.map(\.frame)
    let steps = gridSteps()
    for first in steps.indices {
      for order in [
        steps[first...] + steps[..<first],
        Array(steps[...first].reversed()) + steps[(first + 1)...],
      ] {
        let view = try makeSampleView(over: source)
        let layout = FlowLayout()
        try view.setCollectionViewLayout(layout)
        // Each step is taken in a view that is laid out.
        for step in order {
          step(layout)
          try view.layoutIfNeeded()
          view.checkInvariants()
        }
        #expect(view.visibleCells.map(\.frame) == expected)
      }
    }
  }

  @Test func aHorizontalGridFillsColumns() throws {
    let view = try makeSampleView(over: source)
    try view.setCollectionViewLayout(makeGrid(direction: .horizontal))
    try view.layoutIfNeeded()
    // Eight to a column: a section is one, between its header and footer.
    #expect(view.visibleCells.map(\.frame.minX) == [45, 45, 45, 207, 207])
    #expect(bars(view) == [0, 150, 162, 312])
    view.checkInvariants()
  }

  @Test func whatIsSelectedIsDeleted() throws {
    let view = try makeSampleView(over: source)
    view.allowsMultipleSelection = true
    view.tapItem(at: ItemPath(section: 0, item: 0))
    view.tapItem(at: ItemPath(section: 0, item: 2))
    view.tapItem(at: ItemPath(section: 1, item: 1))
    try deleteSelected(in: view, of: source)
    #expect(source.sections == [["bee"], ["dog"]])
    #expect(view.itemPathsForSelectedItems == [])
    view.clock.advance(by: 0.3)
    view.checkInvariants()
    // Survivors are moved and not filled again: they show what they were filled with.
    #expect(texts(view) == ["Section 0, item 1: bee", "Section 1, item 0: dog"])
  }

  @Test func everyPasteAddsASectionOfWhatWasCopied() throws {
    let view = try makeSampleView(over: source)
    let menus = CopyAndPaste(source)
    view.delegate = menus
    let point = Point(x: 20, y: 50)
    #expect(view.longPress(at: point)?.actions == [.copy, .paste])
    #expect(view.chooseMenuAction(.copy))
    #expect(menus.pasteboard == ["1", "2"])
    for pastes in 1...3 {
      _ = view.longPress(at: point)
      #expect(view.chooseMenuAction(.paste))
      try view.layoutIfNeeded()
      #expect(view.numberOfSections == 2 + pastes)
      #expect(source.sections.last == ["1", "2"])
      view.checkInvariants()
    }
    #expect(!view.chooseMenuAction(.copy))
  }

  @Test func aPasteBeforeAnyCopyChangesNothing() throws {
    let view = try makeSampleView(over: source)
    let menus = CopyAndPaste(source)
    view.delegate = menus
    _ = view.longPress(at: Point(x: 20, y: 50))
    #expect(view.chooseMenuAction(.paste))
    try view.layoutIfNeeded()
    #expect(menus.pasteboard == [])
    #expect(source.sections == [["ant", "bee", "cat"], ["dog", "eel"]])
    #expect(view.numberOfSections == 2)
    view.checkInvariants()
  }

  /// The backgrounds are set once for each cell, and touches alone change which one is seen.
  @Test func aCellIsWhiteWhileItIsTouchedOrSelected() throws {
    let view = try makeSampleView(over: source)
    showRedCells(in: view)
    try view.layoutIfNeeded()
    let colors = { view.visibleCells.map { ($0 as? RedCell)?.seenColor } }
    #expect(colors() == ["red", "red", "red", "red", "red"])
    view.touchDown(onItemAt: ItemPath(section: 0, item: 1))
    #expect(colors() == ["red", "white", "red", "red", "red"])
    view.touchCancelled()
    #expect(colors() == ["red", "red", "red", "red", "red"])
    view.tapItem(at: ItemPath(section: 0, item: 1))
    #expect(colors() == ["red", "white", "red", "red", "red"])
    view.tapItem(at: ItemPath(section: 1, item: 0))
    #expect(colors() == ["red", "red", "red", "white", "red"])
    view.checkInvariants()
  }
}
