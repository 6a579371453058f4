import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Headers and decorations come from and go to where the layout's hooks say, in updates.
@Suite struct LayoutHookTests {
  private let source = ArraySource([[1], [2]])

  /// A header for kind 0, a decoration for kind 1.
  private func element(_ kind: Int, _ path: ElementPath) -> LayoutElement {
    kind == 0 ? .supplementary(.sectionHeader, path) : .decoration(SectionsLayout.mat, path)
  }

  private func makeView() throws -> (view: CollectionView, layout: SectionsLayout) {
    let layout = SectionsLayout()
    layout.registerDecoration(
      ViewSource.viewClass(CollectionReusableView.self), ofKind: SectionsLayout.mat)
    let view = CollectionView(
      frame: Rect(x: 0, y: 0, width: 50, height: 100), collectionViewLayout: layout)
    view.register(NumberCell.self, forCellWithReuseIdentifier: "number")
    view.register(
      HeaderView.self, forSupplementaryViewOfKind: .sectionHeader, withReuseIdentifier: "header")
    view.dataSource = source
    try view.pass()
    return (view, layout)
  }

  private func insertSection(_ view: CollectionView) throws {
    source.sections.insert([9], at: 0)
    try view.apply(Changeset(insertedSections: [0]))
    view.check()
  }

  private func deleteSection(_ view: CollectionView) throws {
    source.sections.removeFirst()
    try view.apply(Changeset(deletedSections: [0]))
    view.check()
  }

  @Test(arguments: [0, 1])
  func anInsertedElementBeginsAtItsInitialAttributes(kind: Int) throws {
    let (view, layout) = try makeView()
    let inserted = element(kind, [0, 0])
    let survivor = element(kind, [1, 0])
    layout.initials[inserted] = hooked(inserted, x: 33)
    layout.initials[survivor] = hooked(survivor, x: 44)
    try insertSection(view)
    let animations = view.animations.filter { $0.element == inserted || $0.element == survivor }
    #expect(animations.count == 2)
    for animation in animations {
      #expect(animation.source == layout.initials[animation.element])
      #expect(animation.target == layout.layoutAttributes(for: animation.element))
    }
  }

  @Test(arguments: [0, 1])
  func aDeletedElementEndsAtItsFinalAttributes(kind: Int) throws {
    let (view, layout) = try makeView()
    let deleted = element(kind, [0, 0])
    layout.finals[deleted] = hooked(deleted, x: 33)
    try deleteSection(view)
    let animation = view.animations.first { $0.element == deleted && $0.role == .deleted }
    #expect(animation?.target == layout.finals[deleted])
    #expect(animation?.source.frame.minX == 0)
  }

  /// An element that the layout inserts comes from nowhere; one that it only removes was somewhere
  /// before, and comes from there.
  @Test(arguments: [0, 1], [true, false])
  func anElementThatTheLayoutRemovesOrInsertsGetsAnotherView(kind: Int, inserts: Bool) throws {
    let (view, layout) = try makeView()
    let (before, after) = (element(kind, [0, 0]), element(kind, [1, 0]))
    let view0 = try #require(view.view(for: before))
    if inserts {
      layout.insertedPaths[after.kind] = [after.path]
    } else {
      layout.deletedPaths[before.kind] = [before.path]
    }
    try insertSection(view)
    #expect(view.departingViews.contains { $0 === view0 })
    #expect(view.view(for: after).map { $0 !== view0 } == true)
    #expect(role(view, before, of: view0) == .deleted)
    #expect(role(view, after, of: view.view(for: after)) == (inserts ? .inserted : .scrolledIn))
  }

  /// Paths to delete are those before the update, paths to insert those after it.
  @Test(arguments: [0, 1])
  func pathsOfTheOtherSideOfAnUpdateMeanNothing(kind: Int) throws {
    let (view, layout) = try makeView()
    let (before, after) = (element(kind, [1, 0]), element(kind, [2, 0]))
    let view1 = try #require(view.view(for: before))
    layout.deletedPaths[after.kind] = [after.path]
    try insertSection(view)
    #expect(view.view(for: after) === view1)
  }

