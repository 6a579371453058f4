/// Some identifiers that are looked up together.
@usableFromInline
struct LookUpBlock {
  /// How many: some more than a processor fetches from memory at once.
  @inlinable static var length: Int { 32 }

  /// Their hashes.
  @usableFromInline var hashes = InlineArray<32, UInt64>(repeating: 0)
  /// What stands in the table for each of them.
  @usableFromInline var entries = InlineArray<32, UInt32>(repeating: 0)
  /// Where in the target that is.
  @usableFromInline var positions = InlineArray<32, UInt32>(repeating: 0)

  @inlinable
  init() {}
}

/// Which target the next source may be matched with.
///
/// What comes next in the source often comes next in the target, or right before: items that moved as
/// a block, or a list turned round. Where nothing occurs twice that needs no look-up.
@usableFromInline
struct PartnerGuess {
  /// The last partner; -1 for none.
  @usableFromInline var last = -1
  /// From one partner to the next.
  @usableFromInline var step = 1
  /// How many sources in a row had another partner.
  @usableFromInline var misses = 0

  @inlinable
  init() {}

  /// The guess; below 0 for none.
  @inlinable var next: Int { last < 0 ? -1 : last + step }

  /// Whether it has been wrong so often that looking up many at once will cost less.
  @inlinable var isHopeless: Bool { misses >= 16 }

  /// Notes a partner that was guessed, or -1 if somebody else has it.
  @inlinable
  mutating func take(_ partner: Int) {
    last = partner
    misses = 0
  }

  /// Notes a partner that was not; -1 for none.
  @inlinable
  mutating func miss(_ partner: Int) {
    step = partner == last - 1 ? -1 : 1
    last = partner
    misses += 1
  }
}
