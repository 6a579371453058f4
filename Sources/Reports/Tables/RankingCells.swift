import Analysis
import RunRecords

extension Table.Cell {
  /// The cell of a reading of `measure`.
  init(_ reading: Reading, _ measure: Measure, _ role: Table.Role = .plain) {
    switch reading {
    case .value(let estimate):
      self = .figure(measure.display(estimate.value), estimate.value, role)
    case .absent: self.init("n/a", .faint)
    case .unlisted: self = .empty
    }
  }
}

extension Ranking.Entry {
  /// The figure of its family's `measure`, or the status of a case without one.
  func figure(_ measure: Measure, _ role: Table.Role = .plain) -> Table.Cell {
    status == .ok ? Table.Cell(reading, measure, role) : Table.Cell(status.rawValue, .bad)
  }

  /// The spread of a sampled figure; an exact one has none.
  func spread(_ measure: Measure, unknown: String = "±?") -> Table.Cell {
    guard measure == .cpuTime, let estimate = reading.estimate else { return "" }
    guard let spread = estimate.spread else { return Table.Cell(unknown, .faint) }
    return .figure(DisplayFormat.spread(spread), spread, .faint)
  }
}

extension Ranking.Size {
  /// The figure of `storage` with its spread, where it has one.
  func figure(of storage: String, _ measure: Measure) -> Table.Cell {
    guard let entry = entry(of: storage) else { return .empty }
    return Table.Cell(joining: [
      entry.figure(measure, role(of: storage)), entry.spread(measure, unknown: ""),
    ])
  }

  /// The role of a figure of `storage` beside those of the others.
  func role(of storage: String) -> Table.Role {
    !best.contains(storage) ? .plain : best.count == 1 ? .best : .tied
  }
}

extension Sequence<CaseRecord> {
  /// `views per operation` or `views of one call`: what the figures of the metric called `name` are of, in
  /// these cases of one scenario.
  func title(of name: String) -> String {
    if let measure = Measure(rawValue: name) { return measure.title }
    // This metric counts edits of a collection, and not the operations of a case.
    if name == "operations" { return name }
    let isOfOneCall = contains { $0.metric(name).map($0.isOfOneCall) ?? false }
    return isOfOneCall ? "\(name) of one call" : "\(name) per operation"
  }
}

extension CaseRecord {
  /// The exact metric called `name`, per operation unless it is of one call.
  func cell(ofExact name: String) -> Table.Cell {
    guard let metric = metric(name) else { return .empty }
    guard let value = Reading(name, in: self).value else { return Table.Cell("n/a", .faint) }
    if let measure = Measure(rawValue: name) { return .figure(measure.display(value), value) }
    return switch metric.unit {
    case "byte": .figure(DisplayFormat.bytes(value), value)
    case "point/64": .figure(DisplayFormat.points(sixtyFourths: Int(value)), value)
    default: .figure(DisplayFormat.count(value), value)
    }
  }
}