  private func role(
    _ view: CollectionView, _ element: LayoutElement, of reusable: CollectionReusableView?
  ) -> ViewAnimation.Role? {
    view.animations.first { $0.element == element && $0.view === reusable }?.role
  }

  private func hooked(_ element: LayoutElement, x: Double) -> LayoutAttributes {
    var attributes = LayoutAttributes(element, frame: Rect(x: x, y: 7, width: 5, height: 5))
    attributes.alpha = 0.5
    return attributes
  }
}

/// Sections of a header and rows of 10 points, each on a mat, with hooks that a test sets.
private final class SectionsLayout: CollectionViewLayout {
  static let mat = ElementKind("SectionsLayoutMat")
  var initials: [LayoutElement: LayoutAttributes] = [:]
  var finals: [LayoutElement: LayoutAttributes] = [:]
  var deletedPaths: [ElementKind: [ElementPath]] = [:]
  var insertedPaths: [ElementKind: [ElementPath]] = [:]
  private var counts: [Int] = []
  private var countsBefore: [Int] = []

  override func prepare() throws(LayoutError) {
    guard let host else { return }
    countsBefore = counts
    counts = (0..<host.numberOfSections).map { host.numberOfItems(inSection: $0) }
  }

  override var contentSize: Size {
    Size(width: 50, height: Double(counts.reduce(counts.count, +)) * 10)
  }

  private func attributes(_ element: LayoutElement, _ counts: [Int]) -> LayoutAttributes? {
    let section = element.path.section
    guard counts.indices.contains(section) else { return nil }
    let top = Double(counts[..<section].reduce(section, +)) * 10
    var frame = Rect(x: 0, y: top, width: 50, height: 10)
    switch element.category {
    case .cell:
      guard let item = element.path.itemPath?.item, item < counts[section] else { return nil }
      frame.origin.y += Double(item + 1) * 10
    case .supplementary: break
    case .decoration: frame.size.height += Double(counts[section]) * 10
    }
    return LayoutAttributes(element, frame: frame)
  }

  override func layoutAttributesForItem(at path: ItemPath) -> LayoutAttributes? {
    attributes(.cell(path), counts)
  }

  override func layoutAttributesForSupplementaryElement(
    ofKind kind: ElementKind, at path: ElementPath
  ) -> LayoutAttributes? { attributes(.supplementary(kind, path), counts) }

  override func layoutAttributesForDecorationElement(
    ofKind kind: ElementKind, at path: ElementPath
  ) -> LayoutAttributes? { attributes(.decoration(kind, path), counts) }

  override func layoutAttributesBeforeUpdate(of element: LayoutElement) -> LayoutAttributes? {
    attributes(element, countsBefore)
  }

  override func layoutAttributesForElements(
    in rect: Rect, into buffer: inout [LayoutAttributes]
  ) {
    for section in counts.indices {
      let bars: [LayoutElement] = [
        .decoration(Self.mat, [section, 0]), .supplementary(.sectionHeader, [section, 0]),
      ]
      let cells = (0..<counts[section]).map { LayoutElement.cell(at(section, $0)) }
      buffer += (bars + cells).compactMap { attributes($0, counts) }
        .filter { $0.frame.overlaps(rect) }
    }
  }

  override func initialLayoutAttributesForAppearingElement(
    _ element: LayoutElement
  ) -> LayoutAttributes? { initials[element] }

  override func finalLayoutAttributesForDisappearingElement(
    _ element: LayoutElement
  ) -> LayoutAttributes? { finals[element] }

  override func elementPathsToDeleteForSupplementaryView(
    ofKind kind: ElementKind
  ) -> [ElementPath] { deletedPaths[kind] ?? [] }

  override func elementPathsToInsertForSupplementaryView(
    ofKind kind: ElementKind
  ) -> [ElementPath] { insertedPaths[kind] ?? [] }

  override func elementPathsToDeleteForDecorationView(ofKind kind: ElementKind) -> [ElementPath] {
    deletedPaths[kind] ?? []
  }

  override func elementPathsToInsertForDecorationView(ofKind kind: ElementKind) -> [ElementPath] {
    insertedPaths[kind] ?? []
  }
}
