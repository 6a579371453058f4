import RunRecords
import Statistics

/// Times of two sides, case by case: a chart of intervals and a table, the worst first.
struct TimeChanges {
  /// What is said of one case.
  struct Row {
    var result: CaseRecord
    var verdict: MetricChange.Verdict
    var ratio: Double?
    var interval: MetricChange.Interval?
    /// The least slow-down that would have been found, as a share.
    var detectable: Double?
    var before: Double?
    var after: Double?
    var pairs: Int?
    var isConfirmed = false
  }

  let rows: [Row]
  /// The change that is let pass, as a share.
  let margin: Double?
  let names: SideNames
  /// What follows the captions: how the sides were measured.
  let manner: String
  /// What keeps the times from being a verdict on the code; nil where nothing does.
  let caution: String?

  /// What the chart has room for: all that has regressed, up to what fits a page.
  private var rowCount: Int {
    min(rows.count, 40, max(20, rows.count { $0.verdict == .regressed }))
  }

  /// The number of cases with each verdict; nil where no time was compared.
  var board: VerdictBoard? {
    guard !rows.isEmpty else { return nil }
    let verdicts: [MetricChange.Verdict] = [.regressed, .improved, .inconclusive, .equivalent]
    return VerdictBoard(
      "CPU times",
      verdicts.map { verdict in
        (rows.count { $0.verdict == verdict }, verdict, verdict.rawValue)
      })
  }

  /// What slow-downs would have been found; nil where nothing says.
  var sensitivity: String? {
    let effects = rows.compactMap(\.detectable).sorted()
    guard let most = effects.last else { return nil }
    let half = effects[effects.count / 2]
    // Beyond that a share says little, and the launches scatter too much for any figure of it.
    guard half <= 1 else {
      return
        "In half of the cases only slow-downs to more than twice the time would have been found."
    }
    return "A slow-down by \(DisplayFormat.share(half)) would have been found in half of the cases"
      + (most <= 1 ? ", one by \(DisplayFormat.share(most)) in every one." : ".")
  }

  /// What the chart leaves out.
  var chartNote: String? {
    guard rows.count > rowCount else { return nil }
    return "The first \(rowCount) of \(DisplayFormat.cases(rows.count)), the worst first; "
      + "the table has all."
  }

  /// A row for each case, with its interval; nil where no time was compared.
  func chart(palette: StoragePalette) -> ChartData? {
    let shown = rows.prefix(rowCount)
    guard !shown.isEmpty else { return nil }
    let caseNames = CaseNames(rows.map(\.result))
    let verdicts: [MetricChange.Verdict] = [.regressed, .improved, .inconclusive, .equivalent]
    let series = verdicts.compactMap { verdict -> ChartData.Series? in
      let values = shown.enumerated().filter { $0.element.verdict == verdict }
      guard !values.isEmpty else { return nil }
      return ChartData.Series(
        storage: verdict.rawValue, isFloor: false,
        values: values.map { place, row in
          .array([
            .whole(place), .real(orNull: row.ratio), .real(orNull: row.interval?.low),
            .real(orNull: row.interval?.high),
          ])
        })
    }
    return ChartData(
      kind: .intervals,
      title: "CPU time of \(names.candidate) over that of \(names.baseline), with its interval"
        + manner,
      label: "Chart of intervals, a row for each case: the ratio of the CPU times, the worst "
        + "first. To the right of 0 % \(names.candidate) is slower.",
      unit: "ratio", series: series, categories: shown.map { caseNames.short($0.result) },
      margin: margin, sides: [names.baseline, names.candidate], palette: palette)
  }

  /// Every time; nil where none was compared.
  func table(id: String, palette: StoragePalette) -> HTMLTable? {
    guard !rows.isEmpty else { return nil }
    return HTMLTable(
      id: id, caption: "CPU time per operation\(manner), the worst first",
      columns: CaseNames.leadingColumns + [
        .init(title: "verdict"),
        .init(title: "ratio", hint: "\(names.candidate) over \(names.baseline)", isNumber: true),
        .init(title: "from", hint: "the interval's lower end", isNumber: true),
        .init(title: "to", hint: "the interval's upper end", isNumber: true),
        .init(title: "finds", hint: "the least slow-down it would have found", isNumber: true),
        .init(title: names.baseline, isNumber: true),
        .init(title: names.candidate, isNumber: true),
        .init(title: "pairs", hint: "pairs of processes", isNumber: true),
        .init(title: "confirmed", hint: "found again in fresh pairs"),
      ] + CaseNames.trailingColumns,
      rows: rows.map { Self.cells($0, palette) }, isFilterable: true
    ).withoutEmptyColumns()
  }

  private static func cells(_ row: Row, _ palette: StoragePalette) -> HTMLTable.Row {
    func figure(_ value: Double?, _ text: (Double) -> String) -> HTMLTable.Cell {
      value.map { .figure(text($0), $0) } ?? .empty
    }
    return HTMLTable.Row(
      cells: CaseNames.leadingCells(row.result, palette) + [
        .init(row.verdict.rawValue, mark: row.verdict.mark),
        figure(row.ratio, GateJudgement.ratio), figure(row.interval?.low, GateJudgement.ratio),
        figure(row.interval?.high, GateJudgement.ratio),
        figure(row.detectable) { "+" + GateJudgement.percent($0) },
        figure(row.before) { DisplayFormat.duration(nanoseconds: $0) },
        figure(row.after) { DisplayFormat.duration(nanoseconds: $0) },
        figure(row.pairs.map(Double.init)) { DisplayFormat.grouped(Int($0)) },
        .init(row.isConfirmed ? "yes" : ""),
      ] + CaseNames.trailingCells(row.result))
  }
}
