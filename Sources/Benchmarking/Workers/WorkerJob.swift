/// The job of one worker process: one line of JSON on its standard input.
package struct WorkerJob: Codable, Hashable {
  package var pass: Scenario.Pass
  /// The number of the launch in its pass, from 0.
  package var launch: Int
  package var suite: String
  package var dataset: PlannedDataset
  var seed: UInt64
  var sampling: SamplingPlan
  /// In the order in which to measure them.
  package var cases: [Case]
  /// The change that is planted in the counted call of the instructions pass; nil for none.
  package var plant: Plant?

  package init(
    pass: Scenario.Pass, launch: Int, suite: String, dataset: PlannedDataset, seed: UInt64,
    sampling: SamplingPlan, cases: [Case]
  ) {
    self.pass = pass
    self.launch = launch
    self.suite = suite
    self.dataset = dataset
    self.seed = seed
    self.sampling = sampling
    self.cases = cases
  }

  /// One case of the suite, on the job's collection.
  package struct Case: Codable, Hashable {
    package var id: String
    package var scenario: String
    package var storage: String
    package var payload: String
    /// The calls of a batch, where an earlier launch found them.
    package var callsPerBatch: Int?
    /// A Boolean value that indicates whether the time pass also reads the processor's count of
    /// instructions; nil where it does not.
    package var countsInstructions: Bool?

    package init(
      id: String, scenario: String, storage: String, payload: String, callsPerBatch: Int? = nil,
      countsInstructions: Bool? = nil
    ) {
      self.id = id
      self.scenario = scenario
      self.storage = storage
      self.payload = payload
      self.callsPerBatch = callsPerBatch
      self.countsInstructions = countsInstructions
    }
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
          payload: planned.scenario.payload, callsPerBatch: calls[planned.id],
          countsInstructions: plan.instructionCases.contains(planned.id) ? true : nil)
      })
  }
}
