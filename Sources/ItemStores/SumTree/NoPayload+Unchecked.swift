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
