import RunRecords

/// Which storage wins where: a row for each scenario, dataset and item shape, a column for each size.
struct WinnerTable {
  private typealias Cell = HTMLTable.Cell

  private let families: [FamilyComparison]
  private let palette: StoragePalette

  init(_ families: [FamilyComparison], palette: StoragePalette) {
    self.families = families
    self.palette = palette
  }

  /// The table; `targets` are the identifiers of the families' sections, in their order.
  func table(id: String, caption: String, targets: [String]) -> HTMLTable {
    let sizes = Set(families.flatMap(\.series).flatMap(\.sizes).map(\.items)).sorted()
    let rows = zip(families, targets).flatMap { family, target in
      family.series.map { series in
        let name = family.name(of: series)
        let heading = Cell(family.scenario, target: target, isRowHeader: true)
        return HTMLTable.Row(
          cells: [heading, Cell(name)]
            + sizes.map { items in
              series.sizes.first { $0.items == items }.map(cell) ?? .empty
            })
      }
    }
    let columns =
      [HTMLTable.Column(title: "scenario"), .init(title: "collection")]
      + sizes.map { HTMLTable.Column(title: "\(DisplayFormat.items($0)) items") }
    return HTMLTable(id: id, caption: caption, columns: columns, rows: rows).withoutEmptyColumns()
  }

  private func cell(_ size: SizeComparison) -> Cell {
    switch size.outcome {
    case .winner(let storage):
      return Cell(storage, mark: "winner", swatches: [palette.className(of: storage)])
    case .same(let storages):
      let isAll = storages.count == size.measured.count
      return Cell(
        isAll ? "same" : storages.joined(separator: " = "), mark: isAll ? "faint" : "winner",
        swatches: isAll ? [] : storages.map { palette.className(of: $0) })
    case .undecided: return Cell("?", mark: "faint")
    case .uncontested: return .empty
    }
  }
}
