import Changesets
import CollectionViews
import Geometry
import Layouts

/// Writes down every call, and does what a test has it do at one of them.
final class RecordingDelegate: CollectionViewDelegate {
  var methods: CollectionViewDelegateMethods
  /// `shouldSelect [0, 1]`, `willDisplay [0, 1]`, `scrolled`.
  private(set) var log: [String] = []
  /// What the delegate forbids, by the log's lines.
  var refused: Set<String> = []
  /// What it does at a line, once.
  var actions: [String: () -> Void] = [:]
  /// The actions that menus have.
  var menuActions: Set<MenuAction> = []
  /// Where it wants the content after changes.
  var targetOffset: Point?
  /// The layout it wants between two.
  var transitionLayout: ((CollectionViewLayout, CollectionViewLayout) -> TransitionLayout?)?

  init(_ methods: CollectionViewDelegateMethods = .all) { self.methods = methods }

  var implementedMethods: CollectionViewDelegateMethods { methods }

  /// The log so far, which is then empty.
  func takeLog() -> [String] {
    defer { log.removeAll() }
    return log
  }

  @discardableResult
  private func note(_ line: String) -> Bool {
    log.append(line)
    actions.removeValue(forKey: line)?()
    return !refused.contains(line)
  }

  func collectionView(
    _ collectionView: CollectionView, shouldHighlightItemAt path: ItemPath
  ) -> Bool { note("shouldHighlight \(path)") }
  func collectionView(_ collectionView: CollectionView, didHighlightItemAt path: ItemPath) {
    note("didHighlight \(path)")
  }
  func collectionView(_ collectionView: CollectionView, didUnhighlightItemAt path: ItemPath) {
    note("didUnhighlight \(path)")
  }
  func collectionView(
    _ collectionView: CollectionView, shouldSelectItemAt path: ItemPath
  ) -> Bool { note("shouldSelect \(path)") }
  func collectionView(
    _ collectionView: CollectionView, shouldDeselectItemAt path: ItemPath
  ) -> Bool { note("shouldDeselect \(path)") }
  func collectionView(_ collectionView: CollectionView, didSelectItemAt path: ItemPath) {
    note("didSelect \(path)")
  }
  func collectionView(_ collectionView: CollectionView, didDeselectItemAt path: ItemPath) {
    note("didDeselect \(path)")
  }

  func collectionView(
    _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt path: ItemPath
  ) { note("willDisplay \(path)") }
  func collectionView(
    _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell,
    forItemAt path: ItemPath
  ) { note("didEnd \(path)") }
  func collectionView(
    _ collectionView: CollectionView, willDisplaySupplementaryView view: CollectionReusableView,
    forElementOfKind kind: ElementKind, at path: ElementPath
  ) { note("willDisplay \(short(kind)) \(path)") }
  func collectionView(
    _ collectionView: CollectionView,
    didEndDisplayingSupplementaryView view: CollectionReusableView,
    forElementOfKind kind: ElementKind, at path: ElementPath
  ) { note("didEnd \(short(kind)) \(path)") }

  private func short(_ kind: ElementKind) -> String {
    kind == .sectionHeader ? "header" : kind == .sectionFooter ? "footer" : kind.name
  }

  func collectionView(
    _ collectionView: CollectionView, shouldShowMenuForItemAt path: ItemPath
  ) -> Bool { note("shouldShowMenu \(path)") }
  func collectionView(
    _ collectionView: CollectionView, canPerform action: MenuAction, forItemAt path: ItemPath
  ) -> Bool {
    note("can \(action) \(path)")
    return menuActions.contains(action)
  }
  func collectionView(
    _ collectionView: CollectionView, perform action: MenuAction, forItemAt path: ItemPath
  ) { note("perform \(action) \(path)") }

  func collectionViewDidScroll(_ collectionView: CollectionView) { note("scrolled") }
  func collectionViewWillBeginDragging(_ collectionView: CollectionView) { note("beginsDrag") }
  func collectionViewDidEndDragging(_ collectionView: CollectionView, willDecelerate: Bool) {
    note("endedDrag \(willDecelerate)")
  }
  func collectionViewDidEndDecelerating(_ collectionView: CollectionView) { note("endedFling") }
  func collectionViewDidEndScrollingAnimation(_ collectionView: CollectionView) { note("arrived") }

  func collectionView(
    _ collectionView: CollectionView,
    transitionLayoutForOldLayout oldLayout: CollectionViewLayout, newLayout: CollectionViewLayout
  ) -> TransitionLayout? { transitionLayout?(oldLayout, newLayout) }
  func collectionView(
    _ collectionView: CollectionView, targetContentOffsetForProposedContentOffset offset: Point
  ) -> Point { targetOffset ?? offset }
}
