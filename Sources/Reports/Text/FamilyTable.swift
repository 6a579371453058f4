import Analysis
import RunRecords

/// One scenario's block in `RunTable`.
struct FamilyTable {
  private typealias Entry = Ranking.Entry

  let family: Ranking.Family
  private let common: RunTable.CommonParameters
  /// The rows of the table, over all series.
  let rows: [Ranking.Size]

  /// The length of one frame at 120 Hz, in nanoseconds.
  private static let frameNanoseconds = 1e9 / 120

  init(_ family: Ranking.Family, common: RunTable.CommonParameters) {
    self.family = family
    self.common = common
    rows = family.series.flatMap(\.sizes)
  }

  /// The block: title, table, what is not worth columns, crossovers.
  func lines(_ page: RunTable.Page) -> [String] {
    let title =
      page.styled("\(family.suite)/", .faint) + page.styled(family.scenario, .strong)
    let table = TerminalTable(
      label: .init("items", [.init(.right, rows.map { .init(DisplayFormat.items($0.items)) })]),
      headings: headings, sections: sections)
    return [title] + table.lines(columns: page.columns, color: page.color)
      + (memoryNote + countNotes).flatMap { page.wrapped($0, .faint, indent: 2) }
      + crossovers(page)
  }

  private var headings: [Int: String] {
    var headings: [Int: String] = [:]
    var row = 0
    for series in family.series {
      let parts = [
        common.data == nil ? "data \(series.data)" : nil,
        common.payload == nil ? "payload \(series.payload)" : nil,
      ].compactMap(\.self)
      if !parts.isEmpty { headings[row] = parts.joined(separator: ", ") }
      row += series.sizes.count
    }
    return headings
  }

  private var sections: [TerminalTable.Section] {
    var sections = [decisiveSection, floorSection]
    if family.measure == .cpuTime {
      sections.append(frameSection)
      sections += frameTimeSections
      if memoryNote.isEmpty { sections.append(memorySection(.allocations, .allocatedBytes)) }
    } else {
      sections += Measure.allCases.filter { $0 != .cpuTime && $0 != family.measure }
        .map { memorySection($0) }
    }
    return sections + countSections
  }

  /// The strategies' figures, and which of them is best.
  private var decisiveSection: TerminalTable.Section {
    var groups = family.strategies.map { storage in
      let entries = rows.map { $0.strategy(storage) }
      return TerminalTable.Group(
        storage.clipped(to: 20),
        [
          .init(.right, zip(rows, entries).map { figure($1, isBest: $0.best == [storage]) }),
          .init(.left, entries.map(spread)),
          .init(.right, entries.map { ratio($0) }),
          .init(.left, rows.map { mark(of: storage, at: $0) }),
        ])
    }
    let verdicts = rows.map { size -> TerminalTable.Cell in
      switch size.standings.outcome {
      case .winner(let storage): .init(storage.clipped(to: 20), .good)
      case .tie: "same"
      case .cannotTell: "?"
      case .uncontested: ""
      }
    }
    groups.append(.init(family.measure.superlative, [.init(.left, verdicts)]))
    return .init(family.measure.title, groups)
  }

  /// The mark beside a figure that shares the first place, or is left out of the judgement.
  private func mark(of storage: String, at size: Ranking.Size) -> TerminalTable.Cell {
    switch size.standings.standing(of: storage) {
    case .tied: "="
    case .undecided where !size.best.isEmpty: "?"
    case .undecided, .winner, .beaten, nil: ""
    }
  }

  private var floorSection: TerminalTable.Section {
    .init(
      // Beside strategies, the title of these is enough.
      family.strategies.isEmpty ? family.measure.title : "",
      family.floors.map { storage in
        let entries = rows.map { $0.floor(storage) }
        return .init(
          storage.clipped(to: 20),
          [
            .init(.right, entries.map { figure($0, isBest: false) }),
            .init(.left, entries.map(spread)),
          ])
      })
  }

  /// The share of a frame that a strategy's operation takes, where it exceeds a hundredth.
  private var frameSection: TerminalTable.Section {
    .init(
      "share of a 120 Hz frame",
      family.strategies.map { storage in
        let cells = rows.map { size -> TerminalTable.Cell in
          guard let value = size.strategy(storage)?.reading.value else { return "" }
          let share = value / Self.frameNanoseconds
          return .init(share > 0.01 ? DisplayFormat.share(share) : "")
        }
        return .init(storage.clipped(to: 20), [.init(.right, cells)])
      })
  }

  private func memorySection(_ measures: Measure...) -> TerminalTable.Section {
    let title =
      measures == [.allocations, .allocatedBytes]
      ? "allocations and bytes per operation" : measures.map(\.title).joined(separator: ", ")
    return .init(
      title,
      family.strategies.map { storage in
        .init(
          storage.clipped(to: 20),
          measures.map { measure in
            .init(
              .right,
              rows.map { size in
                guard let entry = size.strategy(storage), entry.status == .ok else { return "" }
                return cell(measure.reading(of: entry.record), measure: measure)
              })
          })
      })
  }

