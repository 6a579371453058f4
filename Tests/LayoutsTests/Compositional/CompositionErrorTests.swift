import Changesets
import Geometry
import Layouts
import Synchronization
import Testing

/// Invalid descriptions: each error names its place.
struct CompositionErrorTests {
  private static let whole = LayoutSize(width: .fractionalWidth(1), height: .absolute(50))

  private static func layout(_ section: LayoutSection) -> CompositionalLayout {
    CompositionalLayout { number, _ in
      number == 2 ? section : LayoutSection(group: row(.item(LayoutItem(whole))))
    }
  }

  private static func row(_ members: LayoutSubitem...) -> LayoutGroup {
    .horizontal(whole, subitems: members)
  }

  private static func error(_ layout: CompositionalLayout) -> String? {
    let session = LayoutSession(
      layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [3, 3, 3])
    do throws(LayoutError) {
      try session.layoutIfNeeded()
      return nil
    } catch {
      return error.description
    }
  }

  private static func error(_ group: LayoutGroup) -> String? {
    error(layout(LayoutSection(group: group)))
  }

  @Test func aGroupWithoutMembersIsNamed() {
    let inner = LayoutGroup.vertical(Self.whole, subitems: [])
    #expect(
      Self.error(Self.row(.item(LayoutItem(Self.whole)), .group(inner)))
        == "section 2 > group > subitem 1: the group has no members; give it at least one")
    let custom = LayoutGroup.custom(Self.whole) { _ in [] }
    #expect(
      Self.error(Self.row(.group(custom)))
        == "section 2 > group > subitem 0: the group has no members; give it at least one")
  }

  @Test(arguments: [0, -1, .nan, .infinity])
  func dimensionsThatAreNoLengthAreNamed(_ value: Double) {
    for dimension in [
      LayoutDimension.absolute(value), .estimated(value), .fractionalWidth(value),
      .fractionalHeight(value),
    ] {
      let wide = LayoutItem(LayoutSize(width: dimension, height: .absolute(1)))
      #expect(
        Self.error(Self.row(.item(wide)))
          == "section 2 > group > subitem 0: the width is \(value); give a finite number above 0")
      let high = LayoutSize(width: .absolute(1), height: dimension)
      #expect(
        Self.error(.horizontal(high, subitems: [.item(LayoutItem(Self.whole))]))
          == "section 2 > group: the height is \(value); give a finite number above 0")
    }
  }

  @Test func aFractionBeyondOneIsNamed() {
    let size = LayoutSize(width: .fractionalWidth(1.25), height: .absolute(1))
    #expect(
      Self.error(Self.row(.item(LayoutItem(size))))
        == "section 2 > group > subitem 0: the width is 1.25 of the container; give at most 1")
  }

  @Test(arguments: [-1, .nan, .infinity])
  func spacingsAndInsetsAreNamed(_ value: Double) {
    var group = Self.row(.item(LayoutItem(Self.whole)))
    group.interItemSpacing = .flexible(value)
    #expect(Self.error(group)?.hasPrefix("section 2 > group: interItemSpacing is \(value)") == true)
    group.interItemSpacing = .fixed(0)
    group.contentInsets.right = value
    #expect(Self.error(group)?.hasPrefix("section 2 > group: the insets are (") == true)
    var item = LayoutItem(Self.whole)
    for edge in [\LayoutEdgeSpacing.leading, \.top, \.trailing, \.bottom] {
      item.edgeSpacing = LayoutEdgeSpacing()
      item.edgeSpacing[keyPath: edge] = .fixed(value)
      #expect(
        Self.error(Self.row(.item(item)))?
          .hasPrefix("section 2 > group > subitem 0: edgeSpacing is \(value)") == true)
    }
    item = LayoutItem(Self.whole)
    item.contentInsets.left = value
    #expect(
      Self.error(Self.row(.item(item)))?
        .hasPrefix("section 2 > group > subitem 0: the insets are (0.0, \(value)") == true)
    var section = LayoutSection(group: Self.row(.item(LayoutItem(Self.whole))))
    section.interGroupSpacing = value
    #expect(
      Self.error(Self.layout(section))?.hasPrefix("section 2: interGroupSpacing is") == true)
    var configuration = CompositionalLayoutConfiguration()
    configuration.interSectionSpacing = value
    let layout = CompositionalLayout(
      section: LayoutSection(group: group), configuration: configuration)
    #expect(Self.error(layout)?.hasPrefix("configuration: interSectionSpacing is") == true)
  }

  @Test(arguments: [-1, .nan, .infinity])
  func distancesAroundGroupsAreNamed(_ value: Double) {
    var section = LayoutSection(group: Self.row(.item(LayoutItem(Self.whole))))
    section.contentInsets.top = value
    #expect(
      Self.error(Self.layout(section))?.hasPrefix("section 2: the insets are (\(value)") == true)
    for edge in [\LayoutEdgeSpacing.leading, \.top, \.trailing, \.bottom] {
      var inner = Self.row(.item(LayoutItem(Self.whole)))
      inner.edgeSpacing[keyPath: edge] = .fixed(value)
      #expect(
        Self.error(Self.row(.group(inner)))?
          .hasPrefix("section 2 > group > subitem 0: edgeSpacing is \(value)") == true)
    }
  }

  @Test(arguments: [Double.nan, .infinity])
  func offsetsAndFramesAreNamed(_ value: Double) throws {
    let point = Point(x: 0, y: value)
    var item = LayoutItem(Self.whole)
    item.supplementaryItems = [
      LayoutSupplementaryItem(
        Self.whole, elementKind: ElementKind("badge"),
        containerAnchor: SupplementaryAnchor(edges: .top),
        itemAnchor: SupplementaryAnchor(edges: .top, offset: .fractional(point)))
    ]
    #expect(
      Self.error(Self.row(.item(item)))?
        .hasPrefix("section 2 > group > subitem 0 > supplementary item 0: the offset is") == true)
    var section = LayoutSection(group: Self.row(.item(LayoutItem(Self.whole))))
    section.boundarySupplementaryItems = [
      LayoutBoundarySupplementaryItem(
        Self.whole, elementKind: .sectionHeader, alignment: .top, absoluteOffset: point)
    ]
    #expect(
      Self.error(Self.layout(section))?
        .hasPrefix("section 2 > boundary item 0: the offset is") == true)
    section.boundarySupplementaryItems = []
    var background = LayoutDecorationItem.background(elementKind: ElementKind("background"))
    background.contentInsets.top = value
    section.decorationItems = [background]
    #expect(
      Self.error(Self.layout(section))?.hasPrefix("section 2 > decoration 0: the insets") == true)
    var configuration = CompositionalLayoutConfiguration()
    configuration.boundarySupplementaryItems = [
      LayoutBoundarySupplementaryItem(
        LayoutSize(width: .absolute(value), height: .absolute(1)), elementKind: .sectionFooter,
        alignment: .bottom)
    ]
    let layout = CompositionalLayout(
      section: LayoutSection(group: Self.row(.item(LayoutItem(Self.whole)))),
      configuration: configuration)
    #expect(Self.error(layout)?.hasPrefix("configuration > boundary item 0: the width") == true)
  }

  @Test func aCountOutOfRangeIsNamed() {
    for count in [0, -3, 65_537, 70_000] {
      let group = LayoutGroup.horizontal(
        Self.whole, repeating: .item(LayoutItem(Self.whole)), count: count)
      #expect(
        Self.error(group) == "section 2 > group: the group repeats \(count) times; give 1 to 65536")
    }
    let most = LayoutGroup.horizontal(
      Self.whole, repeating: .item(LayoutItem(Self.whole)), count: 65_536)
    #expect(Self.error(most) == nil)
    let thin = LayoutItem(LayoutSize(width: .absolute(0.001), height: .absolute(1)))
    #expect(
      Self.error(Self.row(.item(thin)))
        == "section 2 > group: more than 65536 items fit in the group; give larger members or a "
        + "smaller group")
  }

  @Test func aRepeatedMemberIsNamedAsTheFirst() {
    let flat = LayoutItem(LayoutSize(width: .absolute(1), height: .absolute(0)))
    #expect(
      Self.error(.horizontal(Self.whole, repeating: .item(flat), count: 3))
        == "section 2 > group > subitem 0: the height is 0.0; give a finite number above 0")
  }

  @Test func nestingHasALimit() {
    func nested(_ depth: Int) -> LayoutGroup {
      depth == 1
        ? Self.row(.item(LayoutItem(Self.whole))) : Self.row(.group(nested(depth - 1)))
    }
    #expect(Self.error(nested(32)) == nil)
    #expect(
      Self.error(nested(33))?.hasSuffix(
        "> subitem 0 > subitem 0: the groups are nested too deep; nest at most 32") == true)
  }

  @Test func aDescriptionHasALimitedNumberOfMembers() {
    let message =
      "group: the description has more than 65536 members at all depths; repeat a member instead"
    for depth in [17, 32, 33, 40] {
      var rows = Self.row(.item(LayoutItem(Self.whole)))
      for _ in 1..<depth { rows = Self.row(.group(rows), .group(rows)) }
      let found = Self.error(rows)
      if depth <= 32 {
        #expect(found == "section 2 > \(message)")
      } else {
        #expect(found?.hasSuffix("the groups are nested too deep; nest at most 32") == true)
      }
      // As the first section, and as all of them.
      for layout in [
        CompositionalLayout { _, _ in LayoutSection(group: rows) },
        CompositionalLayout(section: LayoutSection(group: rows)),
      ] {
        if depth <= 32 {
          #expect(Self.error(layout) == "section 0 > \(message)")
        } else {
          #expect(Self.error(layout)?.contains("nested too deep") == true)
        }
      }
    }
    let wide = LayoutSubitem.item(LayoutItem(Self.whole))
    #expect(
      Self.error(.horizontal(Self.whole, subitems: Array(repeating: wide, count: 65_535))) == nil)
    #expect(
      Self.error(.horizontal(Self.whole, subitems: Array(repeating: wide, count: 65_536)))
        == "section 2 > \(message)")
    var decorated = LayoutItem(Self.whole)
    decorated.supplementaryItems = (0..<300).map {
      LayoutSupplementaryItem(
        Self.whole, elementKind: ElementKind("\($0)"), containerAnchor: .init(edges: .top))
    }
    #expect(
      Self.error(.horizontal(Self.whole, subitems: Array(repeating: .item(decorated), count: 300)))
        == "section 2 > \(message)")
  }

  @Test func supplementaryItemsOfACustomGroupCountAsMembers() {
    let badge = LayoutSupplementaryItem(
      Self.whole, elementKind: ElementKind("badge"), containerAnchor: .init(edges: .top))
    var custom = LayoutGroup.custom(Self.whole) { _ in [CustomGroupItem(frame: .zero)] }
    custom.supplementaryItems = Array(repeating: badge, count: 65_536)
    #expect(
      Self.error(custom)
        == "section 2 > group: the description has more than 65536 members at all depths; repeat a "
        + "member instead")
  }

  @Test func aRepeatedGroupHasALimitedNumberOfItems() {
    let row = LayoutGroup.horizontal(
      Self.whole, repeating: .item(LayoutItem(Self.whole)), count: 300)
    func rows(_ count: Int) -> LayoutGroup {
      .vertical(Self.whole, repeating: .group(row), count: count)
    }
    #expect(Self.error(rows(218)) == nil)
    #expect(Self.error(rows(219))?.contains("more than 65536 items fit in the group") == true)
  }

  @Test func membersThatDoNotFitCountAsWork() {
    let item = LayoutSubitem.item(LayoutItem(Self.whole))
    // Solved 60,000 times to find that it does not fit beside an item.
    let many = LayoutGroup.vertical(Self.whole, repeating: item, count: 60_000)
    let row = Self.row(item, .group(many))
    #expect(Self.error(row) == nil)
    let group = LayoutGroup.vertical(Self.whole, repeating: .group(row), count: 60_000)
    #expect(
      Self.error(group)
        == "section 2 > group > subitem 0 > subitem 1: more than 1048576 items have to be placed to "
        + "fill the group, with those of members that do not fit; make such members smaller")
  }

  @Test func anOrthogonalSectionOfACustomGroupIsNamed() {
    var section = LayoutSection(
      group: .custom(Self.whole) { _ in [CustomGroupItem(frame: .zero)] })
    #expect(Self.error(Self.layout(section)) == nil)
    section.orthogonalScrollingBehavior = .paging
    #expect(
      Self.error(Self.layout(section))?
        .hasPrefix("section 2 > group: a section with a custom group") == true)
  }

  @Test func aFrameOfACustomGroupIsNamed() {
    for frame in [
      Rect(x: .nan, y: 0, width: 1, height: 1), Rect(x: 0, y: 0, width: -1, height: 1),
    ] {
      let custom = LayoutGroup.custom(Self.whole) { _ in
        [CustomGroupItem(frame: .zero), CustomGroupItem(frame: frame)]
      }
      #expect(
        Self.error(custom)?.hasPrefix("section 2 > group > custom item 1: the frame is") == true)
    }
  }

  /// Counts the calls of a closure.
  private final class Calls: Sendable {
    private let count = Atomic(0)

    func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).newValue }
  }

  @Test(arguments: [
    [CustomGroupItem(frame: Rect(x: 0, y: 0, width: 1, height: 1))],
    Array(repeating: CustomGroupItem(frame: Rect(x: 0, y: 0, width: 1, height: 1)), count: 5),
    Array(repeating: CustomGroupItem(frame: Rect(x: .nan, y: 0, width: 1, height: 1)), count: 3),
    [],
  ])
  func aCustomGroupWithinAMeasuredGroupIsAskedOnce(_ later: [CustomGroupItem]) throws {
    let calls = Calls()
    let frames = (0..<3).map { Rect(x: Double($0) * 10, y: 5, width: 10, height: 20) }
    let custom = LayoutGroup.custom(Self.whole) { _ in
      calls.next() == 1 ? frames.map { CustomGroupItem(frame: $0) } : later
    }
    let label = LayoutItem(LayoutSize(width: .fractionalWidth(1), height: .estimated(30)))
    let column = LayoutGroup.vertical(
      LayoutSize(width: .fractionalWidth(1), height: .estimated(100)),
      subitems: [.item(label), .group(custom)])
    let layout = CompositionalLayout(section: LayoutSection(group: column))
    // The last group is not full: it has the label and one frame.
    let session = LayoutSession(
      layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [10])
    try session.layoutIfNeeded()
    try session.prefer(Size(width: 320, height: 70), forItemAt: ItemPath(section: 0, item: 0))
    try session.settle()
    let cells = layout.layoutAttributesForElements(in: session.bounds).sorted { $0.path < $1.path }
    let tops = [(0, 70), (120, 30), (200, 30)].map { (top: Double($0), label: Double($1)) }
    let expected = tops.flatMap { top, height in
      [Rect(x: 0, y: top, width: 320, height: height)]
        + frames.map { $0.offsetBy(dx: 0, dy: top + height) }
    }
    #expect(cells.map(\.frame) == Array(expected.prefix(10)))
    for item in 0..<10 {
      #expect(
        layout.layoutAttributesForItem(at: ItemPath(section: 0, item: item))?.frame
          == expected[item])
    }
    #expect(layout.contentSize.height == 280)
    #expect(calls.next() == 2)
  }

  @Test func aKindBelongsToOneElement() {
    var item = LayoutItem(Self.whole)
    let badge = LayoutSupplementaryItem(
      Self.whole, elementKind: ElementKind("twice"), containerAnchor: .init(edges: .top))
    item.supplementaryItems = [badge, badge]
    #expect(
      Self.error(Self.row(.item(item)))
        == "section 2 > group > subitem 0 > supplementary item 1: the kind twice belongs to another "
        + "supplementary element as well; give each its own")
    item.supplementaryItems = [badge]
    var group = Self.row(.item(item))
    group.supplementaryItems = [badge]
    #expect(
      Self.error(group)?.hasPrefix("section 2 > group > subitem 0 > supplementary item 0: the kind")
        == true)
    var section = LayoutSection(group: Self.row(.item(LayoutItem(Self.whole))))
    let header = LayoutBoundarySupplementaryItem(
      Self.whole, elementKind: .sectionHeader, alignment: .top)
    section.boundarySupplementaryItems = [header, header]
    #expect(Self.error(Self.layout(section))?.hasPrefix("section 2 > boundary item 1: ") == true)
    section.boundarySupplementaryItems = []
    let background = LayoutDecorationItem.background(elementKind: ElementKind("twice"))
    section.decorationItems = [background, background]
    #expect(Self.error(Self.layout(section))?.hasPrefix("section 2 > decoration 1: ") == true)
  }

  @Test func estimatesThatDecideHowManyItemsFitAreNamed() {
    let first = LayoutItem(LayoutSize(width: .estimated(20), height: .absolute(20)))
    let second = LayoutItem(LayoutSize(width: .absolute(20), height: .absolute(20)))
    #expect(
      Self.error(Self.row(.item(first), .item(second)))?
        .hasPrefix("section 2 > group: the number of items") == true)
    var section = LayoutSection(group: Self.row(.item(first)))
    #expect(Self.error(Self.layout(section)) == nil)
    section.orthogonalScrollingBehavior = .continuous
    #expect(
      Self.error(Self.layout(section))?.hasPrefix("section 2 > group: the number of items") == true)
    let high = LayoutItem(LayoutSize(width: .absolute(20), height: .estimated(20)))
    section.group = Self.row(.item(high))
    #expect(Self.error(Self.layout(section)) == nil)
    let line = LayoutGroup.horizontal(
      LayoutSize(width: .estimated(20), height: .absolute(20)), subitems: [.item(first)])
    section.group = line
    #expect(Self.error(Self.layout(section)) == nil)
    // Three of these lines have 100 points each.
    section.group = .horizontal(
      LayoutSize(width: .absolute(300), height: .absolute(20)), repeating: .group(line), count: 3)
    #expect(
      Self.error(Self.layout(section))?.hasPrefix("section 2 > group: the number of items") == true)
  }

  @Test func aProviderThatReturnsNilIsNamedAndNothingChanges() throws {
    let box = DescriptionBox()
    box.descriptions = [LayoutSection(group: Self.row(.item(LayoutItem(Self.whole))))]
    let layout = CompositionalLayout { section, _ in box.description(section) }
    let session = LayoutSession(
      layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [3])
    try session.layoutIfNeeded()
    let before = layout.layoutAttributesForElements(in: session.bounds)
    let error = #expect(throws: LayoutError.self) { try session.reload(itemCounts: [3, 1]) }
    #expect(error?.description == "section 1: the section provider returned nil; return a section")
    #expect(layout.layoutAttributesForElements(in: session.bounds) == before)
    #expect(before.count == 3)
  }
}
