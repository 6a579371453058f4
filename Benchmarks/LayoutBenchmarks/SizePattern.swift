internal import Datasets
package import Geometry

/// The sizes of items by global index, in points: multiples of 1/4, so that all sums are exact.
///
/// Computed and nowhere stored; the same for all seeds.
package enum SizePattern: String, Sendable {
  /// 190 × 80: two columns on a phone.
  case equal
  /// 112 to 175¾ wide and 40 to 103¾ high: two items a line on a phone, sometimes three.
  case varied
  /// 190 wide, and 60, 80 and 100 high in turn: two items a line whatever comes before, so that
  /// lines after an insertion never join the old ones.
  case periodic
  /// 28 to 59¾ high, 43⅞ in the mean: rows of a list.
  case rows

  @inline(__always)
  package func size(at index: Int) -> Size {
    switch self {
    case .equal: return Size(width: 190, height: 80)
    case .varied:
      let bits = SplitMix64.mix(UInt64(truncatingIfNeeded: index))
      return Size(
        width: 112 + Double(bits & 0xff) / 4, height: 40 + Double((bits >> 8) & 0xff) / 4)
    case .periodic: return Size(width: 190, height: Double(60 + 20 * (index % 3)))
    case .rows:
      let bits = SplitMix64.mix(UInt64(truncatingIfNeeded: index))
      return Size(width: 0, height: 28 + Double(bits & 0x7f) / 4)
    }
  }

  /// The size of the `number`th item that a scenario inserts, which is no item's of the collection.
  func newSize(_ number: Int) -> Size { size(at: (1 << 41) + 3 * number) }
}
