import Foundation

/// The number of a process, which a test did not start itself.
struct ProcessNumber {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  /// Whether there is such a process, and it has not ended.
  var isAlive: Bool {
    guard kill(number, 0) == 0 else { return false }
    let state = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
      .split(separator: ")").last?.first { $0 != " " }
    return state != "Z"
  }

  /// Whether it ends within ten minutes. The system's first process reaps orphans, which may take a
  /// moment.
  var ends: Bool {
    let end = ContinuousClock.now + .seconds(600)
    while isAlive, ContinuousClock.now < end { Thread.sleep(forTimeInterval: 0.01) }
    return !isAlive
  }
}
