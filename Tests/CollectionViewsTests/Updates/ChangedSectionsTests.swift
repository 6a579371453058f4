import Changesets
import CollectionViews
import Layouts
import Testing

/// Updates of which the view counts the changed sections alone.
@Suite struct ChangedSectionsTests {
  private func rig() throws -> Rig {
    let rig = Rig([[1, 2], [3], [4, 5, 6]])
    try rig.view.pass()
    // There are counts before these, which are of no use.
    try rig.view.performBatchUpdates {}
    _ = rig.source.takeLog()
    return rig
  }

  /// Changes the data to `sections`, and tells the view of it.
  private func apply(
    _ changeset: Changeset, _ sections: [[Int]], _ rig: Rig
  ) -> CollectionViewError? {
    rig.source.sections = sections
    return rig.view.failure { try rig.view.apply(ChangedSections(ChangesetMap(changeset))) }
  }

  private func expectShown(_ rig: Rig) {
    #expect(rig.view.numberOfSections == rig.source.sections.count)
    for (section, items) in rig.source.sections.enumerated() {
      #expect(rig.view.numberOfItems(inSection: section) == items.count)
    }
    #expect(rig.numbers == rig.source.sections.flatMap { $0 })
    #expect(rig.view.work.reloads == 1)
  }

  /// The sections, as `before → after: change`, of which all items are new where there is a `*`.
  private func changed(_ changeset: Changeset) -> [String] {
    ChangedSections(ChangesetMap(changeset)).sections.map { section in
      let before = section.before.map { "\($0)" } ?? "-"
      return "\(before) → \(section.after): \(section.change)" + (section.isNew ? "*" : "")
    }
  }

