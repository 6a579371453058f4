import Layouts
import Testing

/// Trees that grow and shrink by one element at a time: what they hold, and the nodes that queries
/// visit.
@Suite struct ExtentTreeTests {
  /// The place of each edit in a sequence.
  enum EditedPlace: String, CaseIterable, Codable, Sendable {
    case front, middle, end

    func place(among count: Int) -> Int {
      switch self {
      case .front: 0
      case .middle: count / 2
      case .end: count
      }
    }
  }

  private static let shape = SectionShape(leading: 1, trailing: 0, rule: ExtentWorkTests.rule)

  /// A tree of sections of equal items, which their numbers of items tell apart.
  private static func index(sections counts: [Int]) throws -> any ExtentIndex {
    var index: any ExtentIndex = TreeExtents()
    index.appendShape(shape)
    try replace(0..<0, by: counts, in: &index)
    return index
  }

  private static func replace(
    _ range: Range<Int>, by counts: [Int], in index: inout any ExtentIndex
  ) throws {
    try index.replaceSections(range, count: counts.count) { place in
      SectionContent(shape: 0, itemCount: counts[place], commonExtent: ExtentWorkTests.item)
    } extents: { _, _, _ in
    }
  }

  /// Compares the sections of `index` with sections of so many items, in order.
  private static func check(_ index: any ExtentIndex, holds counts: [Int]) {
    index.checkInvariants()
    guard index.sectionCount == counts.count else {
      Issue.record("\(index.sectionCount) sections, not \(counts.count)")
      return
    }
    var start = 0.0
    for (place, count) in counts.enumerated() {
      let section = index.section(at: place)
      guard section.itemCount == count, section.start == start else {
        Issue.record("\(section) is section \(place), not one of \(count) items at \(start)")
        return
      }
      start += 1 + section.itemsExtent
    }
    #expect(index.extent == start)
  }

  /// 240 sections fill the leaves below one node. Those that come split leaves, inner nodes and the
  /// root; those that leave join them.
  @Test(arguments: EditedPlace.allCases)
  func sectionsComeAndLeaveOneByOne(_ edited: EditedPlace) throws {
    var counts = Array(0..<240)
    var index = try Self.index(sections: counts)
    for count in 240..<400 {
      let place = edited.place(among: counts.count)
      counts.insert(count, at: place)
      try Self.replace(place..<place, by: [count], in: &index)
      Self.check(index, holds: counts)
    }
    while !counts.isEmpty {
      let place = edited.place(among: counts.count - 1)
      counts.remove(at: place)
      try Self.replace(place..<place + 1, by: [], in: &index)
      Self.check(index, holds: counts)
    }
  }

  /// 480 sections fill two nodes of sixteen leaves. None joins a full neighbour, so that leaves and
  /// nodes of one child are left.
  @Test(arguments: EditedPlace.allCases)
  func sectionsLeaveFullNodesOneByOne(_ edited: EditedPlace) throws {
    var counts = Array(0..<480)
    var index = try Self.index(sections: counts)
    while !counts.isEmpty {
      let place = edited.place(among: counts.count - 1)
      counts.remove(at: place)
      try Self.replace(place..<place + 1, by: [], in: &index)
      Self.check(index, holds: counts)
    }
  }

  /// Returns how many places a query for all sections visits.
  private static func visits(_ index: any ExtentIndex) -> Int {
    var buffer = ExtentBuffer()
    index.collect(from: 0, to: index.extent, into: &buffer)
    #expect(buffer.sections.count == index.sectionCount)
    return buffer.placesVisited
  }

  /// A query visits each section, and for each leaf the nodes on the way from the root.
  @Test func aQueryVisitsTheNodesOnItsWay() throws {
    let trees = [
      (1, 1, 1), (15, 1, 1), (16, 2, 2), (30, 2, 2), (31, 3, 2), (240, 16, 2), (241, 17, 3),
    ]
    for (sections, leaves, levels) in trees {
      let index = try Self.index(sections: Array(repeating: 0, count: sections))
      #expect(Self.visits(index) == sections + leaves * levels, "\(sections)")
    }
  }

  /// A leaf of less than a third joins its neighbour as soon as both fit into one; the root is then
  /// that leaf.
  @Test func aSmallLeafJoinsItsNeighbour() throws {
    let leaves = [
      (8, 7, 2), (8, 6, 2), (8, 5, 2), (8, 4, 1), (11, 5, 2), (11, 4, 1), (12, 4, 2), (12, 3, 1),
      (15, 4, 2), (15, 1, 2), (15, 0, 1),
    ]
    for isSmallLast in [false, true] {
      for (full, small, count) in leaves {
        // Two leaves of eight.
        var index = try Self.index(sections: Array(repeating: 0, count: 16))
        let other = isSmallLast ? 0 : 16
        for _ in 8..<full { try Self.replace(other..<other, by: [0], in: &index) }
        for _ in small..<8 {
          let place = isSmallLast ? index.sectionCount - 1 : 0
          try Self.replace(place..<place + 1, by: [], in: &index)
        }
        index.checkInvariants()
        let (sections, nodes) = (full + small, count == 1 ? 1 : 2 * 2)
        #expect(Self.visits(index) == sections + nodes, "\(full) and \(small)")
      }
    }
  }

  /// A pass visits eight chunks in the time of one edit. A hundred chunks are in seven leaves; the
  /// middle one has fifteen, so that 105 are estimated.
  @Test func aTreeEstimatesItsChunks() throws {
    var rule = ExtentWorkTests.rule
    rule.isSingleColumn = true
    let rows = (0..<6_000).map { ItemExtent(cross: 30, main: 10 + Double($0 % 7)) }
    let index = try ExtentWorkTests.index(.tree, sections: 1, of: rows, rule: rule)
    #expect(!index.rewritesEverything(forEdits: 8))
    #expect(!index.rewritesEverything(forEdits: 13))
    #expect(index.rewritesEverything(forEdits: 14))
  }

  /// Behind the last section, and behind the last line of a section, there is nothing to find.
  @Test(arguments: TestedIndex.allCases)
  func rangesBehindTheEndHaveNoLines(_ tested: TestedIndex) throws {
    let many = try ExtentWorkTests.index(tested, sections: 300, of: [ExtentWorkTests.item])
    var buffer = ExtentBuffer()
    many.collect(from: many.extent, to: many.extent + 10, into: &buffer)
    #expect(buffer.sections.isEmpty)
    let rows = (0..<1_200).map { ItemExtent(cross: 60, main: 10 + Double($0 % 7)) }
    let long = try ExtentModel(
      shapes: [SectionShape(leading: 0, trailing: 50, rule: ExtentWorkTests.rule)],
      sections: [.init(shape: 0, items: rows)]
    ).makeIndex(tested)
    long.collect(from: long.extent - 20, to: long.extent, into: &buffer)
    #expect(buffer.sections.map(\.lineCount) == [0])
    #expect(buffer.extents.isEmpty)
  }
}
