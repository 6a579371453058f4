import Changesets

/// Checks of a changeset that cost its operations and not the collection: counts of sections that it
/// does not name are not compared.
extension LineSolver {
  /// Throws where something is taken out or reloaded that does not exist.
  func checkSources(of changeset: Changeset) throws(LayoutError) {
    let sections = current.index.sectionCount
    let taken = changeset.deletedSections + changeset.movedSections.map(\.source)
    for section in taken + changeset.reloadedSections where section < 0 || section >= sections {
      throw .changeset(
        "section \(section) is to be taken out or reloaded and there are \(sections) sections")
    }
    let items = changeset.deletedItems + changeset.movedItems.map(\.source)
    for path in items + changeset.reloadedItems where !exists(path) {
      throw .changeset("item \(path) is to be taken out or reloaded and does not exist")
    }
  }

  /// Throws where something is taken out twice, or two things are put into one place.
  func checkRepeats(in changeset: Changeset) throws(LayoutError) {
    let sections = changeset.movedSections
    try check(changeset.deletedSections + sections.map(\.source), "section", "taken out")
    try check(changeset.insertedSections + sections.map(\.target), "section", "put in")
    let items = changeset.movedItems
    try check(changeset.deletedItems + items.map(\.source), "item", "taken out")
    try check(changeset.insertedItems + items.map(\.target), "item", "put in")
  }

  private func check<Place: Comparable>(
    _ places: [Place], _ what: String, _ action: String
  ) throws(LayoutError) {
    guard places.count > 1 else { return }
    let sorted = places.sorted()
    for number in 1..<sorted.count where sorted[number] == sorted[number - 1] {
      throw .changeset("\(what) \(sorted[number]) is \(action) twice")
    }
  }

  /// Throws where there are other sections than the host has, or an item is to be put where the host
  /// has none; called before anything is asked for.
  func checkTargets(of changeset: Changeset, _ host: any LayoutHost) throws(LayoutError) {
    let sections = current.index.sectionCount
    guard sections == host.numberOfSections else {
      throw .changeset("it leaves \(sections) sections and the host has \(host.numberOfSections)")
    }
    for path in changeset.insertedItems + changeset.movedItems.map(\.target) {
      guard path.section >= 0, path.section < sections else {
        throw .changeset("item \(path) is to be put into one of \(sections) sections")
      }
      let items = host.numberOfItems(inSection: path.section)
      guard path.item >= 0, path.item < items else {
        throw .changeset(
          "item \(path) is to be put into a section where the host has \(items) items")
      }
    }
  }

  /// Holds the counts of the sections whose items the changeset names against the host's.
  func checkCounts(_ host: any LayoutHost, after changeset: Changeset) throws(LayoutError) {
    let put = changeset.insertedItems + changeset.movedItems.map(\.target)
    let taken = changeset.deletedItems + changeset.movedItems.map(\.source)
    guard !put.isEmpty || !taken.isEmpty else { return }
    var sections = taken.map(\.section)
    if changeset.changesSections {
      let map = ChangesetMap(changeset)
      sections = Set(sections).compactMap { map.section($0) }
    }
    sections += put.map(\.section)
    sections.sort()
    for (place, section) in sections.enumerated()
    where place == 0 || section != sections[place - 1] {
      let count = current.index.section(at: section).itemCount
      guard count == host.numberOfItems(inSection: section) else {
        throw .changeset(
          "it leaves \(count) items in section \(section) and the host has "
            + "\(host.numberOfItems(inSection: section))")
      }
    }
  }
}

extension Changeset {
  /// Whether sections come, go or move, so that their numbers before and after differ.
  var changesSections: Bool {
    !(deletedSections.isEmpty && insertedSections.isEmpty && movedSections.isEmpty)
  }
}
