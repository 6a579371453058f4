/// An item with a title on the heap: what most apps have.
@frozen
public struct TextItem: SeededItem, Hashable, Sendable {
  /// `text`.
  @inlinable
  public static var payloadName: String { "text" }

  /// What it was made from.
  public var seed: ItemSeed
  /// 30 bytes, twice what a `String` holds without an allocation.
  public var title: String

  /// An item with the values of `seed` and a title made from its id; one allocation.
  @inlinable
  public init(_ seed: ItemSeed) {
    self.seed = seed
    title = Self.title(ofItem: seed.id)
  }
}

extension TextItem {
  /// `Title of item 00000000000000ff` for 255: different for each id, and always as long.
  ///
  /// Unchecked because writing into the string's own storage takes one allocation, where
  /// interpolation takes three: allocations are counted, and these should be the store's.
  @usableFromInline
  static func title(ofItem id: UInt64) -> String {
    let start: StaticString = "Title of item "
    let digitCount = UInt64.bitWidth / 4
    let length = start.utf8CodeUnitCount + digitCount
    return unsafe String(unsafeUninitializedCapacity: length) { buffer in
      for position in 0..<start.utf8CodeUnitCount {
        unsafe buffer[position] = start.utf8Start[position]
      }
      for place in 1...digitCount {
        let digit = UInt8(truncatingIfNeeded: id &>> UInt64(4 * (place - 1))) & 15
        unsafe buffer[length - place] = digit < 10 ? 0x30 + digit : 0x57 + digit
      }
      return length
    }
  }
}
