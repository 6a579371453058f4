// Unchecked because eight bytes of a string are read at once, always within its count.

extension ItemIdentity {
  /// Returns whether two values are the same item in the same state.
  @inlinable
  @inline(__always)
  static func isSame(_ source: Item, _ target: Item) -> Bool {
    hasSameID(source, target) && isUnchanged(source, target)
  }

  /// Returns whether two values are the same item in the same state, as far as a look at their
  /// bytes tells: if false, they still may be.
  @inlinable
  @inline(__always)
  static func isClearlySame(_ source: Item, _ target: Item) -> Bool {
    if ID.self == String.self, let mine = id(of: source) as? String,
      let other = id(of: target) as? String
    {
      return mine.hasSameBytes(as: other) && isUnchanged(source, target)
    }
    return id(of: source) == id(of: target) && isUnchanged(source, target)
  }

  /// Returns whether two items have the same identifier.
  @inlinable
  @inline(__always)
  static func hasSameID(_ source: Item, _ target: Item) -> Bool {
    isSameID(id(of: source), id(of: target))
  }

  /// Returns whether two identifiers are equal.
  ///
  /// Strings are compared by their bytes first, in a third of the instructions of `==`. The compiler
  /// resolves the type check where the comparison is specialised.
  @inlinable
  @inline(__always)
  static func isSameID(_ source: ID, _ target: ID) -> Bool {
    if ID.self == String.self, let mine = source as? String, let other = target as? String,
      mine.hasSameBytes(as: other)
    {
      return true
    }
    return source == target
  }
}

extension String {
  /// Returns whether both strings have the same bytes; strings with other bytes may be equal too.
  @inlinable
  @inline(__always)
  func hasSameBytes(as other: String) -> Bool {
    unsafe utf8.withContiguousStorageIfAvailable { mine in
      unsafe other.utf8.withContiguousStorageIfAvailable { others in
        unsafe Self.areSame(UnsafeRawBufferPointer(mine), UnsafeRawBufferPointer(others))
      } ?? false
    } ?? false
  }

  @inlinable
  @inline(__always)
  static func areSame(_ mine: UnsafeRawBufferPointer, _ others: UnsafeRawBufferPointer) -> Bool {
    let count = mine.count
    guard count == others.count else { return false }
    var difference: UInt64 = 0
    guard count >= 8 else {
      for place in 0..<count { difference |= UInt64(unsafe mine[place] ^ others[place]) }
      return difference == 0
    }
    var place = 0
    while place < count {
      // The last word overlaps the one before it.
      let start = Swift.min(place, count &- 8)
      let word = unsafe mine.loadUnaligned(fromByteOffset: start, as: UInt64.self)
      let other = unsafe others.loadUnaligned(fromByteOffset: start, as: UInt64.self)
      difference |= word ^ other
      if difference != 0 { return false }
      place &+= 8
    }
    return true
  }
}
