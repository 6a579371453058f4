import Allocations
import Profiles

/// The call stacks of the allocations of one call, the first of a fresh measurement.
///
/// As in the allocations pass, another measurement is set up, called and dropped before.
struct AllocationRecord {
  private(set) var stacks = AllocatedStacks()
  let operationsPerCall: Int

  /// Records one call.
  ///
  /// - Throws: The error of `setUp`, `SamplingError`, and `WorkerError.unable` without the interposer or
  ///   where the functions of this process cannot be told.
  init(of scenario: Scenario, in context: ScenarioContext) throws {
    let expected = try Self.warmUp(scenario, in: context)
    var code = try LoadedCode()
    let root = code.range(ofOwn: "cvbench_measured") ?? 0..<0
    let measurement = try scenario.setUp(context)
    guard measurement.operationsPerCall > 0 else {
      throw SamplingError.noOperations(declared: measurement.operationsPerCall)
    }
    operationsPerCall = measurement.operationsPerCall
    try measurement.prepareCall()
    guard
      let recorded = AllocationMeter.record(root: root, { measuredCall(of: measurement.body) })
    else {
      throw WorkerError.unable(reason: PeakCounter.advice)
    }
    guard recorded.result == expected else {
      throw SamplingError.wrongAnswer(found: recorded.result, expected: expected)
    }
    stacks.countedCalls = recorded.counts?.allocations
    stacks.countedBytes = recorded.counts?.allocatedBytes
    stacks.lostCalls = recorded.lost
    // Libraries that the call was the first to load are mapped by now.
    code = try LoadedCode()
    for found in recorded.stacks {
      var (stack, _) = StackSampler.stack(found.addresses, beginsInside: false, in: &code)
      while let last = stack.last, Self.isAllocator(last) { stack.removeLast() }
      stack.append(.init(found.type ?? "raw memory", object: FunctionName.typeObject))
      stacks.calls.add(found.calls, to: stack)
      stacks.bytes.add(found.bytes, to: stack)
    }
    stacks.unreadableLibraries = code.unreadableLibraries
  }

  /// Returns the answer of the first call of a measurement that is then dropped.
  private static func warmUp(_ scenario: Scenario, in context: ScenarioContext) throws -> UInt64 {
    let measurement = try scenario.setUp(context)
    try measurement.prepareCall()
    return measuredCall(of: measurement.body)
  }

  /// Returns whether a function only asks for memory on behalf of its caller.
  private static func isAllocator(_ frame: StackProfile.Frame) -> Bool {
    AllocationStacks.isRuntime(frame.symbol) || frame.object == PeakCounter.fileName
  }
}
