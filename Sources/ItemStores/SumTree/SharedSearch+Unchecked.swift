// Unchecked because both lists are read where their counts allow it.

/// Looks for the next address that two lists have in common, in each of which every one is another.
@safe
struct SharedSearch {
  private let left: UnsafeBufferPointer<SumTreeAddress>
  private let right: UnsafeBufferPointer<SumTreeAddress>
  /// Where each address stands in the right list; filled where a search by distance has failed.
  private var places: [SumTreeAddress: Int] = [:]

  init(
    left: UnsafeBufferPointer<SumTreeAddress>,
    right: UnsafeBufferPointer<SumTreeAddress>
  ) {
    unsafe self.left = unsafe left
    unsafe self.right = unsafe right
  }

  /// The nearest place from here on where both lists have one address; the ends if there is none.
  mutating func next(_ here: Int, _ there: Int) -> (left: Int, right: Int) {
    let (lefts, rights) = unsafe (left.count &- here, right.count &- there)
    guard lefts > 0, rights > 0 else { return unsafe (left.count, right.count) }
    // One that has become another, as most have.
    if lefts > 1, rights > 1, unsafe left[here &+ 1] == right[there &+ 1] {
      return (here &+ 1, there &+ 1)
    }
    if let near = near(here, there, 1...min(4, lefts &+ rights &- 1)) { return near }
    if let next = inStep(here, there, 3..<6) { return next }
    let distance = min(16, lefts &+ rights &- 1)
    if distance > 4, let near = near(here, there, 5...distance) { return near }
    if distance < 16 { return unsafe (left.count, right.count) }
    return inStep(here, there, 9..<28) ?? far(here, there)
  }

  /// The nearest place where both have one address, as far away on each side: several neighbours
  /// have become one other each.
  ///
  /// Behind both places of a section that has moved, lists are in step, too, although what it has
  /// passed is the same: so this is no search for what is far away.
  private func inStep(
    _ here: Int, _ there: Int, _ distances: Range<Int>
  ) -> (left: Int, right: Int)? {
    let end = unsafe min(distances.upperBound, left.count &- here, right.count &- there)
    var skipped = distances.lowerBound
    while skipped < end {
      let (mine, other) = (here &+ skipped, there &+ skipped)
      if unsafe left[mine] == right[other] { return (mine, other) }
      skipped &+= 1
    }
    return nil
  }

  /// The nearest place where both have one address, so far away on both sides together.
  private func near(
    _ here: Int, _ there: Int, _ distances: ClosedRange<Int>
  ) -> (left: Int, right: Int)? {
    for distance in distances {
      let farthest = unsafe min(distance, left.count &- here &- 1)
      var skipped = unsafe max(0, distance &- (right.count &- there) &+ 1)
      while skipped <= farthest {
        let (mine, other) = (here &+ skipped, there &+ distance &- skipped)
        if unsafe left[mine] == right[other] { return (mine, other) }
        skipped &+= 1
      }
    }
    return nil
  }

  /// The first address of the left list from here on that the right list has, too.
  private mutating func far(_ here: Int, _ there: Int) -> (left: Int, right: Int) {
    if places.isEmpty {
      unsafe places.reserveCapacity(right.count - there)
      for place in unsafe there..<right.count { unsafe places[right[place]] = place }
    }
    for mine in unsafe here..<left.count {
      if let other = unsafe places[left[mine]], other >= there { return (mine, other) }
    }
    return unsafe (left.count, right.count)
  }
}
