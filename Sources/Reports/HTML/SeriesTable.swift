import Analysis
import RunRecords

/// Every figure of one scenario on one dataset and item shape: a row for each storage and size.
struct SeriesTable {
  private typealias Entry = Ranking.Entry
  private typealias Cell = Table.Cell

  /// The metrics of the harness and the system, which the table leaves out.
  private static let omitted = Set(InfoMetric.allCases.map(\.rawValue))

  /// A column, and what it shows of a case.
  private struct Field {
    var column: Table.Column
    var cell: (Entry) -> Cell
  }

  private let series: Ranking.Series
  private let palette: StoragePalette

  init(_ series: Ranking.Series, palette: StoragePalette) {
    self.series = series
    self.palette = palette
  }

  func table(id: String, caption: String) -> Table {
    let entries = series.sizes.flatMap { size in
      (size.strategies.map { ($0, size, false) } + size.floors.map { ($0, size, true) })
    }
    let fields = fields(of: entries.map(\.0.record))
    let leading: [Table.Column] = [
      .init("items", .right), .init("storage"), .init("status"),
    ]
    let isAllFine = entries.allSatisfy { $0.0.status == .ok }
    let rows = entries.map { entry, size, isFloor in
      let isBest = size.best.contains(entry.storage)
      let cells = [
        Cell.figure(DisplayFormat.items(size.items), Double(size.items)),
        Cell(
          entry.storage, isBest ? .best : .plain,
          swatches: [palette.className(of: entry.storage, isFloor: isFloor)], isRowHeader: true),
        isAllFine ? .empty : Self.status(entry),
      ]
      return Table.Row(cells + fields.map { entry.status == .ok ? $0.cell(entry) : .empty })
    }
    var (table, zeros) = Table(
      id: id, caption: caption, columns: leading + fields.map(\.column), rows: rows
    ).withoutEmptyColumns().withoutZeroColumns()
    if !zeros.isEmpty { table.caption += "; 0 throughout: \(zeros.joined(separator: ", "))" }
    return table
  }

  private static func status(_ entry: Entry) -> Cell {
    let message = entry.record.message.map { ": \($0)" } ?? ""
    return entry.status == .ok
      ? Cell("ok") : Cell(entry.status.rawValue + message, .message)
  }

  private func fields(of records: [CaseRecord]) -> [Field] {
    var names: [String] = []
    for metric in records.flatMap(\.metrics)
    where !Self.omitted.contains(metric.name) && !names.contains(metric.name) {
      names.append(metric.name)
    }
    return names.flatMap { name -> [Field] in
      let kind = records.lazy.compactMap { $0.metric(name) }.first?.kind ?? .exact
      return switch kind {
      case .sampled: sampled(name)
      case .exact: [exact(name)]
      case .distribution: distribution(name)
      }
    }
  }

  /// The median; of the CPU time also how far its launches and its batches lie apart.
  private func sampled(_ name: String) -> [Field] {
    let title = TitleText.of(name)
    let median = field(title, name: name, hint: "median of the launches") { metric in
      metric.median.map { Cell.figure(Self.text($0, metric.unit), $0) }
    }
    guard name == TimeMetric.cpu.rawValue else { return [median] }
    func bound(_ title: String, _ hint: String, _ value: @escaping (MetricRecord) -> Double?)
      -> Field
    {
      field(title, name: name, hint: hint) { metric in
        value(metric).map { Cell.figure(Self.text($0, metric.unit), $0) }
      }
    }
    let spread = field("±", name: name, hint: "half the range of the launches") { metric in
      guard let value = metric.median else { return nil }
      let estimate = Estimate(value: value, launches: metric.launches ?? [])
      return estimate.spread.map { Cell.figure(DisplayFormat.spread($0), $0) }
    }
    let floor = Field(
      column: .init(
        "× floor", .right, hint: "multiple of the floor of the same name, else of the fastest")
    ) { entry in
      entry.floorRatio.map { Cell.figure(DisplayFormat.ratio($0), $0) } ?? .empty
    }
    return [
      median, spread, bound("p05", "a twentieth of all batches took less", \.p05),
      bound("p95", "a twentieth of all batches took more", \.p95), floor,
    ]
  }

