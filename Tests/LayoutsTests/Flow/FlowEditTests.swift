import BasicAlgorithms
import Changesets
import Datasets
import Geometry
import StressTesting
import TestSupport
import Testing

import Layouts

/// Layouts after many edits equal fresh layouts of the same collection.
@Suite(.serialized) struct FlowEditTests {
  @Test func anEditedLayoutIsTheFreshOneBitForBit() throws {
    try run("flow edits", steps: 12, usualSeconds: 4, share: 0.2) { seed in
      try FlowEditRun(seed: seed)
    }
  }

  /// Short sequences, and many of them: no model and no fresh layout, so that a release build goes
  /// through 100,000 in about a minute.
  @Test func theThreeStrategiesGiveTheSameAnswers() throws {
    try run("three strategies", steps: 4, usualSeconds: 2, share: 0.1) { seed in
      try FlowEditRun(seed: seed, amongThemselves: [.nested, .flat, .tree])
    }
  }

  private func run(
    _ name: String, steps: Int, usualSeconds: Double, share: Double,
    make: (UInt64) throws -> FlowEditRun
  ) throws {
    var stress = try StressRun(
      name, filter: "FlowEditTests", usualSeconds: usualSeconds, share: share)
    var total = ComparisonCounts()
    var kinds: Set<FlowEditRun.Kind> = []
    stress.forEachSeed { seed in
      var run = try make(seed)
      do {
        for _ in 0..<steps { try run.step() }
      } catch {
        throw Difference(description: "\(error), after \(run.log)")
      }
      total.layouts += run.counts.layouts
      total.edits += run.counts.edits
      total.queries += run.counts.queries
      total.elements += run.counts.elements
      kinds.formUnion(run.kinds)
    }
    stress.summarize(
      "\(total.edits) edits, \(total.queries) queries, \(total.elements) elements of "
        + "\(total.layouts) layouts")
    #expect(total.edits > 0 && total.queries > 0)
    // Short runs may miss one kind by chance; runs of this length miss it less than once in a
    // million.
    guard stress.sequences * steps >= 300 else { return }
    for kind in FlowEditRun.Kind.allCases {
      #expect(kinds.contains(kind), "\(kind) never came")
    }
  }
}

/// One collection, laid out by every strategy, and edits of it.
struct FlowEditRun {
  enum Kind: String, CaseIterable {
    case changeset, resize, prefer, property, provided, sectionMetrics, rotation, scroll, reload
    case nothing, pendingWishThenChangeset, pendingResizeThenChangeset
  }

  private(set) var flow: FlowCase
  private(set) var kinds: [Kind] = []
  private var changesets: [Changeset] = []
  private let isAmongThemselves: Bool
  private(set) var counts = ComparisonCounts()
  private let fixtures: [(strategy: ExtentStrategy, fixture: FlowFixture)]
  private var generator: FlowCaseGenerator

  /// Creates a run of one seed, which compares every answer with the model, or the answers of some
  /// strategies with each other.
  init(seed: UInt64, amongThemselves strategies: [ExtentStrategy]? = nil) throws {
    isAmongThemselves = strategies != nil
    generator = FlowCaseGenerator(
      seed: seed, mayBeLarge: !isAmongThemselves || seed.isMultiple(of: 200))
    flow = generator.flow()
    if generator.chance(35) {
      flow.estimate = generator.size(for: flow, FlowCase.Section(id: 0, items: []))
    }
    let flow = flow
    let keepsPosition = generator.chance(30)
    fixtures = try (strategies ?? generator.strategies).map { ($0, try FlowFixture(flow, $0)) }
    for (_, fixture) in fixtures { fixture.layout.maintainsVisiblePosition = keepsPosition }
  }

  /// The operations so far, for messages.
  var log: String {
    kinds.map(\.rawValue).joined(separator: ", ") + " with the changesets \(changesets)"
  }

