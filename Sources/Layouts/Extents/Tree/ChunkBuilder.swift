/// Makes chunks of items that are appended in order, from a line's first item on.
///
/// Equal items become runs, whatever their number; others chunks of `target` items or as many as
/// complete the line. No two runs of one extent follow each other, and no other chunk has only
/// equal items: so a section is uniform exactly if it is one run.
struct ChunkBuilder {
  /// The least number of equal items that make a run of their own within different ones; fewer
  /// than `target`, so that they fit into one chunk.
  static let minimumRun = 32
  /// The items of a chunk that is not a run after loading: with an array's header, as many of two
  /// `Float` as fill a size of the allocator. Twice as many save half a byte an item and take a
  /// third longer to query and to edit.
  static let usualTarget = 60

  let rule: LineRule
  /// The number of items at which a chunk ends with the line.
  let target: Int
  private(set) var chunks: [ItemChunk] = []
  private(set) var work = ExtentWork()
  /// Equal items since the last chunk; where there are any, `pending` is empty.
  private var run = ItemExtent(cross: 0, main: 0)
  private var runCount = 0
  /// Different items since the last chunk.
  private var pending: [ItemExtent] = []
  /// What the lines of `pending` before the last take, with their spacing, in points.
  private var pendingExtent = 0.0
  private var lineUsed = 0.0
  private var lineThickness = 0.0

  init(_ rule: LineRule, target: Int = usualTarget) {
    self.rule = rule
    self.target = target
    pending.reserveCapacity(target + target / 2)
  }

  /// Appends one item.
  @inline(__always)
  mutating func append(_ extent: ItemExtent) {
    var extent = extent
    if rule.isSingleColumn { extent.cross = 0 }
    if pending.isEmpty { appendToRun(extent, count: 1) } else { appendToPending(extent) }
  }

  /// Appends `count` items of one extent. O(items of a line).
  mutating func append(_ extent: ItemExtent, count: Int) {
    var extent = extent
    if rule.isSingleColumn { extent.cross = 0 }
    var left = count
    while left > 0, !pending.isEmpty {
      if left >= Self.minimumRun, startsLine(extent) {
        flush()
      } else {
        appendToPending(extent)
        left -= 1
      }
    }
    if left > 0 { appendToRun(extent, count: left) }
  }

  /// Whether an item of `extent` would begin a line if it came next.
  func startsLine(_ extent: ItemExtent) -> Bool {
    if !pending.isEmpty { return !rule.fits(extent.cross, after: lineUsed) }
    guard runCount > 0 else { return true }
    return !rule.fits(extent.cross, after: EqualLines(run, count: runCount, rule).lastLineUsed)
  }

  /// Whether what came last is a run of `extent` with nothing else after it.
  func endsWithRun(of extent: ItemExtent) -> Bool { runCount > 0 && run == extent }

  /// The number of items that are in no chunk yet and are not a run.
  var pendingCount: Int { pending.count }

  /// Makes a chunk of what is left.
  mutating func finish() {
    if runCount > 0 { flushRun() }
    if !pending.isEmpty { flush() }
  }

  private mutating func appendToRun(_ extent: ItemExtent, count: Int) {
    if runCount == 0 {
      run = extent
      runCount = count
    } else if run == extent {
      runCount += count
    } else {
      endRun(before: extent)
      append(rest: extent, count: count)
    }
  }

  /// As `append(_:count:)` without counting the work twice.
  private mutating func append(rest extent: ItemExtent, count: Int) {
    if pending.isEmpty {
      run = extent
      runCount = count
    } else if count == 1 {
      appendToPending(extent)
    } else {
      append(extent, count: count)
    }
  }

  /// Makes a chunk of the run, without the last line if `next` joins it, or different items of it.
  private mutating func endRun(before next: ItemExtent) {
    let lines = EqualLines(run, count: runCount, rule)
    guard runCount >= Self.minimumRun else {
      let items = runCount
      runCount = 0
      for _ in 0..<items { appendToPending(run) }
      return
    }
    guard rule.fits(next.cross, after: lines.lastLineUsed) else { return flushRun() }
    let joined = lines.lastLineItemCount
    runCount -= joined
    if runCount > 0 { flushRun() }
    for _ in 0..<joined { appendToPending(run) }
  }

  private mutating func flushRun() {
    chunks.append(ItemChunk(equal: EqualLines(run, count: runCount, rule)))
    work.itemsRebroken += 1
    work.linesRebroken += 1
    runCount = 0
  }

  @inline(__always)
  private mutating func appendToPending(_ extent: ItemExtent) {
    if !pending.isEmpty && rule.fits(extent.cross, after: lineUsed) {
      lineUsed = lineUsed + rule.interitemSpacing + extent.cross
      lineThickness = max(lineThickness, extent.main)
    } else {
      if pending.count >= target {
        flush()
        run = extent
        runCount = 1
        return
      }
      if !pending.isEmpty { pendingExtent += lineThickness + rule.lineSpacing }
      work.linesRebroken += 1
      lineUsed = extent.cross
      lineThickness = extent.main
    }
    pending.append(extent)
  }

  private mutating func flush() {
    work.itemsRebroken += pending.count
    pendingExtent += lineThickness + rule.lineSpacing
    if pending.allSatisfy({ $0 == pending[0] }) {
      chunks.append(ItemChunk(equal: EqualLines(pending[0], count: pending.count, rule)))
    } else {
      chunks.append(ItemChunk(pending, extent: pendingExtent, rule))
    }
    pending.removeAll(keepingCapacity: true)
    pendingExtent = 0
  }
}
