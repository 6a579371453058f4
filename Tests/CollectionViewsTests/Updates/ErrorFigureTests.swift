import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// The figures of each error, for every operation and view that can be wrong (b.8); `ErrorTests` has
/// one of each sort.
@Suite struct ErrorFigureTests {
  private typealias Operations = (CollectionView) throws -> Void

  // MARK: Updates

  /// ERR-del, ERR-delS: every operation that names a place before the update.
  @Test func sourcesThatDoNotExist() throws {
    let (before, gone) = ([[1, 2], [3]], at(2, 0))
    let cases: [(ChangesetError, Operations)] = [
      (
        .sourceSectionOutOfRange(.delete, .section(2), sectionCountBefore: 2),
        { view in view.deleteSections([2]) }
      ),
      (
        .sourceSectionOutOfRange(.move, .section(5), sectionCountBefore: 2),
        { view in view.moveSection(5, toSection: 0) }
      ),
      (
        .sourceSectionOutOfRange(.delete, .item(gone), sectionCountBefore: 2),
        { view in view.deleteItems(at: [gone]) }
      ),
      (
        .sourceSectionOutOfRange(.move, .item(gone), sectionCountBefore: 2),
        { view in view.moveItem(at: gone, to: at(0, 0)) }
      ),
      (
        .sourceSectionOutOfRange(.reload, .item(gone), sectionCountBefore: 2),
        { view in view.reloadItems(at: [gone]) }
      ),
      (
        .sourceSectionOutOfRange(.reconfigure, .item(gone), sectionCountBefore: 2),
        { view in view.reconfigureItems(at: [gone]) }
      ),
      (
        .sourceItemOutOfRange(.move, at(1, 1), itemCountBefore: 1),
        { view in view.moveItem(at: at(1, 1), to: at(0, 0)) }
      ),
      (
        .sourceItemOutOfRange(.reload, at(0, 2), itemCountBefore: 2),
        { view in view.reloadItems(at: [at(0, 2)]) }
      ),
    ]
    for (error, operations) in cases {
      try ErrorTests().expect(
        error, says: "before it", from: before, to: before
      ) { view in try operations(view) }
    }
  }

  /// ERR-ins, ERR-insS: every operation that names a place after the update.
  @Test func targetsThatDoNotExist() throws {
    let (before, gone) = ([[1, 2], [3]], at(2, 0))
    let cases: [(ChangesetError, Operations)] = [
      (
        .targetSectionOutOfRange(.move, .section(2), sectionCountAfter: 2),
        { view in view.moveSection(0, toSection: 2) }
      ),
      (
        .targetSectionOutOfRange(.insert, .item(gone), sectionCountAfter: 2),
        { view in view.insertItems(at: [gone]) }
      ),
      (
        .targetSectionOutOfRange(.move, .item(gone), sectionCountAfter: 2),
        { view in view.moveItem(at: at(0, 0), to: gone) }
      ),
      (
        .targetItemOutOfRange(.move, at(1, 1), itemCountAfter: 1),
        { view in view.moveItem(at: at(0, 0), to: at(1, 1)) }
      ),
    ]
    for (error, operations) in cases {
      try ErrorTests().expect(
        error, says: "after it", from: before, to: before
      ) { view in try operations(view) }
    }
  }

  /// ERR-dr, ERR-dup and their like for sections.
  @Test func contradictionsOfSections() throws {
    let before = [[1], [2], [3]]
    let cases: [(ChangesetError, String, [[Int]], Operations)] = [
      (
        .duplicate(.delete, .section(1)), "two deletes of section 1", [[1], [3]],
        { view in view.deleteSections([1, 1]) }
      ),
      (
        .duplicate(.insert, .section(0)), "two inserts at section 0", [[4], [1], [2], [3]],
        { view in view.insertSections([0, 0]) }
      ),
      (
        .duplicate(.move, .section(0)), "two moves of section 0", [[2], [1], [3]],
        { view in
          view.moveSection(0, toSection: 1)
          view.moveSection(0, toSection: 2)
        }
      ),
      (
        .duplicateMoveTarget(.section(2)), "two moves to section 2", [[3], [1], [2]],
        { view in
          view.moveSection(0, toSection: 2)
          view.moveSection(1, toSection: 2)
        }
      ),
      (
        .deleteAndReload(.section(1)), "deletes and reloads section 1", [[1], [3]],
        { view in
          view.deleteSections([1])
          view.reloadSections([1])
        }
      ),
      (
        .reloadAndMove(.section(2)), "reloads and moves section 2", [[3], [1], [2]],
        { view in
          view.reloadSections([2])
          view.moveSection(2, toSection: 0)
        }
      ),
      (
        .changeInReloadedSection(.move, at(1, 0)), "a move to item [1, 0]", [[], [1, 2], [3]],
        { view in
          view.reloadSections([1])
          view.moveItem(at: at(0, 0), to: at(1, 0))
        }
      ),
    ]
    for (error, text, after, operations) in cases {
      try ErrorTests().expect(error, says: text, from: before, to: after) {
        view in try operations(view)
      }
    }
  }

