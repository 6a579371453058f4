/// A sequence of elements with counts and extents, found by either in logarithmic time.
///
/// A B+tree whose nodes are shared between copies: a copy costs nothing, an edit of a copy the path
/// from the root to one leaf. Bayer & McCreight 1972; sums as in Cormen et al., ch. 14.
struct ExtentTree<Element: ExtentTreeElement & Sendable>: Sendable {
  /// The capacity of a leaf: elements of 40 bytes and an array's header fill 640 bytes, a size of
  /// the allocator. Twice as many save a level now and then, but make an edit beside a copy of the
  /// tree half as dear again: it copies a leaf and retains its elements.
  static var leafCapacity: Int { 15 }
  /// The most children of an inner node.
  static var innerCapacity: Int { 16 }

  typealias Node = ExtentTreeNode<Element>

  var root: Node

  init() { root = Node(elements: []) }

  init(root: Node) { self.root = root }

  /// Creates a tree of `elements`, its leaves full. O(*n*).
  init(_ elements: [Element]) { self.init(leaves: Self.leaves(of: elements)) }

  /// Creates a tree of `leaves`, in order. O(their number).
  init(leaves: [Node]) {
    var nodes = leaves
    while nodes.count > 1 {
      nodes = Self.split(nodes, Self.innerCapacity).map { Node(children: $0) }
    }
    root = nodes.first ?? Node(elements: [])
  }

  /// Returns full leaves of `elements`.
  static func leaves(of elements: [Element]) -> [Node] {
    guard elements.count > leafCapacity else {
      return elements.isEmpty ? [] : [Node(elements: elements)]
    }
    return split(elements, leafCapacity).map { Node(elements: $0) }
  }

  /// The number of things that all elements stand for.
  var count: Int { root.count }
  /// The extent of all elements, in points.
  var extent: Double { root.extent }

  /// The estimated number of elements, from the nodes on the way to the middle one. O(log *n*).
  var elementCountEstimate: Int {
    var node = root
    var count = 1
    while node.level > 0 {
      count *= node.children.count
      node = node.children[node.children.count / 2]
    }
    return count * node.elements.count
  }

  /// Returns `items` in as few parts as there can be, of nearly equal length.
  static func split<Item>(_ items: [Item], _ capacity: Int) -> [[Item]] {
    let parts = (items.count + capacity - 1) / capacity
    return (0..<parts).map { part in
      Array(items[items.count * part / parts..<items.count * (part + 1) / parts])
    }
  }

  /// Calls `body` with all elements in order.
  func forEach(_ body: (Element) -> Void) {
    Self.forEachLeaf(root) { leaf in
      for element in leaf.elements { body(element) }
    }
  }

  /// Calls `body` with all leaves in order. Only the leaf of an empty tree has no elements.
  func forEachLeaf(_ body: (Node) -> Void) { Self.forEachLeaf(root, body) }

  private static func forEachLeaf(_ node: Node, _ body: (Node) -> Void) {
    guard node.level > 0 else { return body(node) }
    for child in node.children { forEachLeaf(child, body) }
  }
}

/// An element of a `ExtentTree`, found.
struct ExtentTreePlace<Element: ExtentTreeElement & Sendable> {
  /// The elements of the leaf that holds it.
  let elements: [Element]
  /// Its slot there.
  var slot = 0
  /// The number of things that the elements before it stand for.
  var count: Int
  /// The extent of the elements before it, in points.
  var start: Double

  var element: Element { elements[slot] }

  /// Advances to the next element of the leaf; returns false if there is none.
  ///
  /// Adds up in the order of a search from the root, so that both give the same start.
  @inline(__always)
  mutating func advance() -> Bool {
    count += elements[slot].count
    start += elements[slot].extent
    slot += 1
    return slot < elements.count
  }
}

// MARK: Edits

extension ExtentTree {
  /// Puts `newElements` in place of the element that holds thing number `position`. O(log *n*).
  ///
  /// - Precondition: `position` is in `0..<count`.
  mutating func replaceElement(at position: Int, with newElements: [Element]) {
    edit { root in
      Self.edit(&root, position) { elements, slot in
        if newElements.count == 1 {
          elements[slot] = newElements[0]
        } else {
          elements.replaceSubrange(slot..<slot + 1, with: newElements)
        }
      }
    }
  }

