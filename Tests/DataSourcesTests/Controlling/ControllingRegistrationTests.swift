import Changesets
import CollectionViews
import DataSources
import Geometry
import ItemStores
import Layouts
import Testing

private typealias People = ArrayDataSource<String, Person>

/// A cell that sets its identifier when it is used again.
private final class RenamedCell: CollectionViewCell {
  var nextIdentifier: String?

  override func prepareForReuse() { reuseIdentifier = nextIdentifier }
}

private final class Owner {
  let view = plainList()
  var source: ArrayDataSource<String, Person>?
  var name = "owner"
}

/// Registrations: the choice of a cell, its filling, and what is wrong about them.
@Suite struct ControllingRegistrationTests {
  private func rig(headerExtent: Double = 0) throws -> (view: CollectionView, source: People) {
    let view = plainList(headerExtent: headerExtent)
    return (view, try People(for: view))
  }

  /// L-6, NX-4b.
  @Test func aCellIsFilledOnceWithItsPathAndDataSource() throws {
    let (view, source) = try rig()
    var filled: [ItemPath] = []
    var asked: [ObjectIdentifier] = []
    source.register(PersonCell.self) { cell, path, source in
      asked.append(ObjectIdentifier(source))
      cell.show(source.item(at: path))
      filled.append(path)
    }
    source.reload(sections: [[peter], [paul]])
    try view.layoutIfNeeded()
    try view.layoutIfNeeded()
    #expect(asked == [ObjectIdentifier(source), ObjectIdentifier(source)])
    #expect(filled == [at(0, 0), at(1, 0)] && view.shownNames == ["Peter", "Paul"])
    #expect(view.visibleCells.map { ($0 as? PersonCell)?.fillCount } == [1, 1])
    #expect(view.visibleCells.map(\.reuseIdentifier) == ["cell", "cell"])
  }

  /// L-8, NX-4b.
  @Test func aSupplementaryViewIsFilledOnceWithItsPathAndDataSource() throws {
    let (view, source) = try rig(headerExtent: 10)
    var filled: [ElementPath] = []
    source.register(PersonCell.self)
    source.register(TitleView.self, ofKind: .sectionHeader) { header, path, source in
      header.title = source.item(forSection: path.section) ?? ""
      filled.append(path)
    }
    source.reload(sections: [[peter]], sectionItems: ["friends"])
    try view.layoutIfNeeded()
    #expect(filled == [ElementPath(section: 0)])
    #expect(view.shownTitle(ofSection: 0) == "friends")
    let header = view.supplementaryView(
      forElementOfKind: .sectionHeader, at: ElementPath(section: 0))
    #expect(header?.reuseIdentifier == ElementKind.sectionHeader.name)
  }

  /// L-6.
  @Test func templatesMakeCellsAndHeaders() throws {
    let (view, source) = try rig(headerExtent: 10)
    var made = 0
    let template = ViewTemplate("Person") {
      made += 1
      return [PersonCell(frame: .zero)]
    }
    source.register(template, of: PersonCell.self) { cell, person in cell.name = person.name }
    source.register(
      ViewTemplate("Title") { [TitleView(frame: .zero)] }, of: TitleView.self,
      ofKind: .sectionHeader
    ) { header, _, _ in header.title = "title" }
    source.reload(sections: [[peter]])
    try view.layoutIfNeeded()
    #expect(made == 1 && view.shownNames == ["Peter"])
    #expect(view.shownTitle(ofSection: 0) == "title")
    source.register(template, of: PersonCell.self) { cell, path, source in
      cell.name = "\(path)"
    }
    source.reload(sections: [[peter]])
    try view.layoutIfNeeded()
    #expect(view.shownNames == ["[0, 0]"])
  }

  /// L-7, NX-3.
  @Test func theFirstPredicateThatAcceptsAnItemDecides() throws {
    let (view, source) = try rig()
    source.register(ChildCell.self, identifier: "child", where: { $1.age < 10 }) { cell, _ in
      cell.name = "child"
    }
    source.register(PersonCell.self, identifier: "named", where: { $1.name.hasPrefix("L") })
    source.register(PersonCell.self, identifier: "any")
    source.reload(sections: [[peter, lisa]])
    try view.layoutIfNeeded()
    #expect(view.visibleCells.map(\.reuseIdentifier) == ["any", "child"])
    #expect(view.visibleCells.map { $0 is ChildCell } == [false, true])
  }

  /// L-7, NX-3.
  @Test func predicatesSeeTheSectionItem() throws {
    let (view, source) = try rig()
    source.register(
      PersonCell.self, identifier: "friend", where: { group, _ in group == "friends" })
    source.register(PersonCell.self, identifier: "other", where: { group, _ in group == nil })
    source.reload(sections: [[peter], [paul, marry]], sectionItems: ["friends"])
    try view.layoutIfNeeded()
    #expect(view.visibleCells.map(\.reuseIdentifier) == ["friend", "other", "other"])
  }

