/// A row as a database gives it: 64 bytes, no references.
@frozen
public struct Record: SeededItem, Hashable, Sendable {
  /// `record`.
  @inlinable
  public static var payloadName: String { "record" }

  /// What it was made from.
  public var seed: ItemSeed
  /// When it was made, in nanoseconds; like all that follows, a number derived from the id.
  public var createdNanoseconds: UInt64
  /// When it was last changed, in nanoseconds.
  public var modifiedNanoseconds: UInt64
  /// Whose it is.
  public var ownerID: UInt64
  /// What it belongs to.
  public var parentID: UInt64
  /// The width of what it shows, in points.
  public var widthPoints: Double
  /// The height of what it shows, in points.
  public var heightPoints: Double

  /// A record with the values of `seed`.
  @inlinable
  public init(_ seed: ItemSeed) {
    self.seed = seed
    createdNanoseconds = seed.id &>> 8
    modifiedNanoseconds = seed.id &>> 7
    ownerID = seed.id & 0xffff
    parentID = seed.id &>> 48
    widthPoints = Double(seed.sizeClass)
    heightPoints = Double(seed.reuseKind)
  }
}
