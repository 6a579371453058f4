import Changesets
import Geometry
import Layouts
import Testing

/// Invalid lengths are refused by name, and the layout answers as before (ERR-size).
@Suite struct FlowErrorTests {
  static let badValues = [-1.0, -0x1p-1074, .nan, .infinity, -.infinity]

  /// A property set to a value, and how the error calls it.
  struct BadProperty: Sendable {
    var name: String
    var set: @Sendable (inout FlowCase, Double) -> Void

    init(_ name: String, _ set: @escaping @Sendable (inout FlowCase, Double) -> Void) {
      self.name = name
      self.set = set
    }
  }

  static let properties = [
    BadProperty("itemSize.width is") { $0.itemSize.width = $1 },
    BadProperty("itemSize.height is") { $0.itemSize.height = $1 },
    BadProperty("estimatedItemSize.width is") { $0.estimate = Size(width: $1, height: 1) },
    BadProperty("estimatedItemSize.height is") { $0.estimate = Size(width: 1, height: $1) },
    BadProperty("minimumLineSpacing is") { $0.shared.lineSpacing = $1 },
    BadProperty("minimumInteritemSpacing is") { $0.shared.interitemSpacing = $1 },
    BadProperty("sectionInset is") { $0.shared.inset.top = $1 },
    BadProperty("sectionInset is") { $0.shared.inset.left = $1 },
    BadProperty("sectionInset is") { $0.shared.inset.bottom = $1 },
    BadProperty("sectionInset is") { $0.shared.inset.right = $1 },
    BadProperty("headerReferenceSize is") { $0.shared.header.height = $1 },
    BadProperty("footerReferenceSize is") { $0.shared.footer.height = $1 },
    BadProperty("pixelScale is") { $0.pixelScale = $1 },
  ]

  static let delegateMethods: [(FlowLayoutMetrics, BadProperty)] = [
    (
      .itemSize,
      BadProperty("item [1, 1] has the size") { $0.sizes[3] = Size(width: $1, height: 1) }
    ),
    (
      .itemSize,
      BadProperty("item [1, 1] has the size") { $0.sizes[3] = Size(width: 1, height: $1) }
    ),
    (
      .sectionInset,
      BadProperty("sectionInset of section 1 is") {
        $0.metrics[1, default: .init()].inset.left = $1
      }
    ),
    (
      .lineSpacing,
      BadProperty("minimumLineSpacing of section 1 is") {
        $0.metrics[1, default: .init()].lineSpacing = $1
      }
    ),
    (
      .interitemSpacing,
      BadProperty("minimumInteritemSpacing of section 1 is") {
        $0.metrics[1, default: .init()].interitemSpacing = $1
      }
    ),
    (
      .headerSize,
      BadProperty("headerReferenceSize of section 1 is") {
        $0.metrics[1, default: .init()].header.height = $1
      }
    ),
    (
      .footerSize,
      BadProperty("footerReferenceSize of section 1 is") {
        $0.metrics[1, default: .init()].footer.height = $1
      }
    ),
  ]

  /// Two sections of two and three items.
  private var flow: FlowCase {
    FlowCase(sizes: [[20.0, 30], [40.0, 50, 60]].map { $0.map { Size(width: $0, height: $0) } })
  }

  /// Prepares `fixture`, expects the error `name` and the answers from before, then corrects it.
  private func expectRefusal(
    _ fixture: FlowFixture, _ good: FlowCase, named name: String, _ value: Double
  ) throws {
    var caught: LayoutError?
    do { try fixture.session.layoutIfNeeded() } catch { caught = error }
    let text = caught?.description ?? "no error"
    #expect(text.hasPrefix(name), "\(value): \(text)")
    #expect(text.contains("\(value)"), "\(text)")
    var comparison = FlowComparison(good.model(visible: good.bounds), axis: good.axis)
    try comparison.checkElements(fixture.layout, itemCounts: good.counts)
    #expect(throws: LayoutError.self) { try fixture.session.layoutIfNeeded() }
    fixture.delegate.flow = good
    good.configure(fixture.layout)
    try fixture.session.layoutIfNeeded()
    try comparison.checkElements(fixture.layout, itemCounts: good.counts)
  }

