import Benchmarking
import Changesets
import Datasets

extension LookupFloors {
  static var edits: [Scenario] {
    [
      insertAndDelete(.random, isHeadline: true), insertAndDelete(.front),
      insertAndDelete(.random, suffix: "-one-section", isHeadline: true),
      insertAndDelete(.front, suffix: "-one-section"),
      snapshotAndEdit,
    ] + EditShare.all.map(editRun)
  }

  /// For one block it makes no difference what the sections are.
  private static func insertAndDelete(
    _ place: EditPlace, suffix: String = "", isHeadline: Bool = false
  ) -> Scenario {
    floor(
      "floor-flat", "insert-delete-\(place.rawValue)\(suffix)",
      "Moves the items behind by one place, and back.", isHeadline: isHeadline
    ) { _, collection in
      let raw = RawItems(collection)
      let indexes = collection.editPaths(place, inOneSection: true).map(\.item)
      let newItems: [Item8] = collection.newItems(count: collection.editsPerCall(.collection))
      var calls = CallSequence(keys: indexes.count, ofAtMost: newItems.count) {
        newItems[$0 % newItems.count].id
      }
      return Measurement(operationsPerCall: 2 * calls.length, expectedAnswer: calls.answer) {
        let keys = indexes.span.extracting(calls.next())
        var sum: UInt64 = 0
        for key in keys.indices {
          let place = unsafe raw.items + keys[key]
          let countBehind = raw.count - keys[key]
          unsafe (place + 1).update(from: place, count: countBehind)
          unsafe place.pointee = newItems[key]
          sum &+= unsafe place.pointee.id
          unsafe place.update(from: place + 1, count: countBehind)
        }
        return calls.answer(for: sum)
      }
    }
  }

  private static var snapshotAndEdit: Scenario {
    floor(
      "floor-flat", "snapshot-edit", "Copies all items into a block that is there already.",
      isHeadline: true
    ) { context, collection in
      let raw = RawItems.shared(context, collection)
      let copy = RawItems(collection)
      let indexes = collection.keys(.random).globalIndexes
      let newItems: [Item8] = collection.newItems(count: collection.snapshotsPerCall(.collection))
      var calls = CallSequence(keys: indexes.count, ofAtMost: newItems.count) {
        newItems[$0 % newItems.count].id
      }
      return Measurement(operationsPerCall: calls.length, expectedAnswer: calls.answer) {
        let keys = indexes.span.extracting(calls.next())
        var sum: UInt64 = 0
        for key in keys.indices {
          let index = keys[key]
          unsafe copy.items.update(from: raw.items, count: index)
          unsafe copy.items[index] = newItems[key]
          unsafe (copy.items + index + 1).update(
            from: raw.items + index, count: raw.count - index)
          sum &+= unsafe copy.items[index].id
        }
        return calls.answer(for: sum)
      }
    }
  }

  /// A gather pass reads and writes every item once, for each half of a run.
  private static func editRun(_ share: EditShare) -> Scenario {
    floor(
      "floor-flat", "edit-run-\(share.name)", "Copies all items away and back for each run.",
      isHeadline: share.isHeadline
    ) { _, collection in
      let raw = RawItems(collection)
      let copy = RawItems(collection)
      let plan = EditRunPlan(share, of: collection)
      var calls = plan.calls
      return Measurement(operationsPerCall: plan.operationsPerCall, expectedAnswer: calls.answer) {
        var sum: UInt64 = 0
        for run in calls.next() {
          unsafe copy.items.update(from: raw.items, count: raw.count)
          for index in plan.runs[run] { sum &+= unsafe copy.items[index].id }
          unsafe raw.items.update(from: copy.items, count: raw.count)
        }
        return calls.answer(for: sum)
      }
    }
  }
}
