/// The place of one item: a section and a position within it, both counted from zero.
///
///     let path = ItemPath(section: 2, item: 0)
///     path < ItemPath(section: 2, item: 1)  // true: paths order as a store holds items.
///
/// Two numbers of 32 bits, one machine word, no heap: no store here holds more items than that. UIKit's
/// counterpart is an `IndexPath` of two levels.
@frozen
public struct ItemPath: Sendable {
  // Two halves, each of which a look-up loads by itself: halves of a stored word cost it two shifts,
  // a half of its time where the items are in the caches.
  @usableFromInline var narrowItem: Int32
  @usableFromInline var narrowSection: Int32

  /// The section's position among all sections.
  ///
  /// - Precondition: What is set is in the range of an `Int32`.
  @inlinable
  public var section: Int {
    get { Int(narrowSection) }
    set { self = ItemPath(section: newValue, item: item) }
  }

  /// The item's position within its section.
  ///
  /// - Precondition: What is set is in the range of an `Int32`.
  @inlinable
  public var item: Int {
    get { Int(narrowItem) }
    set { self = ItemPath(section: section, item: newValue) }
  }

  /// The section in the upper half and the item in the lower one, so that paths which name something
  /// are in order where their words are; the compiler loads it at once.
  @inlinable
  @inline(__always)
  var word: Int64 { Int64(narrowSection) &<< 32 | Int64(UInt32(bitPattern: narrowItem)) }

  /// A path to item `item` of section `section`.
  ///
  /// - Precondition: Both are in the range of an `Int32`.
  @inlinable
  public init(section: Int, item: Int) {
    // A comparison with what is stored, which a look-up needs anyway: one of ranges costs it three
    // instructions more.
    narrowItem = Int32(truncatingIfNeeded: item)
    narrowSection = Int32(truncatingIfNeeded: section)
    if _slowPath(Int(narrowItem) != item) { Self.stopAtRange(section, item) }
    if _slowPath(Int(narrowSection) != section) { Self.stopAtRange(section, item) }
  }

  /// A path to item `item` of section `section`; nil if one of them is beyond the range of an `Int32`.
  @inlinable
  public init?(exactlySection section: Int, item: Int) {
    guard Int32(exactly: section) != nil, Int32(exactly: item) != nil else { return nil }
    self.init(section: section, item: item)
  }

  /// The most sections that there can be, and the most items of one.
  public static let countLimit = Int(Int32.max)

  /// Returns a Boolean value that indicates whether there can be that many sections, or items of
  /// one.
  package static func isCount(_ count: Int) -> Bool { count >= 0 && count <= countLimit }

  @usableFromInline
  static func stopAtRange(_ section: Int, _ item: Int) -> Never {
    stop(
      "ItemPath.init(section: \(section), item: \(item)): sections and items are at least "
        + "\(Int32.min) and at most \(Int32.max)")
  }
}

extension ItemPath: Hashable {
  /// Returns a Boolean value that indicates whether both name the same place.
  @inlinable
  public static func == (left: ItemPath, right: ItemPath) -> Bool { left.word == right.word }

  /// Feeds both numbers to `hasher`, as one.
  @inlinable
  public func hash(into hasher: inout Hasher) { hasher.combine(word) }
}

extension ItemPath: Comparable {
  /// Orders paths by section, then by item: the order in which a store holds them. An item below zero,
  /// which no store has, comes behind those of its section.
  @inlinable
  public static func < (left: ItemPath, right: ItemPath) -> Bool { left.word < right.word }
}

extension ItemPath: CustomStringConvertible {
  /// `[section, item]`, as collection-view logs print it.
  public var description: String { "[\(section), \(item)]" }
}

extension ItemPath: Codable {
  private enum CodingKeys: String, CodingKey {
    case section, item
  }

  /// Reads `{"section": 0, "item": 1}`.
  ///
  /// - Parameter decoder: Where it is.
  /// - Throws: A `DecodingError`, also for a number beyond the range of an `Int32`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      section: Int(try container.decode(Int32.self, forKey: .section)),
      item: Int(try container.decode(Int32.self, forKey: .item)))
  }

  /// Writes both numbers.
  ///
  /// - Parameter encoder: Where they go.
  /// - Throws: What the encoder does.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(section, forKey: .section)
    try container.encode(item, forKey: .item)
  }
}
