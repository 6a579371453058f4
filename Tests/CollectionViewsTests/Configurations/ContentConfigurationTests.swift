import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// The content of a row: a number, bold while it is selected.
private struct NumberContent: ContentConfiguration {
  var number: Int
  var isBold = false
  var height: Double?

  func makeContentView() -> any ContentView { NumberContentView(self) }

  func updated(for state: CellConfigurationState) -> NumberContent {
    var content = self
    content.isBold = state.isSelected
    if state.isReordering { content.number = -1 }
    return content
  }
}

private final class NumberContentView: ContentView {
  var frame = Rect.zero
  var configuration: any ContentConfiguration

  init(_ configuration: any ContentConfiguration) { self.configuration = configuration }

  var shown: NumberContent? { configuration as? NumberContent }

  func fittingSize(for size: Size) -> Size {
    Size(width: size.width, height: shown?.height ?? size.height)
  }
}

/// Another content, which no `NumberContentView` supports.
private struct TextContent: ContentConfiguration {
  func makeContentView() -> any ContentView { NumberContentView(self) }
}

private final class ContentCell: CollectionViewCell {
  var updates = 0
  var isOpen = false { didSet { setNeedsUpdateConfiguration() } }
  var onApply: (() -> Void)?

  override func apply(_ attributes: LayoutAttributes) { onApply?() }

  override var configurationState: CellConfigurationState {
    var state = super.configurationState
    state.isExpanded = isOpen
    state["unread"] = 3
    return state
  }

  override func updateConfiguration(using state: CellConfigurationState) {
    updates += 1
    super.updateConfiguration(using: state)
  }

  var shown: NumberContent? { (contentView as? NumberContentView)?.shown }
}

/// A list of rows of 10 points, ten of which are seen, whose cells have contents.
private struct ContentRig {
  let source: StubSource
  let view: CollectionView
  let layout = ListLayout()

  init(itemCount: Int = 30, fill: ((ContentCell, ItemPath) -> Void)? = nil) throws {
    layout.itemExtent = 10
    let cells = CellRegistration<ContentCell, Int> { cell, path, number in
      if let fill {
        fill(cell, path)
      } else {
        cell.contentConfiguration = NumberContent(number: number)
      }
    }
    source = StubSource(itemCount: itemCount) { view, path in
      try view.dequeueConfiguredReusableCell(using: cells, for: path, item: path.item)
    }
    view = CollectionView.showing(source, in: layout)
    view.allowsMultipleSelection = true
    try view.pass()
  }

  func cell(_ item: Int) throws -> ContentCell {
    try #require(view.cellForItem(at: at(0, item)) as? ContentCell)
  }
}

@Suite struct ContentConfigurationTests {
  /// An operation outside of a block lays nothing out before it.
  @Test func anUpdateDoesNotForgetCellsThatAreDue() throws {
    let rig = try ContentRig()
    try rig.view.selectItem(at: at(0, 0))
    rig.view.reconfigureItems(at: [at(0, 1)])
    try rig.view.pass()
    #expect((rig.view.cellForItem(at: at(0, 0)) as? ContentCell)?.shown?.isBold == true)
  }

  /// What has filled a cell again has updated it, too.
  @Test func aReconfiguredCellMakesNoPassDue() throws {
    let rig = try ContentRig()
    try rig.view.performBatchUpdates { rig.view.reconfigureItems(at: [at(0, 1)]) }
    let passes = rig.view.work.passes
    try rig.view.pass()
    #expect(rig.view.work.passes == passes)
  }

  /// A header beside the cells does not make a pass due either.
  @Test func aReconfiguredCellUnderAHeaderMakesNoPassDue() throws {
    let rig = try ContentRig()
    rig.source.supplementaryView = { view, kind, path in
      try view.dequeueReusableSupplementaryView(
        ofKind: kind, withReuseIdentifier: "header", for: path)
    }
    rig.view.register(
      HeaderView.self, forSupplementaryViewOfKind: .sectionHeader, withReuseIdentifier: "header")
    rig.layout.headerExtent = 5
    try rig.view.pass()
    try rig.view.performBatchUpdates { rig.view.reconfigureItems(at: [at(0, 1)]) }
    let passes = rig.view.work.passes
    try rig.view.pass()
    #expect(rig.view.work.passes == passes)
  }

  /// Also where it keeps the content that it has: the state may be another one.
  @Test func aCellThatIsUsedAgainIsUpdated() throws {
    let rig = try ContentRig { cell, _ in
      if cell.contentConfiguration == nil { cell.contentConfiguration = NumberContent(number: 1) }
    }
    let cells = try (0..<10).map { try rig.cell($0) }
    #expect(cells.allSatisfy { $0.updates == 1 })
    try rig.view.scroll(to: 100)
    #expect(try (10..<20).allSatisfy { try rig.cell($0).updates == 2 })
  }

