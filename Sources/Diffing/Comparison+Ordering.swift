// Which of the matched stay: a heaviest increasing subsequence of each pair of sections, in which an
// unchanged run weighs as much as it has items. A run is all or nothing, since whatever lies outside
// of it lies on one side of it in both.
//
// Source: M. L. Fredman 1975, doi:10.1016/0012-365X(75)90103-X, for items alone; with a tree of
// prefix maxima over the places (P. M. Fenwick 1994, doi:10.1002/spe.4380240306) where there are
// runs that something has crossed.

extension Comparison {
  /// Decides what stays.
  @inlinable
  mutating func order() throws(DiffingError) {
    scratch.stayingSources.clear(count: sourceCount)
    // Where nothing is matched, nothing stays but runs.
    guard scratch.matchedTargets.words.contains(where: { $0 != 0 }) else { return }
    var first = 0
    for segment in scratch.segments.indices {
      try checkCancellation()
      let gaps = scratch.segments[segment].gaps
      var count = 0
      for gap in gaps { count += scratch.gaps[gap].source.count }
      if scratch.segments[segment].isMatched, count > 0 {
        if crossesRuns(segment, firstSource: first) {
          orderWithRuns(segment, firstSource: first)
        } else {
          orderWithinGaps(segment, firstSource: first)
        }
      }
      first += count
    }
  }

  /// Whether an item has gone from between two runs to between two others.
  @inlinable
  func crossesRuns(_ segment: Int, firstSource: Int) -> Bool {
    let targets = scratch.segments[segment].targetOrdinals
    var ordinal = firstSource
    for gap in scratch.segments[segment].gaps {
      let first = Int(scratch.gaps[gap].firstTarget)
      let end = first + scratch.gaps[gap].target.count
      for _ in scratch.gaps[gap].source {
        let partner = Int(scratch.partners[ordinal])
        if targets.contains(partner), partner < first || partner >= end { return true }
        ordinal += 1
      }
    }
    return false
  }

  // MARK: Items alone

  /// All runs stay; between two of them, as many items as possible.
  @inlinable
  mutating func orderWithinGaps(_ segment: Int, firstSource: Int) {
    let targets = scratch.segments[segment].targetOrdinals
    var ordinal = firstSource
    for gap in scratch.segments[segment].gaps {
      let end = ordinal + scratch.gaps[gap].source.count
      if end == ordinal { continue }
      scratch.order.clear()
      while ordinal < end {
        let partner = scratch.partners[ordinal]
        if targets.contains(Int(partner)) {
          scratch.order.append(item: UInt32(truncatingIfNeeded: ordinal), place: partner)
        }
        ordinal += 1
      }
      guard scratch.order.items.count > 1 else {
        if let item = scratch.order.items.first { scratch.stayingSources[Int(item)] = true }
        continue
      }
      scratch.order.findLongest()
      var stays = scratch.order.last
      while stays >= 0 {
        scratch.stayingSources[Int(scratch.order.items[stays])] = true
        stays = Int(scratch.order.before(stays))
      }
    }
  }

  // MARK: Items and runs

  /// Whatever weighs most.
  @inlinable
  mutating func orderWithRuns(_ segment: Int, firstSource: Int) {
    let numbered = scratch.segments[segment]
    scratch.order.clear()
    var ordinal = firstSource
    var runStart = numbered.source.lowerBound
    for gap in numbered.gaps {
      appendRun(scratch.gaps[gap].source.lowerBound - runStart, before: gap, in: numbered)
      for _ in scratch.gaps[gap].source {
        let partner = Int(scratch.partners[ordinal])
        if numbered.targetOrdinals.contains(partner) {
          let number = gapIndex(of: partner, in: numbered.gaps) - numbered.gaps.lowerBound
          let place = partner - numbered.targetOrdinals.lowerBound + number + 1
          scratch.order.append(
            item: UInt32(truncatingIfNeeded: ordinal), place: UInt32(truncatingIfNeeded: place))
          scratch.order.weights.append(1)
        }
        ordinal += 1
      }
      runStart = scratch.gaps[gap].source.upperBound
    }
    appendRun(
      numbered.source.upperBound - runStart, before: numbered.gaps.upperBound, in: numbered)
    scratch.order.findHeaviest(
      placeCount: numbered.targetOrdinals.count + numbered.gaps.count + 1)
    keepRuns(segment)
  }

  /// Adds the run of `count` items in front of `gap`, or behind the last one.
  @inlinable
  mutating func appendRun(_ count: Int, before gap: Int, in segment: DiffSegment) {
    let number = gap - segment.gaps.lowerBound
    let targets =
      gap < segment.gaps.upperBound
      ? Int(scratch.gaps[gap].firstTarget) : segment.targetOrdinals.upperBound
    let place = targets - segment.targetOrdinals.lowerBound + number
    scratch.order.append(item: OrderScratch.run, place: UInt32(truncatingIfNeeded: place))
    scratch.order.weights.append(UInt32(truncatingIfNeeded: count))
  }

  /// The gap that target `ordinal` lies in.
  @inlinable
  func gapIndex(of ordinal: Int, in gaps: Range<Int>) -> Int {
    var (low, high) = (gaps.lowerBound, gaps.upperBound)
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(scratch.gaps[middle].firstTarget) <= ordinal { low = middle } else { high = middle }
    }
    return low
  }

  /// Notes what stays, and which runs do not.
  @inlinable
  mutating func keepRuns(_ segment: Int) {
    let gaps = scratch.segments[segment].gaps
    var gap = gaps.upperBound
    var stays = scratch.order.last
    for element in scratch.order.items.indices.reversed() {
      let isKept = element == stays
      if isKept { stays = scratch.order.before(element) }
      let item = scratch.order.items[element]
      if item != OrderScratch.run {
        if isKept { scratch.stayingSources[Int(item)] = true }
      } else {
        if gap == gaps.upperBound {
          scratch.segments[segment].movesLastRun = !isKept
        } else {
          scratch.gaps[gap].movesRunBefore = !isKept
        }
        gap -= 1
      }
    }
  }
}
