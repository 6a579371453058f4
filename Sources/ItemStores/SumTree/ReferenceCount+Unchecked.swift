public import Synchronization

/// How many owners a block of raw memory has, in the block's first word.
///
/// As Swift's own counts, with which it shares the rule: only an owner that finds itself alone
/// writes to the rest of the block. Copies on several threads may share one.
///
/// Unchecked because only those who allocate blocks with a count in front make one of these.
@safe
@frozen
@usableFromInline
struct ReferenceCount {
  @usableFromInline
  let count: UnsafeMutablePointer<Atomic<Int>>

  @inlinable
  @inline(__always)
  init(of address: UnsafeMutableRawPointer) {
    unsafe count = address.assumingMemoryBound(to: Atomic<Int>.self)
  }

  /// Counts whoever allocated the block.
  @inlinable
  @inline(__always)
  func start() { unsafe count.initialize(to: Atomic(1)) }

  @inlinable
  @inline(__always)
  func retain() { unsafe count.pointee.add(1, ordering: .relaxed) }

  /// Gives one reference up; true when it was the last.
  @inlinable
  @inline(__always)
  func releaseIsLast() -> Bool {
    unsafe count.pointee.subtract(1, ordering: .acquiringAndReleasing).newValue == 0
  }

  @inlinable
  @inline(__always)
  var isUnique: Bool { unsafe count.pointee.load(ordering: .acquiring) == 1 }

  /// Brings the count into the cache.
  @inlinable
  @inline(__always)
  func touch() { _ = unsafe count.pointee.load(ordering: .relaxed) }
}
