import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Headers through updates of their sections (RU-13, IC-11, BUG-22, BUG-23).
@Suite struct SupplementaryTests {
  private func headers(_ rig: Rig) -> [ObjectIdentifier?] {
    (0..<rig.view.numberOfSections).map { section in
      rig.view.supplementaryView(forElementOfKind: .sectionHeader, at: [section, 0])
        .map { ObjectIdentifier($0) }
    }
  }

  /// RU-13, BUG-22: a header goes with its section and is found by the section's new index.
  /// A header that comes into sight comes from its place before, whatever its first item is.
  @Test func aHeaderScrollsInBeforeANewItem() throws {
    let rig = Rig([Array(0..<20), [100]], headers: true)
    try rig.view.pass()
    try rig.view.performBatchUpdates {
      rig.source.sections = [Array(0..<5), [101, 100]]
      rig.view.deleteItems(at: (5..<20).map { at(0, $0) })
      rig.view.insertItems(at: [at(1, 0)])
    }
    let header = rig.view.animations.first { $0.element.category == .supplementary }
    #expect(header?.role == .scrolledIn && header?.element.path == [1, 0])
    #expect(header?.source.frame.minY == 205 && header?.target.frame.minY == 55)
  }

  @Test func headersGoWithTheirSections() throws {
    let rig = Rig([[1], [2], [3]], headers: true)
    try rig.view.pass()
    let before = headers(rig)
    try rig.update([[9], [1], [2], [3]]) { view in
      view.insertSections([0])
    }
    #expect(Array(headers(rig).dropFirst()) == before)
    #expect(rig.header(0) == "section 0")
    // The one that has moved is not asked for again: it says what it said.
    #expect(rig.header(1) == "section 0")
    try rig.update([[1], [2], [3]]) { view in
      view.deleteSections([0])
    }
    #expect(headers(rig) == before)
    try rig.update([[3], [1], [2]]) { view in
      view.moveSection(2, toSection: 0)
    }
    #expect(headers(rig) == [before[2], before[0], before[1]])
    rig.view.clock.advance(by: 1)
    rig.view.check()
    #expect(rig.numbers == [3, 1, 2])
  }

  @Test func reloadedSectionsGetOtherHeaders() throws {
    let rig = Rig([[1], [2]], headers: true)
    try rig.view.pass()
    let before = headers(rig)
    _ = rig.source.takeLog()
    try rig.update([[1], [5, 6]]) { view in
      view.reloadSections([1])
    }
    #expect(headers(rig)[0] == before[0])
    #expect(headers(rig)[1] != before[1])
    #expect(
      rig.source.takeLog() == [
        "sections", "items 0", "items 1", "header [1, 0]", "cell [1, 0]", "cell [1, 1]",
      ])
    let roles = rig.view.animations.map { "\($0.role) \($0.element)" }
    #expect(
      roles.contains("reloadedAfter supplementary UICollectionElementKindSectionHeader [1, 0]"))
    rig.view.clock.advance(by: 1)
    rig.view.check()
    #expect(rig.view.reuseStatistics(of: .supplementary(.sectionHeader, "header")).queued == 1)
  }

  /// BUG-23, IC-11: headers that come and go with their length, in an update.
  @Test func headersComeAndGoWithTheirLength() throws {
    for items in [[[1], [2]], [[], []]] {
      let rig = Rig(items, headers: true)
      try rig.view.pass()
      for _ in 0..<3 {
        try rig.update(items + [[7]]) { view in
          rig.layout.headerExtent = 0
          view.insertSections([2])
        }
        #expect(headers(rig) == [nil, nil, nil])
        let gone = rig.view.animations.filter { $0.element.category == .supplementary }
        #expect(gone.map(\.role) == [.deleted, .deleted])
        #expect(gone.allSatisfy { $0.target.alpha == 0 })
        rig.view.clock.advance(by: 1)
        rig.view.check()
        try rig.update(items) { view in
          rig.layout.headerExtent = 5
          view.deleteSections([2])
        }
        #expect(headers(rig).allSatisfy { $0 != nil })
        let come = rig.view.animations.filter { $0.element.category == .supplementary }
        #expect(come.map(\.role) == [.inserted, .inserted])
        #expect(come.allSatisfy { $0.source.alpha == 0 })
        rig.view.clock.advance(by: 1)
        rig.view.check()
      }
    }
  }

  /// The same outside of updates.
  @Test func headersComeAndGoInAPass() throws {
    let rig = Rig([[1], [2]], headers: true)
    try rig.view.pass()
    rig.layout.headerExtent = 0
    try rig.view.pass()
    #expect(headers(rig) == [nil, nil])
    rig.layout.headerExtent = 5
    try rig.view.pass()
    #expect(rig.view.reuseStatistics(of: .supplementary(.sectionHeader, "header")).created == 2)
  }

  /// Display of supplementary views is told of, with their kinds.
  @Test func displayIsTold() throws {
    let rig = Rig([[1], [2]], headers: true, height: 12)
    let delegate = RecordingDelegate([.display])
    rig.view.delegate = delegate
    try rig.view.pass()
    try rig.view.scroll(to: 15)
    #expect(
      delegate.takeLog() == [
        "willDisplay header [0, 0]", "willDisplay [0, 0]", "didEnd header [0, 0]",
        "didEnd [0, 0]", "willDisplay header [1, 0]", "willDisplay [1, 0]",
      ])
  }

  /// Pinned headers move in the pass that scrolls, and in the one after an update.
  @Test func pinnedHeadersFollow() throws {
    let rig = Rig([Array(0..<30), Array(30..<60)], headers: true)
    rig.layout.sectionHeadersPinToVisibleBounds = true
    try rig.view.pass()
    for y in [7.0, 150, 299, 302, 310, 5_000] {
      try rig.view.scroll(to: y)
      let top = rig.view.contentOffset.y
      let section = top < 305 ? 0 : 1
      let header = rig.view.supplementaryView(
        forElementOfKind: .sectionHeader, at: [section, 0])
      #expect(header?.frame.minY == min(top, section == 0 ? 300 : .infinity))
    }
    rig.source.sections[1] = []
    rig.view.deleteItems(at: (0..<30).map { at(1, $0) })
    try rig.view.pass()
    #expect(rig.view.contentOffset.y == 210)
    rig.view.clock.advance(by: 1)
    rig.view.check()
  }
}
