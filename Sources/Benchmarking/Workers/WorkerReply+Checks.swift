import Profiles

extension WorkerReply {
  /// A Boolean value that indicates whether its numbers are ones that a worker can find: a build to
  /// compare with may be any program.
  package var isPlausible: Bool {
    switch self {
    case .prepared(let calls, let operations, _): Self.isBatch(calls, of: operations)
    case .measured(let wall, let cpu): wall >= 0 && cpu >= 0
    case .counted(_, let operations, _), .called(let operations, _): operations > 0
    case .recordedAllocations(let stacks, let operations):
      operations > 0 && stacks.lostCalls >= 0 && stacks.countedCalls ?? 0 >= 0
        && stacks.countedBytes ?? 0 >= 0
    case .sampled(let samples, let operations, _):
      Self.isBatch(samples.callsPerBatch, of: operations)
        && samples.batches.allSatisfy { batch in
          batch.wallNanoseconds >= 0 && batch.cpuNanoseconds >= 0
        }
        && Self.areSummable(samples.batches.map(\.involuntarySwitches))
        && Self.areSummable(samples.batches.map(\.minorFaults))
    case .sampledStacks(let stacks):
      // The stacks that are rootless or cut are some of the profile's.
      Self.areSummable([stacks.rootlessWeight, stacks.cutWeight])
        && stacks.rootlessWeight + stacks.cutWeight <= stacks.profile.total
        && stacks.observationCount >= 0 && stacks.droppedWeight >= 0
        && stacks.cpuNanoseconds >= 0 && stacks.operationCount >= 0
        && stacks.hotFunctions.allSatisfy { Self.areSummable($0.weights.values) }
    case .described, .opened, .unable, .failed: true
    }
  }

  /// Returns whether there are operations, and no more than a number holds.
  private static func isBatch(_ calls: Int, of operations: Int) -> Bool {
    calls > 0 && operations > 0 && !calls.multipliedReportingOverflow(by: operations).overflow
  }

  /// Returns whether none of `counts` is negative, and a number holds their sum.
  private static func areSummable(_ counts: some Sequence<Int>) -> Bool {
    var sum = 0
    for count in counts {
      let (next, overflows) = sum.addingReportingOverflow(count)
      guard count >= 0, !overflows else { return false }
      sum = next
    }
    return true
  }
}
