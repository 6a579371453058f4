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
  /// Ranges of offsets that differ.
  @usableFromInline var offsets: [MemoryChanges.Change] = []
  /// Ranges of entries that differ.
  @usableFromInline var entries: [MemoryChanges.Change] = []
  /// Nodes opened.
  @usableFromInline var visitedNodes = 0
  private var source: Level
  private var target: Level
  /// Stretches of both levels, of whose nodes none is known to be in both.
  private var pairs: [Pair] = []
  private var pairsBelow: [Pair] = []

  /// Some nodes of one level of one tree, in order.
  fileprivate struct Level {
    var height: Int
    var nodes: [Node] = []
    var below: [Node] = []
  }

  /// A node, or a leaf's payload, or the place behind the last one of a stretch.
  @safe
  fileprivate struct Node {
    let address: UnsafeMutableRawPointer?
    let offset: Int
    let entry: Int

    func isSame(as other: Node) -> Bool { unsafe address == other.address }
  }

  /// Two stretches: ranges of nodes, behind each of which stands its end.
  private struct Pair {
    let source: Range<Int>
    let target: Range<Int>
  }

  /// The differences of two trees.
  @usableFromInline
  init<Payload>(_ left: SumTree<Payload>, _ right: SumTree<Payload>) {
    source = Level(height: left.root.level, nodes: Self.whole(left.root))
    target = Level(height: right.root.level, nodes: Self.whole(right.root))
    while source.height > target.height { visitedNodes += source.openAll() }
    while target.height > source.height { visitedNodes += target.openAll() }
    pairs = [Pair(source: 0..<(source.nodes.count - 1), target: 0..<(target.nodes.count - 1))]
    let lowest = Payload.hasPointers ? -1 : 0
    while !pairs.isEmpty {
      for pair in pairs { align(pair, isLowest: source.height == lowest) }
      source.descend()
      target.descend()
      swap(&pairs, &pairsBelow)
      pairsBelow.removeAll(keepingCapacity: true)
    }
    // What only one side had was noted on its way down.
    offsets.sort { $0.comesBefore($1) }
    entries.sort { $0.comesBefore($1) }
  }

  private static func whole(_ root: SumTreeNode) -> [Node] {
    unsafe [
      Node(address: root.address, offset: 0, entry: 0),
      Node(address: nil, offset: root.total, entry: root.entryCount),
    ]
  }

  /// Finds the nodes that two stretches have in common, and opens the others or notes them.
  private mutating func align(_ pair: Pair, isLowest: Bool) {
    var (left, right) = (pair.source.lowerBound, pair.target.lowerBound)
    while left < pair.source.upperBound || right < pair.target.upperBound {
      let isShared =
        left < pair.source.upperBound && right < pair.target.upperBound
        && source.nodes[left].isSame(as: target.nodes[right])
      if isShared {
        left += 1
        right += 1
        continue
      }
      let next = nextShared(left, right, pair)
      settle(Pair(source: left..<next.source, target: right..<next.target), isLowest)
      (left, right) = (next.source, next.target)
    }
  }

  /// The nearest nodes from here on that are one; the ends of both stretches if there are none.
  private func nextShared(
    _ left: Int, _ right: Int, _ pair: Pair
  ) -> (source: Int, target: Int) {
    let (sources, targets) = (pair.source.upperBound - left, pair.target.upperBound - right)
    guard sources > 0, targets > 0 else { return (pair.source.upperBound, pair.target.upperBound) }
    for distance in 1..<min(sources + targets - 1, 64) {
      for skipped in max(0, distance - targets + 1)...min(distance, sources - 1) {
        let (here, there) = (left + skipped, right + distance - skipped)
        if source.nodes[here].isSame(as: target.nodes[there]) { return (here, there) }
      }
    }
    return (pair.source.upperBound, pair.target.upperBound)
  }

  /// Opens the nodes of two stretches that have none in common, or notes that they differ.
  private mutating func settle(_ pair: Pair, _ isLowest: Bool) {
    if isLowest, source.height == 0, noteSizes(pair) { return }
    if isLowest || pair.source.isEmpty || pair.target.isEmpty {
      let (left, right) = (
        source.nodes[pair.source.lowerBound], target.nodes[pair.target.lowerBound]
      )
      let leftEnd = source.nodes[pair.source.upperBound]
      let rightEnd = target.nodes[pair.target.upperBound]
      offsets.append(
        MemoryChanges.Change(
          source: left.offset..<leftEnd.offset, target: right.offset..<rightEnd.offset))
      entries.append(
        MemoryChanges.Change(
          source: left.entry..<leftEnd.entry, target: right.entry..<rightEnd.entry))
      return
    }
    visitedNodes += pair.source.count + pair.target.count
    let below = Pair(source: source.open(pair.source), target: target.open(pair.target))
    pairsBelow.append(below)
  }
}

