import Benchmarking

/// A clock that moves only when a test says so, or when it is read.
final class FakeClock: SamplingClock {
  /// Nanoseconds of wall time.
  var wall = 0
  /// Nanoseconds of CPU time.
  var cpu = 0
  var usage = ThreadUsage(involuntarySwitches: 0, minorFaults: 0)
  /// The time of reading the wall clock, in nanoseconds.
  var wallReadCost = 0
  /// The time of reading the CPU clock, in nanoseconds.
  var cpuReadCost = 0

  /// Lets time pass on both clocks.
  func run(_ nanoseconds: Int) {
    wall += nanoseconds
    cpu += nanoseconds
  }

  func wallNanoseconds() -> Int {
    defer { run(wallReadCost) }
    return wall
  }

  func threadNanoseconds() -> Int {
    defer { run(cpuReadCost) }
    return cpu
  }

  func threadUsage() -> ThreadUsage { usage }
}
