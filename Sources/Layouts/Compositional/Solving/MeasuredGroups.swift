import Changesets
import Geometry

/// The sizes that items of one section prefer, of groups whose extent follows from all their items.
struct MeasuredItems {
  let template: SectionTemplate
  var sizes: [Int: Size] = [:]
  /// The largest distance by which an element of a group that has been measured may lie outside of it,
  /// in points.
  var reach = 0.0
  /// The sizes of groups of a section that scrolls by itself, by their numbers, that may differ from the
  /// template's.
  var groupSizes: [Int: Size] = [:]
  /// The largest distance by which an element of one of these groups may lie outside of it across the
  /// scroll direction, in points.
  var crossReach = 0.0
  /// Their extents across the scroll direction.
  var lengths = GroupLengths()

  init(template: SectionTemplate) { self.template = template }

  /// Forgets the groups that have been measured, but not the sizes of items.
  mutating func forgetGroups() {
    self = MeasuredItems(template: template, sizes: sizes)
  }

  private init(template: SectionTemplate, sizes: [Int: Size]) {
    self.template = template
    self.sizes = sizes
  }

  /// Returns the same groups for a section of which no item has a preferred size.
  func withoutSizes() -> MeasuredItems {
    var kept = self
    kept.sizes = [:]
    return kept
  }
}

extension LineSolver {
  /// Returns the groups of a section that scrolls by itself, as they are.
  func orthogonalGroups(ofSection section: Int, _ template: SectionTemplate) -> OrthogonalGroups {
    var groups = template.orthogonal
    if template.measuresGroups, let items = measuredItems[section] { groups.own = items.lengths }
    return groups
  }
}

extension SectionTemplate {
  /// Returns the number of groups that `count` items need.
  func groupCount(ofItems count: Int) -> Int { (count + items.count - 1) / items.count }

  /// Returns a group solved with the sizes of its items; nil if it is as the template has it,
  /// also because its frames would be infinite.
  ///
  /// - Parameters:
  ///   - first: The group's first item.
  ///   - itemCount: The number of items of the section.
  ///   - sizes: The sizes that items prefer.
  /// - Returns: The frames of the items, relative to the group.
  /// - Complexity: O(items of the group); it allocates.
  func measuredGroup(
    from first: Int, itemCount: Int, _ sizes: [Int: Size]
  ) -> SolvedGroup? {
    guard isOwnGroup(from: first, itemCount: itemCount, sizes) else { return nil }
    let present = min(items.count, itemCount - first)
    return try? GroupSolver.solve(group, in: container, answers) { place in
      guard place < present else { return .missing }
      return sizes[first + place].map { .preferred($0) } ?? .described
    }
  }

  /// Returns a Boolean value that indicates whether a group may differ from the template's.
  func isOwnGroup(from first: Int, itemCount: Int, _ sizes: [Int: Size]) -> Bool {
    let present = min(items.count, itemCount - first)
    return present < items.count || (first..<first + present).contains { sizes[$0] != nil }
  }

  /// Returns the distance by which an item, group or badge may lie outside of `solved` along `axis`.
  func reach(of solved: SolvedGroup, along axis: Axis) -> Double {
    var reach = 0.0
    func include(_ frame: Rect) {
      reach = max(reach, -frame.min(axis), frame.max(axis) - solved.size[axis])
    }
    for item in solved.items { include(item.frame) }
    for box in solved.boxes { include(box.frame) }
    return reach + badges.reach
  }
}

extension PreparedLines {
  /// Sets the extents of all groups whose items are measured together, as they are described.
  /// O(sections), and one exchange of sections and items in the index.
  ///
  /// - Throws: `LayoutError.contentExtent` if the content would become infinite; the lines are then
  ///   of no use.
  func measureAllGroups() throws(LayoutError) {
    solver.measuredItems = [:]
    try measureGroups(
      ofSections: (0..<solver.index.sectionCount).filter { measuredTemplate(ofSection: $0) != nil })
  }

  /// Sets the extents of the groups in sections that a changeset changed, from the sizes that items
  /// preferred before. O(measured items of these sections).
  ///
  /// - Throws: As `measureAllGroups()`.
  func measureGroups(after map: ChangesetMap) throws(LayoutError) {
    try measureGroups(ofSections: moveMeasuredItems(by: map).sorted())
  }

  /// Sets the extents of the groups of items that prefer another size, or none any more.
  ///
  /// - Throws: As `measureAllGroups()`.
  func measureGroups(
    of items: [(path: ItemPath, preferredSize: Size?)]
  ) throws(LayoutError) {
    var groups: Set<ItemPath> = []
    for (path, size) in items {
      guard let template = measuredTemplate(ofSection: path.section) else { continue }
      solver.measuredItems[path.section, default: MeasuredItems(template: template)]
        .sizes[path.item] = size
      groups.insert(ItemPath(section: path.section, item: path.item / template.items.count))
    }
    guard !groups.isEmpty else { return }
    undoLog.keepCopy(of: solver)
    let sections = Set(groups.lazy.map(\.section))
      .filter { solver.orthogonalOffsets.offset(ofSection: $0) > 0 }
    let before = sections.map { ($0, orthogonalGroups(ofSection: $0)) }
    try measure(groups.sorted())
    for (section, before) in before { keepOffset(ofSection: section, from: before) }
  }

