extension WorkerReply {
  /// A Boolean value that indicates whether its numbers are ones that a worker can find: a build to
  /// compare with may be any program.
  package var isPlausible: Bool {
    switch self {
    case .prepared(let calls, let operations, _):
      calls > 0 && operations > 0 && !calls.multipliedReportingOverflow(by: operations).overflow
    case .counted(_, let operations, _), .called(let operations, _),
      .recordedAllocations(_, let operations):
      operations > 0
    case .sampled(let samples, let operations, _):
      samples.callsPerBatch > 0 && operations > 0
        && !samples.callsPerBatch.multipliedReportingOverflow(by: operations).overflow
    case .described, .opened, .measured, .sampledStacks, .unable, .failed: true
    }
  }
}
