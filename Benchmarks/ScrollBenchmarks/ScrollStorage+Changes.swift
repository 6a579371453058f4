import Benchmarking
import Changesets
import CollectionViews
import Datasets
import Geometry
import Layouts

extension ScrollStorage {
  /// A hundred changes of objects, as a database reports them, in one update. Their cost depends on
  /// the changes and not on the number of objects.
  var changedObjects: Scenario {
    scenario(
      "update-objects-100",
      "Changes 40 items, deletes 30 and inserts 30, ten of all on the screen, in one update.",
      minimumItems: 1_000
    ) { context, collection in
      let run = try ChangeRun(self, context, collection)
      _ = try run.perform()
      run.beginCounting()
      let answer = run.answer
      return Measurement(
        operationsPerCall: 2, expectedAnswer: answer, counts: { run.counts }
      ) {
        do throws(CollectionViewError) { return try run.perform() } catch { return ~answer }
      }
    }
  }
}

/// An update of a hundred items, and the one that takes it back, in a view of the content's top.
private final class ChangeRun {
  /// By plain arrays.
  let answer: UInt64
  private let rig: ScrollRig
  private let extents: ItemExtents
  private let layout: ToldListLayout
  private let forth: ReplayUpdate
  private let back: ReplayUpdate
  private var before = (told: 0, asked: 0)

  init(
    _ storage: ScrollStorage, _ context: ScenarioContext, _ collection: ScrollCollection
  ) throws {
    let rows = ReplayRows(collection)
    var changed = rows
    var insertedCount = 0
    forth = try ReplayUpdate(Self.changeset(collection), &changed) {
      insertedCount += 1
      return ~UInt64(insertedCount)
    }
    back = ReplayUpdate(takingBack: forth, to: rows)
    answer = [changed, rows].reduce(0) { sum, rows in
      let paths = rows.visible(from: 0, to: Screen.upright.height)
      return ElementDigest.adding(rows.digest(ofPlaces: paths), to: sum)
    }
    rig = try ScrollRig(ScrollSetting(), storage, context, collection)
    extents = ItemExtents(rig.source)
    layout = ToldListLayout(extents: storage.extents)
    layout.delegate = extents
    try rig.view.setCollectionViewLayout(layout, animated: false)
    // Another layout may leave the content elsewhere.
    try rig.show(ScrollFrame(offset: 0))
  }

  /// Ten places among the first twenty, which are seen at every size, and ninety over all others.
  private static func changeset(_ collection: ScrollCollection) -> Changeset {
    var (changed, deleted, inserted): ([ItemPath], [ItemPath], [ItemPath]) = ([], [], [])
    for number in 0..<100 {
      let index =
        number < 10 ? 2 * number : 20 + (number - 10) * (collection.itemCount - 20) / 90
      let path = collection.offsets.path(ofGlobalIndex: index)
      switch number % 10 {
      case 0..<4: changed.append(path)
      case 4..<7: deleted.append(path)
      // Half as far in its section, where there are items whatever is deleted.
      default: inserted.append(ItemPath(section: path.section, item: path.item / 2))
      }
    }
    return Changeset(deletedItems: deleted, insertedItems: inserted, reloadedItems: changed)
  }

  func perform() throws(CollectionViewError) -> UInt64 {
    try rig.source.apply(forth)
    let between = ElementDigest.adding(rig.visible, to: 0)
    try rig.source.apply(back)
    return ElementDigest.adding(rig.visible, to: between)
  }

  func beginCounting() {
    rig.beginCounting()
    before = (layout.toldCount, extents.askedCount)
  }

  var counts: [OperationCount] {
    rig.counts + [
      OperationCount(name: "update_operations", value: layout.toldCount - before.told),
      OperationCount(name: "sizes_asked", value: extents.askedCount - before.asked),
    ]
  }
}

/// A list layout that counts the operations that it receives.
private final class ToldListLayout: ListLayout {
  private(set) var toldCount = 0

  override func prepare(forUpdates updates: [UpdateItem]) {
    toldCount += updates.count
    super.prepare(forUpdates: updates)
  }
}