  /// Changes the element that holds thing number `position`; its count stays at least 1. O(log *n*).
  ///
  /// - Parameters:
  ///   - position: The number of the thing, in `0..<count`.
  ///   - body: Changes the element, and gets the number of things before it. Returns false if it has
  ///     changed nothing.
  /// - Returns: What `body` returns.
  @discardableResult
  mutating func updateElement(at position: Int, _ body: (inout Element, Int) -> Bool) -> Bool {
    Node.makeUnique(&root)
    return root.updateElement(at: position, before: 0, body)
  }

  /// Puts `newElements` in front of the element that holds thing number `position`, or at the end.
  mutating func insert(_ newElements: [Element], at position: Int) {
    guard count > 0 else {
      self = ExtentTree(newElements)
      return
    }
    let isAtEnd = position == count
    edit { root in
      Self.edit(&root, isAtEnd ? position - 1 : position) { elements, slot in
        elements.insert(contentsOf: newElements, at: isAtEnd ? slot + 1 : slot)
      }
    }
  }

  /// Changes every element; each may get another extent. O(*n*).
  mutating func updateAll(_ body: (inout Element) -> Void) { Self.updateAll(&root, body) }

  private static func updateAll(_ node: inout Node, _ body: (inout Element) -> Void) {
    Node.makeUnique(&node)
    if node.level == 0 {
      for slot in node.elements.indices { body(&node.elements[slot]) }
    } else {
      for slot in node.children.indices { updateAll(&node.children[slot], body) }
    }
    node.sum()
  }

  /// Edits the root, and gives it what it needs if it has become too large or too small.
  private mutating func edit(_ body: (inout Node) -> [Node]) {
    let siblings = body(&root)
    if !siblings.isEmpty {
      var nodes = [root] + siblings
      while nodes.count > 1 {
        nodes = Self.split(nodes, Self.innerCapacity).map { Node(children: $0) }
      }
      root = nodes[0]
    }
    while root.level > 0 && root.children.count <= 1 {
      root = root.children.first ?? Node(elements: [])
    }
  }

  /// Edits the leaf that holds thing number `position` below `node`.
  ///
  /// - Returns: The nodes that have split off to the right of `node`.
  private static func edit(
    _ node: inout Node, _ position: Int, _ body: (inout [Element], Int) -> Void
  ) -> [Node] {
    Node.makeUnique(&node)
    var before = 0
    if node.level == 0 {
      let slot = node.slot(holding: position, &before)
      body(&node.elements, slot)
      return splitLeaf(node)
    }
    let slot = node.child(holding: position, &before)
    let siblings = edit(&node.children[slot], position - before, body)
    if siblings.isEmpty && isLargeEnough(node.children[slot]) {
      node.sum(changed: slot)
      return []
    }
    node.children.insert(contentsOf: siblings, at: slot + 1)
    mergeIfSmall(slot, of: node)
    return splitInner(node)
  }

  private static func capacity(_ node: Node) -> Int {
    node.level == 0 ? leafCapacity : innerCapacity
  }

  private static func isLargeEnough(_ node: Node) -> Bool { node.slotCount >= capacity(node) / 3 }

  private static func splitLeaf(_ node: Node) -> [Node] {
    guard node.elements.count > leafCapacity else {
      node.sum()
      return []
    }
    let parts = split(node.elements, leafCapacity)
    node.elements = parts[0]
    node.sum()
    return parts.dropFirst().map { Node(elements: $0) }
  }

  private static func splitInner(_ node: Node) -> [Node] {
    guard node.children.count > innerCapacity else {
      node.sum()
      return []
    }
    let parts = split(node.children, innerCapacity)
    node.children = parts[0]
    node.sum()
    return parts.dropFirst().map { Node(children: $0) }
  }

  /// Takes an empty child of `node` out, and puts a small one together with its neighbour.
  private static func mergeIfSmall(_ slot: Int, of node: Node) {
    if node.children[slot].slotCount == 0 {
      node.children.remove(at: slot)
      return
    }
    guard !isLargeEnough(node.children[slot]), node.children.count > 1 else { return }
    let left = slot > 0 ? slot - 1 : slot
    let (first, second) = (node.children[left], node.children[left + 1])
    guard first.slotCount + second.slotCount <= capacity(first) else { return }
    let merged =
      first.level == 0
      ? Node(elements: first.elements + second.elements)
      : Node(children: first.children + second.children)
    node.children.replaceSubrange(left...left + 1, with: [merged])
  }
}
