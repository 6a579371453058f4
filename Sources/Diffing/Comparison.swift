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
  /// Another one in each process, so that identifiers which collide in one do not in the next.
  @usableFromInline let hashSeed: UInt64
  /// What strings are mixed with; odd, and another one in each process as well.
  @usableFromInline let hashFactor: UInt64

  @inlinable
  init(_ source: Side, _ target: Side, scratch: consuming DiffScratch, isCancellable: Bool) {
    self.source = source
    self.target = target
    self.scratch = scratch
    self.isCancellable = isCancellable
    hashSeed = UInt64(bitPattern: Int64(0.hashValue))
    hashFactor = UInt64(bitPattern: Int64(1.hashValue)) | 1
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
