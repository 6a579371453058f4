import Foundation

/// What one input may take. Time is that of the processor, so that a machine with other work to do
/// changes nothing.
enum FuzzingLimits {
  /// The CPU time after which an input hangs.
  static let secondsPerInput = 1.0
  /// The CPU time of a process between two lines that tell how far it is.
  static let secondsBetweenLines = 0.2
  /// The longest that a process may tell nothing, whatever else the machine does.
  static let longestSilence = Duration.seconds(300)
  /// The fewest inputs of 100 that a reader must accept, or changes of them hardly get into it.
  static let leastPercentAccepted = 30
  /// The inputs from which on their share says something.
  static let inputsOfShare = 1_000
  /// The most memory of a process, in bytes: of its pages in memory, over all inputs.
  static let residentBytes = 1 << 30
  /// The most address space of a process, in KiB: an allocation beyond it fails, and crashes.
  static let addressSpaceKilobytes = 4 << 20

  /// The CPU time that this process has taken so far, in seconds.
  static var seconds: Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

  /// The CPU time that process `identifier` has taken so far, in seconds; nil where there is none.
  ///
  /// Source: proc_pid_stat(5), `utime` and `stime`, in ticks.
  static func seconds(of identifier: Int32) -> Double? {
    guard
      let text = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return nil }
    let ticks = text[end...].split(separator: " ").dropFirst(12).prefix(2).compactMap { Int($0) }
    return ticks.count == 2
      ? Double(ticks[0] + ticks[1]) / Double(sysconf(Int32(_SC_CLK_TCK))) : nil
  }
}

/// How far a process has come: what it tells in a line, and the other reads.
struct FuzzingProgress: Equatable {
  /// The number of the next input, or of the one that is read now.
  var number: Int
  var accepted = 0
  /// The CPU time of the process, in microseconds.
  var microseconds = 0
  /// The CPU time of the longest input, in microseconds.
  var longestMicroseconds = 0
  /// The most bytes of the process that were in memory at once.
  var peakBytes = 0

  /// Reads a line; nil for any other one.
  static func read(_ line: Data) -> FuzzingProgress? {
    let numbers = String(decoding: line, as: UTF8.self).split(separator: " ").compactMap { Int($0) }
    guard numbers.count == 5 else { return nil }
    return FuzzingProgress(
      number: numbers[0], accepted: numbers[1], microseconds: numbers[2],
      longestMicroseconds: numbers[3], peakBytes: numbers[4])
  }

  var line: String { "\(number) \(accepted) \(microseconds) \(longestMicroseconds) \(peakBytes)\n" }
}

/// The ends of a process that an input brings about, beside crashes.
enum FuzzingStatus {
  /// A reader does not read its own example.
  static let refusedExample: Int32 = 71
  /// An input took too much time.
  static let hang: Int32 = 72
  /// The process has taken too much memory.
  static let memory: Int32 = 73
}
