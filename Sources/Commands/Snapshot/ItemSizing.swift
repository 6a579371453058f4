import Changesets
import Datasets
import Geometry
import Layouts

/// The size of every item of a collection, in points: a rule over the items' size classes.
struct ItemSizing {
  /// How sizes differ.
  enum Rule: String, CaseIterable {
    /// All items are alike.
    case uniform
    /// Half as high to twice as high, and equally wide: cells that show a text.
    case rows
    /// Half as wide to twice as wide, and equally high.
    case tags
    /// A mosaic that repeats after five items.
    case periodic
    /// One item in sixteen or so is twice as high.
    case mostlyUniform = "mostly-uniform"
    /// What the collection itself says.
    case own
  }

  let rule: Rule
  /// The size that the rule varies, in points.
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

  /// The size of the item at `path`, in whole points where the rule varies it. O(1).
  ///
  /// - Precondition: The item exists.
  func size(at path: ItemPath) -> Size {
    let index = starts[path.section] + path.item
    // From a half to two, in equal steps.
    let factor = 0.5 + 1.5 * Double(dataset.seed(atGlobalIndex: index).sizeClass) / 255
    var size = base
    switch rule {
    case .uniform: break
    case .rows: size.height = (base.height * factor).rounded()
    case .tags: size.width = (base.width * factor).rounded()
    case .periodic:
      let (width, height) = Self.mosaic[path.item % Self.mosaic.count]
      size = Size(
        width: (base.width * width).rounded(), height: (base.height * height).rounded())
    case .mostlyUniform:
      if dataset.seed(atGlobalIndex: index).sizeClass < 16 { size.height = base.height * 2 }
    case .own:
      if let own = dataset.size(atGlobalIndex: index) {
        size = Size(width: own.widthPoints, height: own.heightPoints)
      }
    }
    return size
  }

  private static let mosaic = [(1.0, 1.0), (2, 0.5), (1, 1.5), (0.5, 0.5), (1.5, 1)]
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
