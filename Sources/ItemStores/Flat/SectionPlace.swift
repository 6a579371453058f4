/// Where a section starts and how many items it has, in one word: a look-up needs both, and the second
/// load would cost it an eighth of its time.
@frozen
@usableFromInline
struct SectionPlace: Sendable {
  /// The start in the upper half, the count in the lower.
  @usableFromInline var word: UInt64

  @inlinable
  init(start: Int, count: Int) {
    word = UInt64(truncatingIfNeeded: start) &<< 32 | UInt64(truncatingIfNeeded: count)
  }

  /// The global index of the section's first item.
  @inlinable var start: Int { Int(truncatingIfNeeded: word &>> 32) }

  /// The number of its items.
  @inlinable var count: Int { Int(truncatingIfNeeded: word & 0xFFFF_FFFF) }

  /// Adds `amount` items to those before it.
  @inlinable
  mutating func shift(by amount: Int) { word &+= UInt64(truncatingIfNeeded: amount) &<< 32 }

  /// Adds `amount` items to its own.
  @inlinable
  mutating func grow(by amount: Int) { word &+= UInt64(truncatingIfNeeded: amount) }
}
