import Changesets

/// What the sections are after some have been taken out and others put in, from the first on.
struct SectionRuns {
  enum Piece {
    /// Sections from before, by their numbers then: such that stay, or one that has moved.
    case kept(Range<Int>)
    /// A new section: its place among those put in.
    case new(Int)
  }

  private(set) var all: [Piece] = []
  /// The number of sections after.
  let sectionCount: Int

  /// The paths are those of `ExtentIndex.exchangeSections`. O(the edits).
  init(
    taken: [Int], put: [(section: Int, source: Int?)], of count: Int, _ index: StaticString
  ) {
    sectionCount = count - taken.count + put.count
    all.reserveCapacity(taken.count + 2 * put.count + 1)
    require(
      taken.first ?? 0 >= 0 && taken.last ?? -1 < count,
      "\(index).exchangeSections(taken:put:content:extents:): taken is \(taken), valid are "
        + "0..<\(count)")
    require(
      put.first?.section ?? 0 >= 0 && put.last?.section ?? -1 < sectionCount,
      "\(index).exchangeSections(taken:put:content:extents:): a section is put at "
        + "\(put.last?.section ?? 0), valid are 0..<\(sectionCount)")
    require(
      taken.ascends && put.map(\.section).ascends,
      "\(index).exchangeSections(taken:put:content:extents:): taken is \(taken) and put are "
        + "\(put.map(\.section)); both ascend, each once")
    // The first sections that have not been looked at, before and after.
    var (before, after, nextTaken) = (0, 0, 0)
    for place in 0...put.count {
      let end = place < put.count ? put[place].section : sectionCount
      while after < end {
        let limit = nextTaken < taken.count ? taken[nextTaken] : count
        let kept = min(end - after, limit - before)
        if kept > 0 { all.append(.kept(before..<before + kept)) }
        before += kept
        after += kept
        if after < end {
          before += 1
          nextTaken += 1
        }
      }
      guard place < put.count else { return }
      if let source = put[place].source {
        all.append(.kept(source..<source + 1))
      } else {
        all.append(.new(place))
      }
      after += 1
    }
  }
}

extension [Int] {
  /// Whether each is greater than the one before it.
  fileprivate var ascends: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }
}
