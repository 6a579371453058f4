import RunRecords

extension FamilyTable {
  /// How long single frames take, for scenarios that have frames: half of them, all but one in a
  /// thousand, and the longest.
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