  /// Allocations and bytes in one line, where they are the same all over the table.
  private var memoryNote: [String] {
    guard family.measure == .cpuTime else { return [] }
    var texts: [String] = []
    for storage in family.strategies {
      let entries = rows.compactMap { $0.strategy(storage) }.filter { $0.status == .ok }
      let pairs = entries.map { entry in
        [Measure.allocations, .allocatedBytes].map {
          cell($0.reading(of: entry.record), measure: $0).text
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

  private func figure(_ entry: Entry?, isBest: Bool) -> TerminalTable.Cell {
    guard let entry else { return "" }
    guard entry.status == .ok else { return .init(entry.status.rawValue, .bad) }
    var cell = cell(entry.reading, measure: family.measure)
    if isBest { cell.style = .good }
    return cell
  }

  private func cell(_ reading: Reading, measure: Measure) -> TerminalTable.Cell {
    switch reading {
    case .value(let estimate): .init(measure.display(estimate.value))
    case .absent: .init("n/a", .faint)
    case .unlisted: ""
    }
  }

  /// The spread of a sampled figure; an exact one has none.
  private func spread(_ entry: Entry?) -> TerminalTable.Cell {
    guard family.measure == .cpuTime, let estimate = entry?.reading.estimate else { return "" }
    return .init(estimate.spread.map(DisplayFormat.spread) ?? "±?", .faint)
  }

  private func ratio(_ entry: Entry?) -> TerminalTable.Cell {
    .init(entry?.floorRatio.map(DisplayFormat.ratio) ?? "")
  }
}

extension Ranking.Size {
  fileprivate func strategy(_ storage: String) -> Ranking.Entry? {
    strategies.first { $0.storage == storage }
  }

  fileprivate func floor(_ storage: String) -> Ranking.Entry? {
    floors.first { $0.storage == storage }
  }
}

extension FamilyTable {
  /// Instructions and what the scenario itself counts, in the order in which its cases list it.
  private var countNames: [String] {
    var names: [String] = []
    for metric in counted.flatMap(\.metrics) where metric.kind == .exact {
      let isOfTheAllocator = ExactMetric(rawValue: metric.name)?.pass == .allocations
      if !isOfTheAllocator, !names.contains(metric.name) { names.append(metric.name) }
    }
    return names
  }

  /// The strategies' cases that have a result.
  private var counted: [CaseRecord] {
    rows.flatMap(\.strategies).filter { $0.status == .ok }.map(\.record)
  }

  /// The storages side by side, for each count that differs from size to size.
  var countSections: [TerminalTable.Section] {
    countNames.filter { note(on: $0) == nil }.map { name in
      .init(
        title(of: name),
        family.strategies.map { storage in
          .init(storage.clipped(to: 20), [.init(.right, cells(of: name, storage))])
        })
    }
  }

  /// A line for each count that is the same at all sizes, and needs no table.
  var countNotes: [String] { countNames.compactMap { note(on: $0) } }

  private func note(on name: String) -> String? {
    var figures: [(storage: String, text: String)] = []
    for storage in family.strategies {
      let texts = Set(cells(of: name, storage).map(\.text).filter { !$0.isEmpty })
      guard texts.count <= 1 else { return nil }
      if let text = texts.first { figures.append((storage, text)) }
    }
    let list =
      Set(figures.map(\.text)).count == 1 && figures.count == family.strategies.count
      ? figures[0].text : figures.map { "\($0.storage) \($0.text)" }.joined(separator: ", ")
    return "\(title(of: name)): \(list)."
  }

  private func title(of name: String) -> String {
    let metric = counted.lazy.compactMap { $0.metric(name) }.first
    // What is done to a collection is called an operation too.
    if name == "operations" { return name }
    return metric?.unit == "point/64" ? "\(name) of one call" : "\(name) per operation"
  }

  private func cells(of name: String, _ storage: String) -> [TerminalTable.Cell] {
    rows.map { size in
      let entry = size.strategies.first { $0.storage == storage && $0.status == .ok }
      guard let record = entry?.record, let metric = record.metric(name) else { return "" }
      guard let value = metric.value else { return .init("n/a", .faint) }
      let share = Double(value) / Double(max(1, record.params.operationsPerCall ?? 1))
      return switch metric.unit {
      case "byte": .init(DisplayFormat.bytes(share))
      case "point/64": .init(DisplayFormat.points(sixtyFourths: value))
      default: .init(DisplayFormat.count(share))
      }
    }
  }
}

extension FamilyTable {
  /// The times of single frames, for scenarios that have frames: the median, the 99.9th percentile
  /// and the longest.
  var frameTimeSections: [TerminalTable.Section] {
    let groups = (family.strategies + family.floors).compactMap { storage in
      frameTimes(of: storage)
    }
    return groups.isEmpty ? [] : [.init("frame time: p50, p99.9 and max", groups)]
  }

  private func frameTimes(of storage: String) -> TerminalTable.Group? {
    let quantiles = rows.map { size in
      size.entry(of: storage).flatMap { $0.status == .ok ? $0 : nil }?
        .record.metric(FrameMetric.time.rawValue)?.quantiles
    }
    guard quantiles.contains(where: { $0 != nil }) else { return nil }
    func column(_ figure: (MetricRecord.Quantiles) -> Double) -> TerminalTable.Column {
      let texts = quantiles.map { $0.map { DisplayFormat.duration(nanoseconds: figure($0)) } }
      return .init(.right, texts.map { TerminalTable.Cell($0 ?? "") })
    }
    return .init(storage.clipped(to: 20), [column(\.p50), column(\.p999), column(\.max)])
  }
}
