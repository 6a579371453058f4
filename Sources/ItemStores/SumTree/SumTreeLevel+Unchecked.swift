// Unchecked because the slots of nodes are counted out one after the other.

/// Some nodes of one level of a tree, in order, while it is compared with another.
struct SumTreeLevel {
  /// The nodes.
  private(set) var nodes: [Place] = []
  private var below: [Place] = []
  /// The memory of the list of children that is lent out.
  private var children: [SumTreeAddress] = []
  /// The node below which places are asked for, and the number of its first child.
  private var current = (node: 0, firstChild: 0)
  /// The last node whose children are lent out.
  private var last = 0

  /// A node and where it begins in its tree.
  struct Place {
    let node: SumTreeNode
    let offset: Int
    let entry: Int
  }

  /// Begins with the root of a tree.
  mutating func start(at root: SumTreeNode) {
    nodes.removeAll(keepingCapacity: true)
    below.removeAll(keepingCapacity: true)
    // As many as a hundred edits of a million items lead to, rather than grow on the way there.
    nodes.reserveCapacity(96)
    below.reserveCapacity(96)
    nodes.append(Place(node: root, offset: 0, entry: 0))
  }

  /// The addresses of what is below neighbouring nodes; to be given back.
  mutating func takeChildren(of range: Range<Int>) -> [SumTreeAddress] {
    var taken: [SumTreeAddress] = []
    swap(&taken, &children)
    taken.reserveCapacity(range.count * SumTreeNode.lanes)
    for index in range { nodes[index].node.appendAddresses(to: &taken) }
    current = (range.lowerBound, 0)
    last = range.upperBound - 1
    return taken
  }

  /// Takes the memory of a list of children back.
  mutating func giveBack(_ taken: inout [SumTreeAddress]) {
    swap(&taken, &children)
    children.removeAll(keepingCapacity: true)
  }

  /// Where child number `child` begins, or the last one ends. Numbers asked for must not descend.
  mutating func place(_ child: Int) -> (offset: Int, entry: Int) {
    let (place, slot) = find(child)
    return (place.offset &+ place.node.start(slot), place.entry &+ place.node.first(slot))
  }

  /// The node above child number `child`, and its slot there.
  private mutating func find(_ child: Int) -> (Place, slot: Int) {
    var place = nodes[current.node]
    while child &- current.firstChild >= place.node.count, current.node < last {
      current = (current.node &+ 1, current.firstChild &+ place.node.count)
      place = nodes[current.node]
    }
    return (place, child &- current.firstChild)
  }

  /// Adds children to the level below; returns their range there.
  mutating func keepBelow(_ range: Range<Int>) -> Range<Int> {
    let first = below.count
    for child in range {
      let (place, slot) = find(child)
      below.append(
        Place(
          node: place.node.child(slot), offset: place.offset &+ place.node.start(slot),
          entry: place.entry &+ place.node.first(slot)))
    }
    return first..<below.count
  }

  /// The numbers of the entries below neighbouring nodes.
  func entries(of range: Range<Int>) -> Range<Int> {
    let end = nodes[range.upperBound - 1]
    return nodes[range.lowerBound].entry..<(end.entry + end.node.entryCount)
  }

  /// Goes down one level with everything.
  ///
  /// - Returns: The number of nodes opened.
  mutating func openAll() -> Int {
    let count = nodes.count
    (current, last) = ((0, 0), count - 1)
    _ = keepBelow(0..<nodes.reduce(0) { $0 + $1.node.count })
    descend()
    return count
  }

  /// Makes the level below the one that is looked at.
  mutating func descend() {
    swap(&nodes, &below)
    below.removeAll(keepingCapacity: true)
  }
}

/// Where a node or a payload is, for as long as its tree is held.
@safe
struct SumTreeAddress: Hashable {
  private let pointer: UnsafeMutableRawPointer

  static func == (left: Self, right: Self) -> Bool { unsafe left.pointer == right.pointer }

  func hash(into hasher: inout Hasher) { unsafe hasher.combine(pointer) }
}

extension SumTreeNode {
  /// Adds where what is below this node is.
  func appendAddresses(to addresses: inout [SumTreeAddress]) {
    unsafe pointers.withMemoryRebound(to: SumTreeAddress.self, capacity: count) {
      unsafe addresses.append(contentsOf: UnsafeBufferPointer(start: $0, count: count))
    }
  }

  /// Whether both are one block of memory.
  func isSame(as other: SumTreeNode) -> Bool { unsafe address == other.address }
}
