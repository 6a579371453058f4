import Changesets
import ItemStores
import Testing

@Suite struct SectionStartsTests {
  /// Every list of up to five sections of none, one, two or seven items.
  @Test func everySmallShape() {
    var shapes: [[Int]] = [[]]
    for length in 0...5 {
      for counts in shapes where counts.count == length {
        expect(SectionStarts(counts: counts), toHold: counts)
        if length < 5 { shapes += [0, 1, 2, 7].map { counts + [$0] } }
      }
    }
    #expect(shapes.count == 1_365)
  }

  @Test func everyDistributionOfSizesIsFound() {
    let many = 2_000
    for counts in [
      Array(repeating: 1, count: many),
      Array(repeating: 37, count: 300),
      (0..<many).map { $0 == 0 || $0 == many - 1 ? 40 : 0 },
      (0..<many).map { $0.isMultiple(of: 100) ? 90 : 0 },
      (1...many).map { 5_000 / $0 },
      (1...many).map { 5_000 / (many + 1 - $0) },
      [10_000] + Array(repeating: 1, count: many),
    ] {
      expect(SectionStarts(counts: counts), toHold: counts)
    }
  }

  /// Hints are kept for as long as there are few edits, so each of these leaves some stale.
  @Test func everyEditKeepsTheStarts() {
    for seed in 0..<8 {
      var numbers = seed
      func number(below limit: Int) -> Int {
        numbers = (numbers &* 1_103_515_245 &+ 12_345) & 0x7FFF_FFFF
        return (numbers >> 8) % limit
      }
      var counts = (0..<number(below: 700)).map { _ in number(below: 4) }
      var starts = SectionStarts(counts: counts)
      for _ in 0..<120 {
        let section = counts.isEmpty ? 0 : number(below: counts.count)
        switch counts.isEmpty ? 0 : number(below: 6) {
        case 0, 1:
          let count = number(below: 10) == 0 ? number(below: 3_000) : number(below: 3)
          let place = number(below: counts.count + 1)
          counts.insert(count, at: place)
          starts.insert(count, at: place)
        case 2:
          counts.remove(at: section)
          starts.remove(at: section)
        case 3:
          let amount = number(below: 5) - min(2, counts[section])
          counts[section] += amount
          starts.grow(section, by: amount)
        case 4:
          let target = number(below: counts.count)
          counts.insert(counts.remove(at: section), at: target)
          starts.move(from: section, to: target)
        default:
          let sections = (0..<counts.count).filter { _ in number(below: 50) == 0 }
          let taken = sections.map { counts[$0] }
          for section in sections.reversed() { counts.remove(at: section) }
          starts.remove(atSorted: sections)
          expect(starts, toHold: counts)
          for (section, count) in zip(sections, taken) { counts.insert(count, at: section) }
          starts.insert(taken, atSorted: sections)
        }
        expect(starts, toHold: counts)
      }
    }
  }

  /// The hints of a big index do not keep up with a few edits at its front; look-ups go on foot.
  @Test func staleHintsLeadToTheRightSection() {
    var counts = Array(repeating: 2, count: 6_400)
    var starts = SectionStarts(counts: counts)
    for step in 0..<90 {
      if step.isMultiple(of: 3) {
        counts.removeFirst()
        starts.remove(at: 0)
      } else {
        counts.insert(step % 2, at: 0)
        starts.insert(step % 2, at: 0)
      }
    }
    expect(starts, toHold: counts)
  }

  /// Every hint is a hundred thousand sections away, as most are that edits have made stale could be.
  /// Steps of one section would take minutes.
  @Test func sectionsFarFromTheirHintTakeFewSteps() {
    let count = 1 << 18
    var starts = SectionStarts()
    // Without hints, every search begins at the first section.
    for _ in 0..<count { starts.append(1) }
    let missed = stride(from: 0, to: count, by: 4).first { starts.section(containing: $0) != $0 }
    #expect(missed == nil)

    // All hints name the last section, and items come to those in front of it.
    starts = SectionStarts(counts: Array(repeating: 0, count: count) + [count])
    let filled = Array(stride(from: 0, to: count, by: 64))
    starts.grow(bySorted: filled.map { ItemPath(section: $0, item: 0) }, 1)
    for _ in 0..<16 {
      #expect(filled.indices.allSatisfy { starts.section(containing: $0) == filled[$0] })
    }
  }

