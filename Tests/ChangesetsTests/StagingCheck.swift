import Changesets

/// Holds the stages of one legal update against the update carried out at once.
struct StagingCheck {
  private let batch: Batch
  private let source: [[Thing]]
  private let target: [[Thing]]
  private let stages: [ChangesetStage]

  init(_ batch: Batch) {
    self.batch = batch
    var things = Things(counts: batch.before)
    source = things.sections
    things.apply(batch)
    target = things.sections
    stages = batch.changeset.staged()
  }

  /// What does not agree; nil if all does.
  func mismatch() -> String? {
    if stages.contains(where: \.changeset.isEmpty) { return "an empty stage" }
    let kinds = stages.map(\.kind.rawValue)
    if kinds != kinds.sorted() || Set(kinds).count != kinds.count { return "stages \(kinds)" }
    var sections = source
    for stage in stages {
      let found = mismatch(of: stage, &sections)
      if let found { return "\(stage.kind), \(stage.changeset.operations): \(found)" }
    }
    if sections != target { return "leads to \(sections), not \(target)" }
    return fateMismatch()
  }

  /// Carries one stage out by the plain program, and compares what the stage says.
  private func mismatch(of stage: ChangesetStage, _ sections: inout [[Thing]]) -> String? {
    if let misreading = stage.changeset.misreading { return misreading }
    let after = sections.applying(
      stage.changeset,
      newItem: { stage.targetItem(of: $0).map { thing($0) } ?? Thing(id: -1) },
      newSection: { section in newItems(of: section, in: stage) })
    do throws(ChangesetError) {
      try stage.changeset.validate(
        sectionCountsBefore: sections.map(\.count), sectionCountsAfter: after.map(\.count))
    } catch {
      return "illegal: \(error)"
    }
    let found = stage.sections(from: sections, to: target)
    if found != after { return "leads to \(after), but says \(found)" }
    for path in paths(of: after) {
      let expected = after[path.section][path.item]
      let said: Thing
      switch stage.origin(of: path) {
      case .target(let place): said = thing(place)
      case .source(let place): said = source[place.section][place.item]
      }
      if said != expected { return "\(path) is \(said), not \(expected)" }
    }
    sections = after
    return nil
  }

  private func thing(_ path: ItemPath) -> Thing { target[path.section][path.item] }

  /// What a section has that a stage inserts or reloads: what the whole update does not move there.
  private func newItems(of section: Int, in stage: ChangesetStage) -> [Thing] {
    guard let place = stage.targetSection(of: section) else { return [] }
    let moved = Set(batch.changeset.movedItems.map(\.target))
    return target[place].indices.filter { !moved.contains(at(place, $0)) }
      .map { target[place][$0] }
  }

  /// One stage after the other takes everything where the whole update takes it.
  private func fateMismatch() -> String? {
    let whole = ChangesetMap(batch.changeset)
    let maps = stages.map { ChangesetMap($0.changeset) }
    for path in paths(of: source) {
      let place = maps.reduce(path as ItemPath?) { path, map in path.flatMap(map.item) }
      if place != whole.item(path) { return "\(path) goes to \(String(describing: place))" }
    }
    for section in source.indices {
      let place = maps.reduce(section as Int?) { section, map in section.flatMap(map.section) }
      if place != whole.section(section) { return "section \(section) goes elsewhere" }
    }
    return nil
  }
}

extension Changeset {
  /// What views of UIKit's are known to misread; nil where there is no such thing.
  fileprivate var misreading: String? {
    let reloads = !reloadedItems.isEmpty || !reloadedSections.isEmpty || !reconfiguredItems.isEmpty
    if reloads, !movedItems.isEmpty || !movedSections.isEmpty { return "reloads with moves" }
    let itemSources =
      deletedItems + movedItems.map(\.source) + reloadedItems + reconfiguredItems
    let itemTargets = insertedItems + movedItems.map(\.target)
    if !movedSections.isEmpty, !(itemSources + itemTargets).isEmpty {
      return "moves of sections with changes of items"
    }
    let going = Set(deletedSections + reloadedSections)
    if itemSources.contains(where: { going.contains($0.section) }) { return "items that go twice" }
    let coming = Set(insertedSections)
    if itemTargets.contains(where: { coming.contains($0.section) }) {
      return "items that come twice"
    }
    return nil
  }
}
