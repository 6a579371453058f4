public import Changesets

extension NestedExtents {
  /// Carries out edits of single items, section by section, and adds up once where sections begin.
  ///
  /// - Parameters:
  ///   - taken: The items that go, strictly ascending, by their paths before.
  ///   - put: The items that come, strictly ascending, by their paths after.
  ///   - resized: Items that have another extent, none of them in `put`, by their paths after.
  /// - Complexity: For each section that is edited O(its edits · its items), or less, O(its items) for
  ///   many edits; and O(sections).
  /// - Precondition: The items exist, and the places are in their sections.
  public mutating func exchangeItems(
    taken: [ItemPath], put: [(path: ItemPath, extent: ItemExtent)],
    resized: [(path: ItemPath, extent: ItemExtent)]
  ) {
    var edits = SectionEdits(taken: taken, put: put, resized: resized)
    var first: Int?
    var last = 0
    while let edited = edits.next() {
      checkSection(edited.section, "exchangeItems(taken:put:resized:)")
      perform(edited)
      updateExtent(of: edited.section)
      first = first ?? edited.section
      last = edited.section
    }
    if let first { updateStarts(from: first, setBefore: last) }
  }

  private mutating func perform(_ edited: SectionEdits.Section) {
    let section = edited.section
    let rule = shapes[sections[section].shape].rule
    guard edited.count < Self.leastForAPass else {
      let before = sections[section].allExtents(rule: rule)
      let after = edited.applied(to: before[...])
      sections[section].replaceItems(
        0..<before.count, with: after, rule: rule, counting: &work)
      return
    }
    for path in edited.taken.reversed() {
      sections[section].replaceItems(
        path.item..<path.item + 1, with: [], rule: rule, counting: &work)
    }
    for (path, extent) in edited.put {
      sections[section].replaceItems(
        path.item..<path.item, with: [extent], rule: rule, counting: &work)
    }
    for (path, extent) in edited.resized {
      sections[section].replaceItems(
        path.item..<path.item + 1, with: [extent], rule: rule, counting: &work)
    }
  }

  /// The edits of one section, each of which moves half of its items in the mean, from which to write
  /// all of it anew costs less.
  static var leastForAPass: Int { 8 }
}
