import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// A background that is another one while its cell is selected.
private struct Card: BackgroundConfiguration {
  var color: String
  var selectedColor = "blue"
  var isSelected = false

  func updated(for state: CellConfigurationState) -> Card {
    var card = self
    card.isSelected = state.isSelected
    return card
  }

  var shown: String { isSelected ? selectedColor : color }
}

private final class CardCell: CollectionViewCell {
  private(set) var changes = 0
  private(set) var updates = 0

  override func backgroundConfigurationDidChange() { changes += 1 }

  override func updateConfiguration(using state: CellConfigurationState) {
    updates += 1
    super.updateConfiguration(using: state)
  }

  var shown: String? { (backgroundConfiguration as? Card)?.shown }
}

private final class SectionCard: SectionBackgroundView {
  private(set) var changes = 0

  override func backgroundConfigurationDidChange() { changes += 1 }
}

@Suite struct BackgroundConfigurationTests {
  private func makeRig() throws -> (view: CollectionView, source: StubSource) {
    let layout = ListLayout()
    layout.itemExtent = 10
    let cells = CellRegistration<CardCell, Int> { cell, _, number in
      cell.backgroundConfiguration = Card(color: "paper \(number % 2)")
    }
    let source = StubSource(itemCount: 30) { view, path in
      try view.dequeueConfiguredReusableCell(using: cells, for: path, item: path.item)
    }
    let view = CollectionView.showing(source, in: layout)
    view.allowsMultipleSelection = true
    try view.pass()
    return (view, source)
  }

  private func cell(_ item: Int, _ view: CollectionView) throws -> CardCell {
    try #require(view.cellForItem(at: at(0, item)) as? CardCell)
  }

  @Test func itFollowsTheStateOnceAPass() throws {
    let (view, source) = try makeRig()
    withExtendedLifetime(source) {}
    let cell = try cell(3, view)
    #expect(cell.shown == "paper 1")
    let (updates, changes) = (cell.updates, cell.changes)
    for _ in 0..<3 {
      try view.selectItem(at: at(0, 3))
      try view.deselectItem(at: at(0, 3))
    }
    try view.selectItem(at: at(0, 3))
    #expect(cell.shown == "paper 1" && cell.updates == updates)
    try view.pass()
    #expect(cell.shown == "blue" && cell.updates == updates + 1 && cell.changes == changes + 1)
    try view.pass()
    #expect(cell.updates == updates + 1)
  }

  @Test func anEqualBackgroundIsNoChange() throws {
    let (view, source) = try makeRig()
    withExtendedLifetime(source) {}
    let cell = try cell(3, view)
    let (updates, changes) = (cell.updates, cell.changes)
    cell.backgroundConfiguration = Card(color: "paper 1")
    try view.pass()
    #expect(cell.updates == updates && cell.changes == changes)
    cell.automaticallyUpdatesBackgroundConfiguration = false
    cell.backgroundConfiguration = Card(color: "ink")
    try view.selectItem(at: at(0, 3))
    try view.pass()
    #expect(cell.shown == "ink" && cell.updates == updates + 1)
  }

  /// One that comes to a shown cell later is updated for the cell's state, and asks for no size.
  @Test func aShownCellGetsABackgroundLater() throws {
    let source = StubSource(itemCount: 30)
    let layout = ListLayout()
    layout.itemExtent = 10
    let view = CollectionView.showing(source, in: layout, of: CardCell.self)
    try view.pass()
    try view.selectItem(at: at(0, 3))
    let cell = try cell(3, view)
    #expect(cell.automaticallyUpdatesBackgroundConfiguration)
    cell.backgroundConfiguration = Card(color: "ink")
    #expect(cell.shown == "ink")
    try view.pass()
    #expect(cell.shown == "blue")
    _ = source
  }

  /// It takes the place of the views that stood for a background.
  @Test func backgroundViewsGo() {
    let cell = CardCell(frame: .zero)
    (cell.backgroundView, cell.selectedBackgroundView) = (SectionCard(frame: .zero), cell)
    cell.backgroundConfiguration = Card(color: "ink")
    #expect(cell.backgroundView == nil && cell.selectedBackgroundView == nil)
    #expect(cell.backgrounds.isEmpty)
    // Of those that came after it, too, as where a cell is used again.
    cell.backgroundView = SectionCard(frame: .zero)
    cell.backgroundConfiguration = Card(color: "ink")
    #expect(cell.backgroundView == nil && cell.changes == 1)
    cell.backgroundConfiguration = nil
    #expect(cell.backgroundConfiguration == nil && cell.changes == 2)
  }

  @Test func aSectionHasTheBackgroundOfItsLayout() throws {
    let kind = ElementKind("card")
    var color = "grey"
    let size = LayoutSize(width: .fractionalWidth(1), height: .absolute(10))
    let layout = CompositionalLayout { section, _ in
      var background = LayoutDecorationItem.background(elementKind: kind)
      if section > 0 { background.custom = Card(color: color) }
      var made = LayoutSection(
        group: .horizontal(size, subitems: [.item(LayoutItem(size))]))
      made.decorationItems = [background]
      return made
    }
    layout.registerDecoration(ViewSource.viewClass(SectionCard.self), ofKind: kind)
    let source = ArraySource([[1], [2, 3]])
    let view = CollectionView.showing(source, in: layout)
    try view.pass()
    func card(_ section: Int) throws -> SectionCard {
      let element = LayoutElement.decoration(kind, ElementPath(section: section))
      return try #require(view.view(for: element) as? SectionCard)
    }
    #expect(try card(0).backgroundConfiguration == nil)
    #expect(try (card(1).backgroundConfiguration as? Card)?.shown == "grey")
    #expect(try card(1).changes == 1)
    // Another place is no other background.
    try view.performBatchUpdates {
      source.sections[0].append(4)
      view.insertItems(at: [at(0, 1)])
    }
    view.clock.advance(by: 1)
    try view.pass()
    #expect(try card(1).changes == 1)
    color = "green"
    let context = LayoutInvalidationContext()
    context.invalidateEverything = true
    layout.invalidateLayout(with: context)
    try view.pass()
    #expect(try (card(1).backgroundConfiguration as? Card)?.shown == "green")
    #expect(try card(1).changes == 2)
  }

  /// A section is another one if its background is.
  @Test func decorationsAreComparedByTheirBackgrounds() {
    var (one, other) = (
      LayoutDecorationItem.background(elementKind: ElementKind("card")),
      LayoutDecorationItem.background(elementKind: ElementKind("card"))
    )
    #expect(one == other)
    one.custom = Card(color: "grey")
    #expect(one != other && other != one)
    other.custom = Card(color: "green")
    #expect(one != other)
    other.custom = Card(color: "grey")
    #expect(one == other && one.hashValue == other.hashValue)
  }
}
