import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// A reconfiguration whose cell request throws is done by the next pass.
@Suite struct ReconfigurationTests {
  private let source = FailingSource()

  private func makeView() throws -> CollectionView {
    let layout = ListLayout()
    layout.itemExtent = 10
    let view = CollectionView(
      frame: Rect(x: 0, y: 0, width: 50, height: 60), collectionViewLayout: layout)
    view.register(NumberCell.self, forCellWithReuseIdentifier: "number")
    view.register(NumberCell.self, forCellWithReuseIdentifier: "other")
    view.dataSource = source
    try view.pass()
    return view
  }

  private func reconfigure(
    _ view: CollectionView, _ items: [Int], failing: Set<Int>
  ) -> CollectionViewError? {
    for item in items { source.numbers[item] += 100 }
    source.failing = failing
    return view.failure { () throws(CollectionViewError) in
      view.reconfigureItems(at: items.map { at(0, $0) })
    }
  }

  private func numbers(_ view: CollectionView) -> [Int?] {
    view.visibleCells.map { ($0 as? NumberCell)?.number }
  }

  @Test func theNextPassFillsTheSameCell() throws {
    let view = try makeView()
    let cell = view.cellForItem(at: at(0, 1))
    #expect(reconfigure(view, [1, 2], failing: [101]) == .noView(.cell(at(0, 1))))
    #expect(numbers(view) == [0, 1, 102, 3, 4, 5])
    // It stays due while the data source throws.
    #expect(view.failure(view.layoutIfNeeded) == .noView(.cell(at(0, 1))))
    source.failing = []
    source.requests = 0
    try view.pass()
    #expect(numbers(view) == [0, 101, 102, 3, 4, 5])
    #expect(view.cellForItem(at: at(0, 1)) === cell)
    #expect(source.requests == 1)
    view.setNeedsLayout()
    try view.pass()
    #expect(source.requests == 1)
  }

  @Test func anUpdateInBetweenMovesTheItem() throws {
    let view = try makeView()
    let cell = view.cellForItem(at: at(0, 1))
    #expect(reconfigure(view, [1], failing: [101]) != nil)
    source.failing = []
    source.numbers.insert(50, at: 0)
    view.insertItems(at: [at(0, 0)])
    try view.pass()
    #expect(numbers(view) == [50, 0, 101, 2, 3, 4])
    #expect(view.cellForItem(at: at(0, 2)) === cell)
  }

  @Test func aCellThatLingersIsFilledInThePassThatShowsIt() throws {
    let view = try makeView()
    try view.scroll(to: 20)
    #expect(view.itemPathsForOffscreenCells.contains(at(0, 1)))
    #expect(reconfigure(view, [1], failing: [101]) != nil)
    source.failing = []
    try view.scroll(to: 0)
    #expect(numbers(view) == [0, 101, 2, 3, 4, 5])
  }

  @Test func anItemThatAlwaysFailsHoldsUpNoOther() throws {
    let view = try makeView()
    #expect(reconfigure(view, [1, 2], failing: [101, 102]) == .noView(.cell(at(0, 1))))
    source.failing = [101]
    view.setContentOffset(Point(x: 0, y: 10))
    #expect(view.failure(view.layoutIfNeeded) == .noView(.cell(at(0, 1))))
    #expect(numbers(view) == [1, 102, 3, 4, 5, 6])
    source.failing = []
    try view.pass()
    #expect(numbers(view) == [101, 102, 3, 4, 5, 6])
  }

