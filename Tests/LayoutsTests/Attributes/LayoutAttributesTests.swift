import Changesets
import Geometry
import Layouts
import Testing

/// The fields of attributes, their comparison, and the cost of a copy.
@Suite struct LayoutAttributesTests {
  private let path = ItemPath(section: 2, item: 5)
  private let frame = Rect(x: 10, y: 20, width: 30, height: 40)

  @Test func oneCellTakesAtMost96Bytes() {
    #expect(MemoryLayout<LayoutAttributes>.stride <= 96)
  }

  @Test func aCellIsAsAnyNewElement() {
    let cell = LayoutAttributes(cell: path, frame: frame)
    #expect(cell.category == .cell && cell.kind == .cell)
    #expect(cell.itemPath == path && cell.section == 2 && cell.path == ElementPath(path))
    #expect(cell.element == .cell(path))
    #expect(cell.alpha == 1 && cell.zIndex == 0 && !cell.isHidden && cell.transform3D.isIdentity)
    #expect(cell.frame == frame && cell.isInline)
    #expect(LayoutAttributes(cell: path).frame == .zero)
    #expect(LayoutAttributes(.cell(path), frame: frame) == cell)
  }

  @Test func aSupplementaryElementHasThePathOfItsSection() {
    let kind = ElementKind("badge")
    let element = LayoutElement.supplementary(kind, ElementPath(section: 4))
    let attributes = LayoutAttributes(supplementary: kind, section: 4, frame: frame)
    #expect(attributes == LayoutAttributes(element, frame: frame))
    #expect(attributes.element == element && attributes.isInline && attributes.section == 4)
    let decoration = LayoutAttributes(.decoration(kind, ElementPath(section: 4)), frame: frame)
    #expect(decoration != attributes && decoration.category == .decoration)
  }

  /// A higher `zIndex` decides, then the later path. What is hidden, elsewhere or no cell is passed over.
  @Test func theForemostItemIsFoundInAnyOrder() {
    func cell(
      _ item: Int, zIndex: Int = 0, isHidden: Bool = false, x: Double = 10
    ) -> LayoutAttributes {
      var attributes = LayoutAttributes(
        cell: ItemPath(section: 0, item: item), frame: Rect(x: x, y: 20, width: 30, height: 40))
      (attributes.zIndex, attributes.isHidden) = (zIndex, isHidden)
      return attributes
    }
    var header = LayoutAttributes(supplementary: .sectionHeader, section: 0, frame: frame)
    header.zIndex = 9
    let others = [cell(7, zIndex: 5, isHidden: true), cell(8, zIndex: 5, x: 90), header]
    let point = Point(x: 11, y: 21)
    let cases = [([cell(1), cell(2), cell(3)], 3), ([cell(1, zIndex: 1), cell(2), cell(3)], 1)]
    for (cells, item) in cases {
      let found = ItemPath(section: 0, item: item)
      #expect((cells + others).foremostItem(at: point) == found)
      #expect((others + cells.reversed()).foremostItem(at: point) == found)
    }
    #expect(others.foremostItem(at: point) == nil)
  }

  @Test func pathsOfOtherDepthsAreNotInline() {
    for indexes in [[3], [3, 1, 4], [3, 1, 4, 1, 5]] {
      let element = LayoutElement.decoration(ElementKind("ring"), ElementPath(indexes))
      var attributes = LayoutAttributes(element, frame: frame)
      #expect(attributes.path == ElementPath(indexes) && attributes.section == 3)
      #expect(attributes.itemPath == nil && !attributes.isInline)
      #expect(attributes.element == element && attributes.frame == frame)
      #expect(attributes == LayoutAttributes(element, frame: frame))
      let other = ElementPath(indexes + [9])
      #expect(attributes != LayoutAttributes(.decoration(ElementKind("ring"), other), frame: frame))
      attributes.transform3D = .identity
      #expect(attributes.path == ElementPath(indexes))
    }
  }

  @Test func frameCenterAndSizeStayConsistent() {
    var cell = LayoutAttributes(cell: path, frame: frame)
    #expect(cell.center == Point(x: 25, y: 40) && cell.size == Size(width: 30, height: 40))
    cell.center = Point(x: 100, y: 100)
    #expect(cell.frame == Rect(x: 85, y: 80, width: 30, height: 40))
    cell.size = Size(width: 10, height: 20)
    #expect(cell.frame == Rect(x: 95, y: 90, width: 10, height: 20))
    #expect(cell.center == Point(x: 100, y: 100))
    cell.frame = frame
    #expect(cell.center == Point(x: 25, y: 40) && cell.size == Size(width: 30, height: 40))
    cell.size = .zero
    #expect(cell.frame == Rect(x: 25, y: 40, width: 0, height: 0))
  }

