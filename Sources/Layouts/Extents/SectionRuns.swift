import Changesets

/// The sections after removals and insertions, as runs in order.
struct SectionRuns {
  enum Run {
    /// A range of the sections before: sections that stay, or one that moves.
    case kept(Range<Int>)
    /// A new section, by its place among the inserted ones.
    case new(Int)
  }

  private(set) var all: [Run] = []
  /// The number of sections after.
  let sectionCount: Int

  /// Creates the runs from the arguments of `ExtentIndex.exchangeSections`. O(edits).
  init(
    removed: [Int], inserted: [(section: Int, source: Int?)], of count: Int, _ index: StaticString
  ) {
    sectionCount = count - removed.count + inserted.count
    all.reserveCapacity(removed.count + 2 * inserted.count + 1)
    require(
      removed.first ?? 0 >= 0 && removed.last ?? -1 < count,
      "\(index).exchangeSections(removed:inserted:content:extents:): removed is \(removed), valid are "
        + "0..<\(count)")
    require(
      inserted.first?.section ?? 0 >= 0 && inserted.last?.section ?? -1 < sectionCount,
      "\(index).exchangeSections(removed:inserted:content:extents:): a section is inserted at "
        + "\(inserted.last?.section ?? 0), valid are 0..<\(sectionCount)")
    require(
      removed.ascends && inserted.map(\.section).ascends,
      "\(index).exchangeSections(removed:inserted:content:extents:): removed is \(removed) and inserted are "
        + "\(inserted.map(\.section)); both ascend, each once")
    var walk = EditWalk(over: count, removals: removed.indices, insertions: inserted.indices)
    while let run = walk.next(removal: { removed[$0] }, insertion: { inserted[$0].section }) {
      switch run {
      case .remove: break
      case .keep(let sections, _): all.append(.kept(sections))
      case .insert(let number):
        all.append(inserted[number].source.map { .kept($0..<$0 + 1) } ?? .new(number))
      }
    }
  }
}

extension [Int] {
  /// A Boolean value that indicates whether each element is greater than the one before.
  fileprivate var ascends: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }
}
