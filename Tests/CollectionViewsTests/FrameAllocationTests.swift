import Allocations
import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

private var countsAllocations: Bool {
  if case .available = AllocationMeter.availability { true } else { false }
}

/// A data source that keeps no log.
private final class QuietSource: CollectionViewDataSource {
  let sections: Int
  init(sections: Int = 1) { self.sections = sections }

  func numberOfSections(in collectionView: CollectionView) -> Int { sections }

  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int { 2_000 }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws(CollectionViewError) -> CollectionViewCell {
    try collectionView.dequeueReusableCell(withReuseIdentifier: "number", for: path)
  }
}

/// What frames allocate, in bytes of this thread: other tests run beside these.
@Suite(.enabled(if: countsAllocations, "allocations are not counted"))
struct FrameAllocationTests {
  /// Returns what three calls of `frames` allocate after two others.
  private func counts(
    _ frames: () throws(CollectionViewError) -> Void
  ) throws -> AllocationCounts {
    for _ in 0..<2 { try frames() }
    let (failures, counts) = AllocationMeter.measure {
      var failures = 0
      for _ in 0..<3 { do { try frames() } catch { failures += 1 } }
      return failures
    }
    #expect(failures == 0)
    return try #require(counts)
  }

  private func makeList(_ source: QuietSource) throws -> CollectionView {
    let layout = ListLayout()
    layout.itemExtent = 10
    let view = CollectionView.showing(source, in: layout)
    try view.pass()
    return view
  }

  /// No row stays from one frame to the next but one, which asks again and finds all as it is.
  @Test func jumpsAllocateNothing() throws {
    let source = QuietSource()
    let view = try makeList(source)
    let counts = try counts { () throws(CollectionViewError) in
      for step in 0..<400 {
        view.setContentOffset(Point(x: 0, y: Double(step / 2 * 700 % 9_000)))
        view.setNeedsLayout()
        try view.layoutIfNeeded()
      }
    }
    #expect(counts.allocatedBytes == 0)
    view.check()
  }

  /// Elements whose paths have one level are looked up elsewhere.
  @Test func jumpsAmongBackdropsAllocateNothing() throws {
    let kind = ElementKind("quiet backdrop")
    let layout = PlaneLayout(
      (0..<40).map {
        LayoutAttributes(
          .decoration(kind, [$0]), frame: Rect(x: 0, y: Double($0) * 30, width: 50, height: 30))
      }, size: Size(width: 50, height: 1_200))
    layout.registerDecoration(ViewSource.viewClass(CollectionReusableView.self), ofKind: kind)
    let source = QuietSource(sections: 40)
    let view = CollectionView.showing(source, in: layout)
    let counts = try counts { () throws(CollectionViewError) in
      for step in 0..<100 {
        view.setContentOffset(Point(x: 0, y: Double(step * 310 % 1_100)))
        try view.layoutIfNeeded()
      }
    }
    #expect(counts.allocatedBytes == 0)
    view.check()
  }

  /// What a reload or an update allocates goes again.
  @Test(arguments: [true, false])
  func reloadsKeepNoMemory(ofAll: Bool) throws {
    let source = QuietSource()
    let view = try makeList(source)
    view.animationsEnabled = false
    let paths = (0..<10).map { at(0, $0) }
    let counts = try counts { () throws(CollectionViewError) in
      for _ in 0..<200 {
        if ofAll { view.reloadData() } else { view.reloadItems(at: paths) }
        try view.layoutIfNeeded()
      }
    }
    #expect(counts.liveBytes < 4_096)
    view.check()
  }

  // The standard library's loops over reversed arrays, by which single rows leave, allocate if not
  // optimised.
  #if !DEBUG
    @Test func steadyScrollingAllocatesNothing() throws {
      let source = QuietSource()
      let view = try makeList(source)
      let counts = try counts { () throws(CollectionViewError) in
        for step in 0..<1_200 {
          let y = 3 * Double(step < 600 ? step : 1_200 - step)
          view.setContentOffset(Point(x: 0, y: y))
          try view.layoutIfNeeded()
        }
      }
      #expect(counts.allocatedBytes == 0)
      view.check()
    }

    /// Nor does a frame in which a section scrolls by itself, or with all content.
    @Test func sectionsThatScrollAllocateNothing() throws {
      let size = LayoutSize(width: .absolute(20), height: .absolute(20))
      var section = LayoutSection(group: .horizontal(size, subitems: [.item(LayoutItem(size))]))
      section.orthogonalScrollingBehavior = .continuous
      let (layout, source) = (CompositionalLayout(section: section), QuietSource(sections: 20))
      let view = CollectionView.showing(source, in: layout)
      try view.pass()
      let counts = try counts { () throws(CollectionViewError) in
        for step in 0..<200 {
          layout.setOrthogonalOffset(Double(step % 50) * 7, ofSection: step % 7)
          if step % 3 == 0 {
            view.setContentOffset(Point(x: 0, y: Double(step % 40)))
          }
          try view.layoutIfNeeded()
        }
      }
      #expect(counts.allocatedBytes == 0)
      view.check()
    }
  #endif
}
