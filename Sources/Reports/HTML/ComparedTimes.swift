import RunRecords

/// The CPU times of two records side by side. They were not taken in turns, so nothing is judged.
struct ComparedTimes {
  private struct Pair {
    var candidate: CaseRecord
    var before: Estimate
    var after: Estimate

    var ratio: Double? { before.value > 0 ? after.value / before.value : nil }
  }

  private let pairs: [Pair]
  private let palette: StoragePalette

  /// The times of `comparison`; none where the hosts differ.
  init(_ comparison: RecordComparison, palette: StoragePalette) {
    self.palette = palette
    guard comparison.hostKeyDifference == nil else {
      pairs = []
      return
    }
    pairs = comparison.cases.compactMap { pair in
      guard pair.baseline.status == .ok, pair.candidate.status == .ok,
        let before = Measure.cpuTime.reading(of: pair.baseline).estimate,
        let after = Measure.cpuTime.reading(of: pair.candidate).estimate
      else { return nil }
      return Pair(candidate: pair.candidate, before: before, after: after)
    }
  }

  /// A row for each case; nil where there is none.
  func table(id: String) -> HTMLTable? {
    guard !pairs.isEmpty else { return nil }
    return HTMLTable(
      id: id, caption: "CPU time per operation, unpaired: not judged",
      columns: [
        .init(title: "case"), .init(title: "storage"), .init(title: "A", isNumber: true),
        .init(title: "± of A", isNumber: true), .init(title: "B", isNumber: true),
        .init(title: "± of B", isNumber: true), .init(title: "B/A", isNumber: true),
      ],
      rows: pairs.map(row), isFilterable: true)
  }

  private func row(_ pair: Pair) -> HTMLTable.Row {
    let params = pair.candidate.params
    let swatch = palette.className(of: params.storage, isFloor: params.role == CaseRole.floor)
    let cells: [HTMLTable.Cell] = [
      .init(pair.candidate.id, isRowHeader: true), .init(params.storage, swatch: swatch),
    ]
    let ratio = pair.ratio.map { HTMLTable.Cell.figure(DisplayFormat.ratio($0), $0) }
    return HTMLTable.Row(
      cells: cells + Self.cells(pair.before) + Self.cells(pair.after) + [ratio ?? .empty])
  }

  private static func cells(_ estimate: Estimate) -> [HTMLTable.Cell] {
    let spread = estimate.spread.map { HTMLTable.Cell.figure(DisplayFormat.spread($0), $0) }
    return [
      .figure(Measure.cpuTime.display(estimate.value), estimate.value), spread ?? .empty,
    ]
  }

  /// B over A against the time in A; nil where there is nothing to draw.
  var chart: ChartData? {
    let groups = Dictionary(grouping: pairs.filter { $0.ratio != nil }) {
      $0.candidate.params.storage
    }
    guard !groups.isEmpty else { return nil }
    let series = groups.sorted { StorageOrder($0.key) < StorageOrder($1.key) }.map {
      storage, pairs in
      ChartData.Series(
        storage: storage, isFloor: pairs[0].candidate.params.role == CaseRole.floor,
        values: pairs.map {
          .array([
            .real(orNull: $0.before.value), .real(orNull: $0.ratio), .string($0.candidate.id),
          ])
        })
    }
    return ChartData(
      kind: .ratios, title: "CPU time in B over A, by the time in A",
      label: "Scatter chart, both axes logarithmic: the quotient of the CPU times in B and A of "
        + "each case, by its time in A. Times of two files are unpaired, and not judged.",
      unit: "ns", series: series, palette: palette)
  }
}
