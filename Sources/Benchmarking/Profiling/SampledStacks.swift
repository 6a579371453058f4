package import Profiles

/// A way to take samples of a thread's call stack.
package enum SamplingEngine: String, Codable, CaseIterable, Sendable {
  /// The processor's cycles, by an event of the kernel.
  case cycles
  /// The thread's CPU time, by an event of the kernel.
  case clock
  /// The thread's CPU time, by a timer of the process.
  case timer

  /// The name that a page shows.
  package var title: String {
    switch self {
    case .cycles: "perf event cycles"
    case .clock: "perf event cpu-clock"
    case .timer: "a timer of the process"
    }
  }
}

/// The engines, the time and the rate with which to sample a case.
package struct SamplingRequest: Codable, Sendable {
  /// The engines to try, the best first.
  package var engines: [SamplingEngine]
  /// The time for which the case repeats, in seconds.
  package var seconds: Double
  /// Samples a second.
  package var rate: Int

  package init(engines: [SamplingEngine], seconds: Double, rate: Int) {
    self.engines = engines
    self.seconds = seconds
    self.rate = rate
  }
}

/// The call stacks of a repeated case, as samples found them.
package struct SampledStacks: Codable, Sendable {
  /// The engine that took the samples.
  package var engine: SamplingEngine
  /// The reasons against better engines.
  package var refusals: [String]
  /// The stacks below `cvbench_measured`. A weight is a sample, or more for one that came late.
  package var profile = StackProfile()
  /// The number of samples.
  package var observationCount = 0
  /// The weight of samples that were lost for want of room.
  package var droppedWeight = 0
  /// The weight of samples whose callers are unknown up to `cvbench_measured`.
  package var rootlessWeight = 0
  /// The weight of samples whose stacks were too deep to be recorded up to `cvbench_measured`.
  package var cutWeight = 0
  /// CPU time of the measured calls, in nanoseconds.
  package var cpuNanoseconds = 0
  /// Operations of the measured calls.
  package var operationCount = 0
  /// The libraries of the stacks whose symbols cannot be read, so that their functions have no names;
  /// nil from a build that does not tell.
  package var unreadableLibraries: [String]?
  /// The functions in which samples were taken most, with the weight of each instruction.
  package var hotFunctions: [HotFunction] = []
}

/// A function that took many samples itself.
package struct HotFunction: Codable, Sendable {
  package let frame: StackProfile.Frame
  /// The path of its executable or library.
  package let path: String
  /// Its first address and the one behind its last, in the file's terms.
  package let start, end: UInt64
  /// The weights of its instructions, by address.
  package var weights: [UInt64: Int]
}

/// The calls of the allocator in one call of a case, by stack.
package struct AllocatedStacks: Codable, Sendable {
  /// The number of calls. The innermost frame is the type of the object, where one is known.
  package var calls = StackProfile()
  /// The bytes handed out, as the allocator rounds them.
  package var bytes = StackProfile()
  /// The requests that the allocator itself counted; nil if it cannot.
  package var countedCalls: Int?
  /// The bytes that the allocator itself counted; nil if it cannot.
  package var countedBytes: Int?
  /// The calls that were not recorded for want of room.
  package var lostCalls = 0
  /// The libraries of the stacks whose symbols cannot be read, so that their functions have no names;
  /// nil from a build that does not tell.
  package var unreadableLibraries: [String]?
}
