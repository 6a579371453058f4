import CProcess

/// The real clocks.
package struct SystemClock: SamplingClock {

  package init() {}

  package func wallNanoseconds() -> Int { Int(cprocess_wall_nanoseconds()) }

  package func threadNanoseconds() -> Int { Int(cprocess_thread_nanoseconds()) }

  package func threadUsage() -> ThreadUsage {
    ThreadUsage(
      involuntarySwitches: Int(cprocess_thread_involuntary_switches()),
      minorFaults: Int(cprocess_thread_minor_faults()))
  }
}