  /// Returns the groups of a measured section that scrolls by itself; nil for others.
  private func orthogonalGroups(ofSection section: Int) -> OrthogonalGroups? {
    measuredTemplate(ofSection: section).map { solver.orthogonalGroups(ofSection: section, $0) }
  }

  /// Takes the offset of a section along with its first visible group (CL-26).
  private func keepOffset(ofSection section: Int, from before: OrthogonalGroups?) {
    guard let template = measuredTemplate(ofSection: section),
      let groups = orthogonalGroups(ofSection: section), let before
    else { return }
    let count = template.groupCount(ofItems: solver.index.section(at: section).itemCount)
    let offset = groups.offset(
      solver.orthogonalOffsets.offset(ofSection: section), keptFrom: before, groupCount: count)
    solver.orthogonalOffsets.setOffset(
      groups.clamped(offset, groupCount: count), ofSection: section)
  }

  private func measureGroups(ofSections sections: [Int]) throws(LayoutError) {
    let changed = sections.filter { !isAsDescribed($0) }
    guard !changed.isEmpty else { return }
    undoLog.keepCopy(of: solver)
    try layOutAsDescribed(changed)
    var groups: Set<ItemPath> = []
    for section in changed { groups.formUnion(ownGroups(ofSection: section)) }
    try measure(groups.sorted())
  }

  private func measuredTemplate(ofSection section: Int) -> SectionTemplate? {
    guard let template = template(ofSection: section), template.measuresGroups else {
      return nil
    }
    return template
  }

  /// Takes the sizes of items to their paths after a changeset, and returns the sections that it
  /// changes, by their numbers after.
  private func moveMeasuredItems(by map: ChangesetMap) -> Set<Int> {
    let change = map.changeset
    var sections = Set(map.putItems.map(\.section))
    sections.formUnion(map.takenItems.compactMap { map.section($0.section) })
    sections.formUnion(change.reloadedItems.compactMap { map.section($0.section) })
    sections.formUnion(change.insertedSections)
    sections.formUnion(change.reloadedSections.compactMap { map.section($0) })
    let before = solver.measuredItems
    var after: [Int: MeasuredItems] = [:]
    for (section, items) in before {
      if !change.changesSections, !sections.contains(section) {
        after[section] = items
        continue
      }
      if let target = map.section(section), !sections.contains(target) {
        var kept = items.withoutSizes()
        kept.sizes = after[target]?.sizes ?? [:]
        after[target] = kept
      }
      for (item, size) in items.sizes {
        let source = ItemPath(section: section, item: item)
        guard !map.isReloaded(source), let target = map.item(source),
          map.sourceSection(target.section) != nil,
          measuredTemplate(ofSection: target.section) === items.template
        else { continue }
        after[target.section, default: MeasuredItems(template: items.template)]
          .sizes[target.item] = size
      }
    }
    solver.measuredItems = after
    return sections
  }

  /// Returns a Boolean value that indicates whether all groups of a section are as its template has
  /// them, in the index and by the sizes of items.
  private func isAsDescribed(_ section: Int) -> Bool {
    guard let template = measuredTemplate(ofSection: section) else { return true }
    let place = solver.index.section(at: section)
    let items = solver.measuredItems[section]
    return place.isUniform && items?.sizes.isEmpty ?? true && items?.groupSizes.isEmpty ?? true
      && place.itemCount % template.items.count == 0
      && (place.itemCount == 0
        || solver.index.itemExtent(0, inSection: section).main == template.itemExtent.main)
  }

  /// Lays out all groups of measured sections as their templates have them.
  private func layOutAsDescribed(_ sections: [Int]) throws(LayoutError) {
    for section in sections { solver.measuredItems[section]?.forgetGroups() }
    try layOut(sections) { measuredTemplate(ofSection: $0)?.itemExtent }
  }

  /// Lays out sections whose items have one extent each.
  private func layOut(
    _ sections: [Int], _ extent: (Int) -> ItemExtent?
  ) throws(LayoutError) {
    guard !sections.isEmpty else { return }
    let contents = sections.map { section in
      let place = solver.index.section(at: section)
      return SectionContent(
        shape: place.shape, itemCount: place.itemCount, commonExtent: extent(section))
    }
    try solver.index.exchangeSections(removed: sections, inserted: sections.map { ($0, nil) }) {
      contents[$0]
    } extents: { _, _, _ in
    }
  }

