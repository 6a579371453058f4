import Analysis
import RunRecords
import Statistics

/// Times of two sides, case by case: a chart of intervals and a table, the worst first.
struct TimeChanges {
  /// The finding about one case.
  struct Row {
    var result: CaseRecord
    var verdict: Verdict
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
  /// The end of the captions, which says how the sides were measured.
  let manner: String
  /// The reason why the times are no verdict on the code; nil where they are.
  let caution: String?

  /// The number of rows in the chart: all that regressed, as far as they fit a page.
  private var rowCount: Int {
    min(rows.count, 40, max(20, rows.count { $0.verdict == .regressed }))
  }

  /// The number of cases with each verdict; nil where no time was compared.
  var board: VerdictBoard? {
    guard !rows.isEmpty else { return nil }
    let verdicts: [Verdict] = [.regressed, .improved, .inconclusive, .equivalent]
    return VerdictBoard(
      "CPU times",
      verdicts.map { verdict in
        (rows.count { $0.verdict == verdict }, verdict, verdict.rawValue)
      })
  }

  /// The slow-downs that would have been found, in a sentence; nil where nothing tells.
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

  /// The table, the chart and what the chart leaves out; nothing where no time was compared.
  func shown(
    writer: inout ReportPage.Writer
  ) -> (table: Table?, figures: [ReportPage.Figure], note: String?) {
    let table = table(id: writer.newTableID(), palette: writer.palette)
    guard let table, let chart = chart(palette: writer.palette),
      let figure = writer.figure(chart, tableID: table.id)
    else { return (table, [], nil) }
    return (table, [figure], chartNote)
  }

  /// The rows that the chart leaves out, in a sentence; nil without any.
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
    let verdicts: [Verdict] = [.regressed, .improved, .inconclusive, .equivalent]
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
  func table(id: String, palette: StoragePalette) -> Table? {
    guard !rows.isEmpty else { return nil }
    return Table(
      id: id, caption: "CPU time per operation\(manner), the worst first",
      columns: CaseNames.leadingColumns + [
        .init("verdict"),
        .init("ratio", .right, hint: "\(names.candidate) over \(names.baseline)"),
        .init("from", .right, hint: "the interval's lower end"),
        .init("to", .right, hint: "the interval's upper end"),
        .init("finds", .right, hint: "the least slow-down it would have found"),
        .init(names.baseline, .right),
        .init(names.candidate, .right),
        .init("pairs", .right, hint: "pairs of processes"),
        .init("confirmed", hint: "found again in fresh pairs"),
      ] + CaseNames.trailingColumns,
      rows: rows.map { Self.cells($0, palette) }, isFilterable: true
    ).withoutEmptyColumns()
  }

  private static func cells(_ row: Row, _ palette: StoragePalette) -> Table.Row {
    func figure(_ value: Double?, _ text: (Double) -> String) -> Table.Cell {
      value.map { .figure(text($0), $0) } ?? .empty
    }
    return Table.Row(
      CaseNames.leadingCells(row.result, palette) + [
        .init(row.verdict.rawValue, row.verdict.role),
        figure(row.ratio, GateJudgement.ratio), figure(row.interval?.low, GateJudgement.ratio),
        figure(row.interval?.high, GateJudgement.ratio),
        figure(row.detectable) { "+" + DisplayFormat.share($0) },
        figure(row.before) { DisplayFormat.duration(nanoseconds: $0) },
        figure(row.after) { DisplayFormat.duration(nanoseconds: $0) },
        figure(row.pairs.map(Double.init)) { DisplayFormat.grouped(Int($0)) },
        .init(row.isConfirmed ? "yes" : ""),
      ] + CaseNames.trailingCells(row.result))
  }
}

extension TimeChanges {
  /// The times among the findings of `judgement` on `record`.
  init(_ judgement: GateJudgement, of record: RunRecord) {
    let cases = Dictionary(record.cases.map { ($0.id, $0) }) { first, _ in first }
    rows = judgement.findings.compactMap { finding in
      guard finding.metric.kind == .sampled, let result = cases[finding.id] else { return nil }
      let change = finding.change
      return Row(
        result: result, verdict: change.verdict, ratio: change.ratio, interval: change.interval,
        detectable: change.detectable, before: change.base, after: finding.metric.median,
        pairs: change.pairs, isConfirmed: change.isConfirmed == true)
    }
    margin = Self.margin(in: record.run.argv) ?? (try? PairedRule().margin)
    names = SideNames(baseline: "base", candidate: "head")
    manner = ""
    caution = nil
  }

