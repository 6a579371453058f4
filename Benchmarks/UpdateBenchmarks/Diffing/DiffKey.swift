import BasicAlgorithms
public import Changesets
public import Datasets
public import Diffing
public import Foundation

/// A key in collections to compare: an identifier, or an item that has one.
public protocol DiffKey: Hashable, Sendable, SendableMetatype {
  /// The rule that identifies keys.
  associatedtype Identity: ItemIdentity & SendableMetatype where Identity.Item == Self
  /// The `payload=` part of case ids.
  static var payloadName: String { get }
  /// The bytes of one key, including the heap as the allocator rounds it.
  static var bytesPerItem: Int { get }
  /// Creates the key of an item; a key on the heap gets its own memory.
  init(_ seed: ItemSeed)
}

extension DiffKey {
  /// The bytes of the value itself.
  @inlinable
  public static var bytesPerItem: Int { MemoryLayout<Self>.stride }
}

extension Int: DiffKey {
  /// Integers identify themselves.
  public typealias Identity = ValueIdentity<Int>

  /// `int`.
  @inlinable
  public static var payloadName: String { "int" }

  /// Creates an integer with the bits of the item's id.
  @inlinable
  public init(_ seed: ItemSeed) { self.init(truncatingIfNeeded: seed.id) }
}

extension UUID: DiffKey {
  /// UUIDs identify themselves.
  public typealias Identity = ValueIdentity<UUID>

  /// `uuid`.
  @inlinable
  public static var payloadName: String { "uuid" }

  /// Creates a UUID of the item's id in the first eight bytes, and bytes scrambled from it in the
  /// others.
  public init(_ seed: ItemSeed) {
    let (high, low) = (seed.id, SplitMix64.mix(seed.id))
    self.init(
      uuid: (
        high.byte(0), high.byte(1), high.byte(2), high.byte(3), high.byte(4), high.byte(5),
        high.byte(6), high.byte(7), low.byte(0), low.byte(1), low.byte(2), low.byte(3),
        low.byte(4), low.byte(5), low.byte(6), low.byte(7)
      ))
  }
}

extension String: DiffKey {
  /// Strings identify themselves.
  public typealias Identity = ValueIdentity<String>

  /// `string`.
  @inlinable
  public static var payloadName: String { "string" }

  /// The value of two words, and on the heap a header of 32 bytes and 36 of text.
  @inlinable
  public static var bytesPerItem: Int { MemoryLayout<String>.stride + 80 }

  /// Creates the 36 characters of a UUID, in separate memory.
  public init(_ seed: ItemSeed) {
    let (high, low) = (seed.id, SplitMix64.mix(seed.id))
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for place in 0..<16 {
      if place == 4 || place == 6 || place == 8 || place == 10 { text.append(0x2d) }
      let byte = place < 8 ? high.byte(place) : low.byte(place - 8)
      text.append(Self.digit(byte &>> 4))
      text.append(Self.digit(byte & 15))
    }
    self.init(decoding: text, as: UTF8.self)
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }
}

extension UInt64 {
  /// Returns the byte at `place`, counted from the most significant.
  fileprivate func byte(_ place: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: self &>> UInt64(56 - 8 * place))
  }
}

/// An item whose content can change: an identifier and a revision.
@frozen
public struct DiffRevisedItem: DiffKey, RevisionedItem {
  /// Revisions tell its states apart.
  public typealias Identity = RevisionIdentity<DiffRevisedItem>

  /// `revised`.
  @inlinable
  public static var payloadName: String { "revised" }

  /// The identifier.
  public let id: Int
  /// The state of its content.
  public let revision: UInt32

  /// Creates an item with the id and the revision of `seed`.
  @inlinable
  public init(_ seed: ItemSeed) {
    id = Int(truncatingIfNeeded: seed.id)
    revision = seed.revision
  }
}
