import RunRecords

/// The columns of runs, turned into one series a case and metric.
struct TrendFigures {
  private(set) var series: [Trend.Series] = []

  /// A kind of series: a metric, and which of its numbers.
  private struct Key: Hashable {
    let metric: String
    let figure: RunSummary.Figure
  }

  /// Turns the columns of `runs`.
  ///
  /// - Complexity: O(runs · figures).
  init(_ runs: [RunHistory.Run], references: Set<String>, where isWanted: (String) -> Bool) {
    let ids = Set(runs.flatMap(\.cases.ids)).filter(isWanted).sorted()
    let numbers = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0) })
    // For each list of cases the rows of the wanted ones; -1 for those that it lacks.
    var rows: [String: [Int]] = [:]
    for run in runs where rows[run.summary.caseList] == nil {
      var places = [Int](repeating: -1, count: ids.count)
      for (row, id) in run.cases.ids.enumerated() {
        if let number = numbers[id] { places[number] = row }
      }
      rows[run.summary.caseList] = places
    }
    var columns: [Key: Columns] = [:]
    for (index, run) in runs.enumerated() {
      let summary = run.summary
      for column in summary.columns {
        let segments = (summary.hosts?.keys ?? [summary.hostKey]).compactMap {
          Self.segmentKey(of: column, summary, on: $0, references)
        }
        guard !segments.isEmpty else { continue }
        columns[Key(metric: column.metric, figure: column.figure), default: Columns(like: column)]
          .append(
            column, of: index, rows: rows[summary.caseList] ?? [], hosts: summary.hosts?.places,
            segments: segments)
      }
    }
    for (key, found) in columns {
      for (number, id) in ids.enumerated() {
        let segments = found.segments(of: number)
        guard !segments.isEmpty else { continue }
        series.append(
          Trend.Series(
            id: id, metric: key.metric, unit: key.figure == .ratio ? "ratio" : found.unit,
            better: found.better, judgement: Self.judgement(of: key), segments: segments))
      }
    }
    series.sort {
      ($0.id, $0.metric, $0.judgement.rawValue) < ($1.id, $1.metric, $1.judgement.rawValue)
    }
  }

  private static func judgement(of key: Key) -> Trend.Judgement {
    switch key.figure {
    case .value: key.metric == ExactMetric.instructions.rawValue ? .instructions : .exact
    case .ratio: .ratio
    default: .drawn
    }
  }

  /// The key under which what one kind of machine measured compares; nil for no series.
  private static func segmentKey(
    of column: RunSummary.Column, _ summary: RunSummary, on hostKey: String,
    _ references: Set<String>
  ) -> String? {
    switch column.figure {
    case .value where column.metric == ExactMetric.instructions.rawValue:
      "\(hostKey); \(summary.instructionCounter ?? "")"
    case .value: summary.exactKey
    case .median: hostKey
    case .ratio:
      summary.base.flatMap { base in
        guard base.dirty != true, let hash = base.sha, references.contains(hash) else { return nil }
        return "\(hostKey); \(hash)"
      }
    case .low, .high, .verdict: nil
    }
  }
}

/// The columns of one figure, one a run, side by side.
private struct Columns {
  let unit: String
  let better: MetricRecord.Better
  private var runs: [Int] = []
  private var values: [[Double]] = []
  private var rows: [[Int]] = []
  /// For each run the place of each kind of machine's key among `keys`.
  private var places: [[Int]] = []
  /// For each run the kind of machine that measured each case; nil for one kind.
  private var hosts: [[Int]?] = []
  private var keys: [String] = []

  init(like column: RunSummary.Column) { (unit, better) = (column.unit, column.better) }

  mutating func append(
    _ column: RunSummary.Column, of run: Int, rows: [Int], hosts: [Int]?, segments: [String]
  ) {
    runs.append(run)
    values.append(column.values)
    self.rows.append(rows)
    self.hosts.append(hosts)
    places.append(
      segments.map { key in
        if let known = keys.lastIndex(of: key) { return known }
        keys.append(key)
        return keys.count - 1
      })
  }

  /// The segments of the case with a number, in the order of their first runs.
  func segments(of number: Int) -> [Trend.Segment] {
    var points = [[Trend.Point]](repeating: [], count: keys.count)
    for index in runs.indices {
      let row = rows[index][number]
      guard row >= 0 else { continue }
      let value = values[index][row]
      if !value.isNaN {
        let place = places[index][hosts[index]?[row] ?? 0]
        points[place].append(Trend.Point(run: runs[index], value: value))
      }
    }
    return points.indices.filter { !points[$0].isEmpty }
      .sorted { points[$0][0].run < points[$1][0].run }
      .map { Trend.Segment(key: keys[$0], points: points[$0]) }
  }
}
