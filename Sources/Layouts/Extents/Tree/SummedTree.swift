/// A sequence of elements with counts and extents, found by either in logarithmic time.
///
/// A B+tree whose nodes are shared between copies: a copy costs nothing, an edit of a copy the path
/// from the root to one leaf. Bayer & McCreight 1972; sums as in Cormen et al., ch. 14.
struct SummedTree<Element: SummedElement & Sendable>: Sendable {
  /// The most elements of a leaf: with elements of 40 bytes, as many as fill 640 with an array's
  /// header, which is a size of the allocator. Twice as many save a level now and then, and make an
  /// edit beside a copy of the tree half as dear again: it copies a leaf, and counts its elements.
  static var leafCapacity: Int { 15 }
  /// The most children of an inner node.
  static var innerCapacity: Int { 16 }

  typealias Node = SummedNode<Element>

  var root: Node

  init() { root = Node(elements: []) }

  init(root: Node) { self.root = root }

  /// A tree of `elements`, its leaves full. O(*n*).
  init(_ elements: [Element]) {
    self.init(leaves: Self.leaves(of: elements))
  }

  /// A tree of `leaves`, in order. O(their number).
  init(leaves: [Node]) {
    var nodes = leaves
    while nodes.count > 1 {
      nodes = Self.split(nodes, Self.innerCapacity).map { Node(children: $0) }
    }
    root = nodes.first ?? Node(elements: [])
  }

  /// Full leaves of `elements`.
  static func leaves(of elements: [Element]) -> [Node] {
    guard elements.count > leafCapacity else {
      return elements.isEmpty ? [] : [Node(elements: elements)]
    }
    return split(elements, leafCapacity).map { Node(elements: $0) }
  }

  /// What all elements stand for.
  var count: Int { root.count }
  /// The extent of all elements, in points.
  var extent: Double { root.extent }

  /// How many elements there are, as the nodes on the way to the middle one have it. O(log *n*).
  var elementCountEstimate: Int {
    var node = root
    var count = 1
    while node.level > 0 {
      count *= node.children.count
      node = node.children[node.children.count / 2]
    }
    return count * node.elements.count
  }

  /// `items` in as few parts as there can be, of nearly equal length.
  static func split<Item>(_ items: [Item], _ capacity: Int) -> [[Item]] {
    let parts = (items.count + capacity - 1) / capacity
    return (0..<parts).map { part in
      Array(items[items.count * part / parts..<items.count * (part + 1) / parts])
    }
  }

  /// All elements, in order.
  func forEach(_ body: (Element) -> Void) {
    Self.forEachLeaf(root) { leaf in
      for element in leaf.elements { body(element) }
    }
  }

  /// All leaves, in order; the only one of no elements is that of an empty tree.
  func forEachLeaf(_ body: (Node) -> Void) { Self.forEachLeaf(root, body) }

  private static func forEachLeaf(_ node: Node, _ body: (Node) -> Void) {
    guard node.level > 0 else { return body(node) }
    for child in node.children { forEachLeaf(child, body) }
  }
}

/// An element of a `SummedTree`, found.
struct SummedPlace<Element: SummedElement & Sendable> {
  /// The elements of the leaf that holds it.
  let elements: [Element]
  /// Its slot there.
  var slot = 0
  /// What the elements before it stand for.
  var count: Int
  /// The extent of the elements before it, in points.
  var start: Double

  var element: Element { elements[slot] }

  /// Goes on to the next element of the leaf; false where there is none.
  ///
  /// Adds up as a search from the root does, so that both give the same start.
  @inline(__always)
  mutating func advance() -> Bool {
    count += elements[slot].count
    start += elements[slot].extent
    slot += 1
    return slot < elements.count
  }
}

// MARK: Searches

extension SummedTree {
  /// The element that holds thing number `position`. O(log *n*).
  ///
  /// - Precondition: `position` is in `0..<count`.
  func place(at position: Int, visited: inout Int) -> SummedPlace<Element> {
    var node = root
    var count = 0
    var start = 0.0
    while node.level > 0 {
      var slot = 0
      let sums = node.sums
      while count + sums[slot].count <= position {
        count += sums[slot].count
        start += sums[slot].extent
        slot += 1
      }
      visited += 1
      node = node.children[slot]
    }
    visited += 1
    var place = SummedPlace(elements: node.elements, count: count, start: start)
    while place.count + place.elements[place.slot].count <= position { _ = place.advance() }
    return place
  }

  /// The first element that ends behind `offset`; nil if none does. O(log *n*).
  func place(endingAfter offset: Double, visited: inout Int) -> SummedPlace<Element>? {
    var node = root
    var count = 0
    var start = 0.0
    while node.level > 0 {
      let sums = node.sums
      var slot = 0
      while slot < sums.count, !(start + sums[slot].extent > offset) {
        count += sums[slot].count
        start += sums[slot].extent
        slot += 1
      }
      visited += 1
      guard slot < sums.count else { return place(from: count, visited: &visited) }
      node = node.children[slot]
    }
    visited += 1
    var place = SummedPlace(elements: node.elements, count: count, start: start)
    guard !place.elements.isEmpty else { return nil }
    while !(place.start + place.elements[place.slot].extent > offset) {
      if !place.advance() { return self.place(from: place.count, visited: &visited) }
    }
    return place
  }

  /// The element at `position`, where sums rounded in another order have led past a node's end.
  private func place(from position: Int, visited: inout Int) -> SummedPlace<Element>? {
    position < count ? place(at: position, visited: &visited) : nil
  }
}
