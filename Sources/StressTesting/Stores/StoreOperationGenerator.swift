import BasicAlgorithms
import Changesets

/// Draws operations that are legal for a store of a given shape.
struct StoreOperationGenerator {
  /// The kinds of operations; a run leaves about half of them out.
  enum Kind: CaseIterable {
    case insert, remove, replace, move
    case insertSection, removeSection, replaceSection, moveSection
    case insertRun, removeRun, replaceRun, moveRun
    case insertSections, removeSections, replaceSections, moveSections
    case takeSnapshot, dropSnapshot, swapWithSnapshot
  }

  private var numbers: SplitMix64
  private let kinds: [Kind]
  /// The largest number of items in the store; single edits may go a little beyond.
  private let itemLimit: Int
  private var nextItem = 0

  /// A generator with about half of all kinds of operations, and one of several size limits.
  ///
  /// Swarm testing: what a run leaves out can no longer undo what the rest builds up. Source:
  /// A. Groce et al. 2012, doi:10.1145/2338965.2336763.
  init(seed: UInt64) {
    numbers = SplitMix64(seed: seed)
    var kinds = Kind.allCases.shuffled(using: &numbers)
    kinds.removeLast(numbers.number(in: 0...kinds.count - 2))
    self.kinds = kinds
    itemLimit = [20, 60, 200, 200, 400, 3_000].randomElement(using: &numbers) ?? 200
  }

  /// The number of operations in the run: fewer where each takes long to check.
  var operationCount: Int { itemLimit > 1_000 ? 12 : 60 }

  /// The store a run starts from.
  mutating func load() -> StoreOperation {
    let sectionCount = numbers.number(in: 0...numbers.number(in: 0...24))
    return .load((0..<sectionCount).map { _ in makeSection(within: itemLimit / sectionCount) })
  }

  /// An operation for a store whose sections have `counts` items.
  mutating func next(in counts: [Int], snapshotCount: Int) -> StoreOperation {
    for _ in 0..<20 {
      let kind = kinds.randomElement(using: &numbers) ?? .insert
      let drawn = draw(kind, in: counts, snapshotCount: snapshotCount)
      if let drawn { return drawn }
    }
    return .insertSection([makeItem()], at: counts.count)  // The shape admits no enabled kind.
  }

  /// An operation of `kind`, or nothing where the shape admits none.
  private mutating func draw(
    _ kind: Kind, in counts: [Int], snapshotCount: Int
  ) -> StoreOperation? {
    switch kind {
    case .insert, .remove, .replace, .move: drawItem(kind, in: counts)
    case .insertRun, .removeRun, .replaceRun, .moveRun: drawRun(kind, in: counts)
    case .insertSection, .removeSection, .replaceSection, .moveSection:
      drawSection(kind, in: counts)
    case .insertSections, .removeSections, .replaceSections, .moveSections:
      drawSections(kind, in: counts)
    case .takeSnapshot: snapshotCount < 3 ? .takeSnapshot : nil
    case .dropSnapshot: snapshotCount > 0 ? .dropSnapshot : nil
    case .swapWithSnapshot: snapshotCount > 0 ? .swapWithSnapshot : nil
    }
  }

  private mutating func drawItem(_ kind: Kind, in counts: [Int]) -> StoreOperation? {
    if kind == .insert {
      return insertions(1, in: counts).first.map { .insert(makeItem(), at: $0) }
    }
    guard let path = items(1, in: counts).first else { return nil }
    switch kind {
    case .remove: return .remove(at: path)
    case .replace: return .replace(at: path, with: makeItem())
    default:
      var left = counts
      left[path.section] -= 1
      return insertions(1, in: left).first.map { .move(from: path, to: $0) }
    }
  }

  private mutating func drawRun(_ kind: Kind, in counts: [Int]) -> StoreOperation {
    let itemCount = counts.reduce(0, +)
    if kind == .insertRun {
      let paths = insertions(runLength(within: itemLimit - itemCount), in: counts)
      return .insertRun(makeItems(paths.count), at: paths)
    }
    let paths = items(runLength(within: itemCount), in: counts)
    switch kind {
    case .removeRun: return .removeRun(at: paths)
    case .replaceRun: return .replaceRun(at: paths, with: makeItems(paths.count))
    default:
      var left = counts
      for path in paths { left[path.section] -= 1 }
      return .moveRun(from: paths.shuffled(using: &numbers), to: insertions(paths.count, in: left))
    }
  }

