import Analysis
import RunRecords

/// One scenario: the storages side by side, a row for each size of each collection.
struct FamilyTable {
  private typealias Entry = Ranking.Entry

  /// A column, and what it shows of a size.
  struct Field {
    var column: Table.Column
    var cell: (Ranking.Size) -> Table.Cell
  }

  let family: Ranking.Family
  /// What the heading of a collection need not say; nil for its name within the scenario.
  private let common: RunTable.CommonParameters?
  /// The rows of the table, over all series.
  let rows: [Ranking.Size]

  /// The length of one frame at 120 Hz, in nanoseconds.
  private static let frameNanoseconds = 1e9 / 120

  init(_ family: Ranking.Family, common: RunTable.CommonParameters? = nil) {
    self.family = family
    self.common = common
    rows = family.series.flatMap(\.sizes)
  }

  /// The block: title, table, what is not worth columns, crossovers.
  func lines(_ page: RunTable.Page) -> [String] {
    let title =
      page.styled("\(family.suite)/", .faint) + page.styled(family.scenario, .strong)
    return [title]
      + table(mainFields + furtherFields).lines(columns: page.columns, color: page.color)
      + (memoryNote + countNotes).flatMap { page.wrapped($0, .faint, indent: 2) }
      + crossovers(page)
  }

  /// The figures of the scenario's measure alone: a column for each strategy and floor.
  var mainTable: Table {
    table(
      (family.strategies + family.floors).map { storage in
        Field(column: .init(storage, .right, .left)) { $0.figure(of: storage, family.measure) }
      })
  }

  private func table(_ fields: [Field]) -> Table {
    Table(
      headingTitle: headingTitle, columns: [.init("items", .right)] + fields.map(\.column),
      rows: family.series.flatMap { series in
        series.sizes.map { size in
          Table.Row(
            under: heading(of: series),
            [.init(DisplayFormat.items(size.items))] + fields.map { $0.cell(size) })
        }
      })
  }

  /// The title over what sets the series apart; nil where there is one series.
  private var headingTitle: String? {
    guard family.series.contains(where: { !heading(of: $0).isEmpty }) else { return nil }
    return Set(family.series.map(\.data)).count > 1 || common != nil ? "collection" : "payload"
  }

  private func heading(of series: Ranking.Series) -> String {
    guard let common else { return family.name(of: series) }
    return [
      common.data == nil ? "data \(series.data)" : nil,
      common.payload == nil ? "payload \(series.payload)" : nil,
    ].compactMap(\.self).joined(separator: ", ")
  }

  private var mainFields: [Field] { decisiveFields + floorFields }

  private var furtherFields: [Field] {
    guard family.measure == .cpuTime else {
      return Measure.ofAnyScenario.filter { $0 != .cpuTime && $0 != family.measure }
        .flatMap { memoryFields($0) } + countFields
    }
    return frameFields + frameTimeFields
      + (memoryNote.isEmpty ? memoryFields(.allocations, .allocatedBytes) : []) + countFields
  }

  /// A column for each of `storages`, under one `title`.
  func section(
    _ title: String, _ storages: [String], _ alignments: Alignment...,
    cell: @escaping (Ranking.Size, String) -> Table.Cell
  ) -> [Field] {
    storages.enumerated().map { index, storage in
      var column = Table.Column(storage.clipped(to: 20), section: index == 0 ? title : nil)
      column.alignments = alignments
      return Field(column: column) { cell($0, storage) }
    }
  }

  /// The strategies' figures, and which of them is best.
  private var decisiveFields: [Field] {
    let fields = section(family.measure.title, family.strategies, .right, .left, .right, .left) {
      size, storage in
      guard let entry = size.strategy(storage) else { return "" }
      return Table.Cell(joining: [
        entry.figure(family.measure, size.role(of: storage)), entry.spread(family.measure),
        .init(entry.floorRatio.map(DisplayFormat.ratio) ?? ""), .init(mark(of: storage, at: size)),
      ])
    }
    let verdict = Field(column: .init(family.measure.superlative)) { size in
      switch size.standings.outcome {
      case .winner(let storage): .init(storage.clipped(to: 20), .winner)
      case .tie: "same"
      case .cannotTell: "?"
      case .uncontested: ""
      }
    }
    return fields + [verdict]
  }

  /// The mark beside a figure that shares the first place, or is left out of the judgement.
  private func mark(of storage: String, at size: Ranking.Size) -> String {
    switch size.standings.places[storage] {
    case .tied: "="
    case .undecided where !size.best.isEmpty: "?"
    case .undecided, .winner, .beaten, nil: ""
    }
  }

  private var floorFields: [Field] {
    // Beside strategies, the title of these is enough.
    let title = family.strategies.isEmpty ? family.measure.title : ""
    return section(title, family.floors, .right, .left) { size, storage in
      guard let entry = size.floor(storage) else { return "" }
      return Table.Cell(joining: [entry.figure(family.measure), entry.spread(family.measure)])
    }
  }

  /// The share of a frame that a strategy's operation takes, where it exceeds a hundredth.
  private var frameFields: [Field] {
    section("share of a 120 Hz frame", family.strategies, .right) { size, storage in
      guard let value = size.strategy(storage)?.reading.value else { return "" }
      let share = value / Self.frameNanoseconds
      return .init(share > 0.01 ? DisplayFormat.share(share) : "")
    }
  }

