import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Updates given as one changeset.
@Suite struct WholeUpdateTests {
  private static let changeset = Changeset(
    deletedSections: [2], insertedSections: [0], deletedItems: [at(0, 1)],
    insertedItems: [at(1, 0)], movedItems: [.init(from: at(1, 0), to: at(1, 2))],
    reloadedItems: [at(0, 0)], reconfiguredItems: [at(0, 2)])
  private static let before = [[1, 2, 3], [4, 5], [6]]
  private static let after = [[7], [8, 1, 4, 3], [5]]

  @Test func itIsWhatItsOperationsAre() throws {
    let (whole, single) = (Rig(Self.before), Rig(Self.before))
    for rig in [whole, single] { try rig.view.pass() }
    try whole.update(Self.after) { view in
      try view.apply(Self.changeset)
    }
    try single.update(Self.after) { view in
      view.deleteSections([2])
      view.insertSections([0])
      view.deleteItems(at: [at(0, 1)])
      view.insertItems(at: [at(1, 0)])
      view.moveItem(at: at(1, 0), to: at(1, 2))
      view.reloadItems(at: [at(0, 0)])
      view.reconfigureItems(at: [at(0, 2)])
    }
    #expect(whole.source.takeLog() == single.source.takeLog())
    #expect(whole.view.work == single.view.work)
    #expect(
      whole.view.animations.map { "\($0.element) \($0.role) \($0.source) \($0.target)" }
        == single.view.animations.map { "\($0.element) \($0.role) \($0.source) \($0.target)" })
    try whole.expectFresh()
    try single.expectFresh()
  }

  /// Places that cannot be are no reason to stop, whatever the rule.
  @Test(arguments: [
    Changeset(reconfiguredItems: [at(-1, 0)]), Changeset(reconfiguredItems: [at(0, -1)]),
    Changeset(
      movedItems: [.init(from: at(-1, 0), to: at(0, 0))], reloadedItems: [at(-1, 0)]),
    Changeset(deletedItems: [at(-1, 0)]), Changeset(insertedItems: [at(0, -1)]),
    Changeset(deletedSections: [-1]), Changeset(reloadedSections: [-1]),
  ])
  func negativePlaces(_ changeset: Changeset) throws {
    let strict = Rig(Self.before)
    try strict.view.pass()
    #expect(throws: CollectionViewError.self) { try strict.view.apply(changeset) }
    try strict.expectFresh()
    let lenient = Rig(Self.before)
    lenient.view.updateValidation = .lenient
    try lenient.view.pass()
    try lenient.view.apply(changeset)
    try lenient.view.pass()
    try lenient.expectFresh()
  }

  /// It is as an operation outside of a block then: the data have changed before.
  @Test func outsideOfABlock() throws {
    let rig = Rig(Self.before)
    try rig.view.pass()
    rig.view.animationDuration = 1
    var finished: [Bool] = []
    rig.source.sections = Self.after
    try rig.view.apply(Self.changeset) { finished.append($0) }
    #expect(rig.view.work.updates == 1)
    #expect(finished == [])
    rig.view.clock.advance(by: 1)
    #expect(finished == [true])
    try rig.expectFresh()
  }

  /// Two, and single operations beside them, are one update.
  @Test func insideOfABlockAmongOthers() throws {
    let rig = Rig([[1, 2, 3, 4, 5]])
    try rig.view.pass()
    var order: [String] = []
    try rig.update([[9, 1, 3, 8, 5]], { _ in order.append("outer") }) {
      view in
      try view.apply(Changeset(deletedItems: [at(0, 1)])) { _ in order.append("first") }
      view.insertItems(at: [at(0, 3)])
      try view.apply(Changeset(deletedItems: [at(0, 3)], insertedItems: [at(0, 0)])) { _ in
        order.append("second")
      }
    }
    rig.view.clock.advance(by: 1)
    #expect(order == ["first", "second", "outer"])
    #expect(rig.view.work.updates == 1)
    #expect(rig.numbers == [9, 1, 3, 8, 5])
    try rig.expectFresh()
  }

  @Test func reconfiguredItemsKeepTheirCells() throws {
    let rig = Rig([[1, 2, 3]])
    try rig.view.pass()
    let cell = rig.view.cellForItem(at: at(0, 2))
    try rig.update([[9, 30, 1, 2]]) { view in
      try view.apply(
        Changeset(
          insertedItems: [at(0, 0)], movedItems: [.init(from: at(0, 2), to: at(0, 1))],
          reconfiguredItems: [at(0, 2)]))
    }
    #expect(rig.view.cellForItem(at: at(0, 1)) === cell)
    #expect(rig.number(0, 1) == 30)
    try rig.expectFresh()
  }

  @Test func illegalOnesAreErrorsAndNothingIsApplied() throws {
    let illegal: [(Changeset, ChangesetError)] = [
      (
        Changeset(deletedItems: [at(0, -1)]),
        .sourceItemOutOfRange(.delete, at(0, -1), itemCountBefore: 3)
      ),
      (
        Changeset(deletedSections: [3]),
        .sourceSectionOutOfRange(.delete, .section(3), sectionCountBefore: 3)
      ),
      (Changeset(deletedItems: [at(0, 0), at(0, 0)]), .duplicate(.delete, .item(at(0, 0)))),
      (
        Changeset(insertedItems: [at(0, 0)]),
        .itemCountMismatch(
          section: 0, after: 3, before: 3, inserted: 1, deleted: 0, movedIn: 0, movedOut: 0)
      ),
      (
        Changeset(reconfiguredItems: [at(1, 2)]),
        .sourceItemOutOfRange(.reconfigure, at(1, 2), itemCountBefore: 2)
      ),
    ]
    for isInBlock in [false, true] {
      let rig = Rig(Self.before)
      try rig.view.pass()
      let (numbers, frames) = (rig.numbers, rig.view.shownFrames)
      for (changeset, error) in illegal {
        var isCompleted = false
        let found = rig.view.failure {
          guard isInBlock else {
            return try rig.view.apply(changeset) { _ in isCompleted = true }
          }
          try rig.view.performBatchUpdates {
            try rig.view.apply(changeset) { _ in isCompleted = true }
          }
        }
        #expect(found == .changeset(error), "\(changeset)")
        #expect(rig.numbers == numbers && rig.view.shownFrames == frames && !isCompleted)
        #expect(rig.view.work.updates == 0 && rig.view.numberOfItems(inSection: 0) == 3)
        rig.view.check()
      }
    }
  }

  /// Counts are asked as for single operations (b.2): the view cannot know what the data source did.
  @Test func allCountsAreAskedOnce() throws {
    let rig = Rig([[1], [2], [3]])
    try rig.view.pass()
    _ = rig.source.takeLog()
    try rig.update([[1], [2, 4], [3]]) { view in
      try view.apply(Changeset(insertedItems: [at(1, 1)]))
    }
    #expect(
      rig.source.takeLog() == ["sections", "items 0", "items 1", "items 2", "cell [1, 1]"])
  }

  @Test func whileSomethingIsAskedForItIsRefused() throws {
    let rig = Rig([[1, 2]])
    let source = Meddler(rig.view)
    rig.view.dataSource = source
    try rig.view.pass()
    #expect(source.error == .reentrant(during: .counts))
  }
}

/// Applies an update whenever it is asked how many items there are.
private final class Meddler: CollectionViewDataSource {
  private let view: CollectionView
  private(set) var error: CollectionViewError?

  init(_ view: CollectionView) { self.view = view }

  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int {
    error = view.failure {
      try view.apply(Changeset(insertedItems: [at(0, 0)]))
    }
    return 1
  }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws(CollectionViewError) -> CollectionViewCell {
    try collectionView.dequeueReusableCell(withReuseIdentifier: "number", for: path)
  }
}
