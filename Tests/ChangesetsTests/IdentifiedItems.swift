import Changesets

/// An item that can be followed through updates.
struct Thing: Hashable {
  let id: Int
  var revision = 0
}

/// Sections of things, carried through one update after another; each thing that comes is new.
struct Things {
  private(set) var sections: [[Thing]]
  private var nextID = 0

  init(counts: [Int]) {
    sections = []
    sections = counts.map { count in (0..<count).map { _ in make() } }
  }

  private mutating func make() -> Thing {
    defer { nextID += 1 }
    return Thing(id: nextID)
  }

  /// Carries `batch` out by the plain program; what is reloaded or reconfigured gets a new revision.
  mutating func apply(_ batch: Batch) {
    let changeset = batch.changeset
    let changed = Set(
      (changeset.reloadedItems + changeset.reconfiguredItems)
        .map { sections[$0.section][$0.item].id })
    let places = changeset.with(reloadedItems: [], reconfiguredItems: [])
    var next = nextID
    func fresh() -> Thing {
      next += 1
      return Thing(id: next - 1)
    }
    sections = sections.applying(
      places, newItem: { _ in fresh() },
      newSection: { section in (0..<(batch.newSections[section] ?? 0)).map { _ in fresh() } })
    nextID = next
    for section in sections.indices {
      for item in sections[section].indices where changed.contains(sections[section][item].id) {
        sections[section][item].revision += 1
      }
    }
  }
}

extension [[Thing]] {
  /// Where each thing is.
  var places: [Int: ItemPath] {
    var places: [Int: ItemPath] = [:]
    for path in paths(of: self) { places[self[path.section][path.item].id] = path }
    return places
  }

  /// These sections after `changeset`, which takes all that is new from `target`.
  func applying(_ changeset: Changeset, from target: [[Thing]]) -> [[Thing]] {
    let coming = Set(changeset.movedItems.map(\.target))
    return applying(
      changeset, newItem: { target[$0.section][$0.item] },
      newSection: { section in
        target[section].indices.filter { !coming.contains(at(section, $0)) }
          .map { target[section][$0] }
      })
  }
}