  /// Equality looks at everything; PSTCollectionView forgets the frame.
  @Test func everyDifferenceCounts() {
    let cell = LayoutAttributes(cell: path, frame: frame)
    var others = [
      LayoutAttributes(cell: ItemPath(section: 2, item: 6), frame: frame),
      LayoutAttributes(cell: ItemPath(section: 3, item: 5), frame: frame),
      LayoutAttributes(supplementary: .sectionHeader, section: 2, frame: frame),
      LayoutAttributes(.decoration(ElementKind("x"), ElementPath(path)), frame: frame),
      LayoutAttributes(.decoration(ElementKind("y"), ElementPath(path)), frame: frame),
      LayoutAttributes(.supplementary(ElementKind("x"), ElementPath(path)), frame: frame),
    ]
    func add(_ change: (inout LayoutAttributes) -> Void) {
      var other = cell
      change(&other)
      others.append(other)
    }
    add { $0.alpha = 0.5 }
    add { $0.zIndex = 1 }
    add { $0.isHidden = true }
    add { $0.center.x += 1 }
    add { $0.center.y += 1 }
    add { $0.size.width += 1 }
    add { $0.size.height += 1 }
    for (number, other) in others.enumerated() {
      #expect(cell != other)
      for later in others[(number + 1)...] { #expect(other != later, "\(other), \(later)") }
    }
    #expect(Set(others + others + [cell]).count == others.count + 1)
    let copy = cell
    #expect(copy == cell && copy.hashValue == cell.hashValue)
  }

  @Test func flowAndListAttributesAreInline() throws {
    for strategy in allStrategies {
      var flow = FlowCase(counts: [20, 0, 30])
      flow.shared.header = Size(width: 20, height: 20)
      flow.shared.footer = Size(width: 20, height: 20)
      flow.pinsHeaders = true
      let list = ListLayout(extents: strategy)
      list.headerExtent = 10
      list.footerExtent = 10
      let session = LayoutSession(list, bounds: flow.bounds, itemCounts: flow.counts)
      try session.layoutIfNeeded()
      let fixture = try FlowFixture(flow, strategy)
      let everything = Rect(x: 0, y: 0, width: 1e9, height: 1e9)
      for layout in [list, fixture.layout] as [LineLayout] {
        let all = layout.layoutAttributesForElements(in: everything)
        #expect(all.count == 56)
        #expect(!all.contains { !$0.isInline })
      }
    }
  }

  /// The frame is the visible rectangle; centre and size keep the values that were set.
  @Test func aTransformChangesTheFrameAndNothingElse() {
    var cell = LayoutAttributes(cell: path, frame: frame)
    cell.transform3D = .scale(x: 2, y: 0.5)
    #expect(cell.frame == Rect(x: -5, y: 30, width: 60, height: 20))
    #expect(cell.center == Point(x: 25, y: 40) && cell.size == Size(width: 30, height: 40))
    #expect(cell.path == ElementPath(path) && cell.itemPath == path && !cell.isInline)
    #expect(cell != LayoutAttributes(cell: path, frame: frame))
    let copy = cell
    cell.transform3D = .translation(x: 3, y: 4)
    #expect(cell.frame == Rect(x: 13, y: 24, width: 30, height: 40))
    #expect(copy.frame == Rect(x: -5, y: 30, width: 60, height: 20))
    cell.transform3D = .identity
    #expect(cell.isInline && cell == LayoutAttributes(cell: path, frame: frame))
  }

  @Test func descriptionsSayWhatIsUnusual() {
    var cell = LayoutAttributes(cell: path, frame: frame)
    #expect(cell.description == "cell [2, 5] (10.0, 20.0, 30.0, 40.0)")
    cell.zIndex = 3
    cell.alpha = 0.5
    cell.isHidden = true
    #expect(cell.description == "cell [2, 5] (10.0, 20.0, 30.0, 40.0) z 3 alpha 0.5 hidden")
  }
}

/// Kinds are names, told apart by a number.
@Suite struct ElementKindTests {
  @Test func equalNamesAreEqualKinds() {
    let names = (0..<12).map { "ElementKindTests.\($0)" }
    let kinds = names.map { ElementKind($0) }
    #expect(kinds == names.map { ElementKind($0) })
    #expect(Set(kinds).count == 12)
    #expect(kinds.map(\.name) == names)
    #expect(kinds.map(\.description) == names)
    #expect(MemoryLayout<ElementKind>.size == 4)
  }

  @Test func kindsOfTheLayoutsHaveTheirUsualNames() {
    #expect(ElementKind.sectionHeader == ElementKind("UICollectionElementKindSectionHeader"))
    #expect(ElementKind.sectionFooter == ElementKind("UICollectionElementKindSectionFooter"))
    #expect(ElementKind.cell == ElementKind(""))
    #expect(ElementKind.sectionHeader != .sectionFooter)
  }

  @Test func namesAreInternedFromManyTasksAtOnce() async {
    let kinds = await withTaskGroup(of: [ElementKind].self) { group in
      for _ in 0..<8 {
        group.addTask { (0..<200).map { ElementKind("ElementKindTests.many.\($0)") } }
      }
      return await group.reduce(into: [[ElementKind]]()) { $0.append($1) }
    }
    #expect(Set(kinds).count == 1)
    #expect(Set(kinds[0]).count == 200)
  }
}
