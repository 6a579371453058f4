/// An item with a title on the heap, as in most apps.
@frozen
public struct TextItem: SeededItem, Hashable, Sendable {
  /// `text`.
  @inlinable
  public static var payloadName: String { "text" }

  /// The values from which it was created.
  public var seed: ItemSeed
  /// The title of 30 bytes, twice the size of a `String` without an allocation.
  public var title: String

  /// Creates an item with the values of `seed` and a title from its id; one allocation.
  @inlinable
  public init(_ seed: ItemSeed) {
    self.seed = seed
    title = Self.title(ofItem: seed.id)
  }
}

extension TextItem {
  /// Returns the title of an item, unique and of constant length: `Title of item 00000000000000ff`
  /// for 255.
  ///
  /// Unchecked because writing into the string's storage takes one allocation, and interpolation
  /// takes three. Allocations are counted, and should be the store's.
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
