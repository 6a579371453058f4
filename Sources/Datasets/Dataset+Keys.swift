import BasicAlgorithms
public import Changesets

/// The order in which a suite reads items.
public enum KeyOrder: String, Hashable, Sendable, CaseIterable {
  /// Every item is equally likely.
  case random
  /// From the first item forwards; the first again after the last.
  case sequential
  /// From the last item backwards; the last again after the first.
  case reverse
  /// The k-th most popular item is 1/k as likely as the first (Zipf); popular items are scattered.
  case skewed
}

extension Dataset {
  /// Returns `count` global indexes in `order`: the same for the same dataset and seed.
  ///
  /// - Precondition: the dataset has items, or `count` is 0.
  public func globalIndexes(count: Int, order: KeyOrder) -> [Int] {
    guard count > 0 else { return [] }
    precondition(itemCount > 0, "Dataset.globalIndexes(count:order:): there are no items")
    var generator = SplitMix64(seed: ~seed)
    switch order {
    case .random: return (0..<count).map { _ in generator.next(below: itemCount) }
    case .sequential: return (0..<count).map { $0 % itemCount }
    case .reverse: return (0..<count).map { itemCount - 1 - $0 % itemCount }
    case .skewed:
      let stride = scatteringStride
      return (0..<count).map { _ in
        let product = UInt64(skewedRank(&generator)).multipliedFullWidth(by: stride)
        return Int(UInt64(itemCount).dividingFullWidth(product).remainder)
      }
    }
  }

  /// Returns the paths of `globalIndexes(count:order:)`.
  public func paths(count: Int, order: KeyOrder) -> [ItemPath] {
    let offsets = offsets
    return globalIndexes(count: count, order: order).map { offsets.path(ofGlobalIndex: $0) }
  }

  /// Returns a rank from 0; the k-th is 1/k as likely as the first.
  ///
  /// Rejection sampling in integers: draws a power of two `low`, then a number in `low..<2 * low`,
  /// and keeps it with probability `low` / number. Each number's share is then 1 / number.
  private func skewedRank(_ generator: inout SplitMix64) -> Int {
    let levels = Int.bitWidth - itemCount.leadingZeroBitCount
    while true {
      let low = 1 << generator.next(below: levels)
      let number = low + generator.next(below: low)
      if number <= itemCount, generator.next(below: number) < low { return number - 1 }
    }
  }

  /// The factor that scatters ranks: it has no common divisor with the item count.
  private var scatteringStride: UInt64 {
    let count = UInt64(itemCount)
    var stride = count.multipliedFullWidth(by: SplitMix64.increment).high | 1
    while Self.greatestCommonDivisor(stride, count) != 1 { stride += 1 }
    return stride
  }

  private static func greatestCommonDivisor(_ first: UInt64, _ second: UInt64) -> UInt64 {
    var (first, second) = (first, second)
    while second != 0 { (first, second) = (second, first % second) }
    return first
  }
}
