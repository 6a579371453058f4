import Changesets
import Geometry
import Layouts
import Testing

/// The preferred sizes that an item may have, and how often they may change (IC-8).
@Suite struct SelfSizingTests {
  private let path = ItemPath(section: 1, item: 2)

  /// Two sections of items that size themselves.
  private func fixture(_ strategy: ExtentStrategy) throws -> FlowFixture {
    var flow = FlowCase(counts: [3, 4])
    flow.estimate = Size(width: 50, height: 50)
    return try FlowFixture(flow, strategy)
  }

  private func prefer(_ height: Double, _ fixture: FlowFixture) throws {
    try fixture.session.prefer(Size(width: 50, height: height), forItemAt: path)
  }

  private func height(_ fixture: FlowFixture) -> Double? {
    fixture.layout.layoutAttributesForItem(at: path)?.size.height
  }

  @Test func anItemThatNeedsAThirdPassIsALoop() throws {
    for strategy in allStrategies {
      let fixture = try fixture(strategy)
      for height in [60.0, 70] {
        try prefer(height, fixture)
        try fixture.session.layoutIfNeeded()
      }
      #expect(throws: LayoutError.feedbackLoop(.cell(path))) { try prefer(60, fixture) }
      #expect(fixture.layout.pendingInvalidation.isEmpty && height(fixture) == 70)
      // An item may prefer the size that it has, and other items do not change.
      try prefer(70, fixture)
      try fixture.session.prefer(
        Size(width: 9, height: 9), forItemAt: ItemPath(section: 1, item: 1))
      try fixture.session.layoutIfNeeded()
      #expect(fixture.session.preparations == 4)
    }
  }

  @Test func queriesEndNoCycle() throws {
    let fixture = try fixture(.tree)
    var passes = 0
    #expect(throws: LayoutError.feedbackLoop(.cell(path))) {
      for round in 0..<1_000 {
        try prefer(round.isMultiple(of: 2) ? 60 : 70, fixture)
        try fixture.session.layoutIfNeeded()
        try fixture.session.layoutIfNeeded()
        _ = try fixture.session.checkedAttributes(in: fixture.session.bounds)
        try fixture.session.setBounds(fixture.session.bounds)
        passes += 1
      }
    }
    #expect(passes == 2)
  }

  @Test func theLastOfSeveralPreferredSizesCounts() throws {
    for strategy in allStrategies {
      let fixture = try fixture(strategy)
      for height in [60.0, 70, 80, 90] { try prefer(height, fixture) }
      #expect(fixture.layout.pendingInvalidation.contexts.count == 1)
      try fixture.session.layoutIfNeeded()
      #expect(height(fixture) == 90)
      // The last preferred size counts, also if it is the present one.
      try prefer(60, fixture)
      try prefer(90, fixture)
      #expect(fixture.layout.pendingInvalidation.isEmpty)
      try prefer(70, fixture)
      try fixture.session.layoutIfNeeded()
      #expect(height(fixture) == 70 && fixture.session.preparations == 3)
      #expect(throws: LayoutError.feedbackLoop(.cell(path))) { try prefer(60, fixture) }
    }
  }

  /// A way to begin another cycle.
  private typealias Beginning = (name: String, begin: (LayoutSession) throws -> Void)

  private static var beginnings: [Beginning] {
    [
      ("settle", { try $0.settle() }),
      ("scroll", { try $0.setBounds(Rect(x: 0, y: $0.bounds.minY + 1, width: 320, height: 480)) }),
      ("update", { try $0.update(Changeset()) { _ in } }),
      ("reload", { try $0.reload(itemCounts: [3, 4]) }),
    ]
  }

  @Test func eachCycleHasItsOwnPasses() throws {
    for strategy in allStrategies {
      for (name, begin) in Self.beginnings {
        let fixture = try fixture(strategy)
        for round in 0..<4 {
          for height in [60.0, 70] {
            try prefer(height + Double(round), fixture)
            try fixture.session.layoutIfNeeded()
          }
          #expect(throws: LayoutError.feedbackLoop(.cell(path)), "\(name)") {
            try prefer(1, fixture)
          }
          try begin(fixture.session)
        }
      }
    }
  }

  @Test func aCycleThatCannotBeginEndsNone() throws {
    let fixture = try fixture(.tree)
    for height in [60.0, 70] {
      try prefer(height, fixture)
      try fixture.session.layoutIfNeeded()
    }
    #expect(throws: LayoutError.self) {
      try fixture.session.update(Changeset(deletedItems: [path])) { _ in }
    }
    #expect(throws: LayoutError.feedbackLoop(.cell(path))) { try prefer(60, fixture) }
  }

  @Test func anInvalidPreferredSizeIsRefused() throws {
    for strategy in allStrategies {
      for value in FlowErrorTests.badValues {
        let fixture = try fixture(strategy)
        try prefer(60, fixture)
        let error = #expect(throws: LayoutError.self) { try prefer(value, fixture) }
        #expect(error?.description.hasPrefix("item [1, 2] has the size 50.0 × \(value)") == true)
        // The good one before it holds, as a good one after it would.
        try fixture.session.layoutIfNeeded()
        #expect(height(fixture) == 60)
        try prefer(70, fixture)
        try fixture.session.layoutIfNeeded()
        #expect(height(fixture) == 70)
      }
    }
  }
}