  /// One edit, and the comparison of everything.
  mutating func step() throws {
    let kind = generator.pick(Kind.allCases + [.changeset, .changeset, .resize, .prefer])
    kinds.append(kind)
    switch kind {
    case .changeset: try changeset()
    case .resize: try resize(isPending: false)
    case .prefer: try prefer(isPending: false)
    case .property: try changeProperty()
    case .provided:
      flow.provided = FlowLayoutMetrics(rawValue: generator.random.next(below: 64))
      try invalidateAll()
    case .sectionMetrics:
      for section in flow.sections { flow.metrics[section.id] = generator.metrics() }
      try invalidateAll()
    case .rotation: try rotate()
    case .scroll: try scroll()
    case .reload: try reload()
    case .nothing: try invalidateNothing()
    case .pendingWishThenChangeset:
      try prefer(isPending: true)
      try changeset()
    case .pendingResizeThenChangeset:
      try resize(isPending: true)
      try changeset()
    }
    if isAmongThemselves { try checkEachOther() } else { try check() }
  }

  /// Tells every delegate of the collection as it is now, then does `body` to every layout.
  private mutating func onAll(_ body: (FlowFixture) throws -> Void) throws {
    for (strategy, fixture) in fixtures {
      fixture.delegate.flow = flow
      do {
        try body(fixture)
        try fixture.session.settle()
      } catch {
        throw Difference(description: "\(strategy.name): \(error)")
      }
      counts.edits += 1
    }
  }

  private mutating func changeset() throws {
    let before = flow.sections.map(\.items)
    let changeset = generator.changeset(for: &flow)
    changesets.append(changeset)
    try check(changeset, from: before)
    let itemCounts = flow.counts
    try onAll { try $0.session.update(changeset) { $0 = itemCounts } }
  }

  /// The changeset is one from the collection before to the one after, or nothing is tested here.
  private func check(_ changeset: Changeset, from before: [[Int]]) throws {
    let after = flow.sections.map(\.items)
    let arrivals = Set(changeset.movedItems.map(\.target))
    let applied = before.applying(changeset) {
      after[$0.section][$0.item]
    } newSection: { section in
      after[section].indices.filter {
        !arrivals.contains(ItemPath(section: section, item: $0))
      }.map { after[section][$0] }
    }
    guard applied == after else {
      throw Difference(description: "the changeset gives \(applied), wanted \(after)")
    }
  }

  private mutating func somePaths() -> [(id: Int, path: ItemPath)] {
    var all: [(Int, ItemPath)] = []
    for (section, content) in flow.sections.enumerated() {
      for (item, id) in content.items.enumerated() {
        all.append((id, ItemPath(section: section, item: item)))
      }
    }
    return generator.some(of: all, generator.pick([5, 20, 60]))
  }

  private mutating func resize(isPending: Bool) throws {
    let named = somePaths()
    for (id, path) in named {
      flow.sizes[id] = generator.size(for: flow, flow.sections[path.section])
      flow.preferred[id] = nil
    }
    guard !named.isEmpty else { return }
    for (_, fixture) in fixtures {
      let context = FlowLayoutInvalidationContext()
      context.invalidateItems(at: named.map(\.path))
      fixture.layout.invalidateLayout(with: context)
    }
    if !isPending { try onAll { _ in } }
  }

  private mutating func prefer(isPending: Bool) throws {
    guard flow.estimate != nil else { return }
    var preferredSizes: [(ItemPath, Size)] = []
    for (id, path) in somePaths() {
      let size = generator.size(for: flow, flow.sections[path.section])
      preferredSizes.append((path, size))
      flow.preferred[id] = size
    }
    for (_, fixture) in fixtures {
      for (path, size) in preferredSizes { try fixture.session.prefer(size, forItemAt: path) }
    }
    if !isPending { try onAll { _ in } }
  }

  /// Requests everything again, which discards preferred sizes with their lines.
  private mutating func invalidateAll() throws {
    flow.preferred = [:]
    try onAll { $0.layout.invalidateLayout() }
  }

  private mutating func changeProperty() throws {
    var other = generator.flow()
    let section = FlowCase.Section(id: 0, items: [])
    switch generator.random.next(below: 10) {
    case 0: flow.itemSize = generator.size(for: flow, section)
    case 1: flow.shared.lineSpacing = other.shared.lineSpacing
    case 2: flow.shared.interitemSpacing = other.shared.interitemSpacing
    case 3: flow.shared.inset = other.shared.inset
    case 4: (flow.shared.header, flow.shared.footer) = (other.shared.header, other.shared.footer)
    case 5: flow.axis = flow.axis.crossing
    case 6: (flow.pinsHeaders, flow.pinsFooters) = (other.pinsHeaders, other.pinsFooters)
    case 7: (flow.lastLine, flow.lineAlignment) = (other.lastLine, other.lineAlignment)
    case 8: flow.uniformity = other.uniformity
    default: flow.pixelScale = generator.pick([nil, 1, 2])
    }
    other = flow
    try onAll {
      other.configure($0.layout);
      if !$0.layout.pendingInvalidation.isEmpty { other.preferred = [:] }
    }
    flow = other
  }

