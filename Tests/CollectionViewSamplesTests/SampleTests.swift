import Changesets
import CollectionViewSamples
import CollectionViews
import Geometry
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
  }

  @Test func whatIsSelectedIsDeleted() throws {
    let view = try makeSampleView(over: source)
    view.allowsMultipleSelection = true
    view.tapItem(at: ItemPath(section: 0, item: 0))
    view.tapItem(at: ItemPath(section: 0, item: 2))
    view.tapItem(at: ItemPath(section: 1, item: 1))
    try deleteSelected(in: view, of: source)
    #expect(source.sections == [["bee"], ["dog"]])
    #expect(view.indexPathsForSelectedItems == [])
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

  @Test(arguments: [false, true], [false, true])
  func aCellIsWhiteWhileItIsTouched(isSelected: Bool, isHighlighted: Bool) throws {
    let view = try makeSampleView(over: source)
    view.register(RedCell.template, of: RedCell.self, forCellWithReuseIdentifier: "red")
    let cell = try view.dequeueReusableCell(
      withReuseIdentifier: "red", for: ItemPath(section: 0, item: 0))
    cell.isSelected = isSelected
    cell.isHighlighted = isHighlighted
    #expect((cell as? RedCell)?.seenColor == (isSelected || isHighlighted ? "white" : "red"))
  }
}
