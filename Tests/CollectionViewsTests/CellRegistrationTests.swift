import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Cells of two classes, each through a registration of its own.
private final class TypedSource: CollectionViewDataSource {
  let even = CellRegistration<NumberCell, Int> { cell, path, number in
    cell.number = number + 100 * path.section
  }
  let odd = CellRegistration<OddCell, Int>(
    template: ViewTemplate("odd") { [OddCell(frame: .zero)] }
  ) { cell, _, number in cell.text = "\(number)" }

  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int { 500 }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws(CollectionViewError) -> CollectionViewCell {
    if path.item.isMultiple(of: 2) {
      return try collectionView.dequeueConfiguredReusableCell(
        using: even, for: path, item: path.item)
    }
    return try collectionView.dequeueConfiguredReusableCell(using: odd, for: path, item: path.item)
  }
}

private final class OddCell: CollectionViewCell {
  var text = ""
}

@Suite struct CellRegistrationTests {
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