  private mutating func drawSection(_ kind: Kind, in counts: [Int]) -> StoreOperation? {
    let room = itemLimit - counts.reduce(0, +)
    if kind == .insertSection {
      return .insertSection(makeSection(within: room), at: numbers.number(in: 0...counts.count))
    }
    guard let section = counts.indices.randomElement(using: &numbers) else { return nil }
    switch kind {
    case .removeSection: return .removeSection(at: section)
    case .replaceSection: return .replaceSection(at: section, with: makeSection(within: room))
    default:
      return .moveSection(from: section, to: numbers.number(in: 0...counts.count - 1))
    }
  }

  private mutating func drawSections(_ kind: Kind, in counts: [Int]) -> StoreOperation {
    let room = max(0, itemLimit - counts.reduce(0, +))
    let length = runLength(within: kind == .insertSections ? 12 : counts.count)
    if kind == .insertSections {
      return .insertSections(
        (0..<length).map { _ in makeSection(within: room / length) },
        at: numbers.sample(length, of: counts.count + length))
    }
    let sections = numbers.sample(length, of: counts.count)
    switch kind {
    case .removeSections: return .removeSections(at: sections)
    case .replaceSections:
      return .replaceSections(
        at: sections, with: sections.map { _ in makeSection(within: room / length) })
    default:
      return .moveSections(
        from: sections.shuffled(using: &numbers), to: numbers.sample(length, of: counts.count))
    }
  }
}

extension StoreOperationGenerator {
  /// None, one, a few or many, `limit` at most.
  private mutating func runLength(within limit: Int) -> Int {
    let limit = max(0, limit)
    return switch numbers.number(in: 0...9) {
    case 0: 0
    case 1, 2: min(1, limit)
    case 3...7: numbers.number(in: 0...min(8, limit))
    default: numbers.number(in: 0...limit)
    }
  }

  /// The paths of `count` different items, ascending; fewer where there are not so many.
  private mutating func items(_ count: Int, in counts: [Int]) -> [ItemPath] {
    var chosen = numbers.sample(count, of: counts.reduce(0, +))[...]
    var paths: [ItemPath] = []
    var start = 0
    for (section, count) in counts.enumerated() {
      while let index = chosen.first, index < start + count {
        paths.append(ItemPath(section: section, item: index - start))
        chosen.removeFirst()
      }
      start += count
    }
    return paths
  }

  /// The ascending paths at which `count` insertions end up; none where there are no sections.
  private mutating func insertions(_ count: Int, in counts: [Int]) -> [ItemPath] {
    guard !counts.isEmpty else { return [] }
    var added = counts.map { _ in 0 }
    let crowded = numbers.number(in: 0...3) == 0  // All in one section now and then.
    var section = numbers.number(in: 0...counts.count - 1)
    for _ in 0..<count {
      added[section] += 1
      if !crowded { section = numbers.number(in: 0...counts.count - 1) }
    }
    return counts.indices.flatMap { section in
      numbers.sample(added[section], of: counts[section] + added[section]).map {
        ItemPath(section: section, item: $0)
      }
    }
  }

  private mutating func makeItem() -> Int {
    nextItem += 1
    return nextItem
  }

  private mutating func makeItems(_ count: Int) -> [Int] { (0..<count).map { _ in makeItem() } }

  private mutating func makeSection(within limit: Int) -> [Int] {
    makeItems(runLength(within: limit))
  }
}

extension SplitMix64 {
  /// Returns `count` different numbers of `0..<limit`, ascending.
  ///
  /// Selection sampling. Source: D. Knuth, The Art of Computer Programming, volume 2, 3.4.2 S.
  mutating func sample(_ count: Int, of limit: Int) -> [Int] {
    var sample: [Int] = []
    for candidate in 0..<limit where number(in: 1...limit - candidate) <= count - sample.count {
      sample.append(candidate)
    }
    return sample
  }
}