  /// Returns the groups of a section that may differ from the template's.
  private func ownGroups(ofSection section: Int) -> Set<ItemPath> {
    guard let template = measuredTemplate(ofSection: section) else { return [] }
    let (count, perGroup) = (solver.index.section(at: section).itemCount, template.items.count)
    var groups = Set(
      (solver.measuredItems[section]?.sizes.keys).map { $0.map { $0 / perGroup } } ?? [])
    if count % perGroup != 0 { groups.insert(count / perGroup) }
    return Set(groups.lazy.map { ItemPath(section: section, item: $0) })
  }

  /// Lays out groups again, each named by its section and its number there.
  private func measure(_ groups: [ItemPath]) throws(LayoutError) {
    var isFinite = true
    var resized: [SizedItem] = []
    var orthogonal: [Int] = []
    for path in groups {
      guard let template = measuredTemplate(ofSection: path.section) else { continue }
      let count = solver.index.section(at: path.section).itemCount
      let first = path.item * template.items.count
      guard first < count else { continue }
      let sizes = solver.measuredItems[path.section]?.sizes ?? [:]
      let solved = template.measuredGroup(from: first, itemCount: count, sizes)
      if let solved { note(solved, ofSection: path.section, template) }
      if solved == nil, template.isOwnGroup(from: first, itemCount: count, sizes) {
        // Its own frames would be infinite.
        isFinite = false
      }
      if template.arrangement == .orthogonal {
        solver.measuredItems[path.section, default: MeasuredItems(template: template)]
          .groupSizes[path.item] = solved?.size
        if orthogonal.last != path.section { orthogonal.append(path.section) }
        continue
      }
      let extent = ItemExtent(
        cross: template.itemExtent.cross,
        main: solved?.size[template.axis] ?? template.itemExtent.main)
      for item in first..<min(first + template.items.count, count) {
        resized.append((ItemPath(section: path.section, item: item), extent))
      }
    }
    solver.index.exchangeItems(removed: [], inserted: [], resized: resized)
    for section in orthogonal where !updateLengths(ofSection: section) { isFinite = false }
    try layOut(orthogonal.filter { thickness($0) != currentThickness($0) }) { section in
      thickness(section).map { ItemExtent(cross: 1, main: $0) }
    }
    guard isFinite else { throw .contentExtent(solver.style.axis, .infinity) }
    try solver.checkExtent()
  }

  /// Returns the extent of the thickest group of a section that scrolls by itself, along the scroll
  /// direction of the layout. O(groups with extents of their own).
  private func thickness(_ section: Int) -> Double? {
    guard let template = measuredTemplate(ofSection: section) else { return nil }
    let count = solver.index.section(at: section).itemCount
    let groupCount = template.groupCount(ofItems: count)
    let own = solver.measuredItems[section]?.groupSizes ?? [:]
    let thickest = own.values.lazy.map { $0[template.axis] }.max() ?? 0
    return own.count < groupCount ? max(thickest, template.itemExtent.main) : thickest
  }

  /// Returns the thickness that the index has for a section of one line.
  private func currentThickness(_ section: Int) -> Double? {
    let place = solver.index.section(at: section)
    guard place.isUniform, place.itemCount > 0 else { return nil }
    return solver.index.itemExtent(0, inSection: section).main
  }

  /// Takes the extents of a section's groups across the scroll direction from their sizes. O(groups
  /// with sizes of their own).
  ///
  /// - Returns: False if the section's content would be infinite.
  private func updateLengths(ofSection section: Int) -> Bool {
    guard let items = solver.measuredItems[section] else { return true }
    let (template, crossing) = (items.template, items.template.axis.crossing)
    let lengths = GroupLengths(
      items.groupSizes.mapValues { $0[crossing] }, described: template.orthogonal.groupExtent)
    solver.measuredItems[section]?.lengths = lengths
    // Also if the lengths are as before: an item may reach farther out of its group now.
    let extent = solver.orthogonalGroups(ofSection: section, template).contentExtent(
      groupCount: template.groupCount(ofItems: solver.index.section(at: section).itemCount))
    return (extent + max(template.crossReach, items.crossReach)).isFinite
  }

  /// Notes the distances by which elements of a measured group lie outside of it, in points.
  private func note(
    _ solved: SolvedGroup, ofSection section: Int, _ template: SectionTemplate
  ) {
    if template.arrangement == .orthogonal {
      let crossReach = template.reach(of: solved, along: template.axis.crossing)
      if crossReach > template.crossReach {
        solver.measuredItems[section, default: MeasuredItems(template: template)].crossReach = max(
          crossReach, solver.measuredItems[section]?.crossReach ?? 0)
      }
    }
    let distance = template.reach(of: solved, along: template.axis)
    solver.composition?.note(reach: distance)
    guard distance > template.reach else { return }
    solver.measuredItems[section, default: MeasuredItems(template: template)].reach = max(
      distance, solver.measuredItems[section]?.reach ?? 0)
    if distance > FarSections.leastReach { solver.farSections.isStale = true }
  }
}
