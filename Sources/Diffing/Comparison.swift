/// One comparison in progress.
///
/// It has four steps. Runs of unchanged items are skipped, section by section, without hashing. The
/// items between them are matched through a hash table. Of the matched items, a longest increasing
/// subsequence stays in place. The rest is written as operations.
@usableFromInline
struct Comparison<Side: DiffSide, Identity: ItemIdentity> where Identity.Item == Side.Item {
  @usableFromInline let source: Side
  @usableFromInline let target: Side
  @usableFromInline var scratch = DiffScratch()
  @usableFromInline var statistics = DiffStatistics()
  /// A Boolean value that indicates whether to check for the cancellation of the task from time to
  /// time.
  @usableFromInline let isCancellable: Bool
  /// The number of sources outside unchanged runs so far.
  @usableFromInline var sourceCount = 0
  /// The number of targets outside unchanged runs so far.
  @usableFromInline var targetCount = 0
  /// The number of samples that were taken to find runs.
  @usableFromInline var sampleCount = 0
  /// A Boolean value that indicates whether an item was sampled on both sides.
  @usableFromInline var hasCommonSample = false
  /// A seed that differs between processes: identifiers that collide in one do not in the next.
  @usableFromInline let hashSeed: UInt64
  /// The odd factor that strings are mixed with; it differs between processes too.
  @usableFromInline let hashFactor: UInt64

  @inlinable
  init(_ source: Side, _ target: Side, isCancellable: Bool) {
    self.source = source
    self.target = target
    self.isCancellable = isCancellable
    hashSeed = UInt64(bitPattern: Int64(0.hashValue))
    hashFactor = UInt64(bitPattern: Int64(1.hashValue)) | 1
  }

  /// Throws if the task has been cancelled.
  @inlinable
  @inline(__always)
  func checkCancellation() throws(DiffingError) {
    if isCancellable, Task.isCancelled { throw .cancelled }
  }

  /// Returns whether the two items have the same identifier.
  @inlinable
  @inline(__always)
  func isSameItem(_ sourcePosition: Int, _ targetPosition: Int) -> Bool {
    Identity.hasSameID(source.item(at: sourcePosition), target.item(at: targetPosition))
  }
}