  private func memoryFields(_ measures: Measure...) -> [Field] {
    let title =
      measures == [.allocations, .allocatedBytes]
      ? "allocations and bytes per operation" : measures.map(\.title).joined(separator: ", ")
    let fields = section(title, family.strategies, .right, .right) { size, storage in
      guard let entry = size.strategy(storage), entry.status == .ok else { return "" }
      return .init(joining: measures.map { .init($0.reading(of: entry.record), $0) })
    }
    return fields
  }

  /// Allocations and bytes in one line, where they are the same all over the table.
  private var memoryNote: [String] {
    guard family.measure == .cpuTime else { return [] }
    var texts: [String] = []
    for storage in family.strategies {
      let entries = rows.compactMap { $0.strategy(storage) }.filter { $0.status == .ok }
      let pairs = entries.map { entry in
        [Measure.allocations, .allocatedBytes].map {
          Table.Cell($0.reading(of: entry.record), $0).text
        }
      }
      guard Set(pairs).count <= 1 else { return [] }
      if let pair = pairs.first, pair != ["", ""] {
        texts.append("\(storage) \(pair.joined(separator: " and "))")
      }
    }
    if texts.isEmpty { return [] }
    if texts.allSatisfy({ $0.hasSuffix(" 0 and 0 B") }) { return ["No allocations."] }
    if texts.allSatisfy({ $0.hasSuffix(" n/a and n/a") }) { return ["Allocations and bytes: n/a."] }
    return ["Allocations and bytes per operation: \(texts.joined(separator: ", "))."]
  }

  /// A line for each crossover, with the series it was seen in unless that is all of them.
  private func crossovers(_ page: RunTable.Page) -> [String] {
    var sightings: [(sentence: String, names: [String])] = []
    for series in family.series {
      for sentence in series.crossovers.map(\.sentence) {
        if let index = sightings.firstIndex(where: { $0.sentence == sentence }) {
          sightings[index].names.append(family.name(of: series))
        } else {
          sightings.append((sentence, [family.name(of: series)]))
        }
      }
    }
    return sightings.flatMap { sentence, names in
      let isEverywhere = names.count == family.series.count
      return page.wrapped(
        "→ " + sentence + (isEverywhere ? "" : " (\(names.joined(separator: "; ")))"), .good,
        indent: 2)
    }
  }
}

extension FamilyTable {
  /// Instructions and what the scenario itself counts, in the order in which its cases list it.
  private var countNames: [String] {
    var names: [String] = []
    for metric in counted.flatMap(\.metrics) where metric.kind == .exact {
      let isOfTheAllocator = ExactMetric(rawValue: metric.name)?.pass == .allocations
      if !isOfTheAllocator, metric.name != family.measure.rawValue, !names.contains(metric.name) {
        names.append(metric.name)
      }
    }
    return names
  }

  /// The strategies' cases that have a result.
  private var counted: [CaseRecord] {
    rows.flatMap(\.strategies).filter { $0.status == .ok }.map(\.record)
  }

  /// The storages side by side, for each count that differs from size to size.
  var countFields: [Field] {
    countNames.filter { note(on: $0) == nil }.flatMap { name in
      section(counted.title(of: name), family.strategies, .right) { count(name, of: $1, at: $0) }
    }
  }

  /// A line for each count that is the same at all sizes, and needs no table.
  var countNotes: [String] { countNames.compactMap { note(on: $0) } }

  private func note(on name: String) -> String? {
    var figures: [(storage: String, text: String)] = []
    for storage in family.strategies {
      let texts = Set(rows.map { count(name, of: storage, at: $0).text }.filter { !$0.isEmpty })
      guard texts.count <= 1 else { return nil }
      if let text = texts.first { figures.append((storage, text)) }
    }
    let list =
      Set(figures.map(\.text)).count == 1 && figures.count == family.strategies.count
      ? figures[0].text : figures.map { "\($0.storage) \($0.text)" }.joined(separator: ", ")
    return "\(counted.title(of: name)): \(list)."
  }

  private func count(
    _ name: String, of storage: String, at size: Ranking.Size
  ) -> Table.Cell {
    guard let entry = size.strategy(storage), entry.status == .ok else { return "" }
    return entry.record.cell(ofExact: name)
  }
}

extension FamilyTable {
  /// The times of single frames, for scenarios that have frames: the median, the 99.9th percentile
  /// and the longest.
  var frameTimeFields: [Field] {
    func quantiles(_ size: Ranking.Size, _ storage: String) -> MetricRecord.Quantiles? {
      guard let entry = size.entry(of: storage), entry.status == .ok else { return nil }
      return entry.record.metric(FrameMetric.time.rawValue)?.quantiles
    }
    let storages = (family.strategies + family.floors).filter { storage in
      rows.contains { quantiles($0, storage) != nil }
    }
    return section("frame time: p50, p99.9 and max", storages, .right, .right, .right) {
      guard let found = quantiles($0, $1) else { return "" }
      return .init(
        joining: [found.p50, found.p999, found.max].map {
          .figure(DisplayFormat.duration(nanoseconds: $0), $0)
        })
    }
  }
}
