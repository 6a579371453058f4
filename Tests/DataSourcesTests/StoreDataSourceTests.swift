import Changesets
import CollectionViews
import DataSources
import Geometry
import ItemStores
import Layouts
import Testing

/// A list with the identifier "number" for its cells.
private func numberList(height: Double) -> CollectionView {
  let view = CollectionView(
    frame: Rect(x: 0, y: 0, width: 50, height: height), collectionViewLayout: ListLayout())
  view.register(NumberCell.self, forCellWithReuseIdentifier: "number")
  return view
}

/// A list of rows of 10 points, ten of which are seen, served by a store.
private struct Rig<Store: ItemStore<Int>> {
  let view: CollectionView
  let source: StoreDataSource<Store>

  init(_ sections: [[Int]], headers: Bool = false) {
    view = CollectionView(listOfHeight: 100, headerExtent: headers ? 10 : 0)
    view.isPrefetchingEnabled = false
    view.animationsEnabled = false
    let cells = CellRegistration<NumberCell, Int> { cell, _, number in cell.number = number }
    guard headers else {
      source = StoreDataSource(Store(sections: sections), for: view, cells: cells)
      return
    }
    source = StoreDataSource(
      Store(sections: sections), for: view, cells: cells,
      supplementaryView: { view, kind, path throws(CollectionViewError) in
        let title = try view.dequeueReusableSupplementaryView(
          ofKind: kind, withReuseIdentifier: "title", for: path)
        (title as? TitleView)?.title = "section \(path.section)"
        return title
      })
  }

  /// Scrolls to cells that have the store replaced as soon as one is shown.
  func reloadInNextPass(_ delegate: DisplayDelegate, _ sections: [[Int]]) {
    delegate.onDisplay = {
      delegate.onDisplay = {}
      source.reload(with: Store(sections: sections))
    }
    view.setContentOffset(Point(x: 0, y: 50))
  }

  /// The contents of the visible cells, in the order of their items.
  var shown: [Int?] { view.shownNumbers }

  /// The content of the store.
  var held: [[Int]] {
    let store = source.store
    return (0..<store.sectionCount).map { section in
      (0..<store.itemCount(inSection: section)).map {
        store[ItemPath(section: section, item: $0)]
      }
    }
  }
}

@Suite struct StoreDataSourceTests {
  /// A reload is often an edit of what there is.
  @Test func freshContentMayComeFromTheStore() throws {
    let rig = Rig<FlatIndexedStore<Int>>([[1, 2], [3]])
    try rig.view.layoutIfNeeded()
    let changeset = Changeset(
      insertedSections: [2], reloadedSections: [1],
      insertedItems: [ItemPath(section: 0, item: 2)],
      reloadedItems: [ItemPath(section: 0, item: 0)],
      reconfiguredItems: [ItemPath(section: 0, item: 0), ItemPath(section: 0, item: 1)])
    var asked: [ItemPath] = []
    try rig.source.apply(
      changeset,
      newItem: { path in
        asked.append(path)
        return 10 * (path.item < 2 ? rig.source.store[path] : rig.source.store.itemCount)
      }, newSection: { [100 * rig.source.store.sectionCount, $0] })
    #expect(rig.held == [[10, 20, 30], [200, 1], [200, 2]])
    #expect(asked == (0..<3).map { ItemPath(section: 0, item: $0) })
  }

  @Test func servesEachStore() throws {
    func check<Store: ItemStore<Int>>(_: Store.Type) throws {
      let rig = Rig<Store>([[1, 2, 3], [], [4, 5]], headers: true)
      try rig.view.layoutIfNeeded()
      #expect(rig.view.numberOfSections == 3, "\(Store.self)")
      #expect(rig.shown == [1, 2, 3, 4, 5], "\(Store.self)")
      let title = rig.view.supplementaryView(
        forElementOfKind: .sectionHeader, at: ElementPath(at(2, 0)))
      #expect((title as? TitleView)?.title == "section 2", "\(Store.self)")
      rig.view.checkInvariants()
    }
    try check(NestedArrayStore<Int>.self)
    try check(FlatIndexedStore<Int>.self)
    try check(BTreeStore<Int>.self)
  }

