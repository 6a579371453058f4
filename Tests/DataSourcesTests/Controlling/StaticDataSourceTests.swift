import Changesets
import CollectionViews
import DataSources
import ItemStores
import Layouts
import Testing
import TestSupport

private typealias People = ArrayDataSource<String, Person>

/// The static data source: reloads, items and sections.
@Suite struct StaticDataSourceTests {
  @Test func theUsageExampleCompiles() throws {
    let view = plainList()
    let (friends, family) = ([peter, paul], [marry])
    let source = try ArrayDataSource<String, Person>(for: view)
    source.register(PersonCell.self) { cell, person in cell.name = person.name }
    source.reload(sections: [friends, family], sectionItems: ["friends", "family"])
    try view.layoutIfNeeded()
    let first = source.item(at: ItemPath(section: 0, item: 0))
    #expect(first == peter)
    #expect(view.shownNames == ["Peter", "Paul", "Marry"])
  }

  /// L-1.
  @Test func theBaseClassIsAlwaysEmpty() throws {
    let view = plainList()
    let source = try ControllingDataSource<String, Person>(for: view)
    #expect(view.numberOfSections == 0)
    source.reset()
    try view.layoutIfNeeded()
    #expect(view.itemCounts == [] && source.item(at: at(0, 0)) == nil)
    #expect(source.item(forSection: 0) == nil && source.itemPaths(of: peter) == [])
    #expect(source.itemCount(inSection: 0) == 0)
  }