  private func exact(_ name: String) -> Field {
    let hint =
      Measure(rawValue: name)?.title
      ?? "per operation; lengths, and counts of a model of frames, of one call"
    return Field(
      column: .init(TitleText.of(name), .right, hint: hint)
    ) { $0.record.cell(ofExact: name) }
  }

  private func distribution(_ name: String) -> [Field] {
    let quantiles: [(String, (MetricRecord.Quantiles) -> Double)] = [
      ("p50", \.p50), ("p90", \.p90), ("p99", \.p99), ("p99.9", \.p999), ("max", \.max),
    ]
    return quantiles.map { title, value in
      field("\(TitleText.of(name)) \(title)", name: name, hint: "over all events") { metric in
        metric.quantiles.map { Cell.figure(Self.text(value($0), metric.unit), value($0)) }
      }
    }
  }

  private func field(
    _ title: String, name: String, hint: String, _ cell: @escaping (MetricRecord) -> Cell?
  ) -> Field {
    Field(column: .init(title, .right, hint: hint)) { entry in
      guard let metric = entry.record.metric(name) else { return .empty }
      return cell(metric) ?? Cell("n/a", .faint)
    }
  }

  /// A sampled figure in its own unit.
  private static func text(_ value: Double, _ unit: String) -> String {
    unit == "ratio" ? DisplayFormat.share(value) : DisplayFormat.figure(value, unit: unit)
  }
}

/// A metric's name as a title.
enum TitleText {
  /// `peak live bytes` of `peak_live_bytes`.
  static func of(_ name: String) -> String {
    switch name {
    case TimeMetric.cpu.rawValue: "CPU time"
    case FrameMetric.over8Milliseconds.rawValue: "frames over 8.33 ms"
    case FrameMetric.over11Milliseconds.rawValue: "frames over 11.11 ms"
    case FrameMetric.over16Milliseconds.rawValue: "frames over 16.67 ms"
    default: name.replacing("_", with: " ")
    }
  }

  /// `anchor drift, point/64`; what is a count or bytes has it in its name.
  static func of(_ name: String, unit: String) -> String {
    ["count", "byte"].contains(unit) ? of(name) : "\(of(name)), \(unit)"
  }
}

/// Every case of a record, with its main figures.
struct CaseTable {
  private typealias Cell = Table.Cell

  private let record: RunRecord
  private let palette: StoragePalette

  init(_ record: RunRecord, palette: StoragePalette) {
    self.record = record
    self.palette = palette
  }

  func table(id: String, caption: String) -> Table {
    let cases = record.cases.sorted { $0.id < $1.id }
    return Table(
      id: id, caption: caption, columns: Self.columns, rows: cases.map(row), isFilterable: true
    ).withoutEmptyColumns()
  }

  private static let columns: [Table.Column] = [
    .init("suite"), .init("scenario"), .init("storage"),
    .init("items", .right), .init("data"), .init("payload"),
    .init("status"),
    .init("CPU time", .right, hint: "median per operation"),
    .init("±", .right, hint: "half the range of the launches"),
    .init("allocations", .right, hint: "per operation"),
    .init("bytes", .right, hint: "allocated, per operation"),
    .init("live bytes", .right, hint: "per item"),
  ]

  private func row(_ result: CaseRecord) -> Table.Row {
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
      Cell(result.status.rawValue + message, isFine ? .plain : .message),
      Cell(time, .cpuTime),
      time.estimate?.spread.map { Cell.figure(DisplayFormat.spread($0), $0) } ?? .empty,
    ]
    let memory = [Measure.allocations, .allocatedBytes, .liveBytes].map {
      Cell(isFine ? $0.reading(of: result) : .unlisted, $0)
    }
    return Table.Row(cells + memory)
  }
}
