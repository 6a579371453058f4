extension ExtentIndex {
  /// Takes sections out and puts others in: those beside each other at once, what goes from the last
  /// on, what comes from the first on.
  ///
  /// Reads the items of sections that move, and puts them in anew.
  public mutating func exchangeSections(
    taken: [Int], put: [(section: Int, source: Int?)],
    content: (Int) throws(LayoutError) -> SectionContent,
    extents: (Int, Range<Int>, inout [ItemExtent]) throws(LayoutError) -> Void
  ) throws(LayoutError) {
    try exchangeRuns(taken: taken, put: put, content: content, extents: extents)
  }

  /// What `exchangeSections` does by itself.
  mutating func exchangeRuns(
    taken: [Int], put: [(section: Int, source: Int?)],
    content: (Int) throws(LayoutError) -> SectionContent,
    extents: (Int, Range<Int>, inout [ItemExtent]) throws(LayoutError) -> Void
  ) throws(LayoutError) {
    var moved: [Int: TakenSection] = [:]
    for (_, source) in put {
      if let source { moved[source] = TakenSection(source, self) }
    }
    for run in taken.runs(by: { $0 }).reversed() {
      let range = taken[run.lowerBound]..<taken[run.lowerBound] + run.count
      try replaceSections(range, count: 0, content: content, extents: extents)
    }
    for run in put.runs(by: { $0.section }) {
      let section = put[run.lowerBound].section
      let known = put[run].map { $0.source.flatMap { moved[$0] } }
      try replaceSections(section..<section, count: run.count) {
        place throws(LayoutError) in
        if let section = known[place] { return section.content }
        return try content(run.lowerBound + place)
      } extents: { place, items, buffer throws(LayoutError) in
        if let section = known[place] {
          buffer += section.extents[items]
        } else {
          try extents(run.lowerBound + place, items, &buffer)
        }
      }
    }
  }
}

extension Array {
  /// The places of elements whose numbers follow one upon the other.
  func runs(by number: (Element) -> Int) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = 0
    for place in indices {
      if place + 1 == count || number(self[place + 1]) != number(self[place]) + 1 {
        runs.append(start..<place + 1)
        start = place + 1
      }
    }
    return runs
  }
}

/// A section out of its index, to be put back elsewhere.
private struct TakenSection {
  let content: SectionContent
  /// The extents of its items; empty where all have one.
  let extents: [ItemExtent]

  init(_ section: Int, _ index: some ExtentIndex) {
    let place = index.section(at: section)
    let isCommon = place.isUniform && place.itemCount > 0
    content = SectionContent(
      shape: place.shape, itemCount: place.itemCount,
      commonExtent: isCommon ? index.itemExtent(0, inSection: section) : nil)
    extents =
      isCommon
      ? [] : (0..<place.itemCount).map { index.itemExtent($0, inSection: section) }
  }
}
