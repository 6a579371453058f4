/// What the machine's CPUs have spent their time on since it started, in ticks over all CPUs.
package struct ProcessorTime: Hashable {
  /// All time, idle too.
  package var total: Int
  /// Time that a hypervisor gave to other machines while this one wanted it.
  package var stolen: Int

  /// As of now; nil where the system does not tell.
  static var current: ProcessorTime? {
    SystemFiles.text("/proc/stat").flatMap { ProcessorTime(statistics: $0) }
  }

  /// Reads the first line of `/proc/stat`: user, nice, system, idle, iowait, irq, softirq, steal;
  /// guests' time, behind them, is in user and nice already.
  package init?(statistics text: String) {
    let words = text.prefix { $0 != "\n" }.split(separator: " ")
    let ticks = words.dropFirst().prefix(8).compactMap { Int($0) }
    guard words.first == "cpu", ticks.count == 8 else { return nil }
    total = ticks.reduce(0, +)
    stolen = ticks[7]
  }

  /// The part of the time from here to `end` that was stolen, from 0 to 1; nil where either is
  /// unknown or no time has passed.
  package func stealRatio(until end: ProcessorTime?) -> Double? {
    guard let end, end.total > total, end.stolen >= stolen else { return nil }
    return Double(end.stolen - stolen) / Double(end.total - total)
  }
}
