import BasicAlgorithms
import Datasets
package import Geometry
import Layouts

/// A layout and its item sizes; the raw values are part of scenario names.
enum LayoutKind: String, Sendable {
  /// A flow layout of equal sizes: two columns.
  case uniform
  /// A list of rows of different heights.
  case list
  /// A flow layout of different sizes, which the delegate computes.
  case flow
  /// The same, looked up in an array of all sizes.
  case flowDelegate = "flow-delegate"
  /// A flow layout of different heights and equal widths, two items a line.
  case periodic
  /// A list of rows of 44 points that prefer other heights when they are visible.
  case estimates = "estimated-list"
  /// Rows of 44 points under headers of 28 that stick.
  case sticky
  /// Rows of 44 points.
  case equalRows = "equal-rows"

  /// The phrase in a scenario's summary.
  var summary: String {
    switch self {
    case .uniform: "a grid of equal sizes"
    case .list: "a list of different heights"
    case .flow: "a flow of different sizes"
    case .flowDelegate: "a flow of different sizes from a delegate that looks them up"
    case .periodic: "a flow of equal widths and three heights in turn"
    case .estimates: "a list of estimates"
    case .sticky: "a list with sticky headers"
    case .equalRows: "rows of equal heights"
    }
  }

  /// The sizes of the items.
  var pattern: SizePattern {
    switch self {
    case .uniform: .equal
    case .list, .estimates, .sticky: .rows
    case .flow, .flowDelegate: .varied
    case .periodic: .periodic
    case .equalRows: .equalRows
    }
  }
}

/// The screens that layouts are shown on, in points.
enum PhoneScreen {
  /// A phone: some 20 rows, or 10 lines of two items.
  static let portrait = Size(width: 390, height: 844)
  /// The same, rotated.
  static let landscape = Size(width: 844, height: 390)
}

/// A flow layout whose sizes do not depend on its width: rotation breaks lines and asks nothing.
final class FixedSizeFlowLayout: FlowLayout {
  override func invalidationContext(
    forBoundsChange newBounds: Rect
  ) -> LayoutInvalidationContext {
    let context = super.invalidationContext(forBoundsChange: newBounds)
    (context as? FlowLayoutInvalidationContext)?.invalidateFlowLayoutDelegateMetrics = false
    return context
  }
}

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
  /// 44 high: rows of a list.
  case equalRows

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
    case .equalRows: return Size(width: 0, height: 44)
    }
  }

  /// Returns the size of the `number`th inserted item, different from the collection's items.
  func newSize(_ number: Int) -> Size { size(at: (1 << 41) + 3 * number) }
}
