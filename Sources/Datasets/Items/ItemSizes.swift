public import BasicAlgorithms
public import Geometry

/// The sizes of generated items, for layouts: a function of the seed and the global index.
///
/// Each extent is a multiple of 1/64 pt, so sums are exact in any order and two layouts can be
/// compared exactly. The rounding of sums of `isFractional` sizes depends on their order.
@frozen
public struct ItemSizes: Hashable, Sendable {
  /// The kinds of sizes.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// One size for all, 120 × 80 pt.
    case uniform
    /// Rows of a list: 390 pt wide, 36 to 132 pt high.
    case rows
    /// Tags in a flow: 24 to 180 pt wide, 20 to 64 pt high.
    case tags
    /// Widths of 60, 90 and 150 pt in turn, 44 pt high.
    case periodic
    /// Rows of 390 × 44 pt, except for one in each 1,000 that is up to 132 pt high.
    case mostlyUniform = "mostly-uniform"
  }

  /// The kind of sizes.
  public let kind: Kind
  /// A Boolean value that indicates whether each extent has an additional third of 1/64 pt, and so
  /// is no multiple of 1/64.
  public let isFractional: Bool
  /// The key of the random numbers.
  @usableFromInline let key: UInt64

  /// Creates the sizes of `kind` for `seed`.
  ///
  /// - Parameters:
  ///   - kind: The kind of sizes.
  ///   - seed: The seed of all random numbers.
  ///   - isFractional: Whether extents avoid multiples of 1/64 pt.
  public init(_ kind: Kind, seed: UInt64, isFractional: Bool = false) {
    self.kind = kind
    self.isFractional = isFractional
    key = SplitMix64.mix(~seed)
  }

  /// Returns the size of the item at global index `index`. O(1); no allocation.
  ///
  /// - Precondition: `index >= 0`.
  @inlinable
  public func size(atGlobalIndex index: Int) -> Size {
    precondition(index >= 0, "ItemSizes.size(atGlobalIndex:): indexes count from 0")
    let size = wholeSize(atGlobalIndex: index)
    guard isFractional else { return size }
    return Size(width: size.width + 1 / 192, height: size.height + 1 / 192)
  }

  /// Returns the size in multiples of 1/64.
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
      return Size(width: Self.extent(24, 180, random), height: Self.extent(20, 64, random &<< 32))
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

  /// Returns the random number with index `number`.
  @inlinable
  @inline(__always)
  func random(_ number: Int) -> UInt64 {
    SplitMix64.mix(key &+ UInt64(truncatingIfNeeded: number) &* SplitMix64.increment)
  }

  /// Returns a multiple of 1/64 in `low...high`, from the upper 32 bits of `random`.
  @inlinable
  @inline(__always)
  static func extent(_ low: UInt64, _ high: UInt64, _ random: UInt64) -> Double {
    Double(low &* 64 &+ part(random, of: (high &- low) &* 64 &+ 1)) / 64
  }

  /// Returns a number below `count`, from the upper 32 bits of `random`; `count` is below 2³².
  ///
  /// Some numbers are likelier than others by `count` in 2³², which is negligible for sizes.
  @inlinable
  @inline(__always)
  static func part(_ random: UInt64, of count: UInt64) -> UInt64 {
    ((random &>> 32) &* count) &>> 32
  }
}