  /// RU-26, NX-1, NX-3.
  @Test func theIdentifierIsKnownBeforeACellIsMade() throws {
    let (view, source) = try rig()
    func identifiers(in view: CollectionView) -> [String?] {
      (0..<3).map { source.collectionView(view, reuseIdentifierForItemAt: at(0, $0)) }
    }
    source.reload(sections: [[peter, lisa, paul]])
    #expect(identifiers(in: view) == [nil, nil, nil])
    source.register(ChildCell.self, identifier: "child", where: { $1.age < 10 })
    source.register(PersonCell.self, identifier: "peter", where: { $1 == peter })
    #expect(identifiers(in: view) == ["peter", "child", nil])
    source.register(PersonCell.self, identifier: "any")
    #expect(identifiers(in: view) == ["peter", "child", "any"])
    #expect(identifiers(in: plainList()) == [nil, nil, nil])
    #expect(source.collectionView(view, reuseIdentifierForItemAt: at(1, 0)) == nil)
    #expect(view.reuseStatistics.created == 0)
    try view.layoutIfNeeded()
    #expect(view.visibleCells.map(\.reuseIdentifier) == identifiers(in: view))
    #expect(view.dataSource?.collectionView(view, reuseIdentifierForItemAt: at(0, 1)) == "child")
    // Nothing is asked where every item is accepted.
    source.removeCells(withIdentifier: "child")
    source.removeCells(withIdentifier: "peter")
    source.register(
      PersonCell.self, identifier: "last",
      where: { _, _ in
        Issue.record("a predicate was asked")
        return false
      })
    #expect(identifiers(in: view) == ["any", "any", "any"])
  }

  /// NX-3.
  @Test func registeringAgainMovesToTheEnd() throws {
    let (view, source) = try rig()
    source.register(PersonCell.self, identifier: "a")
    source.register(PersonCell.self, identifier: "b")
    source.register(PersonCell.self, identifier: "c")
    source.register(PersonCell.self, identifier: "a")
    #expect(source.cellIdentifiers == ["b", "c", "a"])
    source.reload(sections: [[peter]])
    try view.layoutIfNeeded()
    #expect(view.visibleCells.map(\.reuseIdentifier) == ["b"])
  }

