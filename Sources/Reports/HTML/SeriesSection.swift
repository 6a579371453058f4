import RunRecords

/// One scenario on one dataset and item shape: what its charts and its table show.
struct SeriesSection {
  /// How the time of one storage grows.
  struct Growth {
    var storage: String
    var swatch: String
    var exponent: String
  }

  /// What sets it apart from the scenario's others.
  var heading: String
  var growth: [Growth]
  var crossovers: [String]
  var figures: [ReportPage.Figure]
  var note: String?
  var hasRemarks: Bool
  var table: HTMLTable

  init(
    _ series: SeriesComparison, of family: FamilyComparison, in record: RunRecord,
    heading: String, writer: inout ReportPage.Writer
  ) {
    self.heading = heading
    let palette = writer.palette
    let curves = record.curves(of: series, in: family)
    growth = curves.compactMap { curve in
      curve.exponent.map { exponent in
        Growth(
          storage: curve.storage,
          swatch: palette.className(
            of: curve.storage, isFloor: series.floors.contains(curve.storage)),
          exponent: exponent.sentence)
      }
    }
    crossovers = series.crossovers.map(\.sentence)
    let tableID = writer.newTableID()
    table = SeriesTable(series, palette: palette).table(
      id: tableID,
      caption: "\(family.suite)/\(family.scenario), data \(series.data), payload \(series.payload)")
    let charts = SeriesCharts(series, of: family, curves: curves, palette: palette)
    figures = charts.all.compactMap { writer.figure($0, tableID: tableID) }
    note = charts.note
    hasRemarks = !growth.isEmpty || !crossovers.isEmpty || note != nil
  }
}

extension RunRecord {
  /// The curves of the CPU time in `series`, in the order of its storages.
  fileprivate func curves(of series: SeriesComparison, in family: FamilyComparison) -> [Curve] {
    let name =
      "\(family.suite)/\(family.scenario)/data=\(series.data)/payload=\(series.payload)"
    return curves.filter { $0.family == name && $0.metric == TimeMetric.cpu.rawValue }
      .sorted { left, right in
        let isFloor = [left, right].map { series.floors.contains($0.storage) }
        if isFloor[0] != isFloor[1] { return isFloor[1] }
        return StorageOrder(left.storage) < StorageOrder(right.storage)
      }
  }
}

extension Curve.Exponent {
  /// `∝ n^0.98`.
  var shortText: String { "∝ n^" + DisplayFormat.exponent(value) }

  /// `grows as n^0.98 (95% interval 0.95 to 1.01)`.
  var sentence: String {
    let interval =
      if let ci, ci.count == 2 {
        " (95% interval \(DisplayFormat.exponent(ci[0])) to \(DisplayFormat.exponent(ci[1])))"
      } else {
        ""
      }
    return "grows as n^\(DisplayFormat.exponent(value))\(interval)"
  }
}
