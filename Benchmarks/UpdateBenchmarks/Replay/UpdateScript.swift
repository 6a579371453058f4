import Benchmarking
package import Changesets
import CollectionViews
package import Datasets
import Geometry

/// A difference of the view or the store from the model, after a batch of an update trace.
package struct UpdateDivergence: Error, CustomStringConvertible {
  /// The first one, with its batch.
  let first: String
  /// The number of batches after which something differs.
  var count = 0

  /// The message for the user.
  package var description: String {
    count > 1 ? "\(first); \(count) batches differ in all" : first
  }
}

/// An update trace with numbers as ids, and each of its states in plain arrays.
package final class UpdateScript {
  package let initial: ReplayState
  package let batches: [ReplayBatch]

  /// Returns the script of the context's trace, created on first use.
  ///
  /// - Throws: What the context throws, and `DatasetError` of a file that is no trace.
  static func shared(in context: ScenarioContext) throws -> UpdateScript {
    try context.shared("update/replay") {
      try UpdateScript(
        context.readTrace(.updates, checksum: \.checksum) { try UpdateTrace(path: $0) })
    }
  }

  /// Creates the script of `trace`.
  ///
  /// - Throws: `UpdateTrace.Impossible`, which an existing trace never does.
  package init(_ trace: UpdateTrace) throws {
    var numbers = Numbers()
    var state = try UpdateTrace.State(trace.initial)
    var before = numbers.state(of: state.sections)
    initial = before
    var batches: [ReplayBatch] = []
    batches.reserveCapacity(trace.batches.count)
    for batch in trace.batches {
      try state.apply(batch)
      let after = numbers.state(of: state.sections)
      batches.append(
        ReplayBatch(
          name: batch.name, changeset: batch.changeset, items: numbers.items(batch.items),
          sections: batch.sections.mapValues { numbers.items($0.items) }, after: after,
          firstPlace: batch.changeset.firstPlaceBefore(in: before)))
      before = after
    }
    self.batches = batches
  }

  /// Creates a script of given states and batches.
  package init(initial: ReplayState, batches: [ReplayBatch]) {
    self.initial = initial
    self.batches = batches
  }

  /// The number of operations in all batches.
  var operationCount: Int { batches.reduce(0) { $0 + $1.changeset.count } }

  /// Returns the collection before batch `number`.
  func state(before number: Int) -> ReplayState {
    number == 0 ? initial : batches[number - 1].after
  }
}

/// The numbers of ids, in the order of their first occurrence.
private struct Numbers {
  private var sections: [UpdateTrace.ID: UInt64] = [:]
  private var items: [UpdateTrace.ID: UInt64] = [:]
  /// The items of the sections before, as the trace and as a state have them, by a section's number.
  private var known: [UInt64: (found: [UpdateTrace.Item], items: [ReplayItem])] = [:]

  mutating func items(_ items: [UpdateTrace.Item]) -> [ReplayItem] { items.map { item($0) } }

  mutating func items(_ items: [ItemPath: UpdateTrace.Item]) -> [ItemPath: ReplayItem] {
    // In order, so that every process assigns the same numbers.
    var result: [ItemPath: ReplayItem] = [:]
    for (path, value) in items.sorted(by: { $0.key < $1.key }) { result[path] = item(value) }
    return result
  }

  /// Returns the state of `sections`; those that are as before keep their storage.
  mutating func state(of sections: [UpdateTrace.Section]) -> ReplayState {
    let before = known
    known.removeAll(keepingCapacity: true)
    var state = ReplayState()
    for section in sections {
      let number = self.section(section.id)
      // Arrays of one storage are equal at a glance.
      let items =
        if let same = before[number], same.found == section.items { same.items } else {
          items(section.items)
        }
      known[number] = (section.items, items)
      state.sectionIDs.append(number)
      state.sections.append(items)
    }
    return state
  }

  private mutating func item(_ item: UpdateTrace.Item) -> ReplayItem {
    let number = items[item.id] ?? UInt64(items.count)
    items[item.id] = number
    return ReplayItem(id: number, revision: item.revision)
  }

  private mutating func section(_ id: UpdateTrace.ID) -> UInt64 {
    let number = sections[id] ?? UInt64(sections.count)
    sections[id] = number
    return number
  }
}

extension Changeset {
  /// Returns the first place before the update that an operation names or inserts at.
  fileprivate func firstPlaceBefore(in before: ReplayState) -> ItemPath? {
    let sections =
      deletedSections + insertedSections + movedSections.map(\.source) + reloadedSections
    let items =
      deletedItems + insertedItems + movedItems.map(\.source) + reloadedItems + reconfiguredItems
    let places = sections.map { ItemPath(section: $0, item: 0) } + items
    guard let first = places.min(), !before.sections.isEmpty else { return nil }
    let section = min(first.section, before.sections.count - 1)
    return ItemPath(
      section: section, item: max(0, min(first.item, before.sections[section].count - 1)))
  }
}

/// A file as an item of a store: its identifier and revision.
package struct ReplayItem: RevisionedItem, Hashable, Sendable {
  /// The number of its id in the trace.
  package let id: UInt64
  package let revision: UInt32

  package init(id: UInt64, revision: UInt32) {
    self.id = id
    self.revision = revision
  }

  /// The shape's name in case ids, by its size with padding.
  static let payloadName = "item16"
}

/// A cell that records its item.
final class ReplayCell: CollectionViewCell {
  var item = ReplayItem(id: 0, revision: 0)

  required init(frame: Rect) { super.init(frame: frame) }
}

/// A header that records the id of its section.
final class ReplayHeader: CollectionReusableView {
  static let identifier = "header"

  var sectionID: UInt64 = 0
}

/// A collection in plain arrays, from which the visible part follows by addition.
///
/// It is the model for replays, and knows no store and no layout.
package struct ReplayState {
  /// The ids of the sections.
  package var sectionIDs: [UInt64] = []
  /// The items of each section.
  package var sections: [[ReplayItem]] = []

  var itemCount: Int { sections.reduce(0) { $0 + $1.count } }
}

/// An update with its contents and its result.
package struct ReplayBatch {
  /// The commit's hash.
  package let name: String
  package let changeset: Changeset
  /// The inserted items and the new contents, by path after.
  package let items: [ItemPath: ReplayItem]
  /// The items of inserted sections, by index after.
  package let sections: [Int: [ReplayItem]]
  /// The collection after.
  package var after: ReplayState
  /// The first changed place in the collection before; nil if the update names none.
  package let firstPlace: ItemPath?
}