extension SumTreeDifference {
  /// Notes the entries of two stretches of leaves whose sizes differ; false where they are not as many.
  private mutating func noteSizes(_ pair: Pair) -> Bool {
    let first = (source.nodes[pair.source.lowerBound], target.nodes[pair.target.lowerBound])
    let count = source.nodes[pair.source.upperBound].entry - first.0.entry
    guard count == target.nodes[pair.target.upperBound].entry - first.1.entry else { return false }
    var left = Leaves(source.nodes[pair.source])
    var right = Leaves(target.nodes[pair.target])
    for entry in 0..<count {
      let (size, other) = (left.next(), right.next())
      guard size.count != other.count else { continue }
      offsets.append(
        MemoryChanges.Change(
          source: size.start..<(size.start + size.count),
          target: other.start..<(other.start + other.count)))
      entries.append(
        MemoryChanges.Change(
          source: (first.0.entry + entry)..<(first.0.entry + entry + 1),
          target: (first.1.entry + entry)..<(first.1.entry + entry + 1)))
    }
    return true
  }

  /// The sizes of some neighbouring leaves, one after the other.
  private struct Leaves {
    private let nodes: ArraySlice<Node>
    private var index: Int
    private var slot = 0

    init(_ nodes: ArraySlice<Node>) {
      self.nodes = nodes
      index = nodes.startIndex
    }

    mutating func next() -> (start: Int, count: Int) {
      while true {
        let place = nodes[index]
        if let address = unsafe place.address {
          let node = unsafe SumTreeNode(address: address)
          if slot < node.count {
            defer { slot += 1 }
            return (place.offset + node.start(slot), node.size(slot))
          }
        }
        index += 1
        slot = 0
      }
    }
  }
}

extension SumTreeDifference.Level {
  /// Appends what the nodes of a range have below them to the level below, and the place behind.
  fileprivate mutating func open(_ range: Range<Int>) -> Range<Int> {
    let first = below.count
    for index in range {
      let place = nodes[index]
      guard let address = unsafe place.address else { continue }
      let node = unsafe SumTreeNode(address: address)
      for slot in 0..<node.count {
        unsafe below.append(
          SumTreeDifference.Node(
            address: height > 0 ? node.child(slot).address : node.payload(slot),
            offset: place.offset + node.start(slot), entry: place.entry + node.first(slot)))
      }
    }
    let end = nodes[range.upperBound]
    unsafe below.append(
      SumTreeDifference.Node(address: nil, offset: end.offset, entry: end.entry))
    return first..<(below.count - 1)
  }

  /// Goes down one level with everything.
  ///
  /// - Returns: The number of nodes opened.
  fileprivate mutating func openAll() -> Int {
    let count = nodes.count - 1
    _ = open(0..<count)
    descend()
    return count
  }

  /// Makes the level below the one that is looked at.
  fileprivate mutating func descend() {
    swap(&nodes, &below)
    below.removeAll(keepingCapacity: true)
    height -= 1
  }
}

extension MemoryChanges.Change {
  /// Whether it stands before `other`, which it does not overlap.
  fileprivate func comesBefore(_ other: Self) -> Bool {
    source.lowerBound != other.source.lowerBound
      ? source.lowerBound < other.source.lowerBound
      : target.lowerBound < other.target.lowerBound
  }
}
