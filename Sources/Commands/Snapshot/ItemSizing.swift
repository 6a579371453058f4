import Changesets
import Datasets
import Geometry
import Layouts

/// The size of every item of a collection, in points.
struct ItemSizing {
  /// Where sizes come from.
  enum Rule: Hashable {
    /// All items have the base size.
    case uniform
    /// A function of the seed.
    case generated(ItemSizes)
    /// What the collection itself says.
    case own
  }

  /// What the rules are called on the command line.
  static let names = ItemSizes.Kind.allCases.map(\.rawValue) + ["own"]

  let rule: Rule
  /// The size of items that nothing else gives one, in points.
  let base: Size
  private let dataset: Dataset
  /// The global index of the first item of each section.
  private let starts: [Int]

  init(_ rule: Rule, base: Size, of dataset: Dataset) {
    self.rule = rule
    self.base = base
    self.dataset = dataset
    var starts: [Int] = []
    var start = 0
    for size in dataset.sectionSizes {
      starts.append(start)
      start += size
    }
    self.starts = starts
  }

  /// The size of the item at `path`. O(1).
  ///
  /// - Precondition: The item exists.
  func size(at path: ItemPath) -> Size {
    let index = starts[path.section] + path.item
    switch rule {
    case .uniform: return base
    case .generated(let sizes): return sizes.size(atGlobalIndex: index)
    case .own:
      let own = dataset.size(atGlobalIndex: index)
      return own.map { Size(width: $0.widthPoints, height: $0.heightPoints) } ?? base
    }
  }
}

/// Gives a flow layout the sizes of a rule.
final class FlowSizing: FlowLayoutDelegate {
  private let sizing: ItemSizing

  init(_ sizing: ItemSizing) { self.sizing = sizing }

  var providedMetrics: FlowLayoutMetrics { .itemSize }

  func sizeForItem(at path: ItemPath) -> Size { sizing.size(at: path) }
}

/// Gives a list layout the sizes of a rule, along the scroll direction.
final class ListSizing: ListLayoutDelegate {
  private let sizing: ItemSizing
  private let axis: Axis

  init(_ sizing: ItemSizing, along axis: Axis) {
    self.sizing = sizing
    self.axis = axis
  }

  var providedMetrics: ListLayoutMetrics { .itemExtent }

  func extentForItem(at path: ItemPath) -> Double { sizing.size(at: path)[axis] }
}
