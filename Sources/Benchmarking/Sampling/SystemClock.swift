import CProcess

/// The real clocks.
struct SystemClock: SamplingClock {
  func wallNanoseconds() -> Int { Int(cprocess_wall_nanoseconds()) }

  func threadNanoseconds() -> Int { Int(cprocess_thread_nanoseconds()) }

  func threadUsage() -> ThreadUsage {
    ThreadUsage(
      involuntarySwitches: Int(cprocess_thread_involuntary_switches()),
      minorFaults: Int(cprocess_thread_minor_faults()))
  }
}
