package import RunRecords

/// The work of a worker process, without the process.
package struct WorkerSession<Clock: SamplingClock> {
  let suites: [Suite]
  let clock: Clock
  /// The warnings about what the process could not arrange for its pass; every entry carries them.
  var warnings: [Warning] = []

  package init(suites: [Suite], clock: Clock, warnings: [Warning] = []) {
    self.suites = suites
    self.clock = clock
    self.warnings = warnings
  }

  /// Measures the cases of `job` one after the other.
  ///
  /// - Parameters:
  ///   - job: What to measure.
  ///   - isToGoOn: Is given each finished case, and says whether the next one is wanted. The
  ///     worker rests until it answers, so that nothing is written during a measurement.
  package func run(_ job: WorkerJob, reporting isToGoOn: (JournalEntry) throws -> Bool) rethrows {
    let context = ScenarioContext(job.dataset, seed: job.seed)
    // Only where times are measured: it calls something empty, which callgrind would count.
    lazy var sampler = Sampler(
      clock: clock, calibration: ClockCalibration(measuring: clock), plan: job.sampling)
    for wanted in job.cases {
      let entry = measure(wanted, of: job, in: context, sampler: sampler)
      guard try isToGoOn(entry) else { return }
    }
  }

  private func measure(
    _ wanted: WorkerJob.Case, of job: WorkerJob, in context: ScenarioContext,
    sampler: @autoclosure () -> Sampler<Clock>
  ) -> JournalEntry {
    guard let planned = planned(wanted, of: job) else {
      // Only a plan made from other suites than the worker's can come here.
      return JournalEntry(
        caseID: wanted.id, suite: job.suite,
        params: CaseParameters(
          scenario: wanted.scenario, storage: wanted.storage,
          role: Scenario.Role.strategy.rawValue, data: job.dataset.name, payload: wanted.payload,
          items: job.dataset.items),
        pass: .init(job.pass), launch: job.launch, status: .failed,
        message: "the worker's executable has no such scenario")
    }
    var entry = JournalEntry(planned, pass: job.pass, launch: job.launch, status: .ok)
    entry.warnings = warnings
    do {
      switch job.pass {
      case .time:
        let sampler = sampler()
        let measurement = try planned.scenario.setUp(context)
        let samples = try sampler.sample(measurement, callsPerBatch: wanted.callsPerBatch)
        entry.add(samples, operationsPerCall: measurement.operationsPerCall)
        if wanted.countsInstructions == true {
          entry.info.append(
            try InfoMetric.hardwareInstructions(
              of: measurement, calls: samples.callsPerBatch, expecting: samples.answer))
        }
        if let frames = measurement.frames {
          try entry.add(FrameSampler(clock: clock).sample(frames))
        }
      case .allocations:
        try entry.add(AllocationCount(of: planned.scenario, in: context))
      case .instructions:
        let scenario = job.plant.map { planned.scenario.with($0) } ?? planned.scenario
        try entry.add(RehearsedCall(of: scenario, in: context))
      }
    } catch let error as SamplingError {
      entry.fail("\(error)")
    } catch {
      entry.fail("set-up failed: \(error)")
    }
    return entry
  }

  private func planned(_ wanted: WorkerJob.Case, of job: WorkerJob) -> PlannedCase? {
    guard
      let scenario = suites.first(where: { $0.name == job.suite })?.scenarios.first(where: {
        ($0.name, $0.storage, $0.payload) == (wanted.scenario, wanted.storage, wanted.payload)
      })
    else { return nil }
    return PlannedCase(suite: job.suite, scenario: scenario, dataset: job.dataset)
  }
}
