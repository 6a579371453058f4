import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Cells of two classes, each through a registration of its own.
private final class TypedSource: StubSource {
  let even = CellRegistration<NumberCell, Int> { cell, path, number in
    cell.number = number + 100 * path.section
  }
  let odd = CellRegistration<OddCell, Int>(
    template: ViewTemplate("odd") { [OddCell(frame: .zero)] }
  ) { cell, _, number in cell.text = "\(number)" }

  init() {
    super.init(itemCount: 500)
    cell = { [even, odd] view, path in
      if path.item.isMultiple(of: 2) {
        return try view.dequeueConfiguredReusableCell(using: even, for: path, item: path.item)
      }
      return try view.dequeueConfiguredReusableCell(using: odd, for: path, item: path.item)
    }
  }
}

private final class OddCell: CollectionViewCell {
  var text = ""
}

@Suite struct CellRegistrationTests {
  /// A registration that is made for each request is an error: its cells would never be used again.
  @Test func aRegistrationMadeInsideTheRequestIsAnError() throws {
    let rig = Rig([])
    func makeRegistration() -> CellRegistration<NumberCell, Int> {
      CellRegistration { cell, _, number in cell.number = number }
    }
    var registration: CellRegistration<NumberCell, Int>?
    let source = StubSource(itemCount: 50) { view, path in
      try view.dequeueConfiguredReusableCell(
        using: registration ?? makeRegistration(), for: path, item: path.item)
    }
    rig.view.dataSource = source
    let error = rig.view.failure { try rig.view.layoutIfNeeded() }
    guard case .registrationInsideRequest(ItemPath(section: 0, item: 0), _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.description.contains("make it once, before the view asks") == true)
    registration = makeRegistration()
    try rig.view.pass()
    #expect(rig.view.visibleCells.count == 10)
  }

  /// The content and the backgrounds of a cell have its size, also when the cell is used again.
  @Test func subviewsHaveTheSizeOfTheirCell() throws {
    let cell = CellWithSubviews(frame: Rect(x: 0, y: 0, width: 7, height: 5))
    #expect(cell.sizes == [cell.frame.size])
    let rig = Rig([Array(0..<100)])
    rig.view.register(CellWithSubviews.self, forCellWithReuseIdentifier: "number")
    try rig.view.pass()
    rig.layout.itemExtent = 20
    try rig.view.pass()
    for step in 0..<20 {
      rig.layout.itemExtent = step.isMultiple(of: 3) ? 30 : 10
      try rig.view.scroll(to: 33 * Double(step))
      for case let cell as CellWithSubviews in rig.view.visibleCells {
        #expect(cell.sizes == [cell.frame.size], "step \(step)")
      }
    }
  }

  /// As long as all cells have one size, nothing in them is laid out again.
  @Test func subviewsOfCellsOfOneSizeStayAsTheyAre() throws {
    let rig = Rig([Array(0..<100)])
    rig.view.register(CellWithSubviews.self, forCellWithReuseIdentifier: "number")
    try rig.view.pass()
    let before = rig.view.visibleCells.compactMap { ($0 as? CellWithSubviews)?.layouts }
    #expect(before.count == 10)
    for step in 1..<20 { try rig.view.scroll(to: 30 * Double(step)) }
    #expect(rig.view.visibleCells.compactMap { ($0 as? CellWithSubviews)?.layouts } == before)
    #expect(rig.view.reuseStatistics.reused > 40)
  }

  /// A transform scales a cell with all that is in it.
  @Test func subviewsOfAScaledCellKeepTheSizeBeforeTheScale() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<10)])
    view.register(CellWithSubviews.self, forCellWithReuseIdentifier: "number")
    try view.pass()
    let cells = view.visibleCells.compactMap { $0 as? CellWithSubviews }
    let sizes = cells.map(\.sizes)
    let layouts = cells.map(\.layouts)
    for step in 0..<4 {
      layout.lie = { rows in
        rows.map { row in
          var row = row
          row.transform3D = .scale(x: step < 2 ? 0.5 : 1, y: 1)
          row.alpha = step.isMultiple(of: 2) ? 0.5 : 1
          return row
        }
      }
      layout.invalidateLayout()
      try view.pass()
      #expect(cells.allSatisfy { ($0.frame.size.width == 25) == (step < 2) }, "step \(step)")
      #expect(cells.map(\.sizes) == sizes, "step \(step)")
      #expect(cells.map(\.layouts) == layouts, "step \(step)")
    }
    withExtendedLifetime(source) {}
  }

  @Test func cellsAreFilledByTheirRegistration() throws {
    let rig = Rig([])
    let source = TypedSource()
    rig.view.dataSource = source
    try rig.view.layoutIfNeeded()
    #expect((rig.view.cellForItem(at: ItemPath(section: 0, item: 2)) as? NumberCell)?.number == 2)
    #expect((rig.view.cellForItem(at: ItemPath(section: 0, item: 3)) as? OddCell)?.text == "3")
    rig.view.checkInvariants()
  }

  @Test func cellsAreUsedAgainForTheirRegistrationOnly() throws {
    let rig = Rig([])
    let source = TypedSource()
    rig.view.dataSource = source
    for step in 0..<100 {
      rig.view.setContentOffset(Point(x: 0, y: 13 * Double(step)))
      try rig.view.layoutIfNeeded()
      rig.view.checkInvariants()
    }
    let even = rig.view.reuseStatistics(of: .cell(source.even.identifier))
    let odd = rig.view.reuseStatistics(of: .cell(source.odd.identifier))
    #expect(even.created <= 7 && odd.created <= 7)
    #expect(even.reused > 40 && odd.reused > 40)
  }

  @Test func identifiersDiffer() {
    let first = CellRegistration<NumberCell, Int> { _, _, _ in }
    let second = CellRegistration<NumberCell, Int> { _, _, _ in }
    #expect(first.identifier != second.identifier)
    #expect(first.identifier.hasPrefix("NumberCell#"))
  }

  /// A template that yields another class is an error of the dequeue, as with identifiers.
  @Test func aWrongTemplateIsAnError() throws {
    let rig = Rig([])
    try rig.view.layoutIfNeeded()
    let wrong = CellRegistration<OddCell, Int>(
      template: ViewTemplate("wrong") { [NumberCell(frame: .zero)] }
    ) { _, _, _ in }
    #expect(
      throws: CollectionViewError.template(
        name: "wrong", yielded: ["NumberCell"], expected: "new OddCell")
    ) {
      _ = try rig.view.dequeueConfiguredReusableCell(
        using: wrong, for: ItemPath(section: 0, item: 0), item: 1)
    }
  }
}

private final class CellWithSubviews: CollectionViewCell {
  final class Part: CellSubview {
    private(set) var layouts = 0
    var frame = Rect.zero { didSet { layouts += 1 } }
  }

  required init(frame: Rect) {
    super.init(frame: frame)
    contentView = Part()
    backgroundView = Part()
    selectedBackgroundView = Part()
  }

  /// The sizes of the three, without repetition.
  var sizes: Set<Size> {
    let parts = [contentView, backgroundView, selectedBackgroundView]
    return Set(parts.compactMap { ($0 as? Part)?.frame.size })
  }

  /// How often the content was given a frame.
  var layouts: Int? { (contentView as? Part)?.layouts }
}
