public import Synchronization

/// The contents of a `SumTree`'s leaves besides sizes.
@usableFromInline
protocol SumTreePayload {
  /// A Boolean value that indicates whether entries have a pointer at all.
  static var hasPointers: Bool { get }
  /// Brings the count of references into the cache.
  static func touch(_ pointer: UnsafeMutableRawPointer)
  /// Adds a reference to what `pointer` points to.
  static func retain(_ pointer: UnsafeMutableRawPointer)
  /// Gives a reference up; the last one frees it.
  static func release(_ pointer: UnsafeMutableRawPointer)
}

/// Entries that are only sizes.
@usableFromInline
enum NoPayload: SumTreePayload {
  @inlinable
  static var hasPointers: Bool { false }
  @inlinable
  static func touch(_ pointer: UnsafeMutableRawPointer) {}
  @inlinable
  static func retain(_ pointer: UnsafeMutableRawPointer) {}
  @inlinable
  static func release(_ pointer: UnsafeMutableRawPointer) {}
}

/// The number of owners of a block of raw memory, in the block's first word.
///
/// As Swift's own counts, with which it shares the rule: only an owner that finds itself alone
/// writes to the rest of the block. Copies on several threads may share one.
///
/// Unchecked because only those who allocate blocks with a count in front make one of these.
@safe
@frozen
@usableFromInline
struct ReferenceCount {
  @usableFromInline let count: UnsafeMutablePointer<Atomic<Int>>

  @inlinable
  @inline(__always)
  init(of address: UnsafeMutableRawPointer) {
    unsafe count = address.assumingMemoryBound(to: Atomic<Int>.self)
  }

  /// Sets the count to 1, for the block's first owner.
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