  /// The next pass would get another cell again, so the error comes once.
  @Test func anItemThatGetsACellOfAnotherIdentifierIsReportedOnce() throws {
    let view = try makeView()
    source.misnamed = [101]
    #expect(reconfigure(view, [1], failing: []) == .otherCell(at(0, 1)))
    try view.pass()
    #expect(reconfigure(view, [2], failing: [102]) == .noView(.cell(at(0, 2))))
    source.failing = []
    source.misnamed = [102]
    #expect(view.failure(view.layoutIfNeeded) == .otherCell(at(0, 2)))
    try view.pass()
    #expect(numbers(view) == [0, 1, 2, 3, 4, 5])
    source.misnamed = []
    #expect(reconfigure(view, [1, 2], failing: []) == nil)
    #expect(numbers(view) == [0, 201, 202, 3, 4, 5])
  }

  /// The reload has every cell filled, also the one that the item had and gets again.
  @Test func aReloadForgetsWhichCellsAreDue() throws {
    let view = try makeView()
    view.reuseOrder = .first
    let cell = view.cellForItem(at: at(0, 1))
    #expect(reconfigure(view, [1], failing: [101]) != nil)
    source.failing = []
    view.reloadData()
    source.requests = 0
    try view.pass()
    #expect(view.cellForItem(at: at(0, 1)) === cell && source.requests == 6)
  }

  /// The second of both items is not there any more.
  @Test func aReloadEndsAReconfiguration() throws {
    let view = try makeView()
    source.requests = 0
    source.onRequest = { [source] in
      source.numbers = [7]
      view.reloadData()
    }
    view.reconfigureItems(at: [at(0, 0), at(0, 1)])
    #expect(source.requests == 1)
    try view.pass()
    #expect(numbers(view) == [7])
  }

  /// One that succeeds in between leaves nothing for the next pass.
  @Test func aCellThatIsFilledMeanwhileIsNotDue() throws {
    let view = try makeView()
    #expect(reconfigure(view, [1], failing: [101]) != nil)
    #expect(reconfigure(view, [1], failing: []) == nil)
    source.requests = 0
    view.setNeedsLayout()
    try view.pass()
    #expect(source.requests == 0 && numbers(view) == [0, 201, 2, 3, 4, 5])
  }

  @Test func theFirstErrorOfAnUpdateIsThrown() throws {
    let view = try makeView()
    source.numbers[1] = 101
    source.numbers.insert(50, at: 0)
    source.failing = [50, 101]
    let error = view.failure {
      try view.performBatchUpdates {
        view.reconfigureItems(at: [at(0, 1)])
        view.insertItems(at: [at(0, 0)])
      }
    }
    #expect(error == .noView(.cell(at(0, 2))))
  }

  @Test func anItemThatGetsAnotherCellIsNotFilledTwice() throws {
    let view = try makeView()
    #expect(reconfigure(view, [1], failing: [101]) != nil)
    source.failing = []
    view.reloadData()
    source.requests = 0
    try view.pass()
    #expect(numbers(view) == [0, 101, 2, 3, 4, 5])
    #expect(source.requests == 6)
    #expect(reconfigure(view, [1], failing: [201]) != nil)
    source.failing = []
    source.numbers[1] = 7
    view.reloadItems(at: [at(0, 1)])
    source.requests = 0
    try view.pass()
    #expect(numbers(view) == [0, 7, 2, 3, 4, 5])
    #expect(source.requests == 0)
  }
}

/// Numbers in one section; requests for the cells of some of them throw, or get a cell of another
/// identifier.
private final class FailingSource: StubSource {
  var numbers = Array(0..<12) { didSet { itemCount = numbers.count } }
  var failing: Set<Int> = []
  var misnamed: Set<Int> = []
  var requests = 0
  /// Called in the next request, once.
  var onRequest: (() -> Void)?

  init() {
    super.init(itemCount: numbers.count)
    cell = { [unowned self] view, path in
      requests += 1
      onRequest.take()?()
      let number = numbers[path.item]
      guard !failing.contains(number) else { throw CollectionViewError.noView(.cell(path)) }
      let cell = try view.dequeueReusableCell(
        withReuseIdentifier: misnamed.contains(number) ? "other" : "number", for: path)
      (cell as? NumberCell)?.number = number
      return cell
    }
  }
}
