/// One comparison in progress.
///
/// In four steps: runs of unchanged items are passed over, section by section, without hashing; the
/// items between them are matched through a hash table; of the matched, a longest increasing
/// subsequence stays where it is; what is left is written down.
@usableFromInline
struct Comparison<Side: DiffSide, Identity: ItemIdentity> where Identity.Item == Side.Item {
  @usableFromInline let source: Side
  @usableFromInline let target: Side
  @usableFromInline var scratch: DiffScratch
  @usableFromInline var statistics = DiffStatistics()
  /// Whether to look from time to time if the task has been cancelled.
  @usableFromInline let isCancellable: Bool
  /// Sources outside of unchanged runs, so far.
  @usableFromInline var sourceCount = 0
  /// Targets outside of unchanged runs, so far.
  @usableFromInline var targetCount = 0
  /// Another one in each process, so that nobody can prepare identifiers that collide.
  @usableFromInline let hashSeed: UInt64

  @inlinable
  init(_ source: Side, _ target: Side, scratch: consuming DiffScratch, isCancellable: Bool) {
    self.source = source
    self.target = target
    self.scratch = scratch
    self.isCancellable = isCancellable
    hashSeed = UInt64(bitPattern: Int64(0.hashValue))
    self.scratch.clear()
  }

  /// Throws where the task has been cancelled.
  @inlinable
  @inline(__always)
  func checkCancellation() throws(DiffingError) {
    if isCancellable, Task.isCancelled { throw .cancelled }
  }

  /// Whether the two items have one identifier.
  @inlinable
  @inline(__always)
  func isSameItem(_ sourcePosition: Int, _ targetPosition: Int) -> Bool {
    Identity.id(of: source.item(at: sourcePosition))
      == Identity.id(of: target.item(at: targetPosition))
  }
}

// MARK: Hashes

extension Comparison {
  /// 64 well-mixed bits of an identifier.
  ///
  /// Integers are mixed here, in a quarter of the time that `Hasher` takes; the conditions are known
  /// to the compiler where the comparison is specialised.
  @inlinable
  @inline(__always)
  func hash(_ id: Identity.ID) -> UInt64 {
    if Identity.ID.self == Int.self, let number = id as? Int {
      return mixed(UInt64(bitPattern: Int64(number)))
    }
    if Identity.ID.self == UInt64.self, let number = id as? UInt64 { return mixed(number) }
    if Identity.ID.self == UInt32.self, let number = id as? UInt32 { return mixed(UInt64(number)) }
    if Identity.ID.self == Int64.self, let number = id as? Int64 {
      return mixed(UInt64(bitPattern: number))
    }
    return UInt64(bitPattern: Int64(id.hashValue))
  }

  /// The finaliser of MurmurHash3 over a seeded number. Source: A. Appleby, public domain.
  @inlinable
  @inline(__always)
  func mixed(_ number: UInt64) -> UInt64 {
    var bits = number ^ hashSeed
    bits = (bits ^ (bits >> 33)) &* 0xff51_afd7_ed55_8ccd
    bits = (bits ^ (bits >> 33)) &* 0xc4ce_b9fe_1a85_ec53
    return bits ^ (bits >> 33)
  }
}
