import BasicAlgorithms
import Changesets
import Geometry
import Layouts
import TestSupport
import Testing

/// Headers and footers that size themselves, compared with sums of what they prefer.
@Suite(.serialized) struct HeaderSizingModelTests {
  @Test func everyAnswerMatchesTheModel() throws {
    var stress = try StressRun(
      "headers that size themselves", filter: "HeaderSizingModelTests", usualSeconds: 1, share: 0.05
    )
    var operations = 0
    stress.forEachSeed { seed in
      for strategy in allStrategies {
        try naming(strategy) {
          var run = try HeaderSizingRun(seed, strategy)
          for _ in 0..<24 { try run.step() }
          operations += 24
        }
      }
    }
    stress.summarize("\(operations) operations")
    #expect(operations > 0)
  }
}

/// Random sizes and updates of a list, and the sums of what it has.
private struct HeaderSizingRun {
  /// A section by the definition.
  private struct Section {
    var header = HeaderSizingRun.estimate.header
    var footer = HeaderSizingRun.estimate.footer
    var items: [Double]
  }

  private static let estimate = (header: 10.0, item: 21.0, footer: 6.0)
  private static let bounds = Rect(x: 0, y: 0, width: 100, height: 150)
  private static let spacing = 3.0

  private var sections: [Section]
  private var numbers: SplitMix64
  /// A Boolean value that indicates whether sizes wait for the next pass.
  private var isWaiting = false
  private let layout: ListLayout
  private let session: LayoutSession

  init(_ seed: UInt64, _ strategy: ExtentStrategy) throws {
    numbers = SplitMix64(seed: seed)
    var numbers = self.numbers
    sections = (0..<4).map { _ in Self.section(&numbers) }
    self.numbers = numbers
    layout = ListLayout(extents: strategy)
    layout.headerExtent = Self.estimate.header
    layout.footerExtent = Self.estimate.footer
    layout.estimatedItemExtent = Self.estimate.item
    layout.spacing = Self.spacing
    layout.sectionHeadersSizeThemselves = true
    layout.sectionFootersSizeThemselves = true
    session = LayoutSession(layout, bounds: Self.bounds, itemCounts: sections.map(\.items.count))
    try session.layoutIfNeeded()
  }

  private static func section(_ numbers: inout SplitMix64) -> Section {
    Section(items: Array(repeating: estimate.item, count: numbers.number(in: 0...5)))
  }

  mutating func step() throws {
    isWaiting = !layout.pendingInvalidation.isEmpty
    switch numbers.number(in: 0...9) {
    case 0: try update()
    case 1: try name()
    case 2: try session.scroll(to: Point(x: 0, y: Double(numbers.number(in: 0...400))))
    default: try prefer()
    }
    if layout.pendingInvalidation.isEmpty { check() }
  }

  /// Some elements prefer other sizes in one pass.
  private mutating func prefer() throws {
    let (first, seen) = (firstVisible, Set(visible.map(\.element)))
    var areSeen = true
    for _ in 0..<numbers.number(in: 1...3) where !sections.isEmpty {
      let section = numbers.number(in: 0...sections.count - 1)
      let extent = Double(numbers.number(in: 0...12)) * 4.5
      let element: LayoutElement
      switch numbers.number(in: 0...2) {
      case 0 where sections[section].header > 0:
        sections[section].header = extent
        element = .supplementary(.sectionHeader, ElementPath([section, 0]))
      case 1 where sections[section].footer > 0:
        sections[section].footer = extent
        element = .supplementary(.sectionFooter, ElementPath([section, 0]))
      default:
        guard !sections[section].items.isEmpty else { continue }
        let item = numbers.number(in: 0...sections[section].items.count - 1)
        sections[section].items[item] = extent
        element = .cell(ItemPath(section: section, item: item))
      }
      areSeen = areSeen && seen.contains(element)
      try session.prefer(Size(width: 100, height: extent), for: element)
    }
    // One in four waits for the next pass, which may be an update's.
    guard numbers.number(in: 0...3) > 0 else { return }
    try session.settle()
    // As in a view, where elements that are seen are measured: the first one stays where it is seen,
    // unless the content ends before that.
    guard areSeen, !isWaiting, let first,
      let now = layout.layoutAttributes(for: first.element)?.frame.minY
    else { return }
    let offset = session.clamped(Point(x: 0, y: first.offset + now - first.main)).y
    #expect(session.bounds.minY == offset)
  }

