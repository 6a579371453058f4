import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Registrations whose views are never mixed with those of another source.
@Suite struct ReplacedRegistrationTests {
  private final class OtherCell: CollectionViewCell {}
  private final class OtherHeader: CollectionReusableView {}

  private let source = StubSource(itemCount: 3)

  init() {
    source.supplementaryView = { view, kind, path in
      try view.dequeueReusableSupplementaryView(
        ofKind: kind, withReuseIdentifier: "header", for: path)
    }
  }

  private func makeView() throws -> CollectionView {
    let layout = ListLayout()
    layout.itemExtent = 10
    layout.headerExtent = 5
    let view = CollectionView.showing(source, in: layout)
    view.register(
      HeaderView.self, forSupplementaryViewOfKind: .sectionHeader, withReuseIdentifier: "header")
    try view.pass()
    return view
  }

  /// Those that wait are given up at once, those that are shown when they come back.
  @Test func viewsOfAnotherSourceAreGivenUp() throws {
    let view = try makeView()
    source.itemCount = 1
    view.reloadData()
    try view.pass()
    #expect(view.reuseStatistics.queued == 2)
    view.replaceRegistration(.viewClass(OtherCell.self), for: .cell("number"))
    view.replaceRegistration(
      .viewClass(OtherHeader.self), for: .supplementary(.sectionHeader, "header"))
    #expect(view.reuseStatistics.queued == 0 && view.reuseStatistics.released == 2)
    source.itemCount = 3
    for _ in 0..<3 {
      view.reloadData()
      try view.pass()
      #expect(view.visibleCells.allSatisfy { $0 is OtherCell } && view.visibleCells.count == 3)
      #expect(
        view.supplementaryView(forElementOfKind: .sectionHeader, at: [0, 0]) is OtherHeader)
      #expect(view.reuseStatistics.created == 8 && view.reuseStatistics.released == 4)
    }
    #expect(view.reuseStatistics(of: .cell("number")).created == 3)
  }

  /// A source of the same name and class stands for the one before, and makes what is made later.
  @Test func viewsOfTheSameSourceAreUsedOn() throws {
    let view = try makeView()
    let made = Log()
    func replace(_ text: String) {
      let template = ViewTemplate("row") {
        made.add(text)
        return [NumberCell(frame: .zero)]
      }
      view.replaceRegistration(
        .template(template, of: NumberCell.self), for: .cell("number"))
    }
    replace("first")
    view.reloadData()
    try view.pass()
    view.reloadData()
    replace("second")
    source.itemCount = 4
    try view.pass()
    #expect(made.lines == ["first", "first", "first", "second"])
    #expect(view.visibleCells.count == 4)
    view.check()
  }

  @Test func aRegistrationThatIsTakenBackIsNone() throws {
    let view = try makeView()
    view.replaceRegistration(nil, for: .cell("number"))
    view.reloadData()
    let error = view.failure { try view.layoutIfNeeded() }
    #expect(error == .notRegistered(.cell("number"), registered: []))
    view.replaceRegistration(.viewClass(NumberCell.self), for: .cell("number"))
    try view.pass()
    #expect(view.visibleCells.count == 3)
  }

  @Test func anEmptyIdentifierIsRejected() async {
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let view = CollectionView(frame: .zero, collectionViewLayout: ListLayout())
        view.replaceRegistration(.viewClass(CollectionViewCell.self), for: .cell(""))
      }, says: "CollectionView.register: the reuse identifier is empty")
  }

  /// A layout may register another view for its decorations.
  @Test func decorationsOfAnotherSourceAreGivenUp() throws {
    let (view, layout, rows) = ErrorTests.rowsRig([[1], [2]])
    layout.hasBackdrops = true
    func register(_ type: CollectionReusableView.Type) {
      layout.registerDecoration(ViewSource.viewClass(type), ofKind: RowsLayout.backdrop)
    }
    register(HeaderView.self)
    try view.pass()
    // The view of one section waits, and that of the other is shown.
    rows.sections = [[1], []]
    view.reloadData()
    try view.pass()
    let cells = view.reuseStatistics(of: .cell("number")).queued
    #expect(view.reuseStatistics.queued == cells + 1)
    register(OtherHeader.self)
    rows.sections = [[1], [2]]
    try view.performBatchUpdates { view.insertItems(at: [at(1, 0)]) }
    view.clock.advance(by: 1)
    try view.pass()
    #expect(view.view(for: .decoration(RowsLayout.backdrop, [1])) is OtherHeader)
    #expect(view.reuseStatistics.released == 1)
    for _ in 0..<3 {
      view.reloadData()
      try view.pass()
    }
    #expect(view.reuseStatistics.released == 2)
    #expect(view.reuseStatistics(of: .decoration(RowsLayout.backdrop)).created == 2)
    view.check()
  }
}