  // MARK: Sizes

  /// ERR-size: a delegate's size that makes no sense is named with its item.
  @Test func sizesOfADelegate() throws {
    let rig = Rig([[1, 2], [3, 4]])
    let delegate = SizesDelegate()
    rig.view.delegate = delegate
    let flow = FlowLayout()
    try rig.view.setCollectionViewLayout(flow)
    try rig.view.pass()
    let numbers = rig.numbers
    for size in [Size(width: -1, height: 5), Size(width: 5, height: .infinity)] {
      delegate.size = { $0 == at(1, 1) ? size : Size(width: 20, height: 20) }
      flow.invalidateLayout()
      #expect(rig.view.failure(rig.view.layoutIfNeeded) == .layout(.itemSize(at(1, 1), size)))
      #expect(rig.numbers == numbers)
      rig.view.check()
    }
    delegate.size = { _ in Size(width: 30, height: 30) }
    try rig.view.pass()
    #expect(rig.view.visibleCells.allSatisfy { $0.frame.size.width == 30 })
  }

  /// A cell that prefers the place of another, or a size that makes no sense.
  @Test func preferredSizesThatMakeNoSense() throws {
    let rig = Rig([[1, 2]])
    let preferred = PreferredAttributes()
    rig.view.registerNumbers(of: StubbornCell.self) { $0.preferred = preferred }
    let size = Size(width: 5, height: -2)
    for (attributes, error) in [
      (
        LayoutAttributes(cell: at(0, 1), frame: .zero),
        LayoutError.otherElement(asked: .cell(at(0, 0)), answered: .cell(at(0, 1)))
      ),
      (
        LayoutAttributes(cell: at(0, 0), frame: Rect(origin: .zero, size: size)),
        .itemSize(at(0, 0), size)
      ),
    ] {
      preferred.next = attributes
      #expect(rig.view.failure(rig.view.layoutIfNeeded) == .layout(error))
      rig.view.check()
      #expect(rig.view.visibleViewCount == 0)
    }
    preferred.next = nil
    try rig.view.pass()
    #expect(rig.view.visibleCells.count == 2)
  }

  // MARK: Views

  /// A prototype of no cell, another registration's cell, and a header in the place of a footer.
  @Test func viewsOfAnotherClass() throws {
    let source = ArraySource([[1]])
    let view = CollectionView(
      frame: Rect(x: 0, y: 0, width: 50, height: 100), collectionViewLayout: ListLayout(),
      prototypes: [.cell(.viewClass(HeaderView.self), reuseIdentifier: "number")])
    view.dataSource = source
    #expect(
      view.failure(view.layoutIfNeeded)
        == .viewClass(.cell(at(0, 0)), found: "HeaderView", expected: "CollectionViewCell"))
    view.check()
    view.register(NumberCell.self, forCellWithReuseIdentifier: "number", flushesQueue: true)
    try view.pass()
    #expect(view.visibleCells.count == 1)