  private var visible: [LayoutAttributes] {
    layout.layoutAttributesForElements(in: session.bounds)
  }

  /// The first item or whole header or footer that is seen, and its place.
  private var firstVisible: (element: LayoutElement, main: Double, offset: Double)? {
    let bounds = session.bounds
    let seen = visible.filter {
      $0.category == .cell || $0.frame.minY >= bounds.minY
    }
    guard let first = seen.min(by: { $0.frame.minY < $1.frame.minY }) else { return nil }
    return (first.element, first.frame.minY, bounds.minY)
  }

  /// An element is named: it has its estimate again.
  private mutating func name() throws {
    guard !sections.isEmpty else { return }
    let section = numbers.number(in: 0...sections.count - 1)
    let isHeader = numbers.number(in: 0...1) == 0
    let context = FlowLayoutInvalidationContext()
    context.invalidateSupplementaryElements(
      ofKind: isHeader ? .sectionHeader : .sectionFooter, at: [ElementPath([section, 0])])
    if isHeader {
      sections[section].header = Self.estimate.header
    } else {
      sections[section].footer = Self.estimate.footer
    }
    layout.invalidateLayout(with: context)
    try session.settle()
  }

  /// A section or an item comes, goes, moves or is reloaded.
  private mutating func update() throws {
    let last = sections.count - 1
    let section = last < 0 ? 0 : numbers.number(in: 0...last)
    let changes: Changeset
    switch numbers.number(in: 0...5) {
    case 0:
      changes = Changeset(insertedSections: [section])
      sections.insert(Self.section(&numbers), at: section)
    case 1 where last >= 0:
      changes = Changeset(deletedSections: [section])
      sections.remove(at: section)
    case 2 where last >= 0:
      changes = Changeset(reloadedSections: [section])
      let count = sections[section].items.count
      sections[section] = Section(items: Array(repeating: Self.estimate.item, count: count))
    case 3 where last >= 0:
      let target = numbers.number(in: 0...last)
      changes = Changeset(movedSections: [Changeset.Move(from: section, to: target)])
      sections.insert(sections.remove(at: section), at: target)
    case 4 where last >= 0 && !sections[section].items.isEmpty:
      changes = Changeset(deletedItems: [ItemPath(section: section, item: 0)])
      sections[section].items.removeFirst()
    default:
      guard last >= 0 else { return }
      changes = Changeset(insertedItems: [ItemPath(section: section, item: 0)])
      sections[section].items.insert(Self.estimate.item, at: 0)
    }
    let counts = sections.map(\.items.count)
    try session.update(changes) { $0 = counts }
  }

  /// Compares every element and the whole extent with the sums.
  private func check() {
    var main = 0.0
    for (number, section) in sections.enumerated() {
      expect(.supplementary(.sectionHeader, ElementPath([number, 0])), main, section.header)
      main += section.header
      for (item, extent) in section.items.enumerated() {
        if item > 0 { main += Self.spacing }
        expect(.cell(ItemPath(section: number, item: item)), main, extent)
        main += extent
      }
      expect(.supplementary(.sectionFooter, ElementPath([number, 0])), main, section.footer)
      main += section.footer
    }
    #expect(layout.contentSize.height == main)
  }

  private func expect(_ element: LayoutElement, _ main: Double, _ extent: Double) {
    let frame = layout.layoutAttributes(for: element)?.frame
    // A header without extent is none; an item without extent is still an item.
    let expected = Rect(x: 0, y: main, width: 100, height: extent)
    #expect(frame == (extent == 0 && element.category != .cell ? nil : expected), "\(element)")
  }
}
