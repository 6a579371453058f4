/// The differences between two trees that share nodes, such as two states of one.
///
/// Level by level from the roots: nodes that both have are passed over, and what stands between them
/// on either side is opened. Which nodes correspond is found by their addresses, in order; one that is
/// not found to correspond is opened, too, which costs time and is never wrong.
///
/// Unchecked because nodes and payloads are told apart by their addresses; the caller holds both
/// trees.
@usableFromInline
struct SumTreeDifference {
  /// Nodes opened, of all trees compared.
  @usableFromInline var visitedNodes = 0
  private var changes: [UnsharedRanges.Change] = []
  /// A Boolean value that indicates whether each change has been noted behind the one before.
  private var isInOrder = true
  /// A Boolean value that indicates whether leaves hold payloads, so that offsets are noted; else
  /// the numbers of entries are.
  private var hasPayloads = false
  /// The distance of the nodes that are looked at to the leaves.
  private var height = 0
  private var source = SumTreeLevel()
  private var target = SumTreeLevel()
  private var segments: [NodeSegment] = []
  private var segmentsBelow: [NodeSegment] = []

  /// Neighbouring nodes of both levels, none of which is known to be in both.
  private struct NodeSegment {
    let source: Range<Int>
    let target: Range<Int>
  }

  /// Keeps its memory from one pair of trees to the next.
  @usableFromInline
  init() {}

  /// The changes between two trees, ascending on both sides: of offsets where payloads are shared, else
  /// of entries whose sizes differ.
  @usableFromInline
  mutating func changes<Payload>(
    from left: SumTree<Payload>, to right: SumTree<Payload>
  ) -> [UnsharedRanges.Change] {
    hasPayloads = Payload.hasPointers
    changes = []
    isInOrder = true
    if !left.root.isSame(as: right.root) { compare(left.root, right.root) }
    // What only one side had was noted on its way down. No two changes begin at one place.
    if !isInOrder { changes.sort { $0.source.lowerBound < $1.source.lowerBound } }
    return changes
  }

  private mutating func compare(_ left: SumTreeNode, _ right: SumTreeNode) {
    source.start(at: left)
    target.start(at: right)
    height = min(left.level, right.level)
    for _ in height..<left.level { visitedNodes += source.openAll() }
    for _ in height..<right.level { visitedNodes += target.openAll() }
    segments.removeAll(keepingCapacity: true)
    segments.reserveCapacity(32)
    segmentsBelow.reserveCapacity(32)
    segments.append(NodeSegment(source: 0..<source.nodes.count, target: 0..<target.nodes.count))
    if height == 0 { changes.reserveCapacity(source.nodes.count) }
    while !segments.isEmpty {
      if height == 0, !hasPayloads {
        for segment in segments { noteSizes(segment) }
        return
      }
      for segment in segments { open(segment) }
      if height == 0 { return }
      descend()
    }
  }

  private mutating func descend() {
    source.descend()
    target.descend()
    swap(&segments, &segmentsBelow)
    segmentsBelow.removeAll(keepingCapacity: true)
    height -= 1
    // Some leaves have more than one change, if edits are scattered.
    if height == 0 { changes.reserveCapacity(changes.count + 2 * source.nodes.count) }
  }

  /// Looks for what two segments of nodes have in common below them.
  private mutating func open(_ segment: NodeSegment) {
    visitedNodes += segment.source.count + segment.target.count
    var left = source.takeChildren(of: segment.source)
    var right = target.takeChildren(of: segment.target)
    unsafe left.withUnsafeBufferPointer { left in
      unsafe right.withUnsafeBufferPointer { right in
        unsafe align(left, right)
      }
    }
    source.giveBack(&left)
    target.giveBack(&right)
  }

  /// Finds what two lists of addresses have in common; all else goes down a level, or is noted.
  private mutating func align(
    _ left: UnsafeBufferPointer<SumTreeAddress>, _ right: UnsafeBufferPointer<SumTreeAddress>
  ) {
    var (leftEnd, rightEnd) = (left.count, right.count)
    while leftEnd > 0, rightEnd > 0, unsafe left[leftEnd &- 1] == right[rightEnd &- 1] {
      leftEnd &-= 1
      rightEnd &-= 1
    }
    var search = unsafe SharedSearch(
      left: UnsafeBufferPointer(rebasing: left[..<leftEnd]),
      right: UnsafeBufferPointer(rebasing: right[..<rightEnd]))
    var (here, there) = (0, 0)
    while true {
      while here < leftEnd, there < rightEnd, unsafe left[here] == right[there] {
        here &+= 1
        there &+= 1
      }
      if here == leftEnd, there == rightEnd { return }
      let next = search.next(here, there)
      settle(here..<next.left, there..<next.right)
      (here, there) = next
    }
  }

  /// Takes what is below the nodes down a level, or notes that it differs.
  private mutating func settle(_ lefts: Range<Int>, _ rights: Range<Int>) {
    if height > 0, !lefts.isEmpty, !rights.isEmpty {
      segmentsBelow.append(
        NodeSegment(source: source.keepBelow(lefts), target: target.keepBelow(rights)))
      return
    }
    let (left, leftEnd) = (source.place(lefts.lowerBound), source.place(lefts.upperBound))
    let (right, rightEnd) = (target.place(rights.lowerBound), target.place(rights.upperBound))
    if height > 0 { isInOrder = false }
    if hasPayloads {
      note(left.offset..<leftEnd.offset, right.offset..<rightEnd.offset)
    } else {
      note(left.entry..<leftEnd.entry, right.entry..<rightEnd.entry)
    }
  }

