public import BasicAlgorithms

// Unchecked because a store checks positions once, in its own name, before it asks; a second check
// of the same bounds would cost a look-up a quarter of its instructions.

extension SectionStarts {
  /// The start and the count of `section`, or of the end for the section count.
  ///
  /// - Precondition: `section` is in `0...sectionCount`.
  @inlinable
  @inline(__always)
  func place(of section: Int) -> SectionPlace { places.uncheckedElement(at: section) }

  /// A section to look for `index` from; any that exists will do.
  @inlinable
  @inline(__always)
  func hint(for index: Int) -> Int {
    let slot = min(index &>> slotShift, hints.count &- 1)
    return min(Int(hints.uncheckedElement(at: slot)), sectionCount &- 1)
  }

  /// Adds `amount` to the starts of the sections behind `section`, up to `last`.
  @inlinable
  mutating func shiftStarts(after section: Int, through last: Int, by amount: Int) {
    assert(section >= -1 && last < places.count)
    var places = places.mutableSpan
    var position = section &+ 1
    while position <= last {
      unsafe places[unchecked: position].shift(by: amount)
      position &+= 1
    }
  }
}
