import Changesets
import CollectionViews
import DataSources
import Geometry
import Layouts
import Testing

private final class WordCell: CollectionViewCell {
  var word: String?
}

/// Static sources in a view, and the updates that the view refuses to others (L-2).
@Suite struct ControlOfViewsTests {
  private let view = CollectionView(
    frame: Rect(x: 0, y: 0, width: 320, height: 480), collectionViewLayout: ListLayout())
  private let source: ArrayDataSource<String, String>

  init() throws {
    source = try ArrayDataSource(for: view)
    source.register(WordCell.self, prepare: { cell, word in cell.word = word })
  }

  private var words: [String?] { view.visibleCells.map { ($0 as? WordCell)?.word } }

  @Test func thereAreNoSectionsBeforeTheFirstReload() throws {
    #expect(source.numberOfSections(in: view) == 0)
    var updates = 0
    source.postUpdate = { updates += 1 }
    source.reload(sections: [["a", "b"], ["c"]], sectionItems: ["first"])
    try view.layoutIfNeeded()
    #expect(words == ["a", "b", "c"])
    #expect(source.item(forSection: 0) == "first")
    #expect(source.item(forSection: 1) == nil)
    #expect(source.itemPaths(of: "c") == [ItemPath(section: 1, item: 0)])
    source.reset()
    #expect(source.numberOfSections(in: view) == 0)
    #expect(updates == 2)
  }

  @Test func anotherViewSeesNothing() {
    source.reload(sections: [["a"]], sectionItems: [])
    let other = CollectionView(frame: view.bounds, collectionViewLayout: ListLayout())
    #expect(source.numberOfSections(in: view) == 1)
    #expect(source.numberOfSections(in: other) == 0)
  }

  @Test func theFirstConditionThatHoldsDecides() throws {
    source.register(
      WordCell.self, identifier: "long", where: { _, word in word.count > 1 },
      prepare: { cell, word in cell.word = "long \(word)" })
    source.register(WordCell.self, prepare: { cell, word in cell.word = word })
    source.reload(sections: [["a", "bc"]], sectionItems: [])
    try view.layoutIfNeeded()
    #expect(words == ["a", "long bc"])
  }

  @Test func foreignUpdatesAreErrorsEvenWhereTheCountsAgree() throws {
    source.reload(sections: [["a", "b"]], sectionItems: [])
    try view.layoutIfNeeded()
    #expect(throws: CollectionViewError.self) {
      try view.performBatchUpdates {
        view.moveItem(at: ItemPath(section: 0, item: 0), to: ItemPath(section: 0, item: 1))
      }
    }
    #expect(!view.lastUpdateWasApplied)
    view.deleteItems(at: [ItemPath(section: 0, item: 0)])
    #expect(throws: CollectionViewError.self) { try view.layoutIfNeeded() }
    try view.layoutIfNeeded()
    #expect(words == ["a", "b"])
    // No path changes.
    try view.performBatchUpdates { view.reloadItems(at: [ItemPath(section: 0, item: 0)]) }
    source.controlsUpdates = false
    try view.performBatchUpdates {
      view.moveItem(at: ItemPath(section: 0, item: 0), to: ItemPath(section: 0, item: 1))
    }
  }

  @Test func aSecondSourceOfAViewIsAnError() {
    #expect(throws: CollectionViewError.self) { try ArrayDataSource<Int, Int>(for: view) }
    #expect(view.dataSource === source)
  }

  @Test func anItemWithoutRegistrationIsAnErrorThatNamesItsPath() throws {
    source.register(
      WordCell.self, where: { _, word in word != "b" }, prepare: { cell, word in cell.word = word })
    source.reload(sections: [["a", "b"]], sectionItems: [])
    #expect(
      throws: CollectionViewError.noMatchingRegistration(.cell(ItemPath(section: 0, item: 1)))
    ) { try view.layoutIfNeeded() }
  }
}
