import BasicAlgorithms
import Changesets
import Geometry
import Layouts
import StressTesting
import TestSupport
import Testing

/// Compositional layouts after many edits against the model of the collection as it is then.
@Suite(.serialized) struct CompositionalEditTests {
  @Test func anEditedLayoutMatchesTheModelBitForBit() throws {
    var stress = try StressRun(
      "compositional edits", filter: "CompositionalEditTests", usualSeconds: 4, share: 0.2)
    var total = ComparisonCounts()
    var kinds: Set<CompositionalEditRun.Kind> = []
    stress.forEachSeed { seed in
      var run = try CompositionalEditRun(seed: seed)
      do {
        for _ in 0..<10 { try run.step() }
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
    guard stress.sequences >= 40 else { return }
    for kind in CompositionalEditRun.Kind.allCases {
      #expect(kinds.contains(kind), "\(kind) never came")
    }
  }
}

/// One collection, laid out over every extent index, and edits of it.
struct CompositionalEditRun {
  enum Kind: String, CaseIterable {
    case changeset, prefer, preferBoundaries, scroll, scrollOrthogonally, rotation, invalidate,
      configuration, reload
    case descriptions, nothing, pendingWishThenChangeset, failingChangeset
  }

  private(set) var test: CompositionalCase
  private(set) var kinds: [Kind] = []
  private(set) var counts = ComparisonCounts()
  private var changesets: [Changeset] = []
  private let fixtures: [(strategy: ExtentStrategy, fixture: CompositionalFixture)]
  private var generator: FlowCaseGenerator

  init(seed: UInt64) throws {
    generator = FlowCaseGenerator(seed: seed, mayBeLarge: true)
    let test = CompositionalCase(&generator)
    self.test = test
    fixtures = try generator.strategies.map { ($0, try CompositionalFixture(test, $0)) }
    let keepsPosition = generator.chance(30)
    for (_, fixture) in fixtures { fixture.layout.maintainsVisiblePosition = keepsPosition }
  }

  /// The operations so far, for messages.
  var log: String {
    kinds.map(\.rawValue).joined(separator: ", ") + " with the changesets \(changesets)"
  }

  /// One edit, and the comparison of everything.
  mutating func step() throws {
    let kind = generator.pick(Kind.allCases + [.changeset, .changeset, .prefer])
    kinds.append(kind)
    switch kind {
    case .changeset: try changeset()
    case .prefer: try prefer(isPending: false)
    case .preferBoundaries: try preferBoundaries()
    case .scroll: try scroll()
    case .scrollOrthogonally: try scrollOrthogonally()
    case .rotation: try rotate()
    case .invalidate: try invalidateAll()
    case .configuration: try changeConfiguration()
    case .reload: try reload()
    case .descriptions:
      if !test.isShared {
        test.descriptions = [:]
        test.describeNewSections(&generator)
      }
      try invalidateAll()
    case .nothing:
      try onAll {
        let context = FlowLayoutInvalidationContext()
        context.invalidateFlowLayoutDelegateMetrics = false
        $0.layout.invalidateLayout(with: context)
      }
    case .pendingWishThenChangeset:
      let before = test
      let wishes = try prefer(isPending: true)
      try changeset(after: wishes, preferredBefore: before.preferred)
    case .failingChangeset: try failingChangeset()
    }
    try check()
  }

  /// Tells every provider of the collection as it is now, then does `body` to every layout.
  private mutating func onAll(_ body: (CompositionalFixture) throws -> Void) throws {
    for (strategy, fixture) in fixtures {
      fixture.box.descriptions = test.sectionDescriptions
      do {
        try body(fixture)
        try fixture.session.settle()
      } catch {
        throw Difference(description: "\(strategy.name): \(error)")
      }
      counts.edits += 1
    }
  }

  /// Applies a changeset. Items that move to a section of another description, or to a new section,
  /// forget the sizes that they preferred, except `wishes` that the layout has not seen yet.
  private mutating func changeset(
    after wishes: [Int: Size] = [:], preferredBefore: [Int: Size]? = nil
  ) throws {
    let before = test.collection
    let changeset = generator.changeset(for: &test.collection)
    var preferredBefore = preferredBefore
    changesets.append(changeset)
    for section in changeset.reloadedSections {
      test.descriptions[before.sections[section].id] = nil
      test.offsets[before.sections[section].id] = nil
      test.boundarySizes[before.sections[section].id] = nil
    }
    test.describeNewSections(&generator)
    for path in changeset.reloadedItems {
      let id = before.sections[path.section].items[path.item]
      test.preferred[id] = nil
      preferredBefore?[id] = nil
    }
    let known = Set(before.sections.map(\.id))
    for move in changeset.movedItems {
      let source = before.sections[move.source.section]
      let id = source.items[move.source.item]
      let target = test.collection.sections[move.target.section].id
      guard known.contains(target), test.descriptions[source.id] == test.descriptions[target]
      else {
        test.preferred[id] = wishes[id]
        preferredBefore?[id] = nil
        continue
      }
    }
    if let preferredBefore {
      var unwished = test
      unwished.preferred = preferredBefore
      keepOffsets(from: unwished.model(visible: fixtures[0].fixture.session.bounds))
    }
    let itemCounts = test.collection.counts
    let elements = FlowCaseGenerator.elements(itemCounts: before.counts)
    try onAll { fixture in
      for element in elements {
        fixture.layout.before[element] = fixture.layout.layoutAttributes(for: element)
      }
      try fixture.session.update(changeset) { $0 = itemCounts }
      if let difference = fixture.layout.difference { throw Difference(description: difference) }
    }
  }

  /// Tries a changeset for which the provider has no section: nothing may change.
  private mutating func failingChangeset() throws {
    var collection = test.collection
    let changeset = generator.changeset(for: &collection)
    guard !test.isShared,
      !changeset.insertedSections.isEmpty || !changeset.reloadedSections.isEmpty
    else { return }
    for (_, fixture) in fixtures {
      fixture.box.descriptions = []
      do {
        try fixture.session.update(changeset) { $0 = collection.counts }
        throw Difference(description: "an update without a section throws nothing")
      } catch let error as LayoutError {
        guard case .composition = error else { throw error }
      }
    }
  }

  /// Lets some items prefer another size, if their sections let them.
  @discardableResult
  private mutating func prefer(isPending: Bool) throws -> [Int: Size] {
    var wishes: [Int: Size] = [:]
    var paths: [(ItemPath, Size)] = []
    let model = test.model(visible: fixtures[0].fixture.session.bounds)
    for (number, section) in test.collection.sections.enumerated() {
      for (item, id) in section.items.enumerated() where generator.chance(25) {
        let path = ItemPath(section: number, item: item)
        let size = Size(
          width: generator.length(below: 150), height: generator.length(below: 90))
        paths.append((path, size))
        guard model.lets(path, prefer: size) else { continue }
        wishes[id] = size
        test.preferred[id] = size
      }
    }
    for (_, fixture) in fixtures {
      for (path, size) in paths { try fixture.session.prefer(size, forItemAt: path) }
    }
    guard !isPending else { return wishes }
    keepOffsets(from: model)
    try onAll { _ in }
    return wishes
  }

  /// Takes the offsets of sections along with the sizes that items prefer since `before` was made.
  private mutating func keepOffsets(from before: CompositionalModel) {
    let after = test.model(visible: fixtures[0].fixture.session.bounds)
    for (number, section) in test.collection.sections.enumerated() {
      guard let offset = test.offsets[section.id] else { continue }
      test.offsets[section.id] = before.offset(offset, ofSection: number, keptIn: after)
    }
  }

  /// Lets some headers, footers and other boundary items prefer another size, if their sections let
  /// them.
  private mutating func preferBoundaries() throws {
    let model = test.model(visible: fixtures[0].fixture.session.bounds)
    var wishes: [(LayoutElement, Size)] = []
    for number in -1..<test.collection.sections.count {
      for kind in FlowCaseGenerator.headerKinds where generator.chance(40) {
        let size = Size(
          width: generator.length(below: 150), height: generator.length(below: 90))
        let path = number < 0 ? ElementPath([0]) : ElementPath([number, 0])
        wishes.append((.supplementary(kind, path), size))
        guard model.lets(kind, of: number, prefer: size) else { continue }
        if number < 0 {
          test.contentBoundarySizes[kind] = size
        } else {
          test.boundarySizes[test.collection.sections[number].id, default: [:]][kind] = size
        }
      }
    }
    try onAll { fixture in
      for (element, size) in wishes { try fixture.session.prefer(size, for: element) }
    }
  }

  private mutating func scroll() throws {
    let content = fixtures[0].fixture.layout.contentSize
    var offset = Point.zero
    let axis = test.configuration.scrollDirection
    offset[axis] = generator.offset(content[axis])
    try onAll { try $0.session.scroll(to: offset) }
  }

  private mutating func scrollOrthogonally() throws {
    guard !test.collection.sections.isEmpty else { return }
    let section = generator.random.next(below: test.collection.sections.count)
    let offset = generator.length(below: 400)
    test.offsets[test.collection.sections[section].id] = offset
    try onAll { $0.layout.setOrthogonalOffset(offset, ofSection: section) }
  }

  private mutating func rotate() throws {
    let old = test.collection.bounds.size
    let size =
      generator.chance(50)
      ? old.transposed : Size(width: generator.pick([0, 100, 320, 414]), height: old.height)
    if size != old { test.forgetSizes() }
    test.collection.bounds.size = size
    try onAll { try $0.session.setBounds(Rect(origin: $0.session.bounds.origin, size: size)) }
  }

  private mutating func invalidateAll() throws {
    test.forgetSizes()
    try onAll { $0.layout.invalidateLayout() }
  }

  private mutating func changeConfiguration() throws {
    let configuration = generator.configuration(along: test.configuration.scrollDirection)
    if configuration != test.configuration { test.forgetSizes() }
    test.configuration = configuration
    try onAll { $0.layout.configuration = configuration }
  }

  private mutating func reload() throws {
    test.collection.sections = []
    test.forgetSizes()
    test.offsets = [:]
    for _ in 0..<generator.random.next(below: 6) {
      test.collection.sections.append(generator.section(in: &test.collection))
    }
    test.describeNewSections(&generator)
    let itemCounts = test.collection.counts
    try onAll { try $0.session.reload(itemCounts: itemCounts) }
  }

  /// Every layout against the model, over everything and in two rectangles.
  private mutating func check() throws {
    let bounds = fixtures[0].fixture.session.bounds
    let model = test.model(visible: bounds)
    // What does not fit is lost.
    for (number, section) in test.collection.sections.enumerated() {
      test.offsets[section.id] = model.offsets[number]
    }
    let query = generator.query(
      in: bounds, model.size, edges: model.elements.values.map(\.frame))
    for (strategy, fixture) in fixtures {
      do {
        guard fixture.session.bounds == bounds else {
          throw Difference(description: "bounds \(fixture.session.bounds), others \(bounds)")
        }
        fixture.layout.lines.solver.index.checkInvariants()
        var comparison = CompositionalComparison(model: model)
        comparison.counts = counts
        try comparison.checkElements(fixture.layout, itemCounts: test.collection.counts)
        try comparison.checkQuery(fixture.layout, bounds)
        try comparison.checkQuery(fixture.layout, query)
        try checkSections(fixture.layout, query, inAnswerAbout: bounds)
        counts = comparison.counts
      } catch {
        throw Difference(description: "\(strategy.name): \(error)")
      }
    }
  }

  /// What the layout puts in the place of a section's elements in an answer about another rectangle,
  /// against what it answers about all sections.
  private func checkSections(
    _ layout: CompositionalLayout, _ rect: Rect, inAnswerAbout other: Rect
  ) throws {
    let descriptions = test.sectionDescriptions
    guard descriptions.allSatisfy({ $0.visibleItemsInvalidationHandler == nil }) else { return }
    let all = layout.layoutAttributesForElements(in: rect).filter { $0.itemPath != nil }
    let before = layout.layoutAttributesForElements(in: other).filter { $0.itemPath != nil }
    for section in descriptions.indices {
      var answer = before
      let start = before.firstIndex { $0.section >= section } ?? before.count
      let end = before.firstIndex { $0.section > section } ?? before.count
      let places = layout.replaceElements(
        ofSection: section, in: rect, at: start..<end, of: &answer)
      guard (places != nil) == (descriptions[section].orthogonalScrollingBehavior != .none) else {
        throw Difference(
          description: "section \(section) is answered about alone: \(places != nil)")
      }
      let own = all.filter { $0.section == section }
      guard let places else { continue }
      let expected = Array(before[..<start]) + own + before[end...]
      guard places == start..<start + own.count, answer == expected else {
        throw Difference(description: "section \(section) has \(places) of \(answer)")
      }
    }
  }
}
