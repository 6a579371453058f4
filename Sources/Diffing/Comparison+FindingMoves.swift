public import BasicAlgorithms

// Decides which matched items stay: a heaviest increasing subsequence of each pair of sections. An
// unchanged run weighs as much as it has items, and stays or moves as a whole, since every item
// outside it lies on one side of it in both.
//
// Source: M. L. Fredman 1975, doi:10.1016/0012-365X(75)90103-X, for items alone; with a tree of
// prefix maxima over the places (P. M. Fenwick 1994, doi:10.1002/spe.4380240306) where there are
// runs that something has crossed.

extension Comparison {
  /// Decides which matched items and unchanged runs stay.
  @inlinable
  mutating func order() throws(DiffingError) {
    // Without matches only runs stay.
    guard scratch.matchedTargets.words.contains(where: { $0 != 0 }) else { return }
    scratch.stayingSources.clear(count: sourceCount)
    var first = 0
    for segment in scratch.segments.indices {
      try checkCancellation()
      let gaps = scratch.segments[segment].gaps
      guard scratch.segments[segment].isMatched else {
        for gap in gaps { first += scratch.gaps[gap].source.count }
        continue
      }
      collectCrossings(segment, firstSource: first)
      scratch.crossings.dropFar()
      if scratch.crossings.items.isEmpty {
        first = orderWithinGaps(gaps, firstSource: first)
      } else {
        first = orderWithCrossings(gaps, firstSource: first)
      }
    }
  }

  // MARK: Items alone

  /// Keeps all runs and, in each gap between two runs, as many of the items that stay in it as
  /// possible. Returns the ordinal behind the last source.
  @inlinable
  mutating func orderWithinGaps(_ gaps: Range<Int>, firstSource: Int) -> Int {
    var ordinal = firstSource
    for index in gaps {
      let gap = scratch.gaps[index]
      let own = gap.targetOrdinals
      let end = ordinal + gap.source.count
      if !own.isEmpty { keepAscending(ordinal..<end, own) }
      ordinal = end
    }
    return ordinal
  }

  /// Keeps as many of the `sources` of a gap as possible, whose partners are among its `own`
  /// targets.
  @inlinable
  @inline(__always)
  mutating func keepAscending(_ sources: Range<Int>, _ own: Range<Int>) {
    var last = -1
    for ordinal in sources {
      let partner = Int(scratch.partners.uncheckedElement(at: ordinal))
      guard own.contains(partner) else { continue }
      // Most often all ascend.
      guard partner > last else { return keepLongest(sources, own) }
      last = partner
      scratch.stayingSources[ordinal] = true
    }
  }

  @inlinable
  @inline(never)
  mutating func keepLongest(_ sources: Range<Int>, _ own: Range<Int>) {
    scratch.order.clear()
    for ordinal in sources {
      let partner = scratch.partners[ordinal]
      guard own.contains(Int(partner)) else { continue }
      scratch.stayingSources[ordinal] = false
      scratch.order.append(item: UInt32(truncatingIfNeeded: ordinal), place: partner)
    }
    scratch.order.findLongest()
    var stays = scratch.order.last
    while stays >= 0 {
      scratch.stayingSources[Int(scratch.order.items[stays])] = true
      stays = scratch.order.before(stays)
    }
  }

  // MARK: Items and runs

  /// Keeps the heaviest combination of items and of the runs between `gaps`. Of the items that moved
  /// from one gap to another, those that may stay are marked as staying. Returns the ordinal behind
  /// the last source.
  @inlinable
  mutating func orderWithRuns(_ gaps: Range<Int>, firstSource: Int) -> Int {
    scratch.order.clear()
    let firstTarget = Int(scratch.gaps[gaps.lowerBound].firstTarget)
    var ordinal = firstSource
    for index in gaps {
      let gap = scratch.gaps[index]
      let number = index - gaps.lowerBound
      if number > 0 {
        let place = Int(gap.firstTarget) - firstTarget + number - 1
        scratch.order.append(item: OrderScratch.run, place: UInt32(truncatingIfNeeded: place))
        scratch.order.weights.append(gap.sourceStart - scratch.gaps[index - 1].sourceEnd)
      }
      for _ in gap.source {
        defer { ordinal += 1 }
        let partner = Int(scratch.partners[ordinal])
        var goal = number
        if !gap.targetOrdinals.contains(partner) {
          guard scratch.stayingSources[ordinal] else { continue }
          scratch.stayingSources[ordinal] = false
          goal = gapIndex(of: partner, in: gaps) - gaps.lowerBound
        }
        scratch.order.append(
          item: UInt32(truncatingIfNeeded: ordinal),
          place: UInt32(truncatingIfNeeded: partner - firstTarget + goal))
        scratch.order.weights.append(1)
      }
    }
    let targetEnd = scratch.gaps[gaps.upperBound - 1].targetOrdinals.upperBound
    scratch.order.findHeaviest(placeCount: targetEnd - firstTarget + gaps.count)
    keepHeaviest(gaps)
    return ordinal
  }

