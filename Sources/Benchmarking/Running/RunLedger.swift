package import RunRecords
import Statistics

/// The finished pieces of a plan, and the launches that its costly cases do without.
struct RunLedger {
  private(set) var entries: [JournalEntry] = []
  /// Cases that failed or timed out: no further launch is spent on them.
  private(set) var givenUp: Set<String> = []
  /// The calls of a batch by case, from its first launch on.
  private(set) var callsPerBatch: [String: Int] = [:]
  /// The pieces that need no more work.
  private(set) var doneCount = 0
  /// The estimated seconds of those, and of all pieces.
  private(set) var estimatedSeconds = (done: 0.0, all: 0.0)
  private var done: [String: Set<Piece>] = [:]
  /// The pieces of the plan, without the launches that costly cases are known to do without.
  private(set) var pieceCount: Int
  private var pieceCounts: [String: Int]
  private let pieceSeconds: [String: Double]
  private let plan: RunPlan
  /// The launches that timed each case.
  private var timed: [String: Launched] = [:]
  /// The cases that have all the launches that they get.
  private var launchedEnough: Set<String> = []
  private var lastElapsed = 0.0

  /// The times of its budget from which on a launch, its set-up counted, is costly.
  private static let costlyBudgets = 8.0

  private struct Piece: Hashable {
    let pass: JournalEntry.Pass
    let launch: Int
  }

  /// The launches that timed one case.
  private struct Launched {
    var count = 0
    /// The shortest, in seconds: another may have made what it shares with cases after it.
    var leastSeconds = Double.infinity
  }

  /// The ledger of `plan` at its start.
  init(_ plan: RunPlan) {
    let counts = plan.cases.map { ($0.id, plan.pieceCount(of: $0)) }
    let seconds = plan.cases.map { ($0.id, plan.estimatedSeconds(of: $0)) }
    self.plan = plan
    pieceCount = plan.pieceCount
    pieceCounts = Dictionary(uniqueKeysWithValues: counts)
    pieceSeconds = Dictionary(
      uniqueKeysWithValues: zip(counts, seconds).map { count, seconds in
        (count.0, seconds.1 / Double(max(1, count.1)))
      })
    estimatedSeconds.all = seconds.reduce(0) { $0 + $1.1 }
  }

  /// Enters a finished piece; one of no case of the plan is ignored.
  mutating func add(_ entry: JournalEntry) {
    guard let pieceCount = pieceCounts[entry.caseID] else { return }
    let id = entry.caseID
    let piece = Piece(pass: entry.pass, launch: entry.launch)
    let before = givenUp.contains(id) ? pieceCount : done[id, default: []].count
    entries.append(entry)
    let isFirst = done[id, default: []].insert(piece).inserted
    if entry.status != .ok, entry.status != .skipped { givenUp.insert(id) }
    let new = (givenUp.contains(id) ? pieceCount : done[id, default: []].count) - before
    doneCount += new
    estimatedSeconds.done += Double(new) * (pieceSeconds[id] ?? 0)
    if let batch = entry.opsPerBatch, let call = entry.operationsPerCall,
      callsPerBatch[id] == nil
    {
      callsPerBatch[id] = batch / call
    }
    if isFirst { note(entry) }
  }

  /// Notes that a case was timed, and whether that was its last launch.
  private mutating func note(_ entry: JournalEntry) {
    let elapsed = entry.elapsedSeconds ?? lastElapsed
    let seconds = max(0, elapsed - lastElapsed)
    lastElapsed = max(lastElapsed, elapsed)
    let id = entry.caseID
    guard entry.pass == .time, entry.status == .ok, !givenUp.contains(id) else { return }
    var launched = timed[id] ?? Launched()
    launched.count += 1
    launched.leastSeconds = min(launched.leastSeconds, seconds)
    timed[id] = launched
    let isCostly = launched.leastSeconds > Self.costlyBudgets * plan.sampling.budgetSeconds
    guard !plan.launches.asksForAnother(after: launched.count, isCostly: isCostly),
      launchedEnough.insert(id).inserted
    else { return }
    let left = plan.launches.most - launched.count
    pieceCounts[id, default: 0] -= left
    pieceCount -= left
    estimatedSeconds.all -= Double(left) * (pieceSeconds[id] ?? 0)
  }

  /// The cases of `group` that still have to be measured.
  func pending(in group: PlannedGroup) -> [PlannedCase] {
    let piece = Piece(pass: group.pass, launch: group.launch)
    return group.cases.filter { planned in
      !givenUp.contains(planned.id) && !done[planned.id, default: []].contains(piece)
        && !(group.pass == .time && launchedEnough.contains(planned.id))
    }
  }

  /// The cases of which something has been measured, and not the instructions that were asked for.
  func uncounted(in plan: RunPlan) -> [PlannedCase] {
    let piece = Piece(pass: .instructions, launch: 0)
    return plan.cases.filter { planned in
      plan.has(.instructions, of: planned) && done[planned.id].map { !$0.contains(piece) } ?? false
    }
  }

  /// The cases of which nothing has been measured.
  func untouched(in plan: RunPlan) -> [PlannedCase] {
    plan.cases.filter { done[$0.id] == nil }
  }
}

extension Warning {
  /// The warnings of many pieces as one a kind, with the number of its cases and the first.
  ///
  /// - Parameter entries: The pieces of a run.
  /// - Returns: One warning for each code and message, by code.
  package static func collected(from entries: [JournalEntry]) -> [Warning] {
    var cases: [Warning: Set<String>] = [:]
    for entry in entries {
      for warning in entry.warnings { cases[warning, default: []].insert(entry.caseID) }
    }
    return cases.map { warning, ids in
      let first = ids.min() ?? ""
      let cases = ids.count == 1 ? first : "\(ids.count) cases, such as \(first)"
      return Warning(
        code: warning.code, severity: warning.severity, message: "\(warning.message) (\(cases))")
    }.sorted { ($0.code, $0.message) < ($1.code, $1.message) }
  }
}