    let registration = CellRegistration<NumberCell, Int> { _, _, _ in }
    view.register(CountingCell.self, forCellWithReuseIdentifier: registration.identifier)
    #expect(
      view.failure {
        _ = try view.dequeueConfiguredReusableCell(using: registration, for: at(0, 0), item: 1)
      } == .viewClass(.cell(at(0, 0)), found: "CountingCell", expected: "NumberCell"))
    view.check()
  }

  @Test func aHeaderInPlaceOfAFooter() throws {
    var dequeuedKind = ElementKind.sectionHeader
    let source = StubSource(itemCount: 1)
    source.supplementaryView = { view, _, path in
      try view.dequeueReusableSupplementaryView(
        ofKind: dequeuedKind, withReuseIdentifier: "header", for: path)
    }
    let rig = Rig([[1]])
    rig.layout.footerExtent = 5
    rig.view.register(
      HeaderView.self, forSupplementaryViewOfKind: .sectionFooter, withReuseIdentifier: "header")
    rig.view.dataSource = source
    let footer = LayoutElement.supplementary(.sectionFooter, [0, 0])
    let error = rig.view.failure(rig.view.layoutIfNeeded)
    guard case .viewClass(footer, let found, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found.contains("SectionHeader"))
    rig.view.check()
    dequeuedKind = .sectionFooter
    try rig.view.pass()
    #expect(rig.view.visibleViewCount == 2)
  }

  // MARK: Messages

  /// Every error says its figures in one sentence.
  @Test func messagesHaveTheFigures() {
    let (cell, header) = (
      LayoutElement.cell(at(3, 7)), LayoutElement.supplementary(.sectionHeader, [4, 0])
    )
    let cases: [(CollectionViewError, [String])] = [
      (
        .changeset(.sectionCountMismatch(after: 7, before: 4, inserted: 2, deleted: 1)),
        ["7 sections", "4 before it", "2 inserted", "1 deleted"]
      ),
      (.layout(.itemSize(at(3, 7), Size(width: -4, height: 2))), ["[3, 7]", "-4.0"]),
      (
        .itemIdentity(at(3, 7), before: at(2, 6), found: "ant", expected: "bee"),
        ["[3, 7]", "[2, 6]", "ant", "bee"]
      ),
      (.count(section: 6, -3), ["-3 items", "section 6"]), (.count(section: nil, -2), ["-2"]),
      (.count(section: 6, 1 << 31), ["2147483648 items", "section 6", "2147483647 or less"]),
      (.layout(.count(section: 6, 1 << 31)), ["2147483648", "2147483647 or less"]),
      (.negativeIndex(-5, section: 8), ["-5", "section 8"]),
      (.negativeIndex(-5, section: nil), ["section -5"]),
      (.noSuchItem(at(3, 7), itemsInSection: 5), ["[3, 7]", "section 3 has 5 items"]),
      (.noSuchItem(at(3, 7), itemsInSection: nil), ["[3, 7]", "no such section"]),
      (.notRegistered(.cell("row"), registered: ["cell \"line\""]), ["\"row\"", "\"line\""]),
      (
        .template(name: "Row", yielded: ["Ant", "Bee"], expected: "new Cow"),
        ["Row", "Ant and Bee", "new Cow"]
      ),
      (.template(name: "Row", yielded: [], expected: "new Cow"), ["Row", "nothing", "new Cow"]),
      (.noDecoration(ElementKind("Mat")), ["Mat"]),
      (.notDequeued(cell, dequeued: 2), ["[3, 7]", "2 were"]),
      (.noView(header), ["SectionHeader", "[4, 0]"]), (.otherCell(at(3, 7)), ["[3, 7]"]),
      (.itemInOtherSection("7 is there already; delete it"), ["7 is there already"]),
      (.supplementaryRegistrationInsideRequest(header, "Ant#3"), ["[4, 0]", "Ant#3"]),
      (.viewClass(cell, found: "Ant", expected: "Bee"), ["[3, 7]", "Ant", "Bee"]),
      (.reentrant(during: .counts), ["counts"]), (.reentrant(during: .view(cell)), ["[3, 7]"]),
      (.reentrant(during: .preparation), ["preparation"]),
      (.reentrant(during: .layoutPass), ["visible"]), (.layoutChangedDuringUpdate, ["update"]),
      (.transition(wanted: .start, isRunning: true), ["start", "is running"]),
      (.transition(wanted: .finish, isRunning: false), ["finish", "none is running"]),
      (.transition(wanted: .cancel, isRunning: false), ["cancel", "none is running"]),
      (.transitionEnding(wanted: .start), ["start", "wait for its completion"]),
      (.layoutInUse, ["another collection view"]),
      (.scrollPositions(.top, .bottom), ["top", "bottom"]), (.unsettled(passes: 16), ["16"]),
    ]
    for (error, parts) in cases {
      let text = error.description
      for part in parts { #expect(text.contains(part), "\(text)") }
      // One sentence that says what to do: a clause after the semicolon.
      #expect(!text.hasSuffix(".") && text.count < 300, "\(text)")
      #expect(text.contains(";") || text.contains("there is no item"), "\(text)")
    }
  }
}

/// Gives items the sizes that a test has it give.
private final class SizesDelegate: CollectionViewDelegateFlowLayout {
  var size: (ItemPath) -> Size = { _ in Size(width: 20, height: 20) }
  var providedMetrics: FlowLayoutMetrics { .itemSize }
  func collectionView(
    _ collectionView: CollectionView, layout: CollectionViewLayout, sizeForItemAt path: ItemPath
  ) -> Size { size(path) }
}

/// The attributes that cells prefer; nil for the layout's.
private final class PreferredAttributes {
  var next: LayoutAttributes?
}

private final class StubbornCell: CollectionViewCell {
  var preferred: PreferredAttributes?

  override func preferredLayoutAttributesFitting(
    _ attributes: LayoutAttributes
  ) -> LayoutAttributes { preferred?.next ?? attributes }
}
