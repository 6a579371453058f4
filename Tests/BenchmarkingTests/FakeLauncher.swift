import Benchmarking
import RunRecords

/// Answers for worker processes without starting any.
final class FakeLauncher: WorkerLauncher {
  /// The behaviour of a case in a launch.
  enum Behaviour {
    case answers
    case fails(String)
    case crashes(String)
    case hangs
    case isUnable(String)
    case answersFor(_ id: String)
  }

  /// Every job in the order of the launches.
  private(set) var jobs: [WorkerJob] = []
  /// The number of jobs that are to run at the same time.
  private(set) var jobsAtATime = 0
  /// The behaviour of each case; by default it answers.
  var behaviour: (_ id: String, _ job: WorkerJob) -> Behaviour = { _, _ in .answers }
  /// The CPU time of a case in a launch, in ns/op.
  var nanoseconds: (_ id: String, _ launch: Int) -> Double = { _, _ in 3 }
  /// The ending of a process that has reported every case.
  var ending: (_ job: WorkerJob) -> WorkerEnding = { _ in .finished }
  /// Every case that was begun, as `id pass launch`.
  var begun: [String] = []

  func run(
    _ jobs: [WorkerJob], caseTimeoutSeconds: Double, isToStop: @escaping () -> Bool,
    receive: (Int, JournalEntry) throws(RunError) -> WorkerEnding?
  ) throws(RunError) -> [WorkerEnding] {
    jobsAtATime = jobs.count
    var endings: [WorkerEnding] = []
    for (place, job) in jobs.enumerated() {
      endings.append(
        try run(job, caseTimeoutSeconds, isToStop) { entry throws(RunError) in
          try receive(place, entry)
        })
    }
    return endings
  }

  private func run(
    _ job: WorkerJob, _ caseTimeoutSeconds: Double, _ isToStop: () -> Bool,
    _ receive: (JournalEntry) throws(RunError) -> WorkerEnding?
  ) throws(RunError) -> WorkerEnding {
    jobs.append(job)
    for wanted in job.cases {
      if isToStop() { return .stopped }
      begun.append("\(wanted.id) \(job.pass) \(job.launch)")
      switch behaviour(wanted.id, job) {
      case .answers: if let ending = try receive(entry(wanted, job)) { return ending }
      case .fails(let message):
        var entry = self.entry(wanted, job)
        entry.fail(message)
        if let ending = try receive(entry) { return ending }
      case .answersFor(let id):
        var entry = self.entry(wanted, job)
        entry.caseID = id
        if let ending = try receive(entry) { return ending }
      case .crashes(let message): return .crashed(message: message)
      case .hangs: return .timedOut(seconds: caseTimeoutSeconds)
      case .isUnable(let reason): return .unable(reason: reason)
      }
    }
    return ending(job)
  }

  private func entry(_ planned: PlannedCase, _ job: WorkerJob) -> JournalEntry {
    var entry = JournalEntry(
      suite: planned.suite, params: planned.parameters, pass: job.pass, launch: job.launch)
    entry.checksum = "000000000000002a"
    entry.operationsPerCall = 10
    switch job.pass {
    case .time:
      entry.opsPerBatch = 640
      entry.batches = [3, 4, 5]
      let median = nanoseconds(planned.id, job.launch)
      entry.cpuBatches = [median - 1, median, median + 1]
      entry.info = [InfoMetric.harnessShare.record(0.0005)]
    case .allocations:
      entry.exact = [ExactMetric.allocations.record(12)]
    case .instructions:
      entry.exact = [ExactMetric.instructions.record(3_456)]
    }
    return entry
  }
}

/// A clock that moves only when a test says so, or when it is read.
final class FakeClock: SamplingClock {
  /// Nanoseconds of wall time.
  var wall = 0
  /// Nanoseconds of CPU time.
  var cpu = 0
  var usage = ThreadUsage()
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
