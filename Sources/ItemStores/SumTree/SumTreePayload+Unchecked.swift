/// What the leaves of a `SumTree` hold besides sizes, and how it is shared.
@usableFromInline
protocol SumTreePayload {
  /// Whether entries have a pointer at all.
  static var hasPointers: Bool { get }
  /// Brings the count of references into the cache.
  static func touch(_ pointer: UnsafeMutableRawPointer)
  /// Adds a reference to what `pointer` points to.
  static func retain(_ pointer: UnsafeMutableRawPointer)
  /// Gives a reference up; the last one frees it.
  static func release(_ pointer: UnsafeMutableRawPointer)
}
