import Changesets

extension Differ {
  mutating func plainChangeset<SectionID: Hashable, Identity: ItemIdentity>(
    _ source: [[Identity.Item]], _ target: [[Identity.Item]], sectionIDs: [SectionID],
    _ targetIDs: [SectionID], firstSection: Int, _ identity: Identity.Type
  ) -> Changeset {
    statistics = DiffStatistics()
    // Sections.
    let sectionPairs = Self.matches(sectionIDs, targetIDs)
    let staying = Set(Self.longestIncreasing(sectionPairs.map(\.source)))
    var targetOf: [Int: Int] = [:]
    var movedSections: [Changeset.Move<Int>] = []
    for (index, pair) in sectionPairs.enumerated() {
      targetOf[pair.source] = pair.target
      if !staying.contains(index) {
        movedSections.append(Changeset.Move(from: pair.source, to: pair.target))
      }
    }
    let keptTargets = Set(sectionPairs.map(\.target))
    // Items.
    func paths(_ sections: [[Identity.Item]]) -> [ItemPath] {
      sections.indices.flatMap { section in
        sections[section].indices.map { ItemPath(section: section, item: $0) }
      }
    }
    let (sourcePaths, targetPaths) = (paths(source), paths(target))
    let pairs = Self.matches(
      source.joined().map { Identity.id(of: $0) }, target.joined().map { Identity.id(of: $0) })
    statistics.matchedItems = pairs.count
    var moved: [Changeset.Move<ItemPath>] = []
    var within: [Int: [(source: ItemPath, target: ItemPath)]] = [:]
    for pair in pairs {
      let (from, to) = (sourcePaths[pair.source], targetPaths[pair.target])
      if targetOf[from.section] == to.section {
        within[to.section, default: []].append((from, to))
      } else {
        moved.append(Changeset.Move(from: from, to: to))
      }
    }
    for pairs in within.values {
      let staying = Set(Self.longestIncreasing(pairs.map(\.source.item)))
      for (index, pair) in pairs.enumerated() where !staying.contains(index) {
        moved.append(Changeset.Move(from: pair.source, to: pair.target))
      }
    }
    statistics.movedItems = moved.count
    let movedSources = Set(moved.map(\.source))
    var reloaded: [ItemPath] = []
    var reconfigured: [ItemPath] = []
    for pair in pairs {
      let (from, to) = (sourcePaths[pair.source], targetPaths[pair.target])
      let items = (source[from.section][from.item], target[to.section][to.item])
      if Identity.isUnchanged(items.0, items.1) { continue }
      if contentRule == .reconfigure || movedSources.contains(from) {
        reconfigured.append(from)
      } else {
        reloaded.append(from)
      }
    }
    let (matchedSources, matchedTargets) = (
      Set(pairs.map(\.source)), Set(pairs.map(\.target))
    )
    func shifted(_ path: ItemPath) -> ItemPath {
      ItemPath(section: path.section + firstSection, item: path.item)
    }
    return Changeset(
      deletedSections: sectionIDs.indices.filter { targetOf[$0] == nil },
      insertedSections: targetIDs.indices.filter { !keptTargets.contains($0) },
      movedSections: movedSections,
      deletedItems: sourcePaths.indices.filter {
        !matchedSources.contains($0) && targetOf[sourcePaths[$0].section] != nil
      }.map { shifted(sourcePaths[$0]) },
      insertedItems: targetPaths.indices.filter {
        !matchedTargets.contains($0) && keptTargets.contains(targetPaths[$0].section)
      }.map { shifted(targetPaths[$0]) },
      movedItems: moved.map { Changeset.Move(from: shifted($0.source), to: shifted($0.target)) },
      reloadedItems: reloaded.map(shifted), reconfiguredItems: reconfigured.map(shifted))
  }

  static func matches<ID: Hashable>(_ source: [ID], _ target: [ID]) -> [(source: Int, target: Int)]
  {
    var waiting: [ID: [Int]] = [:]
    for (index, id) in source.enumerated().reversed() { waiting[id, default: []].append(index) }
    var pairs: [(source: Int, target: Int)] = []
    for (index, id) in target.enumerated() {
      if let match = waiting[id]?.popLast() { pairs.append((match, index)) }
    }
    return pairs
  }

  /// The indexes of a longest run of `values` that only grows.
  static func longestIncreasing(_ values: [Int]) -> [Int] {
    var tails: [Int] = []
    var previous = [Int](repeating: -1, count: values.count)
    for index in values.indices {
      var (low, high) = (0, tails.count)
      while low < high {
        let middle = (low + high) / 2
        if values[tails[middle]] < values[index] { low = middle + 1 } else { high = middle }
      }
      previous[index] = low > 0 ? tails[low - 1] : -1
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    var result: [Int] = []
    var index = tails.last ?? -1
    while index >= 0 {
      result.append(index)
      index = previous[index]
    }
    return result.reversed()
  }
}
