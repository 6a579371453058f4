internal import Benchmarking
package import Changesets
internal import CollectionViews
package import Datasets
internal import Geometry

/// Why an update trace cannot be replayed.
package enum UpdateReplayError: Error, Hashable {
  /// No trace was named.
  case noTrace
  /// The file is none, or no trace.
  case unreadable(DatasetError)
  /// It has changed since the run was planned.
  case changed(path: String)
  /// After an update, the view or the store is not what it has to be.
  case diverged(batch: Int, name: String, layout: String, problem: String, count: Int)
}

extension UpdateReplayError: CustomStringConvertible {
  /// The message for the user.
  package var description: String {
    switch self {
    case .noTrace: "no update trace is named to be replayed; name a file with --updates"
    case .unreadable(let error): error.description
    case .changed(let path):
      "'\(path)' has changed since the run began; figures of two traces cannot stand in one record"
    case .diverged(let batch, let name, let layout, let problem, let count):
      "after batch \(batch), commit \(name), in \(layout): \(problem)"
        + (count > 1 ? "; \(count) batches differ in all" : "")
    }
  }
}

/// An update trace with numbers for ids, and each state that it leads to in plain arrays.
package final class UpdateScript {
  package let initial: ReplayState
  package let batches: [ReplayBatch]

  /// The script of the trace of `context`, made by whoever asks first.
  ///
  /// - Throws: `UpdateReplayError`.
  static func shared(in context: ScenarioContext) throws -> UpdateScript {
    try context.shared("update/replay") { try UpdateScript(trace(of: context)) }
  }

  private static func trace(of context: ScenarioContext) throws(UpdateReplayError) -> UpdateTrace {
    guard let planned = context.trace else { throw .noTrace }
    let trace: UpdateTrace
    do throws(DatasetError) {
      trace = try UpdateTrace(path: planned.path)
    } catch {
      throw .unreadable(error)
    }
    guard trace.checksum == planned.checksum else { throw .changed(path: planned.path) }
    return trace
  }

  /// Goes through the trace once.
  ///
  /// - Throws: `UpdateTrace.Impossible`, which a trace that has been read never does.
  package init(_ trace: UpdateTrace) throws {
    var numbers = Numbers()
    var state = try UpdateTrace.State(trace.initial)
    var before = ReplayState()
    numbers.bring(&before, to: state.sections)
    initial = before
    var batches: [ReplayBatch] = []
    batches.reserveCapacity(trace.batches.count)
    for batch in trace.batches {
      try state.apply(batch)
      var after = before
      numbers.bring(&after, to: state.sections)
      batches.append(
        ReplayBatch(
          name: batch.name, changeset: batch.changeset, items: numbers.items(batch.items),
          sections: batch.sections.mapValues { numbers.items($0.items) }, after: after,
          firstPlace: batch.changeset.firstPlaceBefore(in: before)))
      before = after
    }
    self.batches = batches
  }

  /// A script of states and batches that are known already.
  package init(initial: ReplayState, batches: [ReplayBatch]) {
    self.initial = initial
    self.batches = batches
  }

  /// The operations of all batches.
  var operationCount: Int { batches.reduce(0) { $0 + $1.changeset.count } }

  /// The collection before batch `number`, and after the one before it.
  func state(before number: Int) -> ReplayState {
    number == 0 ? initial : batches[number - 1].after
  }
}

/// Numbers for ids, in the order in which these come.
private struct Numbers {
  private var sections: [UpdateTrace.ID: UInt64] = [:]
  private var items: [UpdateTrace.ID: UInt64] = [:]

  mutating func items(_ items: [UpdateTrace.Item]) -> [ReplayItem] { items.map { item($0) } }

  mutating func items(_ items: [ItemPath: UpdateTrace.Item]) -> [ItemPath: ReplayItem] {
    // In order, so that numbers are the same in every process.
    var result: [ItemPath: ReplayItem] = [:]
    for (path, value) in items.sorted(by: { $0.key < $1.key }) { result[path] = item(value) }
    return result
  }

  /// Makes `state` that of `sections`; what is equal keeps its storage.
  mutating func bring(_ state: inout ReplayState, to found: [UpdateTrace.Section]) {
    var known: [UInt64: [ReplayItem]] = [:]
    for (id, items) in zip(state.sectionIDs, state.sections) { known[id] = items }
    state.sectionIDs = found.map { section($0.id) }
    state.sections = zip(state.sectionIDs, found).map { id, section in
      let items = items(section.items)
      return known[id] == items ? known[id] ?? items : items
    }
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
  /// The first place before that an operation names, or that stands where something comes.
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

/// A file as a store holds it: which one, and the state of its content.
package struct ReplayItem: RevisionedItem, Hashable, Sendable {
  /// The number that its id in the trace stands for.
  package let id: UInt64
  package let revision: UInt32

  package init(id: UInt64, revision: UInt32) {
    self.id = id
    self.revision = revision
  }

  /// The shape's name in case ids: what it takes with its padding.
  static let payloadName = "item16"
}

/// A cell that knows the item it shows.
final class ReplayCell: CollectionViewCell {
  var item = ReplayItem(id: 0, revision: 0)

  required init(frame: Rect) { super.init(frame: frame) }
}

/// A header that knows the id of its section.
final class ReplayHeader: CollectionReusableView {
  static let identifier = "header"

  var sectionID: UInt64 = 0
}

/// A collection in plain arrays: what a view has to show of it is found by adding up.
///
/// The model that replays are held against: it knows no store and no layout.
package struct ReplayState {
  /// The ids of the sections.
  package var sectionIDs: [UInt64] = []
  /// The items of each.
  package var sections: [[ReplayItem]] = []

  var itemCount: Int { sections.reduce(0) { $0 + $1.count } }
}

/// What an update does, and what it leads to.
package struct ReplayBatch {
  /// The commit's hash.
  package let name: String
  package let changeset: Changeset
  /// What comes, and what has new content, by path after.
  package let items: [ItemPath: ReplayItem]
  /// What sections that come hold, by index after.
  package let sections: [Int: [ReplayItem]]
  /// The collection after.
  package let after: ReplayState
  /// The first place of the collection before that the update names; nil where it names none.
  package let firstPlace: ItemPath?

  package init(
    name: String, changeset: Changeset, items: [ItemPath: ReplayItem],
    sections: [Int: [ReplayItem]], after: ReplayState, firstPlace: ItemPath?
  ) {
    self.name = name
    self.changeset = changeset
    self.items = items
    self.sections = sections
    self.after = after
    self.firstPlace = firstPlace
  }
}
