package import RunRecords

/// The finished pieces of a plan.
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
  private let pieceCounts: [String: Int]
  private let pieceSeconds: [String: Double]

  private struct Piece: Hashable {
    let pass: JournalEntry.Pass
    let launch: Int
  }

  /// The ledger of `plan` at its start.
  init(_ plan: RunPlan) {
    let counts = plan.cases.map { ($0.id, plan.pieceCount(of: $0)) }
    let seconds = plan.cases.map { ($0.id, plan.estimatedSeconds(of: $0)) }
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
    done[id, default: []].insert(piece)
    if entry.status != .ok, entry.status != .skipped { givenUp.insert(id) }
    let new = (givenUp.contains(id) ? pieceCount : done[id, default: []].count) - before
    doneCount += new
    estimatedSeconds.done += Double(new) * (pieceSeconds[id] ?? 0)
    if let batch = entry.opsPerBatch, let call = entry.operationsPerCall,
      callsPerBatch[id] == nil
    {
      callsPerBatch[id] = batch / call
    }
  }

  /// The cases of `group` that still have to be measured.
  func pending(in group: PlannedGroup) -> [PlannedCase] {
    let piece = Piece(pass: group.pass, launch: group.launch)
    return group.cases.filter { planned in
      !givenUp.contains(planned.id) && !done[planned.id, default: []].contains(piece)
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
