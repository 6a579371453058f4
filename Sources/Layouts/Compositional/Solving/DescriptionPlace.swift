import Changesets

extension PreparedLines {
  /// Returns the place in the description of a cell or a boundary item; nil for other elements.
  /// O(items of a group): for messages.
  func descriptionPath(of element: LayoutElement) -> [CompositionError.Step]? {
    switch element.category {
    case .cell:
      guard let path = element.path.itemPath, let template = template(ofSection: path.section)
      else { return nil }
      return [.section(path.section), .group] + template.place(ofItem: path.item)
    case .supplementary:
      guard let request = BoundaryRequest(element.kind, element.path, nil) else { return nil }
      if request.section == OwnBoundaries.content {
        let number = solver.composition?.boundary.number(of: element.kind)
        return number.map { [.configuration, .boundaryItem($0)] }
      }
      let number = template(ofSection: request.section)?.boundary.number(of: element.kind)
      return number.map { [.section(request.section), .boundaryItem($0)] }
    case .decoration: return nil
    }
  }
}

extension SectionTemplate {
  /// Returns the members of the group that lead to an item.
  func place(ofItem item: Int) -> [CompositionError.Step] {
    solvedWithPlaces?.items[item % items.count].place ?? []
  }

  /// Returns the members of the group that lead to the group with supplementary items of a number.
  func place(ofBox number: Int) -> [CompositionError.Step] {
    solvedWithPlaces?.boxes[number].place ?? []
  }

  private var solvedWithPlaces: SolvedGroup? {
    try? GroupSolver.solve(group, in: container, answers, notesPlaces: true)
  }
}
