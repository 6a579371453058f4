/// A builder of chunks from items appended in order, beginning with a line's first item.
///
/// Equal items become runs of any length. Other items form chunks of `target` items, or of as many
/// as complete the line. No two runs of one extent follow each other, and no other chunk has only
/// equal items: a section is uniform exactly if it is one run.
struct ChunkBuilder {
  /// The least number of equal items that form a run among different ones; less than `target`, so
  /// that they fit into one chunk.
  static let minimumRun = 32
  /// The items of a chunk that is not a run after loading: with an array's header, as many of two
  /// `Float` as fill a size of the allocator. Twice as many save half a byte an item and take a
  /// third longer to query and to edit.
  static let usualTarget = 60

  let rule: LineRule
  /// The number of items at which a chunk ends with the line.
  var target: Int
  private(set) var chunks: [ExtentChunk] = []
  var work = ExtentWork()
  /// The extent of the equal items since the last chunk; `pending` is empty if there are any.
  private var run = ItemExtent(cross: 0, main: 0)
  private var runCount = 0
  /// Different items since the last chunk.
  private var pending: [ItemExtent] = []
  /// The extent of the lines of `pending` before the last, with their spacing, in points.
  private var pendingExtent = 0.0
  private var lineUsed = 0.0
  private var lineThickness = 0.0

  init(_ rule: LineRule, target: Int = usualTarget) {
    self.rule = rule
    self.target = target
    pending.reserveCapacity(target + target / 2)
  }

  /// Returns the target size of chunks made of a chunk that has `count` items after an edit. A
  /// chunk may grow by half before it splits into chunks of nearly equal size.
  static func target(forCount count: Int) -> Int {
    let most = usualTarget * 3 / 2
    guard count > most else { return most }
    let parts = (count + usualTarget - 1) / usualTarget
    return (count + parts - 1) / parts
  }

  /// Appends one item.
  @inline(__always)
  mutating func append(_ extent: ItemExtent) {
    var extent = extent
    if rule.isSingleColumn { extent.cross = 0 }
    if pending.isEmpty { appendToRun(extent, count: 1) } else { appendToPending(extent) }
  }

  /// Appends items in order; in a single column, those that fill up a chunk at once.
  mutating func append(contentsOf extents: [ItemExtent]) {
    var place = 0
    while place < extents.count {
      let room = target - pending.count
      guard rule.isSingleColumn, !pending.isEmpty, room > 0 else {
        append(extents[place])
        place += 1
        continue
      }
      let end = min(place + room, extents.count)
      var (sum, thickness) = (pendingExtent, lineThickness)
      let spacing = rule.lineSpacing
      pending.append(addingCapacity: end - place) { pending in
        for place in place..<end {
          sum += thickness + spacing
          thickness = extents[place].main
          pending.append(ItemExtent(cross: 0, main: thickness))
        }
      }
      (pendingExtent, lineThickness) = (sum, thickness)
      work.linesRebroken += end - place
      place = end
    }
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

  /// Returns a Boolean value that indicates whether an item of `extent` would begin a line if it
  /// were next.
  func startsLine(_ extent: ItemExtent) -> Bool {
    if !pending.isEmpty { return !rule.fits(extent.cross, after: lineUsed) }
    guard runCount > 0 else { return true }
    return !rule.fits(extent.cross, after: EqualLines(run, count: runCount, rule).lastLineUsed)
  }

  /// Returns a Boolean value that indicates whether to append the items of `chunk` one by one,
  /// whose first item has `extent`. That is so if the item joins the last line, and if the pending
  /// items are the same run or too few for a chunk.
  func takesIn(_ chunk: ExtentChunk, beginningWith extent: ItemExtent) -> Bool {
    guard startsLine(extent) else { return true }
    if case .equal(let extent) = chunk.items { return runCount > 0 && run == extent }
    let isSmall = !pending.isEmpty && pending.count < Self.usualTarget / 4
    return isSmall && pending.count + chunk.count <= target
  }

  /// A Boolean value that indicates whether all items are in chunks.
  var isFinished: Bool { runCount == 0 && pending.isEmpty }

  /// Appends a chunk whose first item begins a line; all items are in chunks.
  mutating func append(_ chunk: ExtentChunk) { chunks.append(chunk) }

  /// Takes all chunks out.
  mutating func takeChunks() -> [ExtentChunk] {
    defer { chunks.removeAll(keepingCapacity: true) }
    return chunks
  }

  /// Takes the last chunk out again, and appends its items one by one.
  mutating func reopen() {
    guard let last = chunks.popLast() else { return }
    target = Self.target(forCount: last.count)
    last.feed(0..<last.count, storedBy: rule, to: &self)
  }

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

  /// Appends items as `append(_:count:)` does, without counting the work twice.
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
    if let last = chunks.last, case .equal(run) = last.items {
      // This run was appended as a whole chunk, so it ends with a full line.
      chunks.removeLast()
      runCount += last.count
    }
    chunks.append(ExtentChunk(equal: EqualLines(run, count: runCount, rule)))
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
      chunks.append(ExtentChunk(equal: EqualLines(pending[0], count: pending.count, rule)))
    } else {
      chunks.append(ExtentChunk(pending, extent: pendingExtent, rule))
    }
    pending.removeAll(keepingCapacity: true)
    pendingExtent = 0
  }
}
