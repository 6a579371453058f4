extension SummedTree {
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

  /// Changes the element that holds thing number `position`; its count stays at least 1.
  mutating func updateElement(at position: Int, _ body: (inout Element) -> Void) {
    edit { root in
      Self.edit(&root, position) { elements, slot in body(&elements[slot]) }
    }
  }

  /// Puts `newElements` in front of the element that holds thing number `position`, or at the end.
  mutating func insert(_ newElements: [Element], at position: Int) {
    guard count > 0 else {
      self = SummedTree(newElements)
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
  mutating func updateAll(_ body: (inout Element) -> Void) {
    Self.updateAll(&root, body)
  }

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
    var slot = 0
    var before = 0
    if node.level == 0 {
      while before + node.elements[slot].count <= position {
        before += node.elements[slot].count
        slot += 1
      }
      body(&node.elements, slot)
      return splitLeaf(node)
    }
    while before + node.sums[slot].count <= position {
      before += node.sums[slot].count
      slot += 1
    }
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

  private static func isLargeEnough(_ node: Node) -> Bool {
    node.slotCount >= capacity(node) / 3
  }

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
