import RunRecords

/// Runs in the order of the commits that they measured.
struct TrendOrder {
  private(set) var runs: [RunHistory.Run] = []
  private(set) var positions: [Int] = []
  let leftOut: [(reason: String, count: Int)]

  /// Orders runs: by commit, and runs of one commit by time.
  ///
  /// - Parameters:
  ///   - all: Runs in the order of their times.
  ///   - log: The commits; nil to keep the order, where each commit stands at its first run.
  init(_ all: [RunHistory.Run], by log: CommitLog?) {
    var reasons: [String: Int] = [:]
    var placed: [(position: Int, run: RunHistory.Run)] = []
    var firstSeen: [String: Int] = [:]
    for run in all {
      let commit = run.summary.commit
      guard commit.dirty != true, let hash = commit.sha else {
        reasons["measured with changes that were not committed", default: 0] += 1
        continue
      }
      if let log {
        guard let position = log.position(of: hash) else {
          reasons["of commits that are not on the line of first parents to the head", default: 0] +=
            1
          continue
        }
        placed.append((position, run))
      } else {
        let position = firstSeen[hash] ?? firstSeen.count
        firstSeen[hash] = position
        placed.append((position, run))
      }
    }
    leftOut = reasons.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    // Stable: runs of one commit stay in the order of their times.
    let order = placed.indices.sorted { (placed[$0].position, $0) < (placed[$1].position, $1) }
    runs = order.map { placed[$0].run }
    positions = order.map { placed[$0].position }
  }
}
