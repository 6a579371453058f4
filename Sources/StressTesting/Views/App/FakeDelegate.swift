import Changesets
import CollectionViews
import Layouts

/// The delegate of a script's app: it keeps account, and allows everything but what it is told not
/// to.
final class FakeDelegate: CollectionViewDelegate {
  let app: FakeApp

  init(_ app: FakeApp) { self.app = app }

  // MARK: Touches

  /// Notes a callback about the item at `path`, has the plan react to it, and returns `answer`.
  @discardableResult
  private func hear(
    _ moment: CallbackMoment, _ path: ItemPath, _ view: CollectionView, text: String? = nil,
    _ answer: @autoclosure () -> Bool = true
  ) -> Bool {
    app.add(touch: "\(text ?? moment.rawValue) \(path)")
    app.reach(moment, view)
    return answer()
  }

  func collectionView(_ view: CollectionView, shouldHighlightItemAt path: ItemPath) -> Bool {
    hear(.shouldHighlight, path, view, app.answers.isHighlightable)
  }

  func collectionView(_ view: CollectionView, didHighlightItemAt path: ItemPath) {
    hear(.didHighlight, path, view)
  }

  func collectionView(_ view: CollectionView, didUnhighlightItemAt path: ItemPath) {
    hear(.didUnhighlight, path, view)
  }

  func collectionView(_ view: CollectionView, shouldSelectItemAt path: ItemPath) -> Bool {
    hear(.shouldSelect, path, view)
  }

  func collectionView(_ view: CollectionView, shouldDeselectItemAt path: ItemPath) -> Bool {
    hear(.shouldDeselect, path, view)
  }

  func collectionView(_ view: CollectionView, didSelectItemAt path: ItemPath) {
    hear(.didSelect, path, view)
  }

  func collectionView(_ view: CollectionView, didDeselectItemAt path: ItemPath) {
    hear(.didDeselect, path, view)
  }

  // MARK: Menus

  func collectionView(_ view: CollectionView, shouldShowMenuForItemAt path: ItemPath) -> Bool {
    hear(.shouldShowMenu, path, view, app.answers.hasMenu)
  }

  func collectionView(
    _ view: CollectionView, canPerform action: MenuAction, forItemAt path: ItemPath
  ) -> Bool {
    hear(
      .canPerform, path, view, text: "canPerform \(action)",
      app.answers.actions.contains { $0.action == action })
  }

  func collectionView(
    _ view: CollectionView, perform action: MenuAction, forItemAt path: ItemPath
  ) {
    hear(.perform, path, view, text: "perform \(action)")
  }

  // MARK: Scrolling

  func collectionViewDidScroll(_ collectionView: CollectionView) {
    app.reach(.didScroll, collectionView)
  }

  // MARK: Movement

  func collectionView(
    _ collectionView: CollectionView,
    targetItemPathForMoveOfItemFromOriginalItemPath original: ItemPath,
    atCurrentItemPath current: ItemPath, toProposedItemPath proposed: ItemPath
  ) -> ItemPath {
    let target =
      switch app.movement.choice {
      case .proposed: proposed
      case .original: original
      case .current: current
      case .nowhere: ItemPath(section: proposed.section, item: 1_000_000)
      }
    app.movement.chosen = target
    app.reach(.moveTarget, collectionView)
    return target
  }

  // MARK: Display

  func collectionView(
    _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt path: ItemPath
  ) {
    app.show(cell, "cell \(path)")
    let shown = (cell as? FakeCell)?.item
    let due = app.item(collectionView.dataSourceItemPath(forPresentationItemPath: path))
    if shown != due, !app.isOutOfStep {
      app.fail(
        "the item of the cell that willDisplay at \(path)", expected: Self.text(due),
        found: Self.text(shown))
    }
    app.reach(.willDisplay, collectionView)
  }

  func collectionView(
    _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell,
    forItemAt path: ItemPath
  ) {
    app.end(cell, "cell \(path)")
    let shown = (cell as? FakeCell)?.item
    let due = app.item(collectionView.dataSourceItemPath(forPresentationItemPath: path))
    if app.checksEnds, shown != due {
      app.fail(
        "the item of the cell that didEndDisplaying at \(path)",
        expected: Self.text(due), found: Self.text(shown))
    }
    app.reach(.didEndDisplaying, collectionView)
  }

  func collectionView(
    _ collectionView: CollectionView, willDisplaySupplementaryView view: CollectionReusableView,
    forElementOfKind kind: ElementKind, at path: ElementPath
  ) {
    app.show(view, "\(kind) \(path)")
    app.reach(.willDisplay, collectionView)
  }

  func collectionView(
    _ collectionView: CollectionView,
    didEndDisplayingSupplementaryView view: CollectionReusableView,
    forElementOfKind kind: ElementKind, at path: ElementPath
  ) {
    app.end(view, "\(kind) \(path)")
    app.reach(.didEndDisplaying, collectionView)
  }

  static func text(_ item: ViewModel.Item?) -> String {
    item.map { "item \($0.id), revision \($0.revision)" } ?? "none"
  }
}