  @Test func badPropertiesAreNamed() throws {
    var good = flow
    good.provided = []
    for strategy in allStrategies {
      let fixture = try FlowFixture(good, strategy)
      for property in Self.properties {
        for value in Self.badValues {
          var bad = good
          property.set(&bad, value)
          bad.configure(fixture.layout)
          try expectRefusal(fixture, good, named: property.name, value)
        }
      }
    }
  }

  @Test func badAnswersOfADelegateAreNamed() throws {
    for strategy in allStrategies {
      for (metric, method) in Self.delegateMethods {
        var good = flow
        good.provided = [.itemSize, metric]
        let fixture = try FlowFixture(good, strategy)
        for value in Self.badValues {
          method.set(&fixture.delegate.flow, value)
          fixture.layout.invalidateLayout()
          try expectRefusal(fixture, good, named: method.name, value)
        }
      }
    }
  }

  @Test func badBoundsAreRefused() throws {
    for strategy in allStrategies {
      let fixture = try FlowFixture(flow, strategy)
      var bad: [Rect] = []
      for value in Self.badValues {
        bad.append(Rect(x: 0, y: 0, width: value, height: 480))
        if !value.isFinite { bad.append(Rect(x: value, y: 0, width: 320, height: 480)) }
        bad.append(Rect(x: 0, y: 0, width: 320.5, height: value))
      }
      for bounds in bad {
        let error = #expect(throws: LayoutError.self, "\(bounds)") {
          try fixture.session.setBounds(bounds)
        }
        #expect(error?.description.hasPrefix("the bounds are") == true, "\(bounds)")
        #expect(fixture.session.bounds == flow.bounds)
        var comparison = FlowComparison(flow.model(visible: flow.bounds), axis: .vertical)
        try comparison.checkElements(fixture.layout, itemCounts: flow.counts)
        try fixture.session.layoutIfNeeded()
        try comparison.checkElements(fixture.layout, itemCounts: flow.counts)
      }
    }
  }

  @Test func badContentInsetsAreRefused() {
    for value in [Double.nan, .infinity, -.infinity] {
      var bad = flow
      bad.contentInset.left = value
      let error = #expect(throws: LayoutError.self) { _ = try FlowFixture(bad, .tree) }
      #expect(error?.description.hasPrefix("contentInset is") == true)
    }
  }

  /// `LayoutSession` refuses such a size itself; another host may not.
  @Test func anInvalidPreferredSizeNamesTheItem() throws {
    for strategy in allStrategies {
      for value in Self.badValues {
        var good = flow
        good.estimate = Size(width: 30, height: 30)
        let fixture = try FlowFixture(good, strategy)
        try fixture.session.prefer(
          Size(width: 40, height: 40), forItemAt: ItemPath(section: 0, item: 0))
        let original = try #require(
          fixture.layout.layoutAttributesForItem(at: ItemPath(section: 1, item: 2)))
        var preferred = original
        preferred.size = Size(width: value, height: 1)
        fixture.layout.invalidateLayout(
          with: fixture.layout.invalidationContext(
            forPreferredAttributes: preferred, originalAttributes: original))
        let error = #expect(throws: LayoutError.self) { try fixture.session.layoutIfNeeded() }
        #expect(error?.description.hasPrefix("item [1, 2] has the size") == true)
        try FlowComparison.checkElements(fixture.layout, of: good)
      }
    }
  }

  @Test(arguments: allStrategies, Axis.allCases)
  func insetsLargerThanTheBoundsLeaveOneItemALine(
    _ strategy: ExtentStrategy, _ axis: Axis
  ) throws {
    var crowded = flow
    crowded.axis = axis
    crowded.shared.inset = EdgeInsets(all: 1000)
    crowded.contentInset = EdgeInsets(all: 700)
    let fixture = try FlowFixture(crowded, strategy)
    try FlowComparison.checkElements(fixture.layout, of: crowded, visible: fixture.session.bounds)
    #expect(fixture.layout.contentSize[axis.crossing] == 0)
  }

  /// All lengths are multiples of 2^15 points, and so are their sums: exact, at 10^16 points.
  @Test func contentOfATrillionKilometresIsLaidOut() throws {
    for strategy in allStrategies {
      var vast = FlowCase(sizes: [
        Array(repeating: Size(width: 320, height: 1e15), count: 5),
        [Size(width: 0, height: 1e15), .zero, Size(width: 200, height: 2e15)],
      ])
      vast.shared.lineSpacing = 1e15
      let fixture = try FlowFixture(vast, strategy)
      #expect(fixture.layout.contentSize.height == 9e15 + 2e15)
      var comparison = FlowComparison(vast.model(visible: vast.bounds), axis: .vertical)
      try comparison.checkElements(fixture.layout, itemCounts: vast.counts)
      for top in stride(from: -1e15, through: 12e15, by: 25e13) {
        for height in [480, 1e14, 3e15] {
          try comparison.checkQuery(
            fixture.layout, Rect(x: 0, y: top, width: 320, height: height))
        }
      }
    }
  }

  /// Items before an item of 10^300 points keep their places, and nothing is lost.
  @Test func anItemOfAnyFiniteLengthIsLaidOut() throws {
    for strategy in allStrategies {
      let usual = FlowCase(sizes: [Array(repeating: Size(width: 320, height: 40), count: 5), []])
      let long = Size(width: 320, height: 1e300)
      let vast = FlowCase(sizes: [
        Array(repeating: Size(width: 320, height: 40), count: 5),
        [long, Size(width: 9, height: 9)],
      ])
      let (small, fixture) = (try FlowFixture(usual, strategy), try FlowFixture(vast, strategy))
      for item in 0..<5 {
        let path = ItemPath(section: 0, item: item)
        #expect(
          fixture.layout.layoutAttributesForItem(at: path)
            == small.layout.layoutAttributesForItem(at: path), "\(strategy.name)")
      }
      let oversize = ItemPath(section: 1, item: 0)
      let frame = fixture.layout.layoutAttributesForItem(at: oversize)?.frame
      #expect(frame == Rect(x: 0, y: 240, width: 320, height: 1e300), "\(strategy.name)")
      #expect(fixture.layout.contentSize == Size(width: 320, height: 1e300))
      for top in [0, 240, 1e9, 1e299] {
        let rect = Rect(x: 0, y: top, width: 320, height: max(480, top / 1_000))
        let paths = fixture.layout.layoutAttributesForElements(in: rect).compactMap(\.itemPath)
        let before = top == 0 ? (0..<5).map { ItemPath(section: 0, item: $0) } : []
        #expect(paths == before + [oversize], "\(strategy.name), \(top)")
      }
    }
  }

  @Test func anEmptyCollectionIsLaidOut() throws {
    for strategy in allStrategies {
      for (counts, axis) in [([], Axis.vertical), ([0, 0, 0], .horizontal), ([], .horizontal)] {
        var flow = FlowCase(counts: counts)
        flow.axis = axis
        let fixture = try FlowFixture(flow, strategy)
        var comparison = FlowComparison(flow.model(visible: flow.bounds), axis: axis)
        try comparison.checkElements(fixture.layout, itemCounts: counts)
        try comparison.checkQuery(
          fixture.layout, Rect(x: -1e9, y: -1e9, width: 2e9, height: 2e9))
      }
    }
  }
}

