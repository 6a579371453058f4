/// What a `ExtentTree` holds: something that stands for a number of things and has an extent.
protocol ExtentTreeElement {
  /// How many things it stands for, at least 1.
  var count: Int { get }
  /// Its extent, in points, at least 0.
  var extent: Double { get }
}

/// The count and extent of one child, beside those of its siblings.
struct ChildSum {
  var count: Int
  var extent: Double
}

/// A node of a `ExtentTree`, shared between copies of the tree until one of them changes it.
///
/// Unchecked because only the `mutating` methods of a tree write here, to nodes that nobody else
/// refers to: the compiler already proves their exclusive access, and checking it again for every
/// field of every node on the way down is a fifth of an edit. Sendable for the same reason.
final class ExtentTreeNode<Element: ExtentTreeElement & Sendable>: @unchecked Sendable {
  /// 0 for leaves.
  let level: Int
  /// What all elements below stand for.
  @safe @exclusivity(unchecked) private(set) var count = 0
  /// The extent of all elements below, in points.
  @safe @exclusivity(unchecked) private(set) var extent = 0.0
  /// A leaf's elements.
  @safe @exclusivity(unchecked) var elements: [Element]
  /// An inner node's children.
  @safe @exclusivity(unchecked) var children: [ExtentTreeNode]
  /// The counts and extents of `children`, so that a search reads one array.
  @safe @exclusivity(unchecked) private(set) var sums: [ChildSum] = []

  /// A leaf.
  init(elements: [Element]) {
    level = 0
    self.elements = elements
    children = []
    sum()
  }

  /// An inner node; not of no children.
  init(children: [ExtentTreeNode]) {
    level = children[0].level + 1
    elements = []
    self.children = children
    sum()
  }

  private init(copying other: ExtentTreeNode) {
    level = other.level
    count = other.count
    extent = other.extent
    elements = other.elements
    children = other.children
    sums = other.sums
  }

  /// The number of elements or children.
  var slotCount: Int { level == 0 ? elements.count : children.count }

  /// Counts and adds up anew, always from the first on, so that no rounding accumulates.
  func sum() {
    count = 0
    extent = 0
    if level == 0 {
      for element in elements {
        count += element.count
        extent += element.extent
      }
    } else {
      sums = children.map { ChildSum(count: $0.count, extent: $0.extent) }
      addUp()
    }
  }

  /// As `sum()`, where of all children only the one at `slot` has changed.
  func sum(changed slot: Int) {
    sums[slot] = ChildSum(count: children[slot].count, extent: children[slot].extent)
    addUp()
  }

  private func addUp() {
    count = 0
    extent = 0
    for sum in sums {
      count += sum.count
      extent += sum.extent
    }
  }

  /// Makes `node` one that nobody else refers to.
  @inline(__always)
  static func makeUnique(_ node: inout ExtentTreeNode) {
    if !isKnownUniquelyReferenced(&node) { node = ExtentTreeNode(copying: node) }
  }
}
