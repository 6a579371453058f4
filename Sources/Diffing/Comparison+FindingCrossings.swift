// Finds the items that moved past unchanged runs and may still stay, so that few items and runs have
// to be weighed against each other.
//
// Such a *crossing* stays only if all runs that it passed move instead. Take a best choice, and runs
// in it that move for the sake of crossings which depend on no other runs: there are fewer items in
// these runs than crossings, else it were as good to keep the runs. So of *k* crossings, none has to
// stay that passed *k* or more unchanged items. The others fall into groups that passed no common
// runs. No group matters to another, and the same holds in each.

public import BasicAlgorithms

extension Comparison {
  /// Collects the items of a segment that moved from one gap to another.
  @inlinable
  mutating func collectCrossings(_ segment: Int, firstSource: Int) {
    scratch.crossings.clear()
    let numbered = scratch.segments[segment]
    // On each side, a position less its ordinal is the number of items in the runs in front.
    let offset =
      (numbered.source.lowerBound - firstSource)
      - (numbered.target.lowerBound - numbered.targetOrdinals.lowerBound)
    var ordinal = firstSource
    for index in numbered.gaps {
      let gap = scratch.gaps[index]
      let (own, runs) = (gap.targetOrdinals, Int(gap.sourceStart) - ordinal)
      for _ in 0..<gap.source.count {
        let partner = Int(scratch.partners.uncheckedElement(at: ordinal))
        if numbered.targetOrdinals.contains(partner), !own.contains(partner) {
          let distance = abs(runs - (scratch.position(partner) - partner) - offset)
          scratch.crossings.append(ordinal, gap: index, distance: distance)
        }
        ordinal += 1
      }
    }
  }

  /// Keeps the heaviest combination of items and runs where crossings may stay, and as many items
  /// as possible in each other gap. Returns the ordinal behind the last source.
  @inlinable
  mutating func orderWithCrossings(_ gaps: Range<Int>, firstSource: Int) -> Int {
    locateCrossings(in: gaps)
    var (ordinal, gap, next) = (firstSource, gaps.lowerBound, 0)
    while next < scratch.crossings.items.count {
      let group = scratch.crossings.group(from: next)
      ordinal = orderWithinGaps(gap..<group.gaps.lowerBound, firstSource: ordinal)
      let most = scratch.crossings.mostDistance(group.crossings)
      if most > 0 {
        for index in group.crossings where scratch.crossings.items[index].distance < most {
          scratch.stayingSources[Int(scratch.crossings.items[index].ordinal)] = true
        }
        ordinal = orderWithRuns(group.gaps, firstSource: ordinal)
      } else {
        ordinal = orderWithinGaps(group.gaps, firstSource: ordinal)
      }
      (gap, next) = (group.gaps.upperBound, group.crossings.upperBound)
    }
    return orderWithinGaps(gap..<gaps.upperBound, firstSource: ordinal)
  }

  /// Finds the gap to which each crossing moved, and sorts them by the first of their two gaps.
  @inlinable
  mutating func locateCrossings(in gaps: Range<Int>) {
    for index in scratch.crossings.items.indices {
      let crossing = scratch.crossings.items[index]
      let partner = Int(scratch.partners[Int(crossing.ordinal)])
      let goal = UInt32(truncatingIfNeeded: gapIndex(of: partner, in: gaps))
      scratch.crossings.items[index].firstGap = min(crossing.firstGap, goal)
      scratch.crossings.items[index].lastGap = max(crossing.firstGap, goal)
    }
    scratch.crossings.items.sort { $0.firstGap < $1.firstGap }
  }
}

/// An item that moved from one gap between unchanged runs to another.
@usableFromInline
struct Crossing: Sendable {
  /// The ordinal of the source.
  @usableFromInline var ordinal: UInt32
  /// The number of unchanged items that it moved past.
  @usableFromInline var distance: UInt32
  /// The gap that it left; once both are known, the first of the two.
  @usableFromInline var firstGap: UInt32
  /// The last of its two gaps.
  @usableFromInline var lastGap: UInt32 = 0

  @inlinable
  init(ordinal: UInt32, distance: UInt32, firstGap: UInt32) {
    self.ordinal = ordinal
    self.distance = distance
    self.firstGap = firstGap
  }
}

/// The crossings of a pair of sections, with memory kept for the next one.
@usableFromInline
struct CrossingScratch: Sendable {
  @usableFromInline var items: ContiguousArray<Crossing> = []

  @inlinable
  init() {}

  @inlinable
  mutating func clear() {
    if !items.isEmpty { items.removeAll(keepingCapacity: true) }
  }

  @inlinable
  mutating func append(_ ordinal: Int, gap: Int, distance: Int) {
    items.append(
      Crossing(
        ordinal: UInt32(truncatingIfNeeded: ordinal),
        distance: UInt32(truncatingIfNeeded: distance),
        firstGap: UInt32(truncatingIfNeeded: gap)))
  }

  /// Removes crossings that passed at least as many unchanged items as there are crossings, again
  /// and again while that removes an eighth of them: O(*k*) for *k* crossings.
  @inlinable
  mutating func dropFar() {
    while !items.isEmpty {
      let count = items.count
      items.removeAll { $0.distance >= count }
      let removed = count - items.count
      if removed == 0 || removed < count / 8 { return }
    }
  }

  /// Returns the crossings from index `first` on that passed common runs, or moved within the same
  /// gaps, and the gaps from the first to the last of theirs. The crossings must be sorted.
  @inlinable
  func group(from first: Int) -> (crossings: Range<Int>, gaps: Range<Int>) {
    var last = items[first].lastGap
    var end = first + 1
    while end < items.count, items[end].firstGap <= last {
      last = max(last, items[end].lastGap)
      end += 1
    }
    return (first..<end, Int(items[first].firstGap)..<Int(last) + 1)
  }

  /// Returns the number of unchanged items that crossings of a group must not have reached to stay;
  /// 0 if none has to.
  @inlinable
  func mostDistance(_ group: Range<Int>) -> Int {
    var most = group.count
    while most > 0 {
      var count = 0
      for index in group where items[index].distance < most { count += 1 }
      let removed = most - count
      most = count
      if removed == 0 || removed < group.count / 8 { break }
    }
    return most
  }
}