  private mutating func rotate() throws {
    let old = flow.bounds.size
    flow.bounds.size =
      generator.chance(50)
      ? old.transposed : Size(width: generator.pick([0, 100, 320, 414]), height: old.height)
    if flow.bounds.size[flow.axis.crossing] != old[flow.axis.crossing] { flow.preferred = [:] }
    let size = flow.bounds.size
    try onAll { try $0.session.setBounds(Rect(origin: $0.session.bounds.origin, size: size)) }
  }

  private mutating func scroll() throws {
    let content = fixtures[0].fixture.layout.contentSize
    var offset = Point.zero
    offset[flow.axis] = generator.offset(content[flow.axis])
    try onAll { try $0.session.scroll(to: offset) }
  }

  private mutating func reload() throws {
    flow.sections = []
    flow.preferred = [:]
    for _ in 0..<generator.random.next(below: 6) {
      flow.sections.append(generator.section(in: &flow))
    }
    let itemCounts = flow.counts
    try onAll { try $0.session.reload(itemCounts: itemCounts) }
  }

  private mutating func invalidateNothing() throws {
    try onAll {
      let context = FlowLayoutInvalidationContext()
      context.invalidateFlowLayoutDelegateMetrics = false
      $0.layout.invalidateLayout(with: context)
    }
  }

  /// Every layout against the first: the bounds, the extent, and two rectangles, in order.
  private mutating func checkEachOther() throws {
    let (_, first) = fixtures[0]
    let (bounds, content) = (first.session.bounds, first.layout.contentSize)
    let rects = [bounds, generator.query(in: bounds, content, edges: [])]
    let answers = rects.map { first.layout.layoutAttributesForElements(in: $0) }
    counts.layouts += 1
    for (strategy, fixture) in fixtures.dropFirst() {
      counts.layouts += 1
      guard fixture.session.bounds == bounds, fixture.layout.contentSize == content else {
        throw Difference(
          description: "\(strategy.name): \(fixture.session.bounds) of "
            + "\(fixture.layout.contentSize), others \(bounds) of \(content)")
      }
      for (rect, wanted) in zip(rects, answers) {
        let found = fixture.layout.layoutAttributesForElements(in: rect)
        counts.queries += 1
        counts.elements += found.count
        guard found == wanted else {
          throw Difference(description: "\(strategy.name): \(rect) holds \(found), not \(wanted)")
        }
      }
    }
  }

  /// Every layout against the model, and against a fresh one.
  private mutating func check() throws {
    let bounds = fixtures[0].fixture.session.bounds
    let model = flow.model(visible: bounds)
    let edges = model.elements.map { flow.axis == .horizontal ? $0.frame.transposed : $0.frame }
    let content = fixtures[0].fixture.layout.contentSize
    let query = generator.query(in: bounds, content, edges: edges)
    for (strategy, fixture) in fixtures {
      do {
        guard fixture.session.bounds == bounds else {
          throw Difference(description: "bounds \(fixture.session.bounds), others \(bounds)")
        }
        fixture.layout.lines.solver.index.checkInvariants()
        var comparison = FlowComparison(model, axis: flow.axis)
        comparison.counts = counts
        try comparison.checkElements(fixture.layout, itemCounts: flow.counts)
        try comparison.checkQuery(fixture.layout, bounds)
        try comparison.checkQuery(fixture.layout, query)
        counts = comparison.counts
        var settled = flow.settled
        settled.bounds = bounds
        let fresh = try FlowFixture(settled, strategy)
        try fresh.session.setBounds(bounds)
        try FlowComparison.checkSame(fixture.layout, fresh.layout, itemCounts: flow.counts)
      } catch {
        throw Difference(description: "\(strategy.name): \(error)")
      }
    }
  }
}
