import Changesets

extension UpdateTrace {
  /// An error: a batch is impossible after the batches before it.
  public struct Impossible: Error, Hashable, Sendable {
    /// The possible content.
    public let expected: String
    /// The content that was found instead.
    public let found: String
  }

  /// The collection at one point of a trace.
  public struct State: Sendable {
    /// The sections, in order.
    public private(set) var sections: [Section] = []
    private var sectionIDs: Set<ID> = []
    private var itemIDs: Set<ID> = []

    /// Creates the state without sections.
    public init() {}

    /// Creates the state of `sections`.
    ///
    /// - Throws: `Impossible` if an id repeats.
    public init(_ sections: [Section]) throws(Impossible) {
      self.sections = sections
      let items = sections.flatMap(\.items)
      try Self.checkNew(sections.map(\.id), among: [], without: [], "section")
      try Self.checkNew(items.map(\.id), among: [], without: [], "item")
      sectionIDs = Set(sections.map(\.id))
      itemIDs = Set(items.map(\.id))
    }

    /// Returns whether there is an item with `id`.
    func hasItem(_ id: ID) -> Bool { itemIDs.contains(id) }

    /// Applies `batch`.
    ///
    /// - Throws: `Impossible`, with nothing changed, if an operation is illegal for this state
    ///   (b.5), if contents are missing or superfluous, if a remaining section or item changes its
    ///   id, or if an id repeats afterwards.
    /// - Complexity: O(*e* · *n* + *s*) for *e* operations on sections of *n* items, of *s* sections.
    public mutating func apply(_ batch: Batch) throws(Impossible) {
      let map = try check(batch)
      let changeset = batch.changeset
      let gone = goneIDs(changeset)
      let newSections = batch.sections.sorted { $0.key < $1.key }.map(\.value)
      let newItems =
        newSections.flatMap(\.items) + changeset.insertedItems.compactMap { batch.items[$0] }
      try Self.checkNew(newSections.map(\.id), among: sectionIDs, without: gone.sections, "section")
      try Self.checkNew(newItems.map(\.id), among: itemIDs, without: gone.items, "item")
      sectionIDs.subtract(gone.sections)
      sectionIDs.formUnion(newSections.map(\.id))
      itemIDs.subtract(gone.items)
      itemIDs.formUnion(newItems.map(\.id))
      sections.commit(batch, map)
    }

    private static func checkNew(
      _ new: [ID], among ids: Set<ID>, without gone: Set<ID>, _ kind: String
    ) throws(Impossible) {
      var seen: Set<ID> = []
      for id in new {
        guard seen.insert(id).inserted, !ids.contains(id) || gone.contains(id) else {
          throw Impossible(
            expected: "\(kind)s of different ids", found: "two \(kind)s '\(id)' at the same time")
        }
      }
    }

    private func goneIDs(_ changeset: Changeset) -> (sections: Set<ID>, items: Set<ID>) {
      let replaced = changeset.deletedSections + changeset.reloadedSections
      let moved = Set(changeset.movedItems.map(\.source))
      var items: Set<ID> = []
      for section in replaced {
        for (item, value) in sections[section].items.enumerated()
        where !moved.contains(ItemPath(section: section, item: item)) { items.insert(value.id) }
      }
      let replacedSet = Set(replaced)
      for path in changeset.deletedItems where !replacedSet.contains(path.section) {
        items.insert(sections[path.section].items[path.item].id)
      }
      return (Set(replaced.map { sections[$0].id }), items)
    }
  }
}

// MARK: Checks

extension UpdateTrace.State {
  /// Checks the operations and the places of contents against this state.
  private func check(_ batch: UpdateTrace.Batch) throws(UpdateTrace.Impossible) -> ChangesetMap {
    let before = sections.map(\.items.count)
    do throws(ChangesetError) {
      var after = try batch.changeset.legalSectionCounts(after: before)
      for (section, content) in batch.sections where after.indices.contains(section) {
        after[section] += content.items.count
      }
      try batch.changeset.validate(sectionCountsBefore: before, sectionCountsAfter: after)
    } catch {
      // Missing or superfluous contents make counts wrong too; their error says more.
      if case .itemCountMismatch = error {
        try checkSections(batch, ChangesetMap(batch.changeset))
      }
      throw UpdateTrace.Impossible(
        expected: "an update that is legal for \(Self.spelled(before)), which the lines before "
          + "lead to",
        found: "one that is not: \(error)")
    }
    let map = ChangesetMap(batch.changeset)
    try checkSections(batch, map)
    try checkItems(batch, map)
    return map
  }