  /// NX-3, NX-4.
  @Test func aNilClassRemovesTheRegistration() throws {
    let (view, source) = try rig(headerExtent: 10)
    source.register(PersonCell.self, identifier: "a")
    source.register(PersonCell.self, identifier: "b")
    source.register(TitleView.self, ofKind: .sectionHeader)
    source.register(nil as PersonCell.Type?, identifier: "a")
    #expect(source.cellIdentifiers == ["b"])
    #expect(throws: CollectionViewError.notRegistered(.cell("a"), registered: ["cell \"b\""])) {
      _ = try view.dequeueReusableCell(withReuseIdentifier: "a", for: at(0, 0))
    }
    source.removeCells(withIdentifier: "absent")
    source.removeCells(withIdentifier: "b")
    source.reload(sections: [[peter]])
    #expect(throws: CollectionViewError.noMatchingRegistration(.cell(at(0, 0)))) {
      try view.layoutIfNeeded()
    }
    source.register(PersonCell.self)
    source.register(nil as TitleView.Type?, ofKind: .sectionHeader)
    source.reload(sections: [[peter]])
    let header = LayoutElement.supplementary(.sectionHeader, ElementPath(section: 0))
    #expect(throws: CollectionViewError.noMatchingRegistration(header)) {
      try view.layoutIfNeeded()
    }
    source.register(TitleView.self, ofKind: .sectionHeader)
    try view.layoutIfNeeded()
    #expect(view.visibleCells.count == 1)
    view.checkInvariants()
  }

  /// NX-4.
  @Test func missingBlocksAreAccepted() throws {
    let (view, source) = try rig(headerExtent: 10)
    source.register(PersonCell.self, prepare: nil)
    source.register(TitleView.self, ofKind: .sectionHeader, prepare: nil)
    source.reload(sections: [[peter]])
    try view.layoutIfNeeded()
    #expect(view.shownNames == [""] && view.shownTitle(ofSection: 0) == "")
  }

  /// NX-4.
  @Test func anItemWithoutAMatchIsAnErrorThatNamesItsPath() throws {
    let (view, source) = try rig()
    source.register(PersonCell.self, where: { $1.age > 10 })
    source.reload(sections: [[peter], [paul, lisa]])
    let error = CollectionViewError.noMatchingRegistration(.cell(at(1, 1)))
    #expect(throws: error) { try view.layoutIfNeeded() }
    #expect(
      "\(error)" == "no registration of the data source is for cell [1, 1]; register a class or a "
        + "template whose predicate accepts the item")
    source.reload(sections: [[peter]])
    try view.layoutIfNeeded()
    view.checkInvariants()
  }

  /// NX-4.
  @Test func anAbsentItemIsAnErrorThatNamesItsPath() throws {
    let (view, source) = try rig()
    source.register(PersonCell.self)
    source.reload(sections: [[peter]])
    #expect(throws: CollectionViewError.noItem(at(0, 1))) {
      _ = try source.collectionView(view, cellForItemAt: at(0, 1))
    }
  }

  /// NX-4.
  @Test func aViewWithAnotherIdentifierIsAnError() throws {
    for next in ["cell", "renamed", nil] {
      let (view, source) = try rig()
      source.register(RenamedCell.self) { cell, _ in cell.nextIdentifier = next }
      source.reload(sections: [[peter]])
      try view.layoutIfNeeded()
      source.reload(sections: [[peter]])
      if next == "cell" {
        try view.layoutIfNeeded()
      } else {
        let error = CollectionViewError.otherIdentifier(
          .cell(at(0, 0)), found: next, expected: "cell")
        #expect(throws: error) { try view.layoutIfNeeded() }
      }
      view.checkInvariants()
    }
  }

  /// Cells that are shown when their identifier is registered for another class are not used again.
  @Test func cellsOfAnEarlierClassAreNotUsedAgain() throws {
    let (view, source) = try rig(headerExtent: 10)
    source.register(TitleView.self, ofKind: .sectionHeader)
    for round in 0..<4 {
      if round % 2 == 0 {
        source.register(PersonCell.self) { cell, person in cell.name = person.name }
      } else {
        source.register(ChildCell.self) { cell, _ in cell.name = "child" }
      }
      source.reload(sections: [[peter, paul]])
      try view.layoutIfNeeded()
      #expect(view.shownNames == (round % 2 == 0 ? ["Peter", "Paul"] : ["child", "child"]))
      view.checkInvariants()
    }
  }

  @Test func cellsOfTheSameClassAreUsedAgain() throws {
    let (view, source) = try rig()
    source.register(PersonCell.self) { cell, _ in cell.name = "a" }
    source.reload(sections: [[peter, paul]])
    try view.layoutIfNeeded()
    source.register(PersonCell.self) { cell, _ in cell.name = "b" }
    #expect(view.shownNames == ["a", "a"])
    source.reload(sections: [[peter, paul]])
    try view.layoutIfNeeded()
    #expect(view.shownNames == ["b", "b"])
    #expect(view.reuseStatistics.created == 2 && view.reuseStatistics.reused == 2)
  }

  @Test func aClassRegisteredBehindTheDataSourceIsAnError() throws {
    let (view, source) = try rig()
    source.register(ChildCell.self)
    view.register(PersonCell.self, forCellWithReuseIdentifier: "cell")
    source.reload(sections: [[peter]])
    #expect(
      throws: CollectionViewError.viewClass(
        .cell(at(0, 0)), found: "PersonCell", expected: "ChildCell")
    ) { try view.layoutIfNeeded() }
  }

  /// L-9, BUG-43.
  @Test func aBlockThatCapturesTheDataSourceStronglyLeaks() throws {
    weak var leaked: People?
    let view = plainList()
    do {
      let source = try People(for: view)
      source.register(PersonCell.self) { cell, _, _ in cell.name = "\(source.sectionCount)" }
      leaked = source
    }
    #expect(leaked != nil)
    leaked?.removeCells()
    #expect(leaked == nil)
  }

  /// L-9, BUG-43.
  @Test func aBlockThatCapturesItsOwnerWeaklyDoesNotLeak() throws {
    weak var owner: Owner?
    weak var source: People?
    do {
      let strong = Owner()
      strong.source = try People(for: strong.view)
      strong.source?.register(PersonCell.self) { [weak strong] cell, _ in
        cell.name = strong?.name ?? ""
      }
      strong.source?.register(TitleView.self, ofKind: .sectionHeader) { [weak strong] view, _, _ in
        view.title = strong?.name ?? ""
      }
      strong.source?.postUpdate = { [weak strong] in strong?.name = "told" }
      strong.source?.reload(sections: [[peter]])
      (owner, source) = (strong, strong.source)
      #expect(strong.name == "told")
    }
    #expect(owner == nil && source == nil)
  }

  /// L-9.
  @Test func blocksAreHeldStrongly() throws {
    let (view, source) = try rig()
    weak var held: Owner?
    do {
      let owner = Owner()
      source.register(PersonCell.self) { cell, _ in cell.name = owner.name }
      held = owner
    }
    source.reload(sections: [[peter]])
    try view.layoutIfNeeded()
    #expect(held != nil && view.shownNames == ["owner"])
    source.register(PersonCell.self)
    #expect(held == nil)
  }
}
