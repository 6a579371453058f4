/// Where two trees differ that share nodes, such as two states of one.
///
/// Level by level from the roots: nodes that both have are passed over, and what stands between them
/// on either side is opened. Which nodes correspond is found by their addresses, in order; one that is
/// not found to correspond is opened, too, which costs time and is never wrong.
///
/// Unchecked because nodes and payloads are told apart by their addresses; whoever asks holds both
/// trees.
@usableFromInline
struct SumTreeDifference {
  /// Nodes opened, of all trees compared.
  @usableFromInline var visitedNodes = 0
  private var changes: [UnsharedRanges.Change] = []
  /// Whether each change has been noted behind the one before.
  private var isInOrder = true
  /// Whether leaves hold payloads, so that offsets are noted; else the numbers of entries are.
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
    // What only one side had was noted on its way down.
    if !isInOrder { changes.sort { $0.comesBefore($1) } }
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
    segments.append(
      NodeSegment(source: 0..<source.nodes.count, target: 0..<target.nodes.count))
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
    _ left: UnsafeBufferPointer<SumTreeAddress>,
    _ right: UnsafeBufferPointer<SumTreeAddress>
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

extension UnsharedRanges.Change {
  /// Whether it stands before `other`, which it does not overlap.
  fileprivate func comesBefore(_ other: Self) -> Bool {
    source.lowerBound != other.source.lowerBound
      ? source.lowerBound < other.source.lowerBound
      : target.lowerBound < other.target.lowerBound
  }
}
