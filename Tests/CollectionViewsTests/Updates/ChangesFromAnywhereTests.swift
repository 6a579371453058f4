import CollectionViews
import Geometry
import Layouts
import Testing

/// Views and layouts that reload the collection view, or scroll it, from inside of whatever it calls.
@Suite struct ChangesFromAnywhereTests {
  /// What changes the view, and where.
  private final class Change {
    weak var view: CollectionView?
    private let place: String
    private let action: String
    private(set) var count = 0

    init(_ action: String, in place: String) { (self.action, self.place) = (action, place) }

    /// Changes the view in `place`, ten times at most: a view that is reloaded each time never settles.
    func happen(in place: String) {
      guard place == self.place, count < 10, let view else { return }
      count += 1
      switch action {
      case "reload": view.reloadData()
      case "scroll": view.setContentOffset(Point(x: 0, y: Double(count * 35 % 200)))
      case "layout": view.collectionViewLayout.invalidateLayout()
      default: view.reusesViews.toggle()
      }
    }
  }

  private final class Cell: CollectionViewCell {
    var change: Change?
    deinit { change?.happen(in: "deinit") }

    override func prepareForReuse() { change?.happen(in: "prepareForReuse") }
    override func apply(_ attributes: LayoutAttributes) { change?.happen(in: "apply") }
    override func preferredLayoutAttributesFitting(
      _ attributes: LayoutAttributes
    ) -> LayoutAttributes {
      change?.happen(in: "preferred")
      return attributes
    }
  }

  private class Backdrop: CollectionReusableView {
    var change: Change?
    deinit { change?.happen(in: "deinit of a decoration") }
  }

  private static func layout(_ name: String, _ change: Change) -> RowsLayout {
    let layout = RowsLayout()
    layout.hasBackdrops = true
    let template = ViewTemplate(name) {
      let view = Backdrop(frame: .zero)
      view.change = change
      return [view]
    }
    layout.registerDecoration(
      ViewSource.template(template, of: Backdrop.self), ofKind: RowsLayout.backdrop)
    layout.onPrepare = { () throws(LayoutError) in change.happen(in: "prepare") }
    layout.onFinalizeUpdates = { change.happen(in: "finalizeUpdates") }
    layout.lie = { found in
      change.happen(in: "query")
      return found
    }
    layout.hookedAttributes = { _ in
      change.happen(in: "hook")
      return nil
    }
    return layout
  }

  private static let places = [
    "deinit", "prepareForReuse", "apply", "preferred", "deinit of a decoration", "prepare",
    "finalizeUpdates", "query", "hook",
  ]

  /// Any of them may end in an error, as for a layout that never settles, and none may trap.
  @Test(arguments: places, ["reload", "scroll", "layout", "reuse"])
  func changeNothingThatTraps(place: String, action: String) throws {
    for reuses in [true, false] {
      let change = Change(action, in: place)
      let source = ArraySource((0..<6).map { section in (0..<5).map { section * 10 + $0 } })
      let view = CollectionView.showing(
        source, in: Self.layout("a", change), height: 120)
      let template = ViewTemplate("cell") {
        let cell = Cell(frame: .zero)
        cell.change = change
        return [cell]
      }
      view.register(template, of: Cell.self, forCellWithReuseIdentifier: "number")
      view.reusesViews = reuses
      change.view = view
      func pass() { _ = view.failure { try view.layoutIfNeeded() } }
      pass()
      for y in [30.0, 150, 10, 80] {
        view.setContentOffset(Point(x: 0, y: y))
        pass()
      }
      _ = view.failure {
        try view.setCollectionViewLayout(Self.layout("b", change), animated: true)
      }
      pass()
      view.clock.advance(by: 1)
      _ = view.failure { try view.setCollectionViewLayout(Self.layout("a", change)) }
      pass()
      _ = view.failure {
        try view.performBatchUpdates {
          source.sections[0].removeFirst()
          view.deleteItems(at: [at(0, 0)])
        }
      }
      view.clock.advance(by: 1)
      view.reloadData()
      pass()
      view.reusesViews = false
      view.reloadData()
      pass()
      _ = view.failure {
        try view.setCollectionViewLayout(Self.layout("b", change), animated: false)
      }
      // With nothing that changes it any more, the view is whole.
      change.view = nil
      view.reloadData()
      try view.layoutIfNeeded()
      #expect(view.visibleCells.count >= 10, "\(place) \(action)")
    }
  }
}
