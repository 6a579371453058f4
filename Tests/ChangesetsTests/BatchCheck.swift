import Changesets

/// Holds the map of one legal update against the plain program.
struct BatchCheck {
  private let batch: Batch
  private let map: ChangesetMap
  /// Sections of ids, each id once.
  private let sections: [[Int]]
  private static let fresh = -1

  init(_ batch: Batch) {
    self.batch = batch
    map = ChangesetMap(batch.changeset)
    var next = 0
    sections = batch.before.map { count in
      defer { next += count }
      return Array(next..<next + count)
    }
  }

  /// What does not agree; nil if all does.
  func mismatch() -> String? {
    if let error = legality() { return error }
    return sectionMismatch() ?? itemMismatch() ?? reloadMismatch()
  }

  private func legality() -> String? {
    let changeset = batch.changeset
    do throws(ChangesetError) {
      try changeset.validate(sectionCountsBefore: batch.before, sectionCountsAfter: batch.after)
    } catch {
      return "illegal: \(error)"
    }
    let counts = changeset.sectionCounts(after: batch.before) { batch.newSections[$0] ?? 0 }
    guard counts == batch.after else { return "counts after: \(counts)" }
    guard !changeset.changesSections else { return nil }
    let wrong = counts.indices.first {
      map.itemCountChange(ofSection: $0) != batch.after[$0] - batch.before[$0]
    }
    return wrong.map { "section \($0) changes by \(map.itemCountChange(ofSection: $0)) items" }
  }

  /// Whole sections, each told by its only item.
  private func sectionMismatch() -> String? {
    let changeset = batch.changeset
    let onlySections = Changeset(
      deletedSections: changeset.deletedSections, insertedSections: changeset.insertedSections,
      movedSections: changeset.movedSections)
    let after = batch.before.indices.map { [$0] }
      .applying(onlySections, newItem: { _ in Self.fresh }, newSection: { _ in [Self.fresh] })
      .map { $0[0] }
    for section in batch.before.indices {
      let place = after.firstIndex(of: section)
      if map.section(section) != place { return "section \(section) is at \(place ?? -1)" }
      let isReloaded = changeset.reloadedSections.contains(section)
      if map.isReloaded(section) != isReloaded { return "section \(section), reloaded?" }
      for tail in [[], [3], [0, 0, 8]] {
        let expected = isReloaded ? nil : place.map { ElementPath([$0] + tail) }
        let found = map.element(ElementPath([section] + tail))
        if found != expected {
          return "element \([section] + tail) is at \(String(describing: found))"
        }
        if let found, map.sourceElement(found) != ElementPath([section] + tail) {
          return "element \(found) comes from elsewhere"
        }
      }
    }
    for (section, source) in after.enumerated() {
      let expected = source == Self.fresh ? nil : source
      if map.sourceSection(section) != expected { return "section \(section) is from \(source)" }
    }
    return nil
  }

  /// Every item of before and after; without reloads, which change no place.
  private func itemMismatch() -> String? {
    let changeset = batch.changeset
    let after = sections.applying(
      changeset.withoutItemReloads, newItem: { _ in Self.fresh },
      newSection: { Array(repeating: Self.fresh, count: batch.newSections[$0] ?? 0) })
    if after.map(\.count) != batch.after { return "the program makes \(after)" }
    var places: [Int: ItemPath] = [:]
    for path in paths(of: after) { places[after[path.section][path.item]] = path }
    var image: Set<ItemPath> = []
    for path in paths(of: sections) {
      let expected = places[sections[path.section][path.item]]
      let found = map.item(path)
      if found != expected {
        return "item \(path) is at \(expected?.description ?? "no place"), not "
          + (found?.description ?? "no place")
      }
      if let found, !image.insert(found).inserted { return "two items at \(found)" }
    }
    let sources = paths(of: sections)  // By id.
    for path in paths(of: after) {
      let id = after[path.section][path.item]
      if (id == Self.fresh) == image.contains(path) { return "item \(path) is neither new nor old" }
      let source = map.sourceItem(path)
      if source != (id == Self.fresh ? nil : sources[id]) {
        return "item \(path) is from \(source?.description ?? "nowhere")"
      }
    }
    return nil
  }

  /// Reloads and reconfigurations: the program asks for fresh content at their places, and for what comes.
  private func reloadMismatch() -> String? {
    let changeset = batch.changeset
    var asked: [ItemPath] = []
    _ = sections.applying(
      changeset,
      newItem: {
        asked.append($0)
        return Self.fresh
      },
      newSection: { Array(repeating: Self.fresh, count: batch.newSections[$0] ?? 0) })
    let inserted = Set(changeset.insertedSections)
    let comes = changeset.insertedItems.filter { !inserted.contains($0.section) }
    let filled = paths(of: sections).filter { map.isReloaded($0) || map.isReconfigured($0) }
    let expectedAsks = (comes + filled.compactMap { map.item($0) }).sorted()
    if asked != expectedAsks { return "the program asks for \(asked)" }
    let sources = paths(of: sections).filter { map.isReloaded($0) }
    let expected = changeset.reloadedItems.filter { map.item($0) != nil }
    if sources != expected { return "reloaded are \(sources)" }
    let reconfigured = paths(of: sections).filter { map.isReconfigured($0) }
    let remaining = changeset.reconfiguredItems.filter {
      map.item($0) != nil && !changeset.reloadedItems.contains($0)
    }
    return reconfigured == remaining ? nil : "reconfigured are \(reconfigured)"
  }
}

extension Changeset {
  /// The same without reloads and reconfigurations of items.
  fileprivate var withoutItemReloads: Changeset {
    Changeset(
      deletedSections: deletedSections, insertedSections: insertedSections,
      movedSections: movedSections, reloadedSections: reloadedSections, deletedItems: deletedItems,
      insertedItems: insertedItems, movedItems: movedItems)
  }
}
