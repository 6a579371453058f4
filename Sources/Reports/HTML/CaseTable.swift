import RunRecords

/// Every case of a record, with its main figures.
struct CaseTable {
  private typealias Cell = HTMLTable.Cell

  private let record: RunRecord
  private let palette: StoragePalette

  init(_ record: RunRecord, palette: StoragePalette) {
    self.record = record
    self.palette = palette
  }

  func table(id: String, caption: String) -> HTMLTable {
    let cases = record.cases.sorted { $0.id < $1.id }
    return HTMLTable(
      id: id, caption: caption, columns: Self.columns, rows: cases.map(row), isFilterable: true
    ).withoutEmptyColumns()
  }

  private static let columns: [HTMLTable.Column] = [
    .init(title: "suite"), .init(title: "scenario"), .init(title: "storage"),
    .init(title: "items", isNumber: true), .init(title: "data"), .init(title: "payload"),
    .init(title: "status"),
    .init(title: "CPU time", hint: "median per operation", isNumber: true),
    .init(title: "±", hint: "half the range of the launches", isNumber: true),
    .init(title: "allocations", hint: "per operation", isNumber: true),
    .init(title: "bytes", hint: "allocated, per operation", isNumber: true),
    .init(title: "live bytes", hint: "per item", isNumber: true),
  ]

  private func row(_ result: CaseRecord) -> HTMLTable.Row {
    let params = result.params
    let isFine = result.status == .ok
    let time = isFine ? Measure.cpuTime.reading(of: result) : .unlisted
    let message = result.message.map { ": \($0)" } ?? ""
    let cells = [
      Cell(result.suite), Cell(params.scenario, isRowHeader: true),
      Cell(
        params.storage,
        swatches: [
          palette.className(of: params.storage, isFloor: params.role == CaseRole.floor)
        ]),
      Cell.figure(DisplayFormat.items(params.items), Double(params.items)), Cell(params.data),
      Cell(params.payload),
      Cell(result.status.rawValue + message, mark: isFine ? nil : "bad message"),
      cell(time, .cpuTime),
      time.estimate?.spread.map { Cell.figure(DisplayFormat.spread($0), $0) } ?? .empty,
    ]
    let memory = [Measure.allocations, .allocatedBytes, .liveBytes].map {
      cell(isFine ? $0.reading(of: result) : .unlisted, $0)
    }
    return HTMLTable.Row(cells: cells + memory)
  }

  private func cell(_ reading: Reading, _ measure: Measure) -> Cell {
    switch reading {
    case .value(let estimate): .figure(measure.display(estimate.value), estimate.value)
    case .absent: Cell("n/a", mark: "faint")
    case .unlisted: .empty
    }
  }
}
