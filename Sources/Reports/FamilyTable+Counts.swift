import RunRecords

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
