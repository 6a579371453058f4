import Analysis
import RunRecords

/// The data of one chart, which `charts.js` draws.
struct ChartData {
  /// A storage's points or bars.
  struct Series {
    var storage: String
    var isFloor: Bool
    var values: [JSONValue]
    /// The legend's text after the name.
    var suffix = ""
  }

  enum Kind: String {
    /// A metric over the number of items, both logarithmic, with intervals.
    case growth
    /// Medians between the quantiles 0.05 and 0.95.
    case spread
    /// Quantiles of a distribution.
    case quantiles
    /// Exact figures at each size.
    case bars
    /// The ratio of two sides' times with its interval, a row for each case.
    case intervals
  }

  var kind: Kind
  var title: String
  /// A description of the chart, in a sentence.
  var label: String
  /// `ns`, `byte` or `count`.
  var unit: String
  var series: [Series]
  /// The names of the values' places, where these are no numbers.
  var categories: [String] = []
  /// Numbers of items from which on another storage is the best.
  var crossovers: [Int] = []
  /// The change that is let pass, as a share.
  var margin: Double?
  /// The names of the two sides.
  var sides: [String] = []
  var palette: StoragePalette

  /// The height in lines of text; nil for the style sheet's own height.
  var lineCount: Int? {
    let rowCount = series.map(\.values.count).reduce(0, +)
    return switch kind {
    case .spread: max(12, rowCount + 6)
    case .intervals: 2 * rowCount + 6
    case .growth, .quantiles, .bars: nil
    }
  }

  func json(id: String) -> JSONValue {
    var object = JSONObject()
    object.add("id", .string(id))
    object.add("kind", .string(kind.rawValue))
    object.add("unit", .string(unit))
    if !categories.isEmpty { object.add("categories", .array(categories.map(JSONValue.string))) }
    if !crossovers.isEmpty { object.add("crossovers", .array(crossovers.map(JSONValue.whole))) }
    if !sides.isEmpty { object.add("sides", .array(sides.map(JSONValue.string))) }
    if let margin { object.add("margin", .real(orNull: margin)) }
    object.add("series", .array(series.map(json)))
    return .object(object)
  }

  private func json(_ series: Series) -> JSONValue {
    var object = JSONObject()
    object.add("name", .string(series.storage))
    if !series.suffix.isEmpty { object.add("suffix", .string(series.suffix)) }
    object.add("rank", .whole(palette.rank(of: series.storage)))
    if series.isFloor { object.add("floor", .boolean(true)) }
    object.add("values", .array(series.values))
    return .object(object)
  }
}

/// The charts of one scenario on one dataset and item shape.
struct SeriesCharts {
  private typealias Entry = Ranking.Entry

  private let series: Ranking.Series
  private let family: Ranking.Family
  private let curves: [Curve]
  private let palette: StoragePalette

  init(
    _ series: Ranking.Series, of family: Ranking.Family, curves: [Curve],
    palette: StoragePalette
  ) {
    self.series = series
    self.family = family
    self.curves = curves
    self.palette = palette
  }

  /// Those that have something to draw.
  var all: [ChartData] {
    [growth, spread, frames].compactMap(\.self) + Measure.ofAnyScenario.compactMap(memory)
  }

  /// A sentence in place of a chart; nil where a chart is needed.
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
          .array([
            .whole(point.items), .real(orNull: point.value), .real(orNull: point.interval?.low),
            .real(orNull: point.interval?.high),
          ])
        }, suffix: curve.exponent.flatMap { $0.isTold ? $0.shortText : nil } ?? "")
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

  /// Exact figures by size; nil where all are below one in a million.
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
    let figures = measured.compactMap { measure.reading(of: $0.record).value }
    guard figures.contains(where: { $0.magnitude >= 1e-6 }) else { return nil }
    let title = measure.title.prefix(1).uppercased() + measure.title.dropFirst()
    return ChartData(
      kind: .bars, title: title,
      label: "Bar chart: \(measure.title) of \(subject), by storage and number of items.",
      unit: measure == .allocations ? "count" : "byte", series: bars,
      categories: series.sizes.map { DisplayFormat.items($0.items) }, palette: palette)
  }
}

/// The colours of storages, the same all over a report.
struct StoragePalette {
  /// The number of colours of `report.css`; beyond it they repeat, with another mark.
  static let colorCount = 12

  private let ranks: [String: Int]

  /// Ranks the storages of `records`: strategies and floors apart, the built-in ones first.
  init(_ records: [RunRecord]) {
    var ranks: [String: Int] = [:]
    for role in [CaseRole.strategy, CaseRole.floor] {
      let names = Set(
        records.flatMap(\.cases).map(\.params).filter { $0.role == role }.map(\.storage))
      let ordered = names.sorted { StorageOrder($0) < StorageOrder($1) }
      for (rank, name) in ordered.enumerated() { ranks[name] = rank }
    }
    self.ranks = ranks
  }

  /// The place of `storage` among those of its role.
  func rank(of storage: String) -> Int { ranks[storage] ?? 0 }

  /// The class of the style sheet that has its colour.
  func className(of storage: String, isFloor: Bool = false) -> String {
    isFloor ? "kf" : "k\(rank(of: storage) % Self.colorCount)"
  }
}
