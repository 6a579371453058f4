import BasicAlgorithms

/// The distribution of a generated dataset's items over sections.
public enum SectionDistribution: Hashable, Sendable {
  /// Sections of `size` > 0 items, the last one maybe smaller: `uniform-1000`.
  case uniform(size: Int)
  /// Everything in one section: `one-section`.
  case oneSection
  /// As many sections as items: `one-per-section`.
  case onePerSection
  /// `sections` > 0 sections, the k-th largest 1/k of the largest, in random order: `zipf-1000`.
  case zipf(sections: Int)
  /// Nine of ten sections are empty, in random order; the others have 1,000 items, one of them
  /// maybe fewer: `many-empty`.
  case manyEmpty

  /// The names of the usual distributions on the command line and in case ids.
  public static let names = [
    "uniform-1000", "one-section", "one-per-section", "zipf-1000", "many-empty",
  ]

  /// The largest number in `uniform-` and `zipf-`: the most items of a dataset.
  static let maximumNumber = Dataset.maximumItemCount

  /// Creates the distribution called `name`; nil if there is none.
  ///
  /// Any number from 1 to 2⁴⁰ may follow `uniform-` and `zipf-`.
  public init?(name: String) {
    switch name {
    case "one-section": self = .oneSection
    case "one-per-section": self = .onePerSection
    case "many-empty": self = .manyEmpty
    default:
      guard let dash = name.firstIndex(of: "-"), let number = Int(name[name.index(after: dash)...]),
        (1...Self.maximumNumber).contains(number)
      else { return nil }
      switch name[..<dash] {
      case "uniform": self = .uniform(size: number)
      case "zipf": self = .zipf(sections: number)
      default: return nil
      }
      guard self.name == name else { return nil }
    }
  }

  /// The name in case ids.
  public var name: String {
    switch self {
    case .uniform(let size): "uniform-\(size)"
    case .oneSection: "one-section"
    case .onePerSection: "one-per-section"
    case .zipf(let sections): "zipf-\(sections)"
    case .manyEmpty: "many-empty"
    }
  }

  /// Returns the number of sections for `itemCount` items. O(1).
  public func sectionCount(itemCount: Int) -> Int {
    switch self {
    case .uniform(let size): itemCount / size + (itemCount % size).signum()
    case .oneSection: 1
    case .onePerSection: itemCount
    case .zipf(let sections): sections
    case .manyEmpty: 10 * max(Self.uniform(size: 1_000).sectionCount(itemCount: itemCount), 1)
    }
  }

  /// Returns the sizes of all sections, which add up to `itemCount`. O(sections); integers only.
  public func sectionSizes(itemCount: Int, seed: UInt64) -> [Int] {
    switch self {
    case .uniform(let size): Self.uniform(itemCount, size)
    case .oneSection: [itemCount]
    case .onePerSection: Array(repeating: 1, count: itemCount)
    case .zipf(let sections): Self.shuffled(Self.zipf(itemCount, sections), seed)
    case .manyEmpty: Self.shuffled(Self.manyEmpty(itemCount), seed)
    }
  }

  private static func uniform(_ itemCount: Int, _ size: Int) -> [Int] {
    var sizes = Array(repeating: size, count: itemCount / size)
    if itemCount % size > 0 { sizes.append(itemCount % size) }
    return sizes
  }

  private static func shuffled(_ sizes: [Int], _ seed: UInt64) -> [Int] {
    var sizes = sizes
    var generator = SplitMix64(seed: seed)
    generator.shuffle(&sizes)
    return sizes
  }

  /// Returns sizes by largest remainder over the weights 2⁴⁰/k, the largest first.
  package static func zipf(_ itemCount: Int, _ sections: Int) -> [Int] {
    let weights = (1...sections).map { (UInt64(1) << 40) / UInt64($0) }
    let sum = weights.reduce(0, +)
    var sizes: [Int] = []
    var remainders: [(remainder: UInt64, section: Int)] = []
    for (section, weight) in weights.enumerated() {
      let share = sum.dividingFullWidth(weight.multipliedFullWidth(by: UInt64(itemCount)))
      sizes.append(Int(share.quotient))
      remainders.append((share.remainder, section))
    }
    remainders.sort {
      $0.remainder != $1.remainder ? $0.remainder > $1.remainder : $0.section < $1.section
    }
    let left = itemCount - sizes.reduce(0, +)
    for entry in remainders.prefix(left) { sizes[entry.section] += 1 }
    return sizes
  }

  private static func manyEmpty(_ itemCount: Int) -> [Int] {
    let filled = uniform(itemCount, 1_000)
    let emptyCount = Self.manyEmpty.sectionCount(itemCount: itemCount) - filled.count
    return filled + Array(repeating: 0, count: emptyCount)
  }
}
