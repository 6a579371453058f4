/// What a longest or heaviest increasing subsequence is found with, kept for the next one.
@usableFromInline
struct OrderScratch: Sendable {
  /// The ordinals of the items in the order of the source; `run` for an unchanged run.
  @usableFromInline var items: ContiguousArray<UInt32> = []
  /// Where each of them is in the target.
  @usableFromInline var places: ContiguousArray<UInt32> = []
  /// How many items each of them stands for; empty where it is one for all.
  @usableFromInline var weights: ContiguousArray<UInt32> = []
  /// What stands before each of them in the best subsequence that ends with it.
  @usableFromInline var links: ContiguousArray<UInt32> = []
  /// By length, the element with the smallest place that ends an increasing subsequence.
  @usableFromInline var tails: ContiguousArray<UInt32> = []
  /// The places of `tails`.
  @usableFromInline var tailPlaces: ContiguousArray<UInt32> = []
  /// The greatest weight, and the element with it, up to a place.
  @usableFromInline var best: ContiguousArray<UInt64> = []
  /// The last element of the subsequence found; -1 for none.
  @usableFromInline var last = -1

  /// Stands for an unchanged run among the ordinals of items.
  @inlinable static var run: UInt32 { .max }

  @inlinable
  init() {}

  @inlinable
  mutating func clear() {
    // To empty what is empty takes as long, for many short gaps.
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

  /// What stands before `element` in the subsequence; -1 for nothing.
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
      // Most lists are nearly in order: behind the last is tried first.
      var low = tailPlaces.count
      if let end = tailPlaces.last, end >= place {
        low = tailPlaces.span.firstIndex(notBelow: place)
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
      // An element plus one below the weight, so that 0 is nothing.
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

extension Span<UInt32> {
  /// The index of the first of these ascending numbers that is not below `number`.
  ///
  /// Without branches that depend on the numbers, which would be guessed wrong half of the time.
  @inlinable
  @inline(__always)
  func firstIndex(notBelow number: UInt32) -> Int {
    var start = 0
    var length = count
    while length > 1 {
      let half = length >> 1
      start = uncheckedItem(start &+ half &- 1) < number ? start &+ half : start
      length &-= half
    }
    return length == 1 && uncheckedItem(start) < number ? start &+ 1 : start
  }
}
