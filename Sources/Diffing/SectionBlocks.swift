public import Changesets

/// Runs of neighbouring sections that stay neighbours, in order.
@usableFromInline
struct SectionBlocks {
  /// The sections that go or move, ascending.
  @usableFromInline var taken: [Taken]
  /// The sections that come or are moved to, ascending.
  @usableFromInline var put: [Int]
  @usableFromInline let sourceCount: Int
  @usableFromInline let targetCount: Int
  /// The first section behind the last block.
  @usableFromInline var source = 0
  /// What that block's end has become.
  @usableFromInline var target = 0
  @usableFromInline var nextTaken = 0
  @usableFromInline var nextPut = 0

  /// A section that leaves its place.
  @usableFromInline
  struct Taken {
    @usableFromInline let source: Int
    /// Where it goes; nil for nowhere.
    @usableFromInline let target: Int?

    @inlinable
    init(source: Int, target: Int?) {
      self.source = source
      self.target = target
    }
  }

  /// Sections that stay side by side.
  @usableFromInline
  struct Block {
    @usableFromInline let source: Range<Int>
    /// By how much their indexes grow.
    @usableFromInline let shift: Int

    @inlinable
    init(source: Range<Int>, shift: Int) {
      self.source = source
      self.shift = shift
    }
  }

  @inlinable
  init(_ changes: SectionChanges, sourceCount: Int, targetCount: Int) {
    self.sourceCount = sourceCount
    self.targetCount = targetCount
    taken = changes.deleted.map { Taken(source: $0, target: nil) }
    put = changes.inserted
    guard !changes.moved.isEmpty else { return }
    taken += changes.moved.map { Taken(source: $0.source, target: $0.target) }
    taken.sort { $0.source < $1.source }
    put += changes.moved.map(\.target)
    put.sort()
  }

  /// The next block, which is not empty; nil at the end.
  @inlinable
  mutating func next() -> Block? {
    while nextTaken < taken.count, taken[nextTaken].source == source {
      nextTaken += 1
      source += 1
    }
    while nextPut < put.count, put[nextPut] == target {
      nextPut += 1
      target += 1
    }
    let end = nextTaken < taken.count ? taken[nextTaken].source : sourceCount
    let targetEnd = nextPut < put.count ? put[nextPut] : targetCount
    let count = min(end - source, targetEnd - target)
    guard count > 0 else { return nil }
    defer {
      source += count
      target += count
    }
    return Block(source: source..<(source + count), shift: target - source)
  }
}