  @Test func changedSectionsAreThoseThatAreNamed() {
    let move = Changeset.Move(from: at(0, 1), to: at(3, 0))
    #expect(
      changed(Changeset(deletedItems: [at(1, 0), at(1, 2), at(4, 0)])) == [
        "1 → 1: -2", "4 → 4: -1",
      ])
    #expect(
      changed(
        Changeset(
          deletedItems: [at(5, 0)], insertedItems: [at(2, 0), at(5, 1)], movedItems: [move]))
        == ["0 → 0: -1", "2 → 2: 1", "3 → 3: 1", "5 → 5: 0"])
    // With sections that come, go or move.
    #expect(
      changed(Changeset(insertedSections: [0], deletedItems: [at(0, 0)]))
        == ["- → 0: 0*", "0 → 1: -1"])
    #expect(
      changed(Changeset(insertedSections: [0], reloadedSections: [1]))
        == ["- → 0: 0*", "1 → 2: 0*"])
    #expect(
      changed(
        Changeset(
          deletedSections: [1], insertedSections: [2], insertedItems: [at(2, 0)],
          movedItems: [Changeset.Move(from: at(0, 0), to: at(2, 1))]))
        == ["0 → 0: -1", "- → 2: 1*"])
    let sections = ChangedSections(ChangesetMap(Changeset(insertedItems: [at(2, 0), at(4, 0)])))
    #expect((0..<6).map { sections.section($0)?.change } == [nil, nil, 1, nil, 1, nil])
  }

  /// A negative count of a new section, which no change leads to.
  @Test func aNegativeCountIsAnError() throws {
    let source = StubSource(itemCount: 2)
    let view = CollectionView.showing(source, in: RowsLayout())
    try view.pass()
    (source.sectionCount, source.itemCount) = (2, -1)
    let error = view.failure {
      try view.apply(ChangedSections(ChangesetMap(Changeset(insertedSections: [1]))))
    }
    #expect(error == .count(section: 1, -1))
  }

  @Test func itemsComeAndGo() throws {
    let rig = try rig()
    let calls = rig.view.work.countCalls
    let changeset = Changeset(deletedItems: [at(2, 0)], insertedItems: [at(2, 1), at(2, 3)])
    #expect(apply(changeset, [[1, 2], [3], [5, 7, 6, 8]], rig) == nil)
    #expect(rig.source.takeLog().filter { $0.hasPrefix("items") } == ["items 2"])
    #expect(rig.view.work.countCalls == calls + 2)
    expectShown(rig)
  }

  @Test func sectionsComeGoAndMove() throws {
    let cases: [(changeset: Changeset, sections: [[Int]], asked: [String])] = [
      (Changeset(insertedSections: [1]), [[1, 2], [7, 8, 9], [3], [4, 5, 6]], ["items 1"]),
      (Changeset(deletedSections: [0]), [[3], [4, 5, 6]], []),
      (Changeset(movedSections: [.init(from: 2, to: 0)]), [[4, 5, 6], [1, 2], [3]], []),
      (
        Changeset(deletedSections: [1], insertedSections: [0], insertedItems: [at(2, 1)]),
        [[7], [1, 2], [4, 8, 5, 6]], ["items 0", "items 2"]
      ),
      (Changeset(deletedSections: [0, 1, 2], insertedSections: [0]), [[7]], ["items 0"]),
    ]
    for (changeset, sections, asked) in cases {
      let rig = try rig()
      #expect(apply(changeset, sections, rig) == nil, "\(changeset)")
      #expect(rig.source.takeLog().filter { $0.hasPrefix("items") } == asked, "\(changeset)")
      expectShown(rig)
    }
  }

  /// After each, the counts are those before it, whichever way they were changed.
  @Test func aLayoutThatRefusesAnUpdateLeavesTheCounts() throws {
    let (view, layout, source) = ErrorTests.rowsRig([[1, 2], [3], [4, 5, 6]])
    try view.pass()
    source.sections[0].append(9)
    try view.apply(ChangedSections(ChangesetMap(Changeset(insertedItems: [at(0, 2)]))))
    let (before, cause) = (
      source.sections, LayoutError.length(property: "test", section: nil, -1)
    )
    layout.onPrepare = { () throws(LayoutError) in throw cause }
    for (changeset, sections) in [
      (Changeset(insertedSections: [1]), [[1, 2, 9], [7], [3], [4, 5, 6]]),
      (Changeset(insertedItems: [at(1, 0)]), [[1, 2, 9], [7, 3], [4, 5, 6]]),
    ] {
      source.sections = sections
      let error = view.failure { try view.apply(ChangedSections(ChangesetMap(changeset))) }
      #expect(error == .layout(cause))
      #expect(view.numberOfSections == 3)
      #expect((0..<3).map { view.numberOfItems(inSection: $0) } == [3, 1, 3])
    }
    source.sections = before
    layout.onPrepare = nil
    try view.pass()
    #expect(view.visibleCells.count == 7)
  }

  /// A changeset that is one of several operations keeps all of its own.
  @Test func aChangesetAmongOtherOperations() throws {
    let rig = try rig()
    try rig.view.performBatchUpdates {
      rig.source.sections = [[7, 8], [3, 9], [4, 5, 6]]
      try rig.view.apply(Changeset(reloadedSections: [0]))
      rig.view.insertItems(at: [at(1, 1)])
    }
    expectShown(rig)
    #expect(rig.source.takeLog().filter { $0.hasPrefix("cell") }.count == 3)
  }

  /// While the changed sections are counted, other updates are refused.
  @Test func updatesOfACountAreRefused() throws {
    let source = MeddlingSource(itemCount: 2)
    let view = CollectionView.showing(source, in: RowsLayout())
    try view.pass()
    (source.isMeddling, source.itemCount) = (true, 3)
    try view.apply(ChangedSections(ChangesetMap(Changeset(insertedItems: [at(0, 0)]))))
    #expect(source.error == .reentrant(during: .counts))
  }

  /// Operations that a data source keeps to itself are refused, and nothing of their update is applied.
  @Test func aControlledViewRefusesOperations() throws {
    let source = ControllingSource(itemCount: 2)
    let view = CollectionView.showing(source, in: RowsLayout())
    view.dataSourceControlDidChange()
    try view.pass()
    let error = view.failure {
      try view.performBatchUpdates {
        source.itemCount = 3
        view.insertItems(at: [at(0, 0)])
      }
    }
    guard case .controlled? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!view.lastUpdateWasApplied && view.numberOfItems(inSection: 0) == 2)
  }

  /// Who may change the items is known as soon as the view has a data source.
  @Test func aControllingSourceIsNoticedWhenItIsSet() throws {
    let (controlling, plain) = (ControllingSource(itemCount: 2), StubSource(itemCount: 2))
    let view = CollectionView.showing(controlling, in: RowsLayout())
    try view.pass()
    let error = view.failure { view.deleteItems(at: [at(0, 0)]) }
    #expect(error == .controlled(by: "ControllingSource", call: "deleteItems(at:)"))
    view.dataSource = plain
    try view.pass()
    plain.itemCount = 1
    #expect(view.failure { view.deleteItems(at: [at(0, 0)]) } == nil)
    _ = (controlling, plain)
  }

  /// Counts that the changes do not lead to are the error of any update.
  @Test func countsThatDoNotAddUpAreRefused() throws {
    for (changeset, sections) in [
      (Changeset(insertedItems: [at(1, 0)]), [[1, 2], [3], [4, 5, 6]]),
      (Changeset(insertedItems: [at(1, 0)]), [[1, 2], [7, 8, 3], [4, 5, 6]]),
      (Changeset(insertedSections: [1]), [[1, 2], [3], [4, 5, 6]]),
      (
        Changeset(
          movedSections: [
            .init(from: 0, to: 1), .init(from: 1, to: 0), .init(from: 2, to: 3),
            .init(from: 3, to: 2),
          ]), [[3], [1, 2], [4, 5, 6]]
      ),
      // Of a section that is not there.
      (Changeset(movedSections: [.init(from: 3, to: 0)]), [[1, 2], [3], [4, 5, 6]]),
      (Changeset(insertedItems: [at(3, 0)]), [[1, 2], [3], [4, 5, 6]]),
      (
        Changeset(insertedSections: [9], deletedItems: [at(3, 0)]), [[1, 2], [3], [4, 5, 6], []]
      ),
    ] {
      let rig = try rig()
      let error = apply(changeset, sections, rig)
      guard case .changeset? = error else {
        Issue.record("\(changeset): \(String(describing: error))")
        continue
      }
      #expect(!rig.view.lastUpdateWasApplied)
      #expect((0..<3).map { rig.view.numberOfItems(inSection: $0) } == [2, 1, 3])
    }
  }
}

/// Tries to insert an item whenever its items are counted.
private final class MeddlingSource: StubSource {
  var isMeddling = false
  private(set) var error: CollectionViewError?

  override func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int {
    if isMeddling {
      error = collectionView.failure {
        try collectionView.apply(Changeset(insertedItems: [at(0, 0)]))
      }
    }
    return itemCount
  }
}

/// Makes all updates itself.
private final class ControllingSource: StubSource, UpdateControllingDataSource {
  let controlsUpdates = true
}
