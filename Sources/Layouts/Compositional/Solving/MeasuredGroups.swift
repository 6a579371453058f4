import Changesets
import Geometry

/// The sizes that items of one section prefer, of groups whose extent follows from all their items.
struct MeasuredItems {
  let template: SectionTemplate
  var sizes: [Int: Size] = [:]
}

extension SectionTemplate {
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

  /// Returns the distance by which an item or badge may lie outside of `solved`.
  func reach(of solved: SolvedGroup) -> Double {
    Self.reach(
      solved.items.map { ($0.frame.origin[axis], $0.frame.size[axis]) }, badges,
      extent: solved.size[axis])
  }
}

extension PreparedLines {
  /// Gives the groups of sections whose items are measured together their extents.
  ///
  /// - Parameters:
  ///   - change: The changeset that has been applied; nil if there was none.
  ///   - isReloaded: A Boolean value that indicates whether all sections are new.
  ///   - invalidated: Items with the sizes that they prefer, or that return to their estimate.
  /// - Complexity: O(measured items of the sections that changed); O(sections) after a reload.
  /// - Throws: `LayoutError.contentExtent` if the content would become infinite.
  func measureGroups(
    after change: Changeset?, isReloaded: Bool,
    _ invalidated: [(path: ItemPath, preferredSize: Size?)]
  ) throws(LayoutError) {
    let isHuge =
      solver.mayOverflow(with: 0)
      || invalidated.contains {
        max($0.preferredSize?.width ?? 0, $0.preferredSize?.height ?? 0) > 0x1p900
      }
    let saved = isHuge ? Optional.some(solver.copy()) : nil
    var sections: Set<Int> = []
    if isReloaded {
      solver.measuredItems = [:]
      sections = Set(0..<solver.index.sectionCount)
    } else if let change {
      sections = moveMeasuredItems(by: change)
    }
    var groups: Set<ItemPath> = []
    for (path, size) in invalidated {
      guard let template = measuredTemplate(ofSection: path.section) else { continue }
      var items = solver.measuredItems[path.section] ?? MeasuredItems(template: template)
      items.sizes[path.item] = size
      solver.measuredItems[path.section] = items
      groups.insert(
        ItemPath(section: path.section, item: path.item / template.items.count))
    }
    guard !sections.isEmpty || !groups.isEmpty else { return }
    undoLog.keepCopy(of: solver)
    var isFinite = true
    for section in sections.sorted() {
      if let template = measuredTemplate(ofSection: section) {
        isFinite = try measure(section, template) && isFinite
      }
    }
    for group in groups where !sections.contains(group.section) {
      if let template = measuredTemplate(ofSection: group.section) {
        isFinite = measure(group: group.item, ofSection: group.section, template) && isFinite
      }
    }
    guard let saved else { return }
    do throws(LayoutError) {
      guard isFinite else { throw .contentExtent(solver.style.axis, .infinity) }
      try solver.checkExtent()
    } catch {
      solver = saved
      throw error
    }
  }

  private func measuredTemplate(ofSection section: Int) -> SectionTemplate? {
    guard let template = template(ofSection: section), template.arrangement == .measured else {
      return nil
    }
    return template
  }

  /// Takes the sizes of items to their paths after `change`, and returns the sections that it
  /// changes, by their numbers after.
  private func moveMeasuredItems(by change: Changeset) -> Set<Int> {
    let map = ChangesetMap(change)
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

  /// Lays out all groups of a section again: as the template has them, then those that differ.
  ///
  /// - Returns: False if a group is as the template has it because its own frames would be infinite.
  private func measure(
    _ section: Int, _ template: SectionTemplate
  ) throws(LayoutError) -> Bool {
    let place = solver.index.section(at: section)
    let count = place.itemCount
    let perGroup = template.items.count
    let sizes = solver.measuredItems[section]?.sizes ?? [:]
    let isPlain =
      place.isUniform && sizes.isEmpty && count % perGroup == 0
      && (count == 0
        || solver.index.itemExtent(0, inSection: section).main
          == template.itemExtent.main)
    guard !isPlain else { return true }
    let content = SectionContent(
      shape: place.shape, itemCount: count, commonExtent: template.itemExtent)
    try solver.index.exchangeSections(removed: [section], inserted: [(section, nil)]) { _ in
      content
    } extents: { _, _, _ in
    }
    var groups = Set(sizes.keys.map { $0 / perGroup })
    if count % perGroup != 0 { groups.insert(count / perGroup) }
    var isFinite = true
    for group in groups.sorted() {
      isFinite = measure(group: group, ofSection: section, template) && isFinite
    }
    return isFinite
  }

  /// Lays out one group again.
  ///
  /// - Returns: False if it is as the template has it because its own frames would be infinite.
  private func measure(
    group: Int, ofSection section: Int, _ template: SectionTemplate
  ) -> Bool {
    let count = solver.index.section(at: section).itemCount
    let first = group * template.items.count
    guard first < count else { return true }
    let sizes = solver.measuredItems[section]?.sizes ?? [:]
    let solved = template.measuredGroup(from: first, itemCount: count, sizes)
    if let solved { solver.composition?.note(reach: template.reach(of: solved)) }
    let extent = ItemExtent(
      cross: template.itemExtent.cross,
      main: solved?.size[template.axis] ?? template.itemExtent.main)
    let present = min(template.items.count, count - first)
    solver.index.replaceItems(
      first..<first + present, inSection: section,
      with: Array(repeating: extent, count: present))
    return solved != nil || !template.isOwnGroup(from: first, itemCount: count, sizes)
  }
}