  private mutating func note(_ source: Range<Int>, _ target: Range<Int>) {
    changes.append(UnsharedRanges.Change(source: source, target: target))
  }
}

// MARK: Sizes

extension SumTreeDifference {
  /// Notes the entries of two segments of leaves whose sizes differ; all if there are not as many.
  private mutating func noteSizes(_ segment: NodeSegment) {
    let (lefts, rights) = (source.entries(of: segment.source), target.entries(of: segment.target))
    if lefts.count != rights.count { return note(lefts, rights) }
    var (leaf, other) = (segment.source.lowerBound, segment.target.lowerBound)
    var (slot, otherSlot) = (0, 0)
    var passed = 0
    while passed < lefts.count {
      let (left, right) = (source.nodes[leaf].node, target.nodes[other].node)
      let count = min(left.count &- slot, right.count &- otherSlot)
      var distance = right.start(otherSlot) &- left.start(slot)
      for step in 0..<count {
        let next = right.start(otherSlot &+ step &+ 1) &- left.start(slot &+ step &+ 1)
        if next == distance { continue }
        distance = next
        let (here, there) = (lefts.lowerBound + passed + step, rights.lowerBound + passed + step)
        note(here..<(here + 1), there..<(there + 1))
      }
      passed += count
      slot += count
      otherSlot += count
      if slot == left.count { (leaf, slot) = (leaf + 1, 0) }
      if otherSlot == right.count { (other, otherSlot) = (other + 1, 0) }
    }
  }
}

// Unchecked because the slots of nodes are counted out one after the other.

/// Some nodes of one level of a tree, in order, while it is compared with another.
struct SumTreeLevel {
  /// The nodes.
  private(set) var nodes: [Place] = []
  /// The nodes kept of the next level; empty between comparisons, since nothing is below leaves.
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

  /// Returns the start of child number `child`, or the end of the last. Numbers must not descend.
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

/// The address of a node or a payload, valid as long as its tree is held.
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

  /// Returns a Boolean value that indicates whether both are one block of memory.
  func isSame(as other: SumTreeNode) -> Bool { unsafe address == other.address }
}

// Unchecked because both lists are read where their counts allow it.

/// Looks for the next address that two lists have in common, in each of which every one is another.
@safe
struct SharedSearch {
  private let left: UnsafeBufferPointer<SumTreeAddress>
  private let right: UnsafeBufferPointer<SumTreeAddress>
  /// The place of each address in the right list; filled after a search by distance has failed.
  private var places: [SumTreeAddress: Int] = [:]

  init(left: UnsafeBufferPointer<SumTreeAddress>, right: UnsafeBufferPointer<SumTreeAddress>) {
    unsafe self.left = unsafe left
    unsafe self.right = unsafe right
  }

  /// The nearest place from here on where both lists have one address; the ends if there is none.
  mutating func next(_ here: Int, _ there: Int) -> (left: Int, right: Int) {
    let (lefts, rights) = unsafe (left.count &- here, right.count &- there)
    guard lefts > 0, rights > 0 else { return unsafe (left.count, right.count) }
    // One that has become another, as most have.
    if lefts > 1, rights > 1, unsafe left[here &+ 1] == right[there &+ 1] {
      return (here &+ 1, there &+ 1)
    }
    if let near = near(here, there, 1...min(4, lefts &+ rights &- 1)) { return near }
    if let next = inStep(here, there, 3..<6) { return next }
    let distance = min(16, lefts &+ rights &- 1)
    if distance > 4, let near = near(here, there, 5...distance) { return near }
    if distance < 16 { return unsafe (left.count, right.count) }
    return inStep(here, there, 9..<28) ?? far(here, there)
  }

  /// The nearest place where both have one address, as far away on each side: several neighbours
  /// have become one other each.
  ///
  /// Behind both places of a section that has moved, lists are in step, too, although what it has
  /// passed is the same: so this is no search for what is far away.
  private func inStep(
    _ here: Int, _ there: Int, _ distances: Range<Int>
  ) -> (left: Int, right: Int)? {
    let end = unsafe min(distances.upperBound, left.count &- here, right.count &- there)
    var skipped = distances.lowerBound
    while skipped < end {
      let (mine, other) = (here &+ skipped, there &+ skipped)
      if unsafe left[mine] == right[other] { return (mine, other) }
      skipped &+= 1
    }
    return nil
  }

  /// The nearest place where both have one address, so far away on both sides together.
  private func near(
    _ here: Int, _ there: Int, _ distances: ClosedRange<Int>
  ) -> (left: Int, right: Int)? {
    for distance in distances {
      let farthest = unsafe min(distance, left.count &- here &- 1)
      var skipped = unsafe max(0, distance &- (right.count &- there) &+ 1)
      while skipped <= farthest {
        let (mine, other) = (here &+ skipped, there &+ distance &- skipped)
        if unsafe left[mine] == right[other] { return (mine, other) }
        skipped &+= 1
      }
    }
    return nil
  }

  /// The first address of the left list from here on that the right list has, too.
  private mutating func far(_ here: Int, _ there: Int) -> (left: Int, right: Int) {
    if places.isEmpty {
      unsafe places.reserveCapacity(right.count - there)
      for place in unsafe there..<right.count { unsafe places[right[place]] = place }
    }
    for mine in unsafe here..<left.count {
      if let other = unsafe places[left[mine]], other >= there { return (mine, other) }
    }
    return unsafe (left.count, right.count)
  }
}
