#if SQLITE
  import Changesets
  import CollectionViews
  import GRDB
  import Layouts

  extension FetchedPerformer {
    /// Throws unless cells were filled with rows as they are now or were when the operation began.
    func checkFills() throws(Mismatch) {
      // Rows that a commit has moved out of the window are read as they are now.
      guard configuration.rows != .limited else { return }
      for record in screen.fills {
        let isKnown = history.values.contains { $0.contains(record.values) }
        try Mismatch.require(
          isKnown, "a cell", expected: "a row that there is or was", found: "\(record.values)")
      }
    }

    /// Throws unless the source and its view answer as `state` says.
    func checkAnswers(_ state: FetchedModelState) throws(Mismatch) {
      try Mismatch.check("sectionCount", state.sections.count, source.sectionCount())
      for (section, content) in state.sections.enumerated() {
        try Mismatch.check(
          "itemCount(inSection: \(section))", content.rows.count, source.itemCount(section))
      }
      for (section, content) in state.sections.enumerated() {
        for (item, row) in content.rows.enumerated() {
          try Mismatch.check(
            "the path of row \(row.key)", Optional(ItemPath(section: section, item: item)),
            source.path(row.key))
        }
        try Mismatch.check(
          "the item of section \(section)", Optional.some(try item(of: content, state)),
          Optional.some(source.sectionItem(section)?.map(\.canonical)))
      }
      try layOut()
      try checkCells(state)
      try checkHeaders(state)
      for (section, content) in state.sections.enumerated() {
        for (item, row) in content.rows.enumerated() {
          let path = ItemPath(section: section, item: item)
          try Mismatch.check(
            "the row at \(path)", Optional(row.values), source.record(path)?.values)
        }
      }
    }

    /// The item of a section as the model has it, in canonical values; nil for none.
    private func item(
      of section: FetchedModelState.Section, _ state: FetchedModelState
    ) throws(Mismatch) -> [DatabaseValue]? {
      guard let name = section.terms.last, !name.isNull else { return nil }
      return switch configuration.sections {
      case .none: nil
      case .column, .expression: [name]
      case .relationship: state.parents[name]?.map(\.canonical)
      }
    }

    private func checkCells(_ state: FetchedModelState) throws(Mismatch) {
      let view = screen.view
      let paths = view.itemPathsForVisibleItems
      let rowCount = state.counts.reduce(0, +)
      try Mismatch.require(
        paths.isEmpty == (rowCount == 0), "the visible cells", expected: "some of \(rowCount) rows",
        found: "\(paths)")
      for path in paths {
        guard state.sections.indices.contains(path.section),
          state.sections[path.section].rows.indices.contains(path.item)
        else {
          throw Mismatch("the visible cells", expected: "cells of rows", found: "one at \(path)")
        }
        let row = state.sections[path.section].rows[path.item]
        let shown = (view.cellForItem(at: path) as? FetchedStressCell)?.record?.values
        if configuration.updates == .ignoring, let shown,
          history[row.key]?.contains(shown) == true
        {
          continue
        }
        try Mismatch.check("the cell at \(path)", Optional(row.values), shown)
      }
    }

    private func checkHeaders(_ state: FetchedModelState) throws(Mismatch) {
      let view = screen.view
      for path in view.elementPathsForVisibleSupplementaryElements(ofKind: .sectionHeader) {
        let header =
          view.supplementaryView(forElementOfKind: .sectionHeader, at: path) as? FetchedStressHeader
        try Mismatch.check(
          "the header of section \(path.section)",
          Optional.some(try item(of: state.sections[path.section], state)),
          Optional.some(header?.item?.map(\.canonical)))
      }
    }
  }
#endif
