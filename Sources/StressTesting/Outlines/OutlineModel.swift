/// An outline, plainly: a list of nodes that hold their children.
package struct OutlineModel {
  /// An item with its children.
  package final class Node {
    /// The item.
    package let id: Int
    /// The node that has it among its children; nil for a root.
    package weak var parent: Node?
    /// The children, in order.
    package var children: [Node] = []
    /// A Boolean value that indicates whether its children are shown where it is.
    package var isExpanded = false

    /// A node without children.
    package init(_ id: Int, _ parent: Node? = nil) { (self.id, self.parent) = (id, parent) }

    /// The item and its descendants, each before its own.
    package var all: [Int] { [id] + children.flatMap(\.all) }
    /// The item and those of its descendants that are shown with it.
    package var visible: [Int] { [id] + (isExpanded ? children.flatMap(\.visible) : []) }
    /// The number of its ancestors.
    package var level: Int { parent.map { $0.level + 1 } ?? 0 }
    /// A Boolean value that indicates whether all ancestors are expanded.
    package var isVisible: Bool { parent.map { $0.isExpanded && $0.isVisible } ?? true }

    /// Returns a copy with copies of its descendants.
    package func copy(under parent: Node? = nil) -> Node {
      let node = Node(id, parent)
      node.isExpanded = isExpanded
      node.children = children.map { $0.copy(under: node) }
      return node
    }
  }

  /// The nodes without a parent, in order.
  package var roots: [Node] = []

  /// An outline without items.
  package init() {}

  /// A list of items without children.
  package init(flat ids: [Int]) { roots = ids.map { Node($0) } }

  /// All items, each before its descendants.
  package var all: [Int] { roots.flatMap(\.all) }
  /// The items all of whose ancestors are expanded.
  package var visible: [Int] { roots.flatMap(\.visible) }

  /// A copy that shares no node with this outline.
  package var copy: OutlineModel {
    var copy = OutlineModel()
    copy.roots = roots.map { $0.copy() }
    return copy
  }

  /// Returns the node of an item; nil if there is none.
  package func node(_ id: Int) -> Node? {
    func find(_ nodes: [Node]) -> Node? {
      for node in nodes {
        if node.id == id { return node }
        if let found = find(node.children) { return found }
      }
      return nil
    }
    return find(roots)
  }

  /// Inserts nodes among the children of `parent`, or among the roots.
  package mutating func insert(_ nodes: [Node], under parent: Node?, at place: Int) {
    for node in nodes { node.parent = parent }
    if let parent {
      parent.children.insert(contentsOf: nodes, at: place)
    } else {
      roots.insert(contentsOf: nodes, at: place)
    }
  }

  /// Returns the place of a node among those with its parent.
  package func place(of node: Node) -> Int? {
    (node.parent?.children ?? roots).firstIndex { $0 === node }
  }

  /// Deletes an item with its descendants, if there is one.
  package mutating func delete(_ id: Int) {
    guard let node = node(id), let place = place(of: node) else { return }
    if let parent = node.parent {
      parent.children.remove(at: place)
    } else {
      roots.remove(at: place)
    }
  }
}