  private static func spelled(_ counts: [Int]) -> String {
    let items = counts.reduce(0, +)
    return "\(items) \(items == 1 ? "item" : "items") in \(counts.count) "
      + (counts.count == 1 ? "section" : "sections")
  }

  private func checkSections(
    _ batch: UpdateTrace.Batch, _ map: ChangesetMap
  ) throws(UpdateTrace.Impossible) {
    let reloaded = batch.changeset.reloadedSections
    let wanted = Set(batch.changeset.insertedSections + reloaded.compactMap { map.section($0) })
    if let section = wanted.subtracting(batch.sections.keys).min() {
      throw UpdateTrace.Impossible(
        expected: "what section \(section), which is inserted or reloaded, holds",
        found: "nothing of it in 'sections'")
    }
    if let section = Set(batch.sections.keys).subtracting(wanted).min() {
      throw UpdateTrace.Impossible(
        expected: "'sections' to hold those alone that are inserted or reloaded, by index after",
        found: "section \(section) in it")
    }
    for source in reloaded {
      guard let target = map.section(source), let section = batch.sections[target] else { continue }
      try Self.checkID(section.id, of: "section \(target)", sections[source].id)
    }
  }

  private func checkItems(_ batch: UpdateTrace.Batch, _ map: ChangesetMap) throws(UpdateTrace
    .Impossible)
  {
    let changeset = batch.changeset
    var wanted = Set(changeset.insertedItems)
    for path in changeset.insertedItems where batch.sections[path.section] != nil {
      throw UpdateTrace.Impossible(
        expected: "the items of section \(path.section), which comes, in 'sections' alone",
        found: "an insert at item \(path) too")
    }
    for path in changeset.reloadedItems + changeset.reconfiguredItems
    where !map.isReloaded(path.section) {
      guard let target = map.item(path) else { continue }
      wanted.insert(target)
      guard let item = batch.items[target] else { continue }
      try Self.checkID(item.id, of: "item \(target)", sections[path.section].items[path.item].id)
    }
    if let path = wanted.subtracting(batch.items.keys).min() {
      throw UpdateTrace.Impossible(
        expected: "item \(path), which is inserted, reloaded or reconfigured, in 'items'",
        found: "nothing of it there")
    }
    if let path = Set(batch.items.keys).subtracting(wanted).min() {
      throw UpdateTrace.Impossible(
        expected:
          "'items' to hold those alone that are inserted, reloaded or reconfigured, by path "
          + "after",
        found: "item \(path) in it")
    }
  }

  private static func checkID(
    _ found: UpdateTrace.ID, of place: String, _ expected: UpdateTrace.ID
  ) throws(UpdateTrace.Impossible) {
    guard found == expected else {
      throw UpdateTrace.Impossible(
        expected: "\(place) to be '\(expected)' still, since it is not inserted",
        found: "the id '\(found)'")
    }
  }
}

extension [UpdateTrace.Section] {
  /// Applies a checked batch with its map; untouched sections are not copied.
  fileprivate mutating func commit(_ batch: UpdateTrace.Batch, _ map: ChangesetMap) {
    let changeset = batch.changeset
    for path in changeset.reloadedItems + changeset.reconfiguredItems {
      guard let target = map.item(path), let item = batch.items[target] else { continue }
      self[path.section].items[path.item] = item
    }
    // Deletes go from the back, inserts from the front (BU-2).
    var moved: [ItemPath: UpdateTrace.Item] = [:]
    for move in changeset.movedItems {
      moved[move.target] = self[move.source.section].items[move.source.item]
    }
    let taken = changeset.deletedItems + changeset.movedItems.map(\.source)
    for path in taken.sorted(by: >) { self[path.section].items.remove(at: path.item) }
    var coming = batch.sections
    for move in changeset.movedSections { coming[move.target] = self[move.source] }
    let takenSections = changeset.deletedSections + changeset.movedSections.map(\.source)
    for section in takenSections.sorted(by: >) { remove(at: section) }
    let reloaded = Set(changeset.reloadedSections.compactMap { map.section($0) })
    for section in coming.keys.sorted() where !reloaded.contains(section) {
      if let content = coming[section] { insert(content, at: section) }
    }
    for (path, item) in moved.merging(
      changeset.insertedItems.compactMap { path in batch.items[path].map { (path, $0) } },
      uniquingKeysWith: { moved, _ in moved }
    ).sorted(by: { $0.key < $1.key }) {
      self[path.section].items.insert(item, at: path.item)
    }
    for section in reloaded {
      if let content = batch.sections[section] { self[section] = content }
    }
  }
}