  @Test func aClosureMakesCells() throws {
    let view = numberList(height: 100)
    let source = StoreDataSource(BTreeStore(sections: [[7, 8]]), for: view) {
      view, path, number throws(CollectionViewError) in
      let cell = try view.dequeueReusableCell(withReuseIdentifier: "number", for: path)
      (cell as? NumberCell)?.number = 10 * number
      return cell
    }
    try view.layoutIfNeeded()
    #expect(view.shownNumbers == [70, 80])
    #expect(source.store.itemCount == 2)
  }

  @Test func withoutAClosureThereAreNoSupplementaryViews() throws {
    let rig = Rig<BTreeStore<Int>>([[1]])
    (rig.view.collectionViewLayout as? ListLayout)?.headerExtent = 10
    #expect(
      throws: CollectionViewError.noView(.supplementary(.sectionHeader, ElementPath(at(0, 0))))
    ) { try rig.view.layoutIfNeeded() }
  }

  @Test func singleEditsChangeBoth() throws {
    let rig = Rig<BTreeStore<Int>>([[1, 2, 3], [4]])
    try rig.view.layoutIfNeeded()
    let three = rig.view.cellForItem(at: at(0, 2))
    try rig.source.insert(9, at: at(0, 0))
    #expect(rig.shown == [9, 1, 2, 3, 4])
    try rig.source.remove(at: at(0, 1))
    try rig.source.move(from: at(0, 2), to: at(1, 1))
    #expect(rig.shown == [9, 2, 4, 3])
    #expect(rig.view.cellForItem(at: at(1, 1)) === three)
    try rig.source.replace(at: at(1, 0), with: 44)
    #expect(rig.shown == [9, 2, 44, 3])
    #expect(rig.held == [[9, 2], [44, 3]])
    #expect(rig.view.work.updates == 4)
    rig.view.checkInvariants()
  }

  @Test func aChangesetIsOneUpdate() throws {
    let rig = Rig<NestedArrayStore<Int>>([[1, 2, 3], [4, 5], [6]])
    try rig.view.layoutIfNeeded()
    var completions: [Bool] = []
    try rig.source.apply(
      Changeset(
        deletedSections: [1], insertedSections: [0], deletedItems: [at(0, 0)],
        insertedItems: [at(1, 1)], movedItems: [.init(from: at(2, 0), to: at(1, 3))],
        reloadedItems: [at(0, 2)]),
      newItem: { 100 + $0.item }, newSection: { [200 + $0, 300 + $0] },
      completion: { completions.append($0) })
    #expect(rig.held == [[200, 300], [2, 101, 102, 6], []])
    #expect(rig.shown == [200, 300, 2, 101, 102, 6])
    #expect(completions == [true])
    #expect(rig.view.work.updates == 1)
    rig.view.checkInvariants()
  }

  @Test func anIllegalChangesetChangesNothing() throws {
    let rig = Rig<FlatIndexedStore<Int>>([[1, 2, 3]])
    try rig.view.layoutIfNeeded()
    let illegal: [Changeset] = [
      Changeset(deletedItems: [at(0, 3)]), Changeset(deletedItems: [at(1, 0)]),
      Changeset(insertedItems: [at(0, 5)]), Changeset(deletedSections: [1]),
      Changeset(insertedSections: [3]), Changeset(deletedItems: [at(0, 0), at(0, 0)]),
      Changeset(insertedItems: [at(0, -1)]),
    ]
    for changeset in illegal {
      #expect(throws: CollectionViewError.self, "\(changeset)") {
        try rig.source.apply(changeset, newItem: { _ in 0 }, newSection: { _ in [] })
      }
    }
    #expect(throws: CollectionViewError.self) { try rig.source.remove(at: at(0, 7)) }
    #expect(throws: CollectionViewError.self) { try rig.source.move(from: at(0, 0), to: at(0, 3)) }
    #expect(rig.held == [[1, 2, 3]])
    #expect(rig.view.work.updates == 0)
    rig.view.checkInvariants()
  }

  @Test func aChangeThatDiffersFromItsChangesetIsUndone() throws {
    let rig = Rig<BTreeStore<Int>>([[1, 2, 3]])
    try rig.view.layoutIfNeeded()
    #expect(throws: CollectionViewError.self) {
      try rig.source.update(Changeset(insertedItems: [at(0, 0)])) { store in
        store.insert(8, at: at(0, 0))
        store.insert(9, at: at(0, 0))
      }
    }
    #expect(rig.held == [[1, 2, 3]])
    #expect(rig.shown == [1, 2, 3])
    rig.view.checkInvariants()
    try rig.source.insert(4, at: at(0, 3))
    #expect(rig.shown == [1, 2, 3, 4])
  }

  /// A cell that fails is shown later; its update is not undone.
  @Test func aFailingCellDoesNotUndoTheUpdate() throws {
    let view = numberList(height: 500)
    let source = StoreDataSource(BTreeStore(sections: [[7, 8]]), for: view) {
      view, path, number throws(CollectionViewError) in
      try view.dequeueReusableCell(withReuseIdentifier: number == 9 ? "none" : "number", for: path)
    }
    try view.layoutIfNeeded()
    #expect(throws: CollectionViewError.self) { try source.insert(9, at: at(0, 0)) }
    #expect(source.store.itemCount == 3)
    #expect(view.numberOfItems(inSection: 0) == 3)
    view.register(NumberCell.self, forCellWithReuseIdentifier: "none")
    try view.layoutIfNeeded()
    #expect(view.visibleCells.count == 3)
    view.checkInvariants()
  }

  @Test func anUpdateWithinARequestIsRefused() throws {
    let view = numberList(height: 100)
    var inserting: (() throws(CollectionViewError) -> Void)?
    let source = StoreDataSource(BTreeStore(sections: [[7, 8]]), for: view) {
      view, path, number throws(CollectionViewError) in
      try inserting?()
      return try view.dequeueReusableCell(withReuseIdentifier: "number", for: path)
    }
    inserting = { [weak source] () throws(CollectionViewError) in
      try source?.insert(1, at: at(0, 0))
    }
    #expect(throws: CollectionViewError.self) { try view.layoutIfNeeded() }
    #expect(source.store.itemCount == 2)
    inserting = nil
    try view.layoutIfNeeded()
    #expect(view.visibleCells.count == 2)
  }

  /// The paths of a second edit would be those before both, and its changeset those after the first.
  @Test func anEditInsideOfAnotherUpdateIsRefused() throws {
    let rig = Rig<BTreeStore<Int>>([[1, 2, 3]])
    try rig.view.layoutIfNeeded()
    var errors: [CollectionViewError] = []
    try rig.view.performBatchUpdates {
      for item in [2, 0] {
        do throws(CollectionViewError) {
          try rig.source.remove(at: at(0, item))
        } catch {
          errors.append(error)
        }
      }
    }
    #expect(errors == [.editInsideUpdate, .editInsideUpdate])
    #expect(rig.held == [[1, 2, 3]])
    #expect(rig.shown == [1, 2, 3])
    try rig.source.remove(at: at(0, 0))
    #expect(rig.shown == [2, 3])
    rig.view.checkInvariants()
  }

  private func rigWithDelegate() throws -> (Rig<BTreeStore<Int>>, DisplayDelegate) {
    let rig = Rig<BTreeStore<Int>>([Array(0..<30)])
    try rig.view.layoutIfNeeded()
    let delegate = DisplayDelegate()
    rig.view.delegate = delegate
    return (rig, delegate)
  }

  /// The layout pass before an edit may replace the store; only the edit is undone.
  @Test func anEditMayFollowAReloadInTheLayoutPassBefore() throws {
    let (rig, delegate) = try rigWithDelegate()
    for isHonest in [true, false] {
      rig.source.reload(with: BTreeStore(sections: [Array(0..<30)]))
      try rig.view.layoutIfNeeded()
      rig.reloadInNextPass(delegate, [[7, 8]])
      let changeset = Changeset(insertedItems: [at(0, 0)])
      let edit = {
        try rig.source.update(changeset) { store in
          store.insert(6, at: at(0, 0))
          if !isHonest { store.insert(5, at: at(0, 0)) }
        }
      }
      if isHonest { try edit() } else { #expect(throws: CollectionViewError.self) { try edit() } }
      #expect(rig.held == (isHonest ? [[6, 7, 8]] : [[7, 8]]))
      try rig.view.layoutIfNeeded()
      #expect(rig.shown == (isHonest ? [6, 7, 8] : [7, 8]))
      rig.view.checkInvariants()
    }
  }

  /// An edit is checked against the store at the time of the edit.
  @Test func anEditOfAPathThatTheLayoutPassBeforeRemovedIsRefused() throws {
    let (rig, delegate) = try rigWithDelegate()
    rig.reloadInNextPass(delegate, [[7, 8]])
    #expect(throws: CollectionViewError.self) { try rig.source.remove(at: at(0, 20)) }
    #expect(rig.held == [[7, 8]])
    try rig.view.layoutIfNeeded()
    #expect(rig.shown == [7, 8])
    rig.view.checkInvariants()
  }

  @Test func replacingTheStoreReloads() throws {
    let rig = Rig<BTreeStore<Int>>([[1, 2, 3]])
    try rig.view.layoutIfNeeded()
    rig.source.reload(with: BTreeStore(sections: [[5], [6]]))
    try rig.view.layoutIfNeeded()
    #expect(rig.shown == [5, 6])
  }

  @Test func withoutAViewTheStoreChanges() throws {
    var rig: Rig<BTreeStore<Int>>? = Rig([[1]])
    let source = try #require(rig?.source)
    rig = nil
    try source.insert(2, at: at(0, 1))
    #expect(source.store.itemCount == 2)
  }

  /// A view holds its data source weakly, and a data source its view.
  @Test func viewAndDataSourceDoNotRetainEachOther() {
    var rig: Rig<BTreeStore<Int>>? = Rig([[1]])
    weak let view = rig?.view
    weak let source = rig?.source
    #expect(view != nil && source != nil)
    rig = nil
    #expect(view == nil && source == nil)
  }
}

