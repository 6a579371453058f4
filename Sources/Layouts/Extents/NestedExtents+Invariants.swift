internal import Changesets

extension NestedExtents {
  /// Stops the program where arrays contradict each other; O(items).
  public func checkInvariants() {
    require(
      sectionExtents.count == sections.count && starts.count == sections.count + 1,
      "NestedExtents: \(sections.count) sections have \(sectionExtents.count) extents and "
        + "\(starts.count) starts")
    require(starts[0] == 0, "NestedExtents: the first section begins at \(starts[0])")
    for (number, section) in sections.enumerated() {
      let shape = shapes[section.shape]
      section.checkInvariants(rule: shape.rule, number: number)
      require(
        sectionExtents[number] == shape.leading + section.itemsExtent + shape.trailing,
        "NestedExtents: section \(number) takes \(sectionExtents[number])")
      require(
        starts[number + 1] == starts[number] + sectionExtents[number],
        "NestedExtents: section \(number) ends at \(starts[number + 1])")
    }
  }
}

extension NestedSection {
  fileprivate func checkInvariants(rule: LineRule, number: Int) {
    require(
      mains.count == starts.count && (mains.isEmpty || extents.isEmpty && lines.isEmpty),
      "NestedExtents: section \(number) is a list and none")
    require(
      itemCount == 0 || rule.isSingleColumn == !mains.isEmpty,
      "NestedExtents: section \(number) is a list or not, and its rule says otherwise")
    var fresh = NestedSection(shape: shape)
    var work = ExtentWork()
    fresh.replaceItems(
      0..<0, with: (0..<itemCount).map { extent(ofItem: $0, rule: rule) }, rule: rule,
      counting: &work)
    require(
      differences == fresh.differences,
      "NestedExtents: section \(number) counts \(differences) differences of \(fresh.differences)")
    require(
      starts == fresh.starts && lines == fresh.lines,
      "NestedExtents: section \(number) has lines that its items do not form")
  }
}
