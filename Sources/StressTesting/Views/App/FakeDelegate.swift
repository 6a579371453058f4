import Changesets
import CollectionViews
import Layouts

/// The delegate of a script's app: it keeps account, and allows everything but what it is told not
/// to.
final class FakeDelegate: CollectionViewDelegate {
  let app: FakeApp

  init(_ app: FakeApp) { self.app = app }

  // MARK: Touches

  /// Notes a callback about the item at `path`, and has the plan answer it.
  private func hear(_ moment: CallbackMoment, _ path: ItemPath, _ view: CollectionView) {
    app.add(touch: "\(moment.rawValue) \(path)")
    app.reach(moment, view)
  }

  func collectionView(
    _ collectionView: CollectionView, shouldHighlightItemAt path: ItemPath
  ) -> Bool {
    hear(.shouldHighlight, path, collectionView)
    return app.answers.isHighlightable
  }

  func collectionView(_ collectionView: CollectionView, didHighlightItemAt path: ItemPath) {
    hear(.didHighlight, path, collectionView)
  }

  func collectionView(_ collectionView: CollectionView, didUnhighlightItemAt path: ItemPath) {
    hear(.didUnhighlight, path, collectionView)
  }

  func collectionView(_ collectionView: CollectionView, shouldSelectItemAt path: ItemPath) -> Bool {
    hear(.shouldSelect, path, collectionView)
    return true
  }

  func collectionView(
    _ collectionView: CollectionView, shouldDeselectItemAt path: ItemPath
  ) -> Bool {
    hear(.shouldDeselect, path, collectionView)
    return true
  }

  func collectionView(_ collectionView: CollectionView, didSelectItemAt path: ItemPath) {
    hear(.didSelect, path, collectionView)
  }

  func collectionView(_ collectionView: CollectionView, didDeselectItemAt path: ItemPath) {
    hear(.didDeselect, path, collectionView)
  }

  // MARK: Menus

  func collectionView(
    _ collectionView: CollectionView, shouldShowMenuForItemAt path: ItemPath
  ) -> Bool {
    hear(.shouldShowMenu, path, collectionView)
    return app.answers.hasMenu
  }

  func collectionView(
    _ collectionView: CollectionView, canPerform action: MenuAction, forItemAt path: ItemPath
  ) -> Bool {
    app.add(touch: "canPerform \(action) \(path)")
    app.reach(.canPerform, collectionView)
    return app.answers.actions.contains { $0.action == action }
  }

  func collectionView(
    _ collectionView: CollectionView, perform action: MenuAction, forItemAt path: ItemPath
  ) {
    app.add(touch: "perform \(action) \(path)")
    app.reach(.perform, collectionView)
  }

  // MARK: Scrolling

  func collectionViewDidScroll(_ collectionView: CollectionView) {
    app.reach(.didScroll, collectionView)
  }

  // MARK: Display

  func collectionView(
    _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt path: ItemPath
  ) {
    app.show(cell, "cell \(path)")
    let shown = (cell as? FakeCell)?.item
    if shown != app.item(path), !app.isOutOfStep {
      app.fail(
        "the item of the cell that willDisplay at \(path)", expected: Self.text(app.item(path)),
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
    if app.checksEnds, shown != app.item(path) {
      app.fail(
        "the item of the cell that didEndDisplaying at \(path)",
        expected: Self.text(app.item(path)), found: Self.text(shown))
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