  /// L-2, NX-1.
  @Test func theViewIsHeldWeaklyAndGetsTheDataSource() throws {
    var view: CollectionView? = plainList()
    let source = try People(for: try #require(view))
    #expect(view?.dataSource === source && source.view === view)
    view = nil
    #expect(source.view == nil)
    // Without a view the items are kept all the same.
    source.register(PersonCell.self)
    source.reload(sections: [[peter]])
    #expect(source.item(at: at(0, 0)) == peter)
  }

  /// L-10.
  @Test func thereAreNoSectionsBeforeTheFirstReload() throws {
    let view = plainList()
    let source = try People(for: view)
    #expect(view.numberOfSections == 0 && source.sectionCount == 0)
    try view.layoutIfNeeded()
    #expect(view.visibleCells.isEmpty)
  }

  /// L-3, NX-4b.
  @Test func reloadAndResetReplaceAllSections() throws {
    let view = plainList()
    let source = try People(for: view)
    source.register(PersonCell.self) { cell, person in cell.name = person.name }
    source.reload(sections: [[peter], [paul], [marry]], sectionItems: ["a", "b", "c"])
    #expect(view.itemCounts == [1, 1, 1])
    try view.layoutIfNeeded()
    source.reset()
    #expect(view.itemCounts == [] && source.item(forSection: 0) == nil)
    try view.layoutIfNeeded()
    #expect(view.visibleCells.isEmpty)
  }

  /// L-17, NX-4b.
  @Test func postUpdateFollowsEachReloadAndReset() throws {
    let view = plainList()
    let source = try People(for: view)
    var counts: [[Int]] = []
    source.postUpdate = { [weak view] in counts.append(view?.itemCounts ?? []) }
    source.reload(sections: [[peter, paul]])
    source.reload(NestedArrayStore(sections: [[marry]]))
    source.reset()
    #expect(counts == [[2], [1], []])
    source.postUpdate = nil
    source.reset()
    #expect(counts.count == 3)
  }

  /// NX-1.
  @Test func anotherViewGetsNothing() throws {
    let (view, other) = (plainList(), plainList())
    let source = try People(for: view)
    source.register(PersonCell.self)
    source.register(TitleView.self, ofKind: .sectionHeader)
    source.reload(sections: [[peter], [], [paul, marry]])
    #expect(source.numberOfSections(in: view) == 3)
    #expect(source.numberOfSections(in: other) == 0)
    #expect(source.collectionView(view, numberOfItemsInSection: 2) == 2)
    #expect(source.collectionView(other, numberOfItemsInSection: 2) == 0)
    let name = "StaticDataSource<String, NestedArrayStore<Person>>"
    #expect(throws: CollectionViewError.otherView(.cell(at(0, 0)), dataSource: name)) {
      _ = try source.collectionView(other, cellForItemAt: at(0, 0))
    }
    let element = LayoutElement.supplementary(.sectionHeader, ElementPath(section: 0))
    #expect(throws: CollectionViewError.otherView(element, dataSource: name)) {
      _ = try source.collectionView(
        other, viewForSupplementaryElementOfKind: .sectionHeader, at: element.path)
    }
    other.dataSource = source
    try other.layoutIfNeeded()
    #expect(other.numberOfSections == 0 && other.visibleCells.isEmpty)
  }

  /// L-3, NX-4c.
  @Test func itemsAndPathsAreInverse() throws {
    let source = try People(for: plainList())
    source.reload(sections: [[peter, paul], [], [marry]])
    let paths = [at(0, 0), at(0, 1), at(2, 0)]
    for path in paths {
      let item = try #require(source.item(at: path))
      #expect(source.itemPaths(of: item) == [path])
    }
    #expect(source.itemPaths { $0.age > 25 } == [at(0, 1), at(2, 0)])
    #expect(source.store.itemCount == 3)
  }

  /// NX-4c.
  @Test func allEqualItemsAreFoundInAscendingOrder() throws {
    let source = try People(for: plainList())
    source.reload(sections: [[peter, paul, peter], [marry], [peter]])
    #expect(source.itemPaths(of: peter) == [at(0, 0), at(0, 2), at(2, 0)])
    #expect(source.itemPaths(of: lisa) == [])
  }

  /// NX-4c.
  @Test func anAbsentItemIsNil() throws {
    let source = try People(for: plainList())
    source.reload(sections: [[peter], []])
    for path in [at(0, 1), at(1, 0), at(2, 0), at(-1, 0), at(0, -1), at(1_000, 1_000)] {
      #expect(source.item(at: path) == nil, "\(path)")
    }
  }

  /// L-14, NX-4c.
  @Test func sectionItemsMayBeFewerThanSections() throws {
    let source = try People(for: plainList())
    source.reload(sections: [[peter], [paul], []], sectionItems: ["friends"])
    #expect((-1...3).map { source.item(forSection: $0) } == [nil, "friends", nil, nil, nil])
    // Those beyond the last section belong to none.
    source.reload(sections: [[peter]], sectionItems: ["friends", "family"])
    #expect((0...1).map { source.item(forSection: $0) } == ["friends", nil])
  }

  /// L-14.
  @Test func aHeaderShowsTheItemOfItsSection() throws {
    let view = plainList(headerExtent: 10)
    let source = try People(for: view)
    source.register(PersonCell.self)
    source.register(TitleView.self, ofKind: .sectionHeader) { header, path, source in
      header.title = source.item(forSection: path.section) ?? "none"
    }
    source.reload(sections: [[peter], [paul]], sectionItems: ["friends"])
    try view.layoutIfNeeded()
    #expect((0...1).map { view.shownTitle(ofSection: $0) } == ["friends", "none"])
  }

  /// NX-4c.
  @Test func aMutatedArrayIsNotSeenUntilTheNextReload() throws {
    let view = plainList()
    let source = try People(for: view)
    source.register(PersonCell.self) { cell, person in cell.name = person.name }
    var sections = [[peter, paul]]
    source.reload(sections: sections)
    sections[0].removeFirst()
    try view.layoutIfNeeded()
    #expect(view.shownNames == ["Peter", "Paul"] && source.item(at: at(0, 0)) == peter)
    source.reload(sections: sections)
    try view.layoutIfNeeded()
    #expect(view.shownNames == ["Paul"])
  }

  /// L-3.
  @Test func anyStoreServes() throws {
    func check<Store: ItemStore<Person>>(_: Store.Type) throws {
      let view = plainList()
      let source = try StaticDataSource<String, Store>(for: view)
      source.register(PersonCell.self) { cell, person in cell.name = person.name }
      source.reload(sections: [[peter, paul], [], [peter]])
      try view.layoutIfNeeded()
      #expect(view.shownNames == ["Peter", "Paul", "Peter"], "\(Store.self)")
      #expect(source.itemPaths(of: peter) == [at(0, 0), at(2, 0)], "\(Store.self)")
      view.checkInvariants()
    }
    try check(NestedArrayStore<Person>.self)
    try check(FlatIndexedStore<Person>.self)
    try check(BTreeStore<Person>.self)
    try check(MinimalStore<Person>.self)
  }

  @Test func sourcesWithoutSectionItemsNeedNoType() throws {
    let view = plainList()
    let source = try ArrayDataSource<Never, Person>(for: view)
    source.register(PersonCell.self) { cell, person in cell.name = person.name }
    source.reload(sections: [[peter]])
    try view.layoutIfNeeded()
    #expect(view.shownNames == ["Peter"] && source.item(forSection: 0) == nil)
  }
}