  /// The times of two files, which were not taken in turns.
  init(_ comparison: RecordComparison) {
    rows = comparison.cases.compactMap { pair -> Row? in
      guard let time = pair.time, let verdict = time.verdict else { return nil }
      let interval = time.tellingInterval
      return Row(
        result: pair.candidate, verdict: verdict, ratio: time.ratio,
        interval: interval.map { .init($0) },
        detectable: time.decision?.smallestDetectableEffect, before: time.baseline?.value,
        after: time.candidate?.value)
    }.sorted(by: Self.isWorse)
    margin = comparison.rule.margin
    names = comparison.names
    manner = ", of two files"
    caution =
      rows.isEmpty
      ? nil
      : "The times of two files were measured one after the other: nothing in them tells a faster "
        + "hour of the machine from a change of the code."
  }

  /// Regressions first, then what is not known, what has improved, and what is the same; of one
  /// kind the greatest ratio.
  private static func isWorse(_ one: Row, _ other: Row) -> Bool {
    let order: [Verdict] = [.regressed, .inconclusive, .improved, .equivalent]
    let ranks = (order.firstIndex(of: one.verdict), order.firstIndex(of: other.verdict))
    if ranks.0 != ranks.1 { return (ranks.0 ?? 0) < (ranks.1 ?? 0) }
    let ratios = (one.ratio ?? .infinity, other.ratio ?? .infinity)
    return ratios.0 == ratios.1 ? one.result.id < other.result.id : ratios.0 > ratios.1
  }

  /// The margin that a command line asks for: `--margin 2%` or `--margin=0.02`.
  private static func margin(in arguments: [String]) -> Double? {
    for (index, argument) in arguments.enumerated() {
      var text: Substring
      if argument == "--margin", arguments.indices.contains(index + 1) {
        text = arguments[index + 1][...]
      } else if argument.hasPrefix("--margin=") {
        text = argument.dropFirst("--margin=".count)
      } else {
        continue
      }
      let isPercent = text.hasSuffix("%")
      if isPercent { text = text.dropLast() }
      return Double(text).map { isPercent ? $0 / 100 : $0 }
    }
    return nil
  }
}

/// Exact figures of two sides that differ.
struct ExactChanges {
  /// The finding about one figure.
  struct Row {
    var result: CaseRecord
    /// Its name and unit, for a cell.
    var metric: String
    var verdict: Table.Cell
    var before: Int?
    var after: Int?
  }

  private typealias Cell = Table.Cell

  /// In their order in the table.
  var rows: [Row]
  var names: SideNames

  /// A row for each figure; nil where there is none.
  func table(writer: inout ReportPage.Writer) -> Table? {
    guard !rows.isEmpty else { return nil }
    let (a, b) = (names.baseline, names.candidate)
    let palette = writer.palette
    return Table(
      id: writer.newTableID(), caption: "Exact figures that differ",
      columns: CaseNames.leadingColumns + [
        .init("metric"), .init("verdict"), .init(a, .right),
        .init(b, .right), .init("\(b) − \(a)", .right),
        .init("of \(a)", .right),
      ] + CaseNames.trailingColumns, rows: rows.map { Self.cells($0, palette) },
      isFilterable: true
    ).withoutEmptyColumns()
  }