  /// An edit of the last section takes O(1), and making all hints anew a millisecond: after each of
  /// these edits, or every tenth, it would take many seconds.
  @Test func manyEditsMakeHintsAnewOnce() {
    let (sections, edits) = (1 << 18, 1 << 17)
    var starts = SectionStarts(counts: repeatElement(1, count: sections))
    for _ in 0..<edits { starts.grow(sections - 1, by: 1) }
    #expect(starts.range(of: sections - 1) == sections - 1..<sections + edits)
    #expect(starts.section(containing: sections + edits - 1) == sections - 1)
  }

  // MARK: Hints

  @Test(arguments: [1, 2])
  func freshHintsLeadToTheSectionOrItsNeighbor(count: Int) {
    let starts = SectionStarts(counts: repeatElement(count, count: 300))
    let far = (0..<starts.itemCount).filter { starts.sectionsFromHint(to: $0) > 1 }
    #expect(far == [])
  }

  /// Hints are rebuilt after sixteen edits, or a few more.
  @Test func hintsKeepUpWithEdits() {
    let ones = Array(repeating: 1, count: 1_000)
    func expectNearHints(
      of counts: [Int], sourceLocation: SourceLocation = #_sourceLocation,
      after edit: (inout SectionStarts) -> Void
    ) {
      var starts = SectionStarts(counts: counts)
      for _ in 0..<300 { edit(&starts) }
      let farthest = (0..<starts.itemCount).map { starts.sectionsFromHint(to: $0) }.max()
      #expect(farthest ?? 0 <= 32, sourceLocation: sourceLocation)
    }
    let first = [ItemPath(section: 0, item: 0)]
    expectNearHints(of: ones) { $0.grow(0, by: 1) }
    expectNearHints(of: [1_000] + ones) { $0.grow(0, by: -1) }
    expectNearHints(of: ones) { $0.grow(bySorted: first, 1) }
    expectNearHints(of: [1_000] + ones) { $0.grow(bySorted: first, -1) }
    expectNearHints(of: [1_000] + ones) { $0.moveItem(from: 0, to: 1_000) }
    expectNearHints(of: ones) { $0.insert(1, at: 0) }
    expectNearHints(of: ones) { $0.remove(at: 0) }
    expectNearHints(of: ones) { $0.insert([1], atSorted: [0]) }
    expectNearHints(of: ones) { $0.remove(atSorted: [0]) }
  }

  /// The hint of the first item is a section behind it, as those in front were empty.
  @Test func itemsInFrontOfTheHintedSectionAreFound() {
    for emptyCount in 1...12 {
      for section in 0..<emptyCount {
        var counts = Array(repeating: 0, count: emptyCount) + [2]
        var starts = SectionStarts(counts: counts)
        counts[section] += 1
        starts.grow(section, by: 1)
        for copy in [starts, starts] { expect(copy, toHold: counts) }
      }
    }
  }

  @Test func sectionsCanBeEmptiedAndFilledAgain() {
    var starts = SectionStarts(counts: [5, 5])
    starts.grow(0, by: -5)
    starts.grow(1, by: -5)
    expect(starts, toHold: [0, 0])
    starts.grow(1, by: 3)
    expect(starts, toHold: [0, 3])
    starts.remove(at: 1)
    starts.remove(at: 0)
    expect(starts, toHold: [])
  }
}

/// Compares look-ups with a plain walk over the sections.
private func expect(_ starts: SectionStarts, toHold counts: [Int]) {
  #expect(starts.sectionCount == counts.count)
  #expect(starts.itemCount == counts.reduce(0, +))
  var start = 0
  var wrong: [String] = []
  for (section, count) in counts.enumerated() {
    if starts.range(of: section) != start..<start + count {
      wrong.append("section \(section) is \(starts.range(of: section))")
    }
    for index in start..<start + count where starts.section(containing: index) != section {
      wrong.append("\(index) of \(section) is in \(starts.section(containing: index))")
    }
    start += count
  }
  #expect(wrong.isEmpty, "\(wrong.prefix(5)) of sizes \(counts.prefix(50))")
}