  /// Returns the gap that contains target `ordinal`.
  @inlinable
  func gapIndex(of ordinal: Int, in gaps: Range<Int>) -> Int {
    gaps.dropFirst().partitioningIndex { Int(scratch.gaps[$0].firstTarget) > ordinal } - 1
  }

  /// Marks the items that stay and the runs that move.
  @inlinable
  mutating func keepHeaviest(_ gaps: Range<Int>) {
    var gap = gaps.upperBound - 1
    var stays = scratch.order.last
    for element in scratch.order.items.indices.reversed() {
      let isKept = element == stays
      if isKept { stays = scratch.order.before(element) }
      let item = scratch.order.items[element]
      if item != OrderScratch.run {
        if isKept { scratch.stayingSources[Int(item)] = true }
      } else {
        scratch.gaps[gap].movesRunBefore = !isKept
        gap -= 1
      }
    }
  }
}

/// Scratch memory for a longest or heaviest increasing subsequence, kept for the next one.
@usableFromInline
struct OrderScratch: Sendable {
  /// The ordinals of the items in the order of the source; `run` for an unchanged run.
  @usableFromInline var items: ContiguousArray<UInt32> = []
  /// The place of each element in the target.
  @usableFromInline var places: ContiguousArray<UInt32> = []
  /// The number of items that each element stands for; empty if each stands for one.
  @usableFromInline var weights: ContiguousArray<UInt32> = []
  /// The predecessor of each element in the best subsequence that ends with it.
  @usableFromInline var links: ContiguousArray<UInt32> = []
  /// The element with the smallest place that ends an increasing subsequence, by length.
  @usableFromInline var tails: ContiguousArray<UInt32> = []
  /// The places of `tails`.
  @usableFromInline var tailPlaces: ContiguousArray<UInt32> = []
  /// The greatest weight up to a place, packed with its element.
  @usableFromInline var best: ContiguousArray<UInt64> = []
  /// The last element of the subsequence that was found; -1 for none.
  @usableFromInline var last = -1

  /// The marker of an unchanged run among the ordinals of items.
  @inlinable static var run: UInt32 { .max }

  @inlinable
  init() {}

  @inlinable
  mutating func clear() {
    // Removing from an empty array costs as much as from a full one, which adds up over many short
    // gaps.
    if !items.isEmpty { items.removeAll(keepingCapacity: true) }
    if !places.isEmpty { places.removeAll(keepingCapacity: true) }
    if !weights.isEmpty { weights.removeAll(keepingCapacity: true) }
    if !links.isEmpty { links.removeAll(keepingCapacity: true) }
    if !tails.isEmpty { tails.removeAll(keepingCapacity: true) }
    if !tailPlaces.isEmpty { tailPlaces.removeAll(keepingCapacity: true) }
    last = -1
  }

  @inlinable
  @inline(__always)
  mutating func append(item: UInt32, place: UInt32) {
    items.append(item)
    places.append(place)
  }

  /// Returns the predecessor of `element` in the subsequence; -1 for none.
  @inlinable
  func before(_ element: Int) -> Int {
    let link = links[element]
    return link == .max ? -1 : Int(link)
  }

  /// Finds a longest subsequence with ascending places, in O(*m* log *l*) for *m* elements, of which
  /// *l* ascend.
  @inlinable
  mutating func findLongest() {
    links.append(contentsOf: repeatElement(.max, count: items.count))
    for element in places.indices {
      let place = places[element]
      // Most lists are nearly in order, so appending is tried first.
      var low = tailPlaces.count
      if let end = tailPlaces.last, end >= place {
        let places = tailPlaces.span
        low = places.indices.halvingIndex { places.uncheckedItem($0) >= place }
      }
      if low > 0 { links[element] = tails[low - 1] }
      if low == tails.count {
        tails.append(UInt32(truncatingIfNeeded: element))
        tailPlaces.append(place)
      } else {
        tails[low] = UInt32(truncatingIfNeeded: element)
        tailPlaces[low] = place
      }
    }
    last = tails.last.map { Int($0) } ?? -1
  }

  /// Finds a heaviest subsequence with ascending places, in O(*m* log *p*) for *p* places.
  ///
  /// - Parameter placeCount: The number of places; all are below.
  @inlinable
  mutating func findHeaviest(placeCount: Int) {
    links.append(contentsOf: repeatElement(.max, count: items.count))
    best.removeAll(keepingCapacity: true)
    best.append(contentsOf: repeatElement(0, count: placeCount + 1))
    var heaviest: UInt64 = 0
    for element in items.indices where weights[element] > 0 {
      let place = Int(places[element])
      var before: UInt64 = 0
      var node = place
      while node > 0 {
        before = max(before, best[node])
        node &= node - 1
      }
      // The element plus one in the low half, so that 0 means none.
      if before > 0 { links[element] = UInt32(truncatingIfNeeded: before) - 1 }
      let weight = (before >> 32) + UInt64(weights[element])
      let entry = weight << 32 | UInt64(element + 1)
      heaviest = max(heaviest, entry)
      node = place + 1
      while node <= placeCount {
        if best[node] < entry { best[node] = entry }
        node += node & -node
      }
    }
    last = Int(UInt32(truncatingIfNeeded: heaviest)) - 1
  }
}
