import Changesets
import Geometry
import Layouts
import Testing

/// What each call of a session tells its layout, and what it refuses itself.
@Suite struct SessionCallTests {
  private let bounds = Rect(x: 0, y: 0, width: 100, height: 100)
  private let path = ItemPath(section: 0, item: 0)

  /// A layout that checks nothing, and records what is invalid when it prepares.
  private final class Recorder: CollectionViewLayout {
    private(set) var passes: [PendingInvalidation] = []
    override func prepare() throws(LayoutError) { passes.append(pendingInvalidation) }
  }

  @Test func countsAreInvalidInReloadsAndUpdates() throws {
    let layout = Recorder()
    let session = LayoutSession(layout, bounds: bounds, itemCounts: [2])
    try session.layoutIfNeeded()
    try session.reload(itemCounts: [3])
    try session.update(Changeset(insertedItems: [path]))
    let passes = layout.passes.dropFirst()
    #expect(passes.map(\.invalidateDataSourceCounts) == [true, true])
    #expect(passes.map(\.invalidateEverything) == [true, false])
    #expect(passes.map(\.changes) == [[], [Changeset(insertedItems: [path])]])
  }

  /// Counts follow from the changeset, if it names items alone.
  @Test func anUpdateChangesTheCountsOfItsSections() throws {
    let session = LayoutSession(Recorder(), bounds: bounds, itemCounts: [4, 2, 0])
    try session.layoutIfNeeded()
    let deleted = (1..<3).map { ItemPath(section: 0, item: $0) }
    try session.update(Changeset(deletedItems: deleted))
    #expect(session.itemCounts == [2, 2, 0])
    let target = ItemPath(section: 2, item: 0)
    try session.update(
      Changeset(
        insertedItems: [ItemPath(section: 1, item: 2)],
        movedItems: [.init(from: path, to: target)]))
    #expect(session.itemCounts == [1, 3, 1])
  }

  @Test func invalidCountsAreRefusedForEveryLayout() throws {
    let session = LayoutSession(Recorder(), bounds: bounds, itemCounts: [4, 2])
    try session.layoutIfNeeded()
    for count in [-1, ItemPath.countLimit + 1] {
      let error = LayoutError.count(section: 1, count)
      #expect(throws: error) { try session.reload(itemCounts: [4, count]) }
      #expect(throws: error) { try session.update(Changeset()) { $0[1] = count } }
      #expect(session.itemCounts == [4, 2])
    }
  }

  @Test func anUpdateThatFailsLeavesTheCounts() throws {
    let list = ListLayout()
    list.estimatedItemExtent = 1e308
    let session = LayoutSession(list, bounds: bounds, itemCounts: [1])
    try session.layoutIfNeeded()
    #expect(throws: LayoutError.contentExtent(.vertical, .infinity)) {
      try session.update(Changeset(insertedItems: [path]))
    }
    #expect(session.itemCounts == [1])
  }

  @Test func anInvalidPreferredSizeNamesTheElement() throws {
    let session = LayoutSession(Recorder(), bounds: bounds, itemCounts: [1])
    try session.layoutIfNeeded()
    let size = Size(width: -1, height: 1)
    for element in [LayoutElement.cell(path), .supplementary(.sectionHeader, [0, 0])] {
      #expect(throws: LayoutError.frame(element, Rect(origin: .zero, size: size))) {
        try session.prefer(size, for: element)
      }
    }
  }

  /// An item that is content again with what it has leaves nothing behind of a size that was refused.
  @Test func aRefusedSizeIsWithdrawnByTheNext() throws {
    let list = ListLayout()
    list.estimatedItemExtent = 10
    let session = LayoutSession(list, bounds: bounds, itemCounts: [2])
    try session.layoutIfNeeded()
    try session.prefer(Size(width: 100, height: 1e308), forItemAt: path)
    try session.layoutIfNeeded()
    let other = ItemPath(section: 0, item: 1)
    try session.prefer(Size(width: 100, height: 1e308), forItemAt: other)
    #expect(throws: LayoutError.contentExtent(.vertical, .infinity)) {
      try session.layoutIfNeeded()
    }
    #expect(!list.pendingInvalidation.isEmpty)
    try session.prefer(Size(width: 100, height: 10), forItemAt: other)
    #expect(list.pendingInvalidation.isEmpty)
    try session.layoutIfNeeded()
  }

  @Test func visibleAttributesTakeThePlaceOfOthersInABuffer() throws {
    let list = ListLayout()
    let session = LayoutSession(list, bounds: bounds, itemCounts: [9])
    try session.layoutIfNeeded()
    var buffer = [LayoutAttributes(cell: ItemPath(section: 7, item: 7))]
    buffer.reserveCapacity(500)
    session.collectVisibleAttributes(into: &buffer)
    #expect(buffer.compactMap(\.itemPath) == (0..<3).map { ItemPath(section: 0, item: $0) })
    #expect(buffer.capacity >= 500, "Its memory is used again.")
  }
}
