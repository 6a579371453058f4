public import Geometry

/// The sizes of generated items, for layouts: a function of the seed and the global index.
///
/// Each extent is a multiple of 1/64 pt, so that sums of them are exact in any order and two layouts
/// can be compared to the bit; `isFractional` sizes are not, so that sums of them depend on the order
/// by their rounding.
@frozen
public struct ItemSizes: Hashable, Sendable {
  /// How sizes differ.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// All of one size, 120 × 80 pt.
    case uniform
    /// Rows of a list: 390 pt wide, from 36 to 132 pt high.
    case rows
    /// Tags in a flow: from 24 to 180 pt wide, from 20 to 64 pt high.
    case tags
    /// Widths of 60, 90 and 150 pt in turn, 44 pt high.
    case periodic
    /// Rows of 390 × 44 pt, but for one in each 1,000 that is higher, up to 132 pt.
    case mostlyUniform = "mostly-uniform"
  }

  /// How sizes differ.
  public let kind: Kind
  /// Whether each extent is a third of 1/64 pt more than said, and so not a multiple of 1/64.
  public let isFractional: Bool
  /// What random numbers are made from.
  @usableFromInline
  let key: UInt64

  /// The sizes of `kind` that follow from `seed`.
  ///
  /// - Parameters:
  ///   - kind: How sizes differ.
  ///   - seed: Where all that is random comes from.
  ///   - isFractional: Whether extents are to be no multiples of 1/64 pt.
  public init(_ kind: Kind, seed: UInt64, isFractional: Bool = false) {
    self.kind = kind
    self.isFractional = isFractional
    key = SplitMix64.mix(~seed)
  }

  /// The size of the item at global index `index`. O(1); no allocation.
  ///
  /// - Precondition: `index >= 0`.
  @inlinable
  public func size(atGlobalIndex index: Int) -> Size {
    precondition(index >= 0, "ItemSizes.size(atGlobalIndex:): indexes count from 0")
    let size = wholeSize(atGlobalIndex: index)
    guard isFractional else { return size }
    return Size(width: size.width + 1 / 192, height: size.height + 1 / 192)
  }

  /// The size in multiples of 1/64.
  @inlinable
  @inline(__always)
  func wholeSize(atGlobalIndex index: Int) -> Size {
    switch kind {
    case .uniform:
      return Size(width: 120, height: 80)
    case .rows:
      return Size(width: 390, height: Self.extent(36, 132, random(index)))
    case .tags:
      let random = random(index)
      return Size(
        width: Self.extent(24, 180, random), height: Self.extent(20, 64, random &<< 32))
    case .periodic:
      let position = index % 3
      return Size(width: position == 0 ? 60 : position == 1 ? 90 : 150, height: 44)
    case .mostlyUniform:
      let (thousand, position) = index.quotientAndRemainder(dividingBy: 1_000)
      let random = random(thousand)
      guard position == Int(Self.part(random, of: 1_000)) else {
        return Size(width: 390, height: 44)
      }
      return Size(width: 390, height: Self.extent(45, 132, random &<< 32))
    }
  }

  /// The random number called `number`.
  @inlinable
  @inline(__always)
  func random(_ number: Int) -> UInt64 {
    SplitMix64.mix(key &+ UInt64(truncatingIfNeeded: number) &* SplitMix64.increment)
  }

  /// A multiple of 1/64 in `low...high`, by the upper 32 bits of `random`.
  @inlinable
  @inline(__always)
  static func extent(_ low: UInt64, _ high: UInt64, _ random: UInt64) -> Double {
    Double(low &* 64 &+ part(random, of: (high &- low) &* 64 &+ 1)) / 64
  }

  /// A number below `count`, by the upper 32 bits of `random`; `count` is below 2³².
  ///
  /// Some numbers are likelier than others by `count` in 2³², which no size shows.
  @inlinable
  @inline(__always)
  static func part(_ random: UInt64, of count: UInt64) -> UInt64 {
    ((random &>> 32) &* count) &>> 32
  }
}
