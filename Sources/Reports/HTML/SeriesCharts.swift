import RunRecords

/// The charts of one scenario on one dataset and item shape.
struct SeriesCharts {
  private typealias Entry = SizeComparison.Entry

  private let series: SeriesComparison
  private let family: FamilyComparison
  private let curves: [Curve]
  private let palette: StoragePalette

  init(
    _ series: SeriesComparison, of family: FamilyComparison, curves: [Curve],
    palette: StoragePalette
  ) {
    self.series = series
    self.family = family
    self.curves = curves
    self.palette = palette
  }

  /// Those that have something to draw.
  var all: [ChartData] {
    [growth, spread, frames].compactMap(\.self) + Measure.allCases.compactMap(memory)
  }

  /// What needs no chart.
  var note: String? {
    let readings = entries.filter { $0.status == .ok }.flatMap { entry in
      [Measure.allocations, .allocatedBytes].map { $0.reading(of: entry.record) }
    }
    guard !readings.isEmpty, readings.allSatisfy({ $0.value == 0 }) else { return nil }
    return "No storage allocates."
  }

  private var entries: [Entry] { series.sizes.flatMap(\.strategies) }
  private var storages: [String] { series.strategies + series.floors }
  private var subject: String {
    "\(family.scenario) on \(series.data) with \(series.payload)"
  }

  private var growth: ChartData? {
    guard !curves.isEmpty else { return nil }
    let lines = curves.map { curve in
      ChartData.Series(
        storage: curve.storage, isFloor: series.floors.contains(curve.storage),
        values: curve.points.map { point in
          let bounds = point.ci.flatMap { $0.count == 2 ? $0 : nil }
          return .array([
            .whole(point.items), .real(orNull: point.value), .real(orNull: bounds?[0]),
            .real(orNull: bounds?[1]),
          ])
        }, suffix: curve.exponent?.shortText ?? "")
    }
    return ChartData(
      kind: .growth, title: "Growth: CPU time per operation over the number of items",
      label: "Line chart, both axes logarithmic: CPU time per operation of \(subject) over the "
        + "number of items, with the range of the launches. "
        + series.crossovers.map { $0.sentence + ". " }.joined(),
      unit: "ns", series: lines, crossovers: series.crossovers.map(\.upperItems), palette: palette)
  }

  /// One group of rows for each storage, one row for each size.
  private var spread: ChartData? {
    var categories: [String] = []
    let groups = storages.map { storage -> ChartData.Series in
      let isFloor = series.floors.contains(storage)
      var group = ChartData.Series(storage: storage, isFloor: isFloor, values: [])
      for size in series.sizes {
        guard let entry = size.entry(of: storage), entry.status == .ok,
          let time = entry.record.metric(TimeMetric.cpu.rawValue), let median = time.median
        else { continue }
        group.values.append(
          .array([
            .whole(categories.count), .real(orNull: median), .real(orNull: time.p05),
            .real(orNull: time.p95),
          ]))
        categories.append("\(storage), \(DisplayFormat.items(size.items))")
      }
      return group
    }
    guard !categories.isEmpty else { return nil }
    return ChartData(
      kind: .spread, title: "Distribution: median batch, and from p05 to p95",
      label: "Bar chart: the median CPU time of \(subject) at each size, and the range of nine "
        + "tenths of all batches.",
      unit: "ns", series: groups.filter { !$0.values.isEmpty }, categories: categories,
      palette: palette)
  }

  /// Quantiles of frames, at the largest size that has any.
  private var frames: ChartData? {
    let name = FrameMetric.time.rawValue
    let size = series.sizes.last { size in
      size.strategies.contains { $0.status == .ok && $0.record.metric(name)?.quantiles != nil }
    }
    guard let size else { return nil }
    let lines = (size.strategies + size.floors).compactMap { entry -> ChartData.Series? in
      guard entry.status == .ok, let quantiles = entry.record.metric(name)?.quantiles else {
        return nil
      }
      return ChartData.Series(
        storage: entry.storage, isFloor: series.floors.contains(entry.storage),
        values: [quantiles.p50, quantiles.p90, quantiles.p99, quantiles.p999, quantiles.max]
          .map { .real(orNull: $0) })
    }
    let items = DisplayFormat.items(size.items)
    return ChartData(
      kind: .quantiles, title: "Distribution: time of single frames at \(items) items",
      label: "Line chart: percentiles of the time of single frames at \(items) items, \(subject).",
      unit: "ns", series: lines, categories: ["p50", "p90", "p99", "p99.9", "max"],
      palette: palette)
  }

  /// Exact figures by size; nil where all are zero.
  private func memory(_ measure: Measure) -> ChartData? {
    guard measure != .cpuTime else { return nil }
    let bars = series.strategies.map { storage in
      ChartData.Series(
        storage: storage, isFloor: false,
        values: series.sizes.map { size in
          let entry = size.entry(of: storage)
          return .real(
            orNull: entry?.status == .ok
              ? entry.flatMap { measure.reading(of: $0.record).value } : nil)
        })
    }
    let measured = entries.filter { $0.status == .ok }
    guard measured.contains(where: { measure.reading(of: $0.record).value ?? 0 != 0 }) else {
      return nil
    }
    let title = measure.title.prefix(1).uppercased() + measure.title.dropFirst()
    return ChartData(
      kind: .bars, title: title,
      label: "Bar chart: \(measure.title) of \(subject), by storage and number of items.",
      unit: measure == .allocations ? "count" : "byte", series: bars,
      categories: series.sizes.map { DisplayFormat.items($0.items) }, palette: palette)
  }
}
