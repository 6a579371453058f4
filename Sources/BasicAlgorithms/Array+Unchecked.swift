// Unchecked because the caller has checked the index, in its own words. By way of a buffer pointer:
// a span of an array checks each time whether its address is aligned.

extension Array {
  /// Returns the element at `index`, which must exist.
  @inlinable
  @inline(__always)
  public func uncheckedElement(at index: Int) -> Element {
    assert(indices.contains(index))
    return unsafe withUnsafeBufferPointer { unsafe $0[index] }
  }
}

extension ContiguousArray {
  /// Returns the element at `index`, which must exist.
  @inlinable
  @inline(__always)
  public func uncheckedElement(at index: Int) -> Element {
    assert(indices.contains(index))
    return unsafe withUnsafeBufferPointer { unsafe $0[index] }
  }
}
