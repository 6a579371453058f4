import Benchmarking
import Changesets
import CollectionViews
import Datasets
import Foundation
import Geometry
import ItemStores
import Layouts
import ScrollBenchmarks
import Testing

/// Recorded traces over an app's layouts and cells.
@Suite struct OwnLayoutReplayTests: TraceReplaying {
  /// A grid over a store, as a layout of the user's own.
  private func grid<Store: ItemStore & SendableMetatype>(
    _ name: String, _ store: Store.Type
  ) -> ScrollStorage where Store.Item == Item8 {
    ScrollStorage(name, store) { _ in
      let layout = FlowLayout()
      layout.itemSize = Size(width: 90, height: 70)
      return layout
    }
  }

  private func ownReplays(_ contenders: [ScrollStorage]) -> [Scenario] {
    Suite.scroll(adding: contenders).scenarios.filter {
      $0.storage.hasPrefix("own-") && $0.replaysTrace
    }
  }

  @Test func anOwnLayoutIsReplayedOverAnyStore() throws {
    let own = ownReplays([
      grid("own-tree", BTreeStore<Item8>.self), grid("own-arrays", NestedArrayStore<Item8>.self),
      grid("own-wrong", WrongStore.self),
    ])
    #expect(own.count == 3)
    try withTrace(everything, dataset: "uniform-3", items: 200) { context in
      let list = try scenarios[0].setUp(context).expectedAnswer
      for scenario in own {
        try scenario.check?(context)
        let measurement = try scenario.setUp(context)
        // The one of all contenders with these items.
        #expect(measurement.expectedAnswer == list)
        for call in 1...2 {
          let isRight = measurement.body() == list
          #expect(isRight == (scenario.storage != "own-wrong"), "\(scenario.storage), call \(call)")
        }
      }
    }
    try withTrace([frame(0, y: 0, bounds: phone), frame(1, y: 0, x: 9)]) { context in
      let error = #expect(throws: (any Error).self) { try own[0].check?(context) }
      #expect(
        error.map { "\($0)" }?.contains(
          "line 2: the offset (9.0, 0.0) has moved sideways since the first frame") == true)
    }
  }

  /// 200 cells in lines of four end at 4,486 points: 50 lines of 70, spaced by 10, for an upright
  /// phone, and 23 lines of nine for a turned one. The rows of a list would end at some 8,800.
  @Test func anOwnLayoutIsReplayedAsFarAsItGoes() throws {
    let own = try #require(ownReplays([grid("own-tree", BTreeStore<Item8>.self)]).first)
    func end(_ y: Double, turned: Bool = false) throws -> UInt64 {
      var end: UInt64 = 0
      let bounds = turned ? Size(width: 844, height: 390) : nil
      let frames = [
        frame(0, y: 0, bounds: bounds == nil ? phone : Size(width: 2_000, height: 390)),
        frame(1, y: y, bounds: bounds, tap: Point(x: 389, y: 100_000)),
      ]
      try withTrace(frames, items: 200) { context in
        try own.check?(context)
        let timed = try #require(own.setUp(context).frames)
        for _ in 1...2 {
          try timed.rewind()
          try timed.perform(0)
          end = timed.answer()
        }
      }
      return end
    }
    let last = 50.0 * 80 - 10 - 844
    #expect(try end(90_000) == end(last))
    #expect(try end(6_000) == end(last))
    #expect(try end(last - 100) != end(last))
    // Wider, the content is shorter: it is laid out before the offset is cut.
    #expect(try end(1_000, turned: true) != end(0, turned: true))
    #expect(try end(90_000, turned: true) != end(1_000, turned: true))
  }

  /// Cells that measure themselves, seen from below first: what a replay has measured is not known to
  /// the next one.
  @Test func everyReplayBeginsWithEstimates() throws {
    let cells = ScrollCellKind<Item8>(TallCell.self) { _, _, _ in }
    func estimated<Store: ItemStore & SendableMetatype>(
      _ name: String, _ store: Store.Type
    ) -> ScrollStorage where Store.Item == Item8 {
      ScrollStorage(name, store, cells: cells) { _ in
        let list = ListLayout()
        list.estimatedItemExtent = 40
        return list
      }
    }
    let own = ownReplays([
      estimated("own-tree", BTreeStore<Item8>.self),
      estimated("own-flat", FlatIndexedStore<Item8>.self),
    ])
    let upward =
      [frame(0, y: 3_000, bounds: phone)]
      + (1...30).map {
        frame($0, y: 3_000 - 90 * Double($0))
      }
    // More rows are measured in the last frame than in the first.
    let growing = [
      frame(0, y: 0, bounds: phone), frame(1, y: 8_000),
      frame(2, y: 8_000, bounds: Size(width: 390, height: 1_688)),
    ]
    for (frames, items) in [(upward, 200), (growing, 500)] {
      try replaysAreAlike(own, over: frames, items: items)
    }
  }

  /// Rows that scroll by themselves, of pages as wide as the view.
  private func pages<Store: ItemStore & SendableMetatype>(
    _ name: String, _ store: Store.Type
  ) -> ScrollStorage where Store.Item == Item8 {
    ScrollStorage(name, store) { _ in
      let page = LayoutGroup.horizontal(
        LayoutSize(width: .fractionalWidth(1), height: .absolute(200)),
        subitems: [
          .item(LayoutItem(LayoutSize(width: .fractionalWidth(1), height: .fractionalHeight(1))))
        ])
      var section = LayoutSection(group: page)
      section.orthogonalScrollingBehavior = .paging
      return CompositionalLayout(section: section)
    }
  }

  /// The sections of the first frame are at their beginning in each replay; the number of one that is
  /// scrolled counts after the update, and its offset is clamped by the content of the new size.
  @Test func sectionsThatScrollByThemselvesAreReplayed() throws {
    func scrolled(_ section: Int, to offset: Double) -> TraceFrame.OrthogonalScroll {
      TraceFrame.OrthogonalScroll(section: section, offset: offset)
    }
    let frames = [
      frame(0, y: 0, bounds: phone), frame(1, y: 0, orthogonalScroll: scrolled(1, to: 390)),
      frame(2, y: 0, orthogonalScroll: scrolled(0, to: 100)),
      frame(
        3, y: 0, update: Changeset(deletedSections: [0]), orthogonalScroll: scrolled(0, to: 700)),
    ]
    let own = ownReplays([
      pages("own-tree", BTreeStore<Item8>.self), pages("own-flat", FlatIndexedStore<Item8>.self),
    ])
    try replaysAreAlike(own, over: frames, items: 5_000)
    // The layout shows other cells for it; a list ignores it.
    let still = frames.map { frame in
      var frame = frame
      frame.orthogonalScroll = nil
      return frame
    }
    func shown(_ scenario: Scenario, _ frames: [TraceFrame]) throws -> Set<UInt64> {
      var found: Set<UInt64> = []
      try withTrace(frames, items: 5_000) { context in
        found = try ends(of: #require(scenario.setUp(context).frames))
      }
      return found
    }
    #expect(try shown(own[0], frames).isDisjoint(with: shown(own[0], still)))
    let wide = Size(width: 844, height: 390)
    let turned = [
      frame(0, y: 0, bounds: phone),
      frame(1, y: 0, bounds: wide, orthogonalScroll: scrolled(0, to: 1e9)),
    ]
    let afterwards = [
      frame(0, y: 0, bounds: phone), frame(1, y: 0, bounds: wide),
      frame(2, y: 0, orthogonalScroll: scrolled(0, to: 1e9)),
    ]
    #expect(try shown(own[0], turned) == shown(own[0], afterwards))
    let updated = [
      frame(0, y: 0, bounds: phone), frame(1, y: 0, update: Changeset(deletedSections: [0])),
      frame(2, y: 0, orthogonalScroll: scrolled(0, to: 700)),
    ]
    let atOnce = [
      frame(0, y: 0, bounds: phone),
      frame(
        1, y: 0, update: Changeset(deletedSections: [0]), orthogonalScroll: scrolled(0, to: 700)),
    ]
    #expect(try shown(own[0], atOnce) == shown(own[0], updated))
    #expect(try shown(scenarios[0], frames) == shown(scenarios[0], still))
  }

  private func replaysAreAlike(
    _ scenarios: [Scenario], over frames: [TraceFrame], items: Int
  ) throws {
    try withTrace(frames, items: items) { context in
      for scenario in scenarios {
        let measurement = try scenario.setUp(context)
        for call in 1...3 {
          #expect(measurement.body() == measurement.expectedAnswer, "\(scenario.storage), \(call)")
        }
        let timed = try #require(measurement.frames)
        #expect(try ends(of: timed).count == 1, "\(scenario.storage)")
      }
    }
  }
}

/// A cell that is 20 to 83 points high, by its item.
private final class TallCell: ScrollCell {
  override func preferredLayoutAttributesFitting(
    _ attributes: LayoutAttributes
  ) -> LayoutAttributes {
    var fitted = attributes
    fitted.frame.size.height = Double(20 + id % 64)
    return fitted
  }
}
