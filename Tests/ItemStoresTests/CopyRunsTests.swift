import Changesets
import ItemStores
import Testing

/// The runs in which updates copy sections and items.
@Suite struct CopyRunsTests {
  private static let ranges = [0..<2, 2..<2, 2..<7]

  /// The result of an update of sections with 2, 0 and 5 items; new sections have one item.
  private func copyRuns(
    _ changeset: Changeset
  ) -> (items: CopyRuns<Int>, counts: CopyRuns<Int>) {
    SectionEdits(changeset).copyRuns(
      sectionCount: 3, range: { Self.ranges[$0] }, newItem: { _ in 9 }, newSection: { _ in [8] })
  }

  @Test func rangesThatFollowOneAnotherAreOneRun() {
    var runs = CopyRuns<Character>()
    runs.keep(0..<2)
    runs.keep(2..<5)
    runs.keep(6..<7)
    runs.move(7..<8)
    runs.insert("a")
    runs.insert("b")
    #expect(runs.parts == ["kept 0..<5", "kept 6..<7", "moved 7..<8", "new(0) 0..<2"])
    #expect(runs.count == 9)
    #expect(runs.movedCount == 1)
  }

  @Test func anEmptyRangeIsNoRun() {
    var runs = CopyRuns<Character>()
    runs.keep(0..<0)
    runs.move(3..<3)
    runs.insert(0..<0, ofNew: 0)
    #expect(runs.parts == [])
    #expect(runs.count == 0)
  }

  @Test func otherElementsHaveTheSameRuns() {
    var runs = CopyRuns<Character>()
    runs.keep(0..<2)
    runs.move(5..<8)
    runs.insert("a")
    let codes = runs.map { $0.asciiValue }
    #expect(codes.parts == runs.parts)
    #expect(codes.new == [[97]])
    #expect(codes.count == 6)
    #expect(codes.movedCount == 3)
  }

  @Test func anUpdateWithoutEditsKeepsAll() {
    let (items, counts) = copyRuns(Changeset())
    #expect(items.parts == ["kept 0..<7"])
    #expect(counts.parts == ["kept 0..<3"])
  }

  /// Items that stay do not move when others leave or enter their section.
  @Test func editsOfItemsMoveNoOthers() {
    let (items, counts) = copyRuns(
      Changeset(
        deletedItems: [ItemPath(section: 2, item: 1)],
        insertedItems: [ItemPath(section: 0, item: 1)],
        movedItems: [
          .init(from: ItemPath(section: 2, item: 3), to: ItemPath(section: 1, item: 0))
        ]))
    #expect(
      items.parts == [
        "kept 0..<1", "new(0) 0..<1", "kept 1..<2", "moved 5..<6", "kept 2..<3", "kept 4..<5",
        "kept 6..<7",
      ])
    #expect(items.movedCount == 1)
    #expect(counts.parts == ["new(0) 0..<3"])
    #expect(counts.new == [[3, 1, 3]])
  }

  /// A section whose items all stay moves with its count.
  @Test func aSectionMovesAsOneRun() {
    let (items, counts) = copyRuns(Changeset(movedSections: [.init(from: 2, to: 0)]))
    #expect(items.parts == ["moved 2..<7", "kept 0..<2"])
    #expect(items.movedCount == 5)
    #expect(counts.parts == ["moved 2..<3", "kept 0..<2"])
  }
}

extension CopyRuns {
  /// The origin of each run's elements.
  fileprivate var parts: [String] { runs.map { "\($0.origin) \($0.start)..<\($0.end)" } }
}
