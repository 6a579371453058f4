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
      return mine.comparedBytes(with: other) == .same && isUnchanged(source, target)
    }
    return id(of: source) == id(of: target) && isUnchanged(source, target)
  }

  /// Compares the identifiers of two values, and their content if the identifiers are equal.
  @inlinable
  @inline(__always)
  static func compare(_ source: Item, _ target: Item) -> ItemComparison {
    guard hasSameID(source, target) else { return .different }
    return isUnchanged(source, target) ? .unchanged : .changed
  }

  /// Returns whether two items have the same identifier.
  @inlinable
  @inline(__always)
  static func hasSameID(_ source: Item, _ target: Item) -> Bool {
    isSameID(id(of: source), id(of: target))
  }

  /// Returns whether two identifiers are equal.
  ///
  /// Strings are compared by their bytes, in a fraction of the instructions of `==`, unless only
  /// `==` can tell. The compiler resolves the type check where the comparison is specialised.
  @inlinable
  @inline(__always)
  static func isSameID(_ source: ID, _ target: ID) -> Bool {
    if ID.self == String.self, let mine = source as? String, let other = target as? String {
      switch mine.comparedBytes(with: other) {
      case .same: return true
      case .different: return false
      case .unclear: return source == target
      }
    }
    return source == target
  }
}

/// The result of a comparison of two items.
@usableFromInline
enum ItemComparison {
  /// Different items.
  case different
  /// One item whose content changed.
  case changed
  /// One item in one state.
  case unchanged
}

/// The result of a comparison of two strings by their bytes.
@usableFromInline
enum ByteComparison {
  case same, different
  /// Other bytes, which may be canonically equivalent.
  case unclear
}

extension String {
  /// Compares the bytes of two strings.
  ///
  /// If the first bytes that differ are ASCII on both sides, the strings are different: what is in
  /// front is equal, and nothing in front of an ASCII character combines with it or what follows.
  @inlinable
  @inline(__always)
  func comparedBytes(with other: String) -> ByteComparison {
    let result = unsafe utf8.withContiguousStorageIfAvailable { mine in
      unsafe other.utf8.withContiguousStorageIfAvailable { others in
        unsafe Self.compare(UnsafeRawBufferPointer(mine), UnsafeRawBufferPointer(others))
      } ?? .unclear
    }
    return result ?? .unclear
  }

  @inlinable
  @inline(__always)
  static func compare(
    _ mine: UnsafeRawBufferPointer, _ others: UnsafeRawBufferPointer
  ) -> ByteComparison {
    let count = Swift.min(mine.count, others.count)
    if count >= 8 {
      var place = 0
      while place < count {
        // The last word overlaps the one before it.
        let start = Swift.min(place, count &- 8)
        let word = unsafe mine.loadUnaligned(fromByteOffset: start, as: UInt64.self)
        let other = unsafe others.loadUnaligned(fromByteOffset: start, as: UInt64.self)
        if word != other { return firstDifference(word.littleEndian, other.littleEndian) }
        place &+= 8
      }
    } else {
      for place in 0..<count {
        let (byte, other) = unsafe (mine[place], others[place])
        if byte != other { return (byte | other) < 0x80 ? .different : .unclear }
      }
    }
    if mine.count == others.count { return .same }
    let next = unsafe mine.count > count ? mine[count] : others[count]
    return next < 0x80 ? .different : .unclear
  }

  /// Returns the result for two words that differ, their first byte lowest.
  @inlinable
  @inline(__always)
  static func firstDifference(_ word: UInt64, _ other: UInt64) -> ByteComparison {
    let bit = UInt64((word ^ other).trailingZeroBitCount & 56)
    return (word | other) &>> bit & 0x80 == 0 ? .different : .unclear
  }
}
