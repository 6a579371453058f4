/// What one worker process is told to do: one line of JSON on its standard input.
struct WorkerJob: Codable, Hashable {
  var pass: Scenario.Pass
  /// Which launch of its pass, counted from 0.
  var launch: Int
  var suite: String
  var dataset: PlannedDataset
  var seed: UInt64
  var sampling: SamplingPlan
  /// In the order in which to measure them.
  var cases: [Case]

  /// One case of the suite, on the job's collection.
  struct Case: Codable, Hashable {
    var id: String
    var scenario: String
    var storage: String
    var payload: String
    /// The calls of a batch, where an earlier launch found them.
    var callsPerBatch: Int?
  }
}

extension WorkerJob {
  /// The job of measuring `cases` of `group`.
  init(_ group: PlannedGroup, cases: [PlannedCase], in plan: RunPlan, calls: [String: Int]) {
    self.init(
      pass: group.pass, launch: group.launch, suite: group.suite, dataset: group.dataset,
      seed: plan.seed, sampling: plan.sampling,
      cases: cases.map { planned in
        Case(
          id: planned.id, scenario: planned.scenario.name, storage: planned.scenario.storage,
          payload: planned.scenario.payload, callsPerBatch: calls[planned.id])
      })
  }
}