  private static func cells(_ row: Row, _ palette: StoragePalette) -> Table.Row {
    func figure(_ value: (some BinaryInteger)?, sign: String = "") -> Cell {
      value.map { .figure(sign + DisplayFormat.grouped($0), Double($0)) } ?? .empty
    }
    let difference = row.difference
    let sign = (difference ?? 0) > 0 ? "+" : ""
    let share = row.share.map { Cell.figure(sign + DisplayFormat.share($0), $0) }
    return Table.Row(
      CaseNames.leadingCells(row.result, palette) + [
        Cell(row.metric), row.verdict, figure(row.before), figure(row.after),
        figure(difference, sign: sign), share ?? .empty,
      ] + CaseNames.trailingCells(row.result))
  }
}

extension ExactChanges.Row {
  /// Nil where a side has no figure.
  fileprivate var difference: Int128? {
    guard let before, let after else { return nil }
    return Int128(after) - Int128(before)
  }

  /// The difference as a share of what was before.
  fileprivate var share: Double? {
    guard let before, before != 0, let difference else { return nil }
    return Double(difference) / Double(before.magnitude)
  }
}

/// Cases as charts and tables of comparisons name them.
struct CaseNames {
  private let hasSuites: Bool
  private let hasData: Bool
  private let hasPayloads: Bool

  /// Finds what sets `cases` apart.
  init(_ cases: [CaseRecord]) {
    hasSuites = Set(cases.map(\.suite)).count > 1
    hasData = Set(cases.map(\.params.data)).count > 1
    hasPayloads = Set(cases.map(\.params.payload)).count > 1
  }

  /// `item-random · flat · 10k`, with suite, data and payload where these differ.
  func short(_ result: CaseRecord) -> String {
    let params = result.params
    let parts =
      [(hasSuites ? "\(result.suite)/" : "") + params.scenario, params.storage]
      + (hasData ? [params.data] : []) + (hasPayloads ? [params.payload] : [])
      + [DisplayFormat.items(params.items)]
    return parts.joined(separator: " · ")
  }

  static let leadingColumns: [Table.Column] = [
    .init("scenario"), .init("storage"), .init("items", .right),
  ]
  static let trailingColumns: [Table.Column] = [.init("data"), .init("payload")]

  static func leadingCells(
    _ result: CaseRecord, _ palette: StoragePalette
  ) -> [Table.Cell] {
    let params = result.params
    return [
      .init("\(result.suite)/\(params.scenario)", isRowHeader: true),
      .init(
        params.storage,
        swatches: [
          palette.className(of: params.storage, isFloor: params.role == CaseRole.floor)
        ]),
      .figure(DisplayFormat.items(params.items), Double(params.items)),
    ]
  }

  static func trailingCells(_ result: CaseRecord) -> [Table.Cell] {
    [.init(result.params.data), .init(result.params.payload)]
  }
}

/// The number of figures of one kind have which verdict.
struct VerdictBoard {
  /// Those of one verdict.
  struct Tally {
    var count: String
    var verdict: String
    /// A class of the style sheet.
    var mark: String
  }

  var subject: String
  var tallies: [Tally]

  init(_ subject: String, _ counts: [(Int, Verdict, String)]) {
    self.subject = subject
    tallies = counts.map { count, verdict, name in
      Tally(
        count: DisplayFormat.grouped(count), verdict: name,
        mark: (count == 0 ? Table.Role.faint : verdict.role).classes ?? "")
    }
  }

  /// The board of exact figures; nil where none were compared.
  static func exact(regressed: Int, improved: Int, same: Int) -> VerdictBoard? {
    guard regressed + improved + same > 0 else { return nil }
    return VerdictBoard(
      "Exact figures",
      [
        (regressed, .regressed, "regressed"), (improved, .improved, "improved"),
        (same, .equivalent, "the same"),
      ])
  }
}

extension Verdict {
  /// The role of its cell.
  var role: Table.Role {
    switch self {
    case .regressed: .bad
    case .improved: .good
    case .inconclusive: .warning
    case .equivalent: .faint
    }
  }
}
