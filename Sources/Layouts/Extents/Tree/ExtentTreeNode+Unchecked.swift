/// An element of an `ExtentTree`: it stands for a number of things and has an extent.
protocol ExtentTreeElement {
  /// The number of things it stands for, at least 1.
  var count: Int { get }
  /// A Boolean value that indicates whether each element stands for one thing.
  static var isSingle: Bool { get }
  /// Its extent, in points, at least 0.
  var extent: Double { get }
}

/// The count and extent of one child, in an array with those of its siblings.
struct ChildSum {
  var count: Int
  var extent: Double
}

/// A node of an `ExtentTree`, shared between copies of the tree until one of them changes it.
///
/// Unchecked because only the `mutating` methods of a tree write here, to nodes without other
/// references. The compiler already proves their exclusive access. Checking it again for every
/// field of every node on the way down costs a fifth of an edit. Sendable for the same reason.
final class ExtentTreeNode<Element: ExtentTreeElement & Sendable>: @unchecked Sendable {
  /// 0 for leaves.
  let level: Int
  /// The number of things that all elements below stand for.
  @safe @exclusivity(unchecked) private(set) var count = 0
  /// The extent of all elements below, in points.
  @safe @exclusivity(unchecked) private(set) var extent = 0.0
  /// A leaf's elements.
  @safe @exclusivity(unchecked) var elements: [Element]
  /// An inner node's children.
  @safe @exclusivity(unchecked) var children: [ExtentTreeNode]
  /// The counts and extents of `children`, so that a search reads one array.
  @safe @exclusivity(unchecked) private(set) var sums: [ChildSum] = []

  /// Creates a leaf.
  init(elements: [Element]) {
    level = 0
    self.elements = elements
    children = []
    sum()
  }

  /// Creates an inner node; `children` is not empty.
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

  /// Returns the slot of the element that holds thing number `position`, in a leaf before which there
  /// are `count` things; adds those before the element to `count`.
  ///
  /// - Precondition: The leaf holds `position`.
  @inline(__always)
  func slot(holding position: Int, _ count: inout Int) -> Int {
    if Element.isSingle {
      let slot = position - count
      count = position
      return slot
    }
    return unsafe elements.withUnsafeBufferPointer { elements in
      var slot = 0
      while unsafe count + elements[slot].count <= position {
        assert(slot + 1 < elements.count)
        unsafe count += elements[slot].count
        slot += 1
      }
      return slot
    }
  }

  /// Returns the slot of the child that holds thing number `position`, in an inner node before which
  /// there are `count` things; adds those before the child to `count`.
  ///
  /// - Precondition: The node holds `position`.
  @inline(__always)
  func child(holding position: Int, _ count: inout Int) -> Int {
    unsafe sums.withUnsafeBufferPointer { sums in
      var slot = 0
      while unsafe count + sums[slot].count <= position {
        assert(slot + 1 < sums.count)
        unsafe count += sums[slot].count
        slot += 1
      }
      return slot
    }
  }

  /// Counts and adds up from the first slot on, so that no rounding error accumulates.
  func sum() {
    count = 0
    extent = 0
    if level == 0 {
      unsafe elements.withUnsafeBufferPointer { elements in
        var (count, extent) = (Element.isSingle ? elements.count : 0, 0.0)
        for slot in elements.indices {
          if !Element.isSingle { unsafe count += elements[slot].count }
          unsafe extent += elements[slot].extent
        }
        (self.count, self.extent) = (count, extent)
      }
    } else {
      sums = children.map { ChildSum(count: $0.count, extent: $0.extent) }
      addUp()
    }
  }

  /// Counts and adds up after a change of the child at `slot` only.
  func sum(changed slot: Int) {
    unsafe Unmanaged.passUnretained(children[slot])._withUnsafeGuaranteedRef { child in
      sums[slot] = ChildSum(count: child.count, extent: child.extent)
    }
    addUp()
  }

  private func addUp() {
    unsafe sums.withUnsafeBufferPointer { sums in
      var (count, extent) = (0, 0.0)
      for slot in sums.indices {
        unsafe count += sums[slot].count
        unsafe extent += sums[slot].extent
      }
      (self.count, self.extent) = (count, extent)
    }
  }

  /// Changes the element below that holds thing number `position`; there are `first` things before
  /// the node, which has one owner.
  ///
  /// Does not count references to the nodes on the way: each is held by its parent, which nothing
  /// else changes meanwhile.
  func updateElement(
    at position: Int, before first: Int, _ body: (inout Element, Int) -> Bool
  ) -> Bool {
    var before = first
    if level == 0 {
      let slot = slot(holding: position, &before)
      guard body(&elements[slot], before) else { return false }
      sum()
      return true
    }
    let slot = child(holding: position, &before)
    Self.makeUnique(&children[slot])
    let isChanged = unsafe Unmanaged.passUnretained(children[slot])._withUnsafeGuaranteedRef {
      $0.updateElement(at: position, before: before, body)
    }
    if isChanged { sum(changed: slot) }
    return isChanged
  }

  /// Replaces `node` with a copy unless this is its only reference.
  @inline(__always)
  static func makeUnique(_ node: inout ExtentTreeNode) {
    if !isKnownUniquelyReferenced(&node) { node = ExtentTreeNode(copying: node) }
  }
}
