public import Changesets
public import Geometry

/// The menu of one item (clause ME-1).
public struct ItemMenu: Hashable, Sendable {
  /// The item.
  public let path: ItemPath
  /// What can be chosen, in the order in which the delegate was asked.
  public let actions: [MenuAction]
}

extension CollectionView {
  /// The menu that is shown; nil for none.
  public var menu: ItemMenu? { selection.menu }

  /// A finger stays down at `point`, in content coordinates: the item's menu is shown, if it may be
  /// highlighted and the delegate implements all three methods and has an action for it (ME-1, ME-2).
  @discardableResult
  public func longPress(at point: Point) -> ItemMenu? {
    dismissMenu()
    if let path = selection.highlighted, itemPathForItem(at: point) == path {
      return showMenu(of: path)
    }
    touchDown(at: point)
    guard let path = selection.highlighted else { return nil }
    return showMenu(of: path)
  }

  private func showMenu(of path: ItemPath) -> ItemMenu? {
    guard delegateMethods.isSuperset(of: .menu), let delegate,
      let path = askAbout(
        path, { delegate.collectionView(self, shouldShowMenuForItemAt: $0) })
    else { return nil }
    let actions = (MenuAction.standard + customMenuActions).filter {
      delegate.collectionView(self, canPerform: $0, forItemAt: path)
    }
    // The item may have gone while the delegate was asked.
    guard !actions.isEmpty, selection.highlighted == path else { return nil }
    selection.menu = ItemMenu(path: path, actions: actions)
    return selection.menu
  }

  /// Chooses from the menu; the menu closes and the highlight goes (H-4).
  ///
  /// - Returns: Whether the menu was shown and has the action; otherwise nothing is done.
  @discardableResult
  public func chooseMenuAction(_ action: MenuAction) -> Bool {
    guard let menu = selection.menu, menu.actions.contains(action) else { return false }
    selection.menu = nil
    delegate?.collectionView(self, perform: action, forItemAt: menu.path)
    scroll.touchedItem = nil
    unhighlight()
    return true
  }

  /// Closes the menu without an action, as scrolling and reloading do (ME-4).
  public func dismissMenu() {
    guard selection.menu != nil else { return }
    selection.menu = nil
    unhighlight()
  }
}