/// A changeset that does not fit is refused and changes nothing.
@Suite struct FlowChangesetErrorTests {
  /// A changeset and the counts that the host has after it; the layout knows 3, 0 and 5 items.
  struct Misfit: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var changeset: Changeset
    var counts: [Int]

    init(_ name: String, _ changeset: Changeset, _ counts: [Int]) {
      testDescription = name
      self.changeset = changeset
      self.counts = counts
    }
  }

  private static func path(_ section: Int, _ item: Int) -> ItemPath {
    ItemPath(section: section, item: item)
  }

  static let misfits = [
    Misfit(
      "an inserted item that is not there", Changeset(insertedItems: [path(0, 1)]), [3, 0, 5]),
    Misfit("a deleted item that is still there", Changeset(deletedItems: [path(0, 1)]), [3, 0, 5]),
    Misfit(
      "one item gone, two named", Changeset(deletedItems: [path(2, 1), path(2, 4)]), [3, 0, 4]),
    Misfit(
      "a moved item that did not",
      Changeset(movedItems: [Changeset.Move(from: path(0, 0), to: path(2, 0))]), [3, 0, 5]),
    Misfit("an item before the first", Changeset(deletedItems: [path(0, -1)]), [2, 0, 5]),
    Misfit("an item after the last", Changeset(deletedItems: [path(0, 3)]), [2, 0, 5]),
    Misfit("an item of no section", Changeset(deletedItems: [path(3, 0)]), [3, 0, 5]),
    Misfit("inserted beyond the end", Changeset(insertedItems: [path(1, 1)]), [3, 1, 5]),
    Misfit("inserted into no section", Changeset(insertedItems: [path(3, 0)]), [3, 0, 5]),
    Misfit("a deleted section that is still there", Changeset(deletedSections: [1]), [3, 0, 5]),
    Misfit("an inserted section that is not there", Changeset(insertedSections: [0]), [3, 0, 5]),
    Misfit("a section that does not exist", Changeset(deletedSections: [3]), [3, 0, 5]),
    Misfit("a section before the first", Changeset(deletedSections: [-1]), [3, 0]),
    Misfit("a section put beyond the end", Changeset(insertedSections: [4]), [3, 0, 5, 2]),
    Misfit("one item twice", Changeset(deletedItems: [path(0, 1), path(0, 1)]), [1, 0, 5]),
    Misfit("one section twice", Changeset(deletedSections: [0, 0]), [5]),
    Misfit(
      "an item reloaded that does not exist", Changeset(reloadedItems: [path(0, 3)]), [3, 0, 5]),
    Misfit("a section reloaded that does not exist", Changeset(reloadedSections: [3]), [3, 0, 5]),
  ]

  @Test(arguments: misfits)
  func aMisfitIsRefusedAndChangesNothing(_ misfit: Misfit) throws {
    for strategy in allStrategies {
      let flow = FlowCase(
        sizes: [3, 0, 5].map { (0..<$0).map { Size(width: Double(60 + $0 * 9), height: 40) } })
      let fixture = try FlowFixture(flow, strategy)
      var large = flow
      large.sections = misfit.counts.map { FlowCase.Section(id: 0, items: Array(0..<$0)) }
      fixture.delegate.flow = large
      let error = #expect(throws: LayoutError.self, "\(strategy.name)") {
        try fixture.session.update(misfit.changeset) { $0 = misfit.counts }
      }
      guard let error else { continue }
      let isRight = if case .changeset = error { true } else { false }
      #expect(isRight, "\(error)")
      var comparison = FlowComparison(flow.model(visible: flow.bounds), axis: .vertical)
      try comparison.checkElements(fixture.layout, itemCounts: flow.counts)
      #expect(fixture.session.itemCounts == flow.counts)
      fixture.delegate.flow = flow
      try fixture.session.reload(itemCounts: flow.counts)
      try comparison.checkElements(fixture.layout, itemCounts: flow.counts)
      // The layout holds changesets against a host that does not.
      let host = try PlainHost(fixture.layout, bounds: flow.bounds, itemCounts: flow.counts)
      let own = #expect(throws: LayoutError.self, "\(strategy.name)") {
        try host.update([misfit.changeset], itemCounts: misfit.counts)
      }
      #expect(own == error)
      try comparison.checkElements(fixture.layout, itemCounts: flow.counts)
    }
  }

  @Test func whatCameWithAMisfitIsUndoneToo() throws {
    for strategy in allStrategies {
      var flow = FlowCase(
        sizes: [4, 5].map { (0..<$0).map { Size(width: Double(60 + $0 * 9), height: 40) } })
      flow.estimate = Size(width: 70, height: 30)
      let fixture = try FlowFixture(flow, strategy)
      try fixture.session.prefer(
        Size(width: 90, height: 90), forItemAt: ItemPath(section: 0, item: 1))
      let inserted = [ItemPath(section: 0, item: 0)]
      #expect(throws: LayoutError.self) {
        try fixture.session.update(Changeset(insertedItems: inserted)) { $0 = [4, 5] }
      }
      var comparison = FlowComparison(flow.model(visible: flow.bounds), axis: .vertical)
      try comparison.checkElements(fixture.layout, itemCounts: [4, 5])
      // The preferred size waits; once the host has the item, the same update succeeds.
      flow.sections[0].items.insert(99, at: 0)
      flow.preferred[1] = Size(width: 90, height: 90)
      fixture.delegate.flow = flow
      try fixture.session.update(Changeset(insertedItems: inserted)) { $0 = [5, 5] }
      comparison.model = flow.model(visible: flow.bounds)
      try comparison.checkElements(fixture.layout, itemCounts: [5, 5])
    }
  }
}