/// Runs a closure when a cell is about to be shown.
private final class DisplayDelegate: CollectionViewDelegate {
  var onDisplay: () -> Void = {}
  func collectionView(
    _ collectionView: CollectionView, willDisplay cell: CollectionViewCell,
    forItemAt path: ItemPath
  ) { onDisplay() }
}

/// An item that says who it is.
private struct Row: Identifiable {
  let id: Int
}

/// Stores whose items have identifiers are audited without more.
@Suite struct IdentityTests {
  private func view() -> CollectionView {
    let view = CollectionView(
      frame: Rect(x: 0, y: 0, width: 50, height: 100), collectionViewLayout: ListLayout())
    view.auditsItemIdentities = true
    return view
  }

  private func at(_ item: Int) -> ItemPath { ItemPath(section: 0, item: item) }

  @Test func anUpdateThatDiffersFromTheStoresEditIsFound() throws {
    let view = view()
    let rows = [[1, 2, 3].map(Row.init)]
    let source = StoreDataSource(
      BTreeStore<Row>(sections: rows), for: view,
      cells: CellRegistration<CollectionViewCell, Row> { _, _, _ in })
    try view.layoutIfNeeded()
    try source.insert(Row(id: 9), at: at(1))
    try source.remove(at: at(0))
    try source.move(from: at(0), to: at(2))
    #expect((0..<3).map { source.store[at($0)].id } == [2, 3, 9])
    let changeset = Changeset(deletedItems: [at(0)])
    #expect(
      throws: CollectionViewError.itemIdentity(at(0), before: at(1), found: "2", expected: "3")
    ) { try source.update(changeset) { store in _ = store.remove(at: at(2)) } }
    // The store is as it was, and goes on.
    #expect((0..<3).map { source.store[at($0)].id } == [2, 3, 9])
    try source.remove(at: at(2))
    #expect(view.numberOfItems(inSection: 0) == 2)
    view.checkInvariants()
  }

  @Test func itemsWithoutIdentifiersAreNotAudited() throws {
    let view = view()
    let source = StoreDataSource(
      BTreeStore<Int>(sections: [[1, 2, 3]]), for: view,
      cells: CellRegistration<CollectionViewCell, Int> { _, _, _ in })
    try view.layoutIfNeeded()
    let changeset = Changeset(deletedItems: [at(0)])
    try source.update(changeset) { store in _ = store.remove(at: at(2)) }
    #expect(view.numberOfItems(inSection: 0) == 2)
  }
}
