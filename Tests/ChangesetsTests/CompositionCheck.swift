import Changesets

/// Holds what is made of two updates, one after the other, against the plain program.
struct CompositionCheck {
  private let first: Batch
  private let second: Batch
  private let source: [[Thing]]
  private let between: [[Thing]]
  private let target: [[Thing]]

  init(_ first: Batch, _ second: Batch) {
    (self.first, self.second) = (first, second)
    var things = Things(counts: first.before)
    source = things.sections
    things.apply(first)
    between = things.sections
    things.apply(second)
    target = things.sections
  }

  /// What does not agree; nil if all does.
  func mismatch() -> String? {
    let composed = first.changeset.followed(by: second.changeset)
    return compositionMismatch(composed).map { "\(composed.operations)\n\($0)" }
  }

  private func compositionMismatch(_ composed: Changeset) -> String? {
    do throws(ChangesetError) {
      try composed.validate(
        sectionCountsBefore: first.before, sectionCountsAfter: target.map(\.count))
    } catch {
      return "illegal: \(error)"
    }
    let found = source.applying(composed, from: target)
    if found != target { return "leads to \(found), not \(target)" }
    let map = ChangesetMap(composed)
    let places = target.places
    for path in paths(of: source) {
      let place = places[source[path.section][path.item].id]
      if map.item(path) != place { return "item \(path) is not at \(String(describing: place))" }
    }
    return sectionMismatch(composed, map)
  }

  /// Sections are where both maps take them, but for those that no legal update can reload there.
  private func sectionMismatch(_ composed: Changeset, _ map: ChangesetMap) -> String? {
    let (firstMap, secondMap) = (ChangesetMap(first.changeset), ChangesetMap(second.changeset))
    for section in source.indices {
      let between = firstMap.section(section)
      let target = between.flatMap(secondMap.section)
      let isReloaded = firstMap.isReloaded(section) || between.map(secondMap.isReloaded) == true
      if map.section(section) == target {
        if map.isReloaded(section) != (isReloaded && target != nil) {
          return "section \(section), reloaded?"
        }
        continue
      }
      guard let target, isReloaded else { return "section \(section) is elsewhere" }
      if map.section(section) != nil || map.sourceSection(target) != nil {
        return "section \(section) is neither deleted nor inserted"
      }
      if canReload(section, target, composed) { return "section \(section) is needlessly deleted" }
    }
    return nil
  }

  /// Returns a Boolean value that indicates whether a reload is legal in the place of a delete and
  /// an insert.
  private func canReload(_ section: Int, _ place: Int, _ composed: Changeset) -> Bool {
    let other = Changeset(
      deletedSections: composed.deletedSections.filter { $0 != section },
      insertedSections: composed.insertedSections.filter { $0 != place },
      movedSections: composed.movedSections,
      reloadedSections: composed.reloadedSections + [section],
      deletedItems: composed.deletedItems, insertedItems: composed.insertedItems,
      movedItems: composed.movedItems, reloadedItems: composed.reloadedItems,
      reconfiguredItems: composed.reconfiguredItems)
    let (before, after) = (first.before, target.map(\.count))
    let isLegal =
      (try? other.validate(sectionCountsBefore: before, sectionCountsAfter: after)) != nil
    return isLegal && ChangesetMap(other).section(section) == place
  }

  /// The first update, and the way back from it.
  func inversionMismatch() -> String? {
    let (forth, back) = (first.changeset, first.changeset.inverted)
    do throws(ChangesetError) {
      try back.validate(sectionCountsBefore: first.after, sectionCountsAfter: first.before)
    } catch {
      return "\(back.operations) is illegal: \(error)"
    }
    let found = between.applying(back, from: source)
    if found != source { return "\(back.operations) leads to \(found), not \(source)" }
    let (map, backMap) = (ChangesetMap(forth), ChangesetMap(back))
    for path in paths(of: source) {
      if let place = map.item(path), backMap.item(place) != path {
        return "\(back.operations): \(path) does not come back from \(place)"
      }
    }
    for path in paths(of: between) {
      if let place = backMap.item(path), map.item(place) != path {
        return "\(back.operations): \(path) does not come from \(place)"
      }
    }
    for section in source.indices {
      let place = map.section(section)
      if let place, backMap.section(place) != section {
        return "\(back.operations): section \(section)"
      }
    }
    if back.inverted.inverted != back {
      return "\(back.operations) is another when turned round twice"
    }
    return roundTripMismatch(forth, map, forth.followed(by: back))
  }

  /// Forth and back again, everything that survives is where it was, and no move is left but out of
  /// sections that go away.
  private func roundTripMismatch(
    _ forth: Changeset, _ map: ChangesetMap, _ trip: Changeset
  ) -> String? {
    let tripMap = ChangesetMap(trip)
    for path in paths(of: source) {
      let expected = map.item(path) == nil ? nil : path
      if tripMap.item(path) != expected { return "\(trip.operations): \(path) is elsewhere" }
    }
    if !trip.movedSections.isEmpty { return "\(trip.operations): moved sections" }
    let gone = Set(trip.deletedSections)
    if let idle = trip.movedItems.first(where: { !gone.contains($0.source.section) }) {
      return "\(trip.operations): \(idle) is needless"
    }
    return nil
  }
}
