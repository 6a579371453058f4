import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// The controller: owns a view, is its data source and delegate.
@Suite struct ControllerTests {
  private final class NumbersController: CollectionViewController, CollectionViewDelegate {
    var numbers = [1, 2, 3]
    var log: [String] = []

    override func collectionView(
      _ collectionView: CollectionView, numberOfItemsInSection section: Int
    ) -> Int { numbers.count }
    override func collectionView(
      _ collectionView: CollectionView, cellForItemAt path: ItemPath
    ) throws(CollectionViewError) -> CollectionViewCell {
      try collectionView.dequeueReusableCell(withReuseIdentifier: "number", for: path)
    }
    override func collectionView(
      _ collectionView: CollectionView, reuseIdentifierForItemAt path: ItemPath
    ) -> String? { "number" }
    override func collectionView(
      _ collectionView: CollectionView, canMoveItemAt path: ItemPath
    ) -> Bool { path.item != 1 }
    override func collectionView(
      _ collectionView: CollectionView, moveItemAt source: ItemPath, to target: ItemPath
    ) {
      log.append("move \(source) to \(target)")
      numbers.insert(numbers.remove(at: source.item), at: target.item)
    }
    func collectionView(
      _ collectionView: CollectionView, didSelectItemAt path: ItemPath
    ) { log.append("select \(path)") }
    func collectionView(
      _ collectionView: CollectionView, didHighlightItemAt path: ItemPath
    ) { log.append("highlight \(path)") }
    func collectionView(
      _ collectionView: CollectionView, willDisplay cell: CollectionViewCell,
      forItemAt path: ItemPath
    ) { log.append("display \(path)") }
  }

  private func make() -> NumbersController {
    let controller = NumbersController(
      frame: Rect(x: 0, y: 0, width: 50, height: 100), collectionViewLayout: ListLayout())
    controller.collectionView.register(
      CollectionViewCell.self, forCellWithReuseIdentifier: "number")
    return controller
  }

  @Test func itIsDataSourceAndDelegate() throws {
    let controller = make()
    #expect(controller.collectionView.dataSource === controller)
    #expect(controller.collectionView.delegate === controller)
    #expect(!controller.isViewVisible)
    try controller.viewWillAppear()
    controller.collectionView.check()
    #expect(controller.isViewVisible)
    #expect(controller.log == ["display [0, 0]", "display [0, 1]", "display [0, 2]"])
    controller.log = []
    controller.collectionView.tapItem(at: at(0, 1))
    #expect(controller.log == ["highlight [0, 1]", "select [0, 1]"])
    controller.viewDidDisappear()
    #expect(!controller.isViewVisible)
  }

  /// The view calls the methods that a subclass overrides (N-8).
  @Test func itLetsItemsMove() throws {
    let controller = make()
    try controller.viewWillAppear()
    let view = controller.collectionView
    #expect(view.dataSource?.collectionView(view, reuseIdentifierForItemAt: at(0, 0)) == "number")
    #expect(try !view.beginInteractiveMovementForItem(at: at(0, 1)))
    controller.log = []
    #expect(try view.beginInteractiveMovementForItem(at: at(0, 0)))
    try view.updateInteractiveMovementTargetPosition(
      view.layoutAttributesForItem(at: at(0, 2))?.center ?? .zero)
    try view.endInteractiveMovement()
    #expect(controller.log == ["move [0, 0] to [0, 2]"] && controller.numbers == [2, 3, 1])
    view.check()
    // Without overrides nothing moves.
    let other = CollectionViewController(
      frame: Rect(x: 0, y: 0, width: 50, height: 100), collectionViewLayout: ListLayout())
    other.collectionView(view, moveItemAt: at(0, 0), to: at(0, 1))
    #expect(!other.collectionView(view, canMoveItemAt: at(0, 0)))
    #expect(other.collectionView(view, reuseIdentifierForItemAt: at(0, 0)) == nil)
  }

  @Test func selectionIsClearedWhenItAppears() throws {
    for clears in [true, false] {
      let controller = make()
      #expect(controller.clearsSelectionOnViewWillAppear)
      controller.clearsSelectionOnViewWillAppear = clears
      try controller.viewWillAppear()
      controller.collectionView.tapItem(at: at(0, 1))
      controller.viewDidDisappear()
      try controller.viewWillAppear()
      #expect(controller.collectionView.itemPathsForSelectedItems == (clears ? [] : [at(0, 1)]))
      controller.collectionView.check()
    }
  }

  @Test func anEmptyControllerShowsNothing() throws {
    let controller = CollectionViewController(
      frame: Rect(x: 0, y: 0, width: 50, height: 100), collectionViewLayout: ListLayout())
    try controller.viewWillAppear()
    #expect(controller.collectionView.delegate == nil)
    #expect(controller.collectionView.numberOfSections == 1)
    #expect(controller.collectionView.visibleViewCount == 0)
    let path = ElementPath(section: 0)
    #expect(
      controller.collectionView.failure {
        _ = try controller.collectionView(
          controller.collectionView, viewForSupplementaryElementOfKind: .sectionHeader, at: path)
      } == .noView(.supplementary(.sectionHeader, path)))
  }

  /// The view holds neither of them.
  @Test func nothingIsHeldInACircle() throws {
    weak var controller: CollectionViewController?
    weak var view: CollectionView?
    do {
      let made = make()
      try made.viewWillAppear()
      controller = made
      view = made.collectionView
      #expect(controller != nil && view != nil)
    }
    #expect(controller == nil && view == nil)
  }
}
