internal import Changesets
internal import CollectionViews
internal import Geometry
internal import Layouts

extension ReplayRig {
  /// Replays the script, untimed, and holds store and view against the model after every batch.
  ///
  /// - Returns: The batches after which something differs: none.
  /// - Throws: `ReplayError.diverged`, with the first of them, where there is one; what the view
  ///   throws.
  /// - Complexity: O(*n*) for each batch, of *n* items.
  package func verify() throws -> Int {
    var (count, first) = (0, ReplayError.noTrace)
    try rewind()
    for number in script.batches.indices {
      try perform(number)
      let batch = script.batches[number]
      guard let problem = problem(with: batch.after) else { continue }
      count += 1
      if count == 1 {
        first = .diverged(
          batch: number + 1, name: batch.name, layout: layout.rawValue, problem: problem, count: 1)
      }
    }
    if case .diverged(let batch, let name, let layout, let problem, _) = first {
      throw ReplayError.diverged(
        batch: batch, name: name, layout: layout, problem: problem, count: count)
    }
    return count
  }

  /// What is other than `state`; nil for nothing.
  package func problem(with state: ReplayState) -> String? {
    storeProblem(state) ?? countProblem(state) ?? view.firstViolation() ?? visibleProblem(state)
  }

  private func storeProblem(_ state: ReplayState) -> String? {
    let found = source.contents()
    if found == state.sections { return nil }
    guard found.count == state.sections.count else {
      return "the store has \(found.count) sections, not \(state.sections.count)"
    }
    let section = found.indices.first { found[$0] != state.sections[$0] } ?? 0
    return "the store's section \(section) holds \(found[section]), not \(state.sections[section])"
  }

  private func countProblem(_ state: ReplayState) -> String? {
    guard view.numberOfSections == state.sections.count else {
      return "the view has \(view.numberOfSections) sections, not \(state.sections.count)"
    }
    for section in state.sections.indices {
      let (found, expected) = (
        view.numberOfItems(inSection: section), state.sections[section].count
      )
      guard found == expected else {
        return "the view's section \(section) has \(found) items, not \(expected)"
      }
    }
    let (found, expected) = (view.contentSize.height, layout.extent(of: state))
    // Extents are eighths of a point, so that sums are exact in any order.
    return found == expected ? nil : "the content is \(found) points high, not \(expected)"
  }

  private func visibleProblem(_ state: ReplayState) -> String? {
    let start = view.contentOffset.y
    guard layout.offset(start, within: state) == start else {
      return "the view stands at \(start) points, beyond the content's \(layout.extent(of: state))"
    }
    let expected = layout.visible(of: state, from: start)
    let paths = view.indexPathsForVisibleItems
    guard paths == expected.items.map(\.path) else {
      return "the view shows the items \(paths), not \(expected.items.map(\.path))"
    }
    for (path, top) in expected.items {
      let item = state.sections[path.section][path.item]
      let cell = view.cellForItem(at: path) as? ReplayCell
      guard cell?.item == item else {
        return "the cell at \(path) shows \(cell.map { "\($0.item)" } ?? "nothing"), not \(item)"
      }
      guard let found = cell?.frame.origin.y, found == top else {
        return "the cell at \(path) is at \(cell.map { "\($0.frame)" } ?? "none"), not at \(top)"
      }
    }
    let headers = view.indexPathsForVisibleSupplementaryElements(ofKind: .sectionHeader)
    guard headers == expected.sections.map({ ElementPath(section: $0.section) }) else {
      return "the view shows the headers \(headers), not those of \(expected.sections)"
    }
    for (section, _) in expected.sections {
      let header =
        view.supplementaryView(
          forElementOfKind: .sectionHeader, at: ElementPath(section: section)) as? ReplayHeader
      guard header?.sectionID == state.sectionIDs[section] else {
        return "the header of section \(section) is that of \(header?.sectionID ?? .max), not of "
          + "\(state.sectionIDs[section])"
      }
    }
    return nil
  }
}