  @Test func contentIsShownAndItsViewServesAgain() throws {
    let rig = try ContentRig()
    #expect(try rig.cell(3).shown?.number == 3)
    let views = Set(
      rig.view.visibleCells.compactMap { $0.contentView.map { ObjectIdentifier($0) } })
    try rig.view.scroll(to: 100)
    #expect(try rig.cell(12).shown?.number == 12)
    #expect(
      Set(rig.view.visibleCells.compactMap { $0.contentView.map { ObjectIdentifier($0) } })
        .intersection(views).count >= 9)
    // Its size is the cell's.
    let content = try rig.cell(12).contentView as? NumberContentView
    #expect(content?.frame == Rect(x: 0, y: 0, width: 50, height: 10))
    // A view that does not support the next content is replaced.
    let cell = try rig.cell(12)
    cell.contentConfiguration = TextContent()
    #expect(cell.contentView !== content && cell.shown == nil)
    cell.contentConfiguration = nil
    #expect(cell.contentView == nil)
  }

  /// However many states change, there is one update a layout pass, and none without a change.
  @Test func updatesAreCoalesced() throws {
    let rig = try ContentRig()
    let cell = try rig.cell(2)
    #expect(cell.updates == 1)
    try rig.view.pass()
    #expect(cell.updates == 1)
    for _ in 0..<4 {
      rig.view.touchDown(onItemAt: at(0, 2))
      rig.view.touchUp()
      cell.isOpen.toggle()
      cell.setNeedsUpdateConfiguration()
    }
    #expect(cell.updates == 1)
    try rig.view.pass()
    #expect(cell.updates == 2)
    try rig.view.selectItem(at: at(0, 2))
    try rig.view.pass()
    #expect(cell.updates == 3 && cell.shown?.isBold == true)
    #expect(try rig.cell(3).updates == 1)
    try rig.view.pass()
    #expect(cell.updates == 3)
  }

  @Test func anUpdateIsOnePassAndLeavesNothingDue() throws {
    let rig = try ContentRig()
    try rig.view.performBatchUpdates {}
    let passes = rig.view.work.passes
    try rig.view.selectItem(at: at(0, 2))
    for _ in 0..<3 {
      try rig.view.pass()
      #expect(rig.view.work.passes == passes + 1)
    }
  }

  /// A cell may make one due that has been updated in the same pass.
  @Test func anUpdateThatMakesAnEarlierCellDue() throws {
    let rig = try ContentRig()
    let (first, last) = (try rig.cell(1), try rig.cell(8))
    var isAsking = true
    last.configurationUpdateHandler = { _, _ in
      if isAsking { first.setNeedsUpdateConfiguration() }
      isAsking = false
    }
    let updates = first.updates
    try rig.view.pass()
    #expect(first.updates == updates)
    try rig.view.pass()
    #expect(first.updates == updates + 1)
  }

  @Test func aCellIsUpdatedForItsStateBeforeItIsShown() throws {
    let rig = try ContentRig()
    try rig.view.selectItem(at: at(0, 14))
    try rig.view.scroll(to: 100)
    #expect(try rig.cell(14).shown?.isBold == true && rig.cell(14).isSelected)
    #expect(try rig.cell(13).shown?.isBold == false)
    // Away and back, in another cell.
    try rig.view.scroll(to: 0)
    for item in 0..<10 { #expect(try rig.cell(item).shown?.isBold == false) }
    try rig.view.scroll(to: 100)
    #expect(try rig.cell(14).shown?.isBold == true)
  }

  /// A cell asks for an update as it takes its attributes, before it is shown.
  @Test func aCellThatAsksBeforeItIsShownIsUpdatedNext() throws {
    var isAsking = true
    let rig = try ContentRig { cell, path in
      cell.contentConfiguration = NumberContent(number: path.item)
      cell.onApply = { [unowned cell] in if isAsking { cell.setNeedsUpdateConfiguration() } }
    }
    isAsking = false
    let cell = try rig.cell(2)
    #expect(cell.updates == 1)
    try rig.view.pass()
    #expect(cell.updates == 2)
    cell.setNeedsUpdateConfiguration()
    try rig.view.pass()
    #expect(cell.updates == 3)
  }

  @Test func theHandlerFollowsTheCellsOwnUpdate() throws {
    var states: [CellConfigurationState] = []
    let rig = try ContentRig(itemCount: 1) { cell, _ in
      cell.contentConfiguration = NumberContent(number: 7)
      cell.automaticallyUpdatesContentConfiguration = false
      cell.configurationUpdateHandler = { cell, state in
        states.append(state)
        var content = cell.contentConfiguration as? NumberContent
        content?.number += 1
        cell.contentConfiguration = content
      }
    }
    let cell = try rig.cell(0)
    #expect(states.count == 1 && states[0]["unread"] as? Int == 3 && !states[0].isExpanded)
    #expect(cell.shown?.number == 8)
    cell.isOpen = true
    try rig.view.selectItem(at: at(0, 0))
    try rig.view.pass()
    // What the handler sets needs no other update.
    #expect(states.count == 2 && states[1].isExpanded && states[1].isSelected)
    #expect(cell.shown?.number == 9 && cell.shown?.isBold == false)
    try rig.view.pass()
    #expect(states.count == 2)
  }

  @Test func aHandlerOfAShownCellIsCalledInTheNextPass() throws {
    let rig = try ContentRig { _, _ in }
    let cell = try rig.cell(2)
    #expect(cell.automaticallyUpdatesContentConfiguration)
    var calls = 0
    for count in 1...2 {
      cell.configurationUpdateHandler = { _, _ in calls += 1 }
      #expect(calls == count - 1)
      try rig.view.pass()
      #expect(calls == count)
    }
  }

  @Test func aReconfiguredCellIsUpdatedOnce() throws {
    var number = 1
    let rig = try ContentRig { cell, _ in
      cell.contentConfiguration = NumberContent(number: number)
    }
    let cell = try rig.cell(4)
    let updates = cell.updates
    number = 2
    try rig.view.performBatchUpdates { rig.view.reconfigureItems(at: [at(0, 4)]) }
    #expect(try rig.cell(4) === cell && cell.shown?.number == 2)
    #expect(cell.updates == updates + 1)
    try rig.view.pass()
    #expect(cell.updates == updates + 1)
  }

  @Test func aMovedItemIsReordering() throws {
    let layout = ListLayout()
    layout.itemExtent = 10
    var isFilledReordering = false
    let cells = CellRegistration<ContentCell, Int> { cell, _, number in
      if cell.configurationState.isReordering { isFilledReordering = true }
      cell.contentConfiguration = NumberContent(number: number)
    }
    let source = MovingSource([Array(0..<5)])
    let view = CollectionView.showing(source, in: layout)
    let typed = TypedMovingSource(source, cells)
    view.dataSource = typed
    try view.pass()
    let cell = try #require(view.cellForItem(at: at(0, 1)) as? ContentCell)
    #expect(try view.beginInteractiveMovementForItem(at: at(0, 1)))
    try view.pass()
    #expect(cell.configurationState.isReordering && cell.shown?.number == -1)
    try view.endInteractiveMovement()
    try view.pass()
    #expect(!cell.configurationState.isReordering)
    // A cell that is used again has nothing left of it when it is filled.
    #expect(try view.beginInteractiveMovementForItem(at: at(0, 1)))
    try view.pass()
    view.reloadData()
    try view.pass()
    #expect(!isFilledReordering)
    withExtendedLifetime(typed) {}
  }

  /// The moved item's cell leaves with the content and comes back, in another cell.
  @Test func cellsThatComeInKnowWhichItemIsMoved() throws {
    let layout = ListLayout()
    layout.itemExtent = 10
    let cells = CellRegistration<ContentCell, Int> { cell, _, number in
      cell.contentConfiguration = NumberContent(number: number)
    }
    let source = MovingSource([Array(0..<60)])
    let view = CollectionView.showing(source, in: layout)
    let typed = TypedMovingSource(source, cells)
    view.dataSource = typed
    try view.pass()
    #expect(try view.beginInteractiveMovementForItem(at: at(0, 1)))
    try view.pass()
    for offset in [200.0, 0] {
      try view.scroll(to: offset)
      let moved = view.visibleCells.filter { $0.configurationState.isReordering }
      #expect(moved.compactMap { view.itemPath(for: $0) } == (offset == 0 ? [at(0, 1)] : []))
    }
    withExtendedLifetime(typed) {}
  }

  @Test func nothingSpecialIsKnownOfANewCell() {
    let state = CellConfigurationState()
    #expect(!state.isSelected && !state.isHighlighted && !state.isReordering)
    #expect(!state.isExpanded && !state.isDisabled && !state.isEditing && state["a"] == nil)
    let cell = CollectionViewCell(frame: .zero)
    #expect(cell.configurationState == state)
    cell.contentConfiguration = NumberContent(number: 1)
    #expect(cell.configurationState == state)
  }

  @Test func statesAreEqualByAllThatTheySay() {
    var (left, right) = (CellConfigurationState(), CellConfigurationState())
    #expect(left == right)
    left["a"] = 1
    #expect(left != right)
    right["a"] = "1"
    #expect(left != right)
    right["a"] = 1
    #expect(left == right && left.hashValue == right.hashValue)
    right.isEditing = true
    #expect(left != right)
    left["a"] = nil
    #expect(left == CellConfigurationState())
  }
}

/// A moving source whose cells have contents.
private final class TypedMovingSource: CollectionViewDataSource {
  let source: MovingSource
  let cells: CellRegistration<ContentCell, Int>

  init(_ source: MovingSource, _ cells: CellRegistration<ContentCell, Int>) {
    (self.source, self.cells) = (source, cells)
  }

  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int { source.sections[section].count }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws(CollectionViewError) -> CollectionViewCell {
    try collectionView.dequeueConfiguredReusableCell(using: cells, for: path, item: path.item)
  }

  func collectionView(_ collectionView: CollectionView, canMoveItemAt path: ItemPath) -> Bool {
    true
  }
}
