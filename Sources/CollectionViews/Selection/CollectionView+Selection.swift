public import Changesets
public import Geometry

extension CollectionView {
  /// The items that are selected, shown or not; ascending.
  ///
  /// Where a reload keeps the selection, the counts are asked first if that is due (SE-13).
  public var itemPathsForSelectedItems: [ItemPath] {
    if selection.isUnchecked { _ = numberOfSections }
    return selection.selected.sorted()
  }

  /// Selects an item without asking or telling the delegate; nil deselects all (SE-6).
  ///
  /// In single selection the item takes the place of the one that was selected. Where selection is
  /// not allowed or there are no items at all, it does nothing.
  ///
  /// - Throws: `.noSuchItem` for a path that does not exist (SE-12); what `scrollToItem` throws, once
  ///   the item is selected.
  public func selectItem(
    at path: ItemPath?, animated: Bool = false, scrollPosition: ScrollPosition = []
  ) throws(CollectionViewError) {
    guard allowsSelection else { return }
    guard let path else { return deselectAll() }
    guard hasItems else { return }
    try checkItem(path)
    try scrollPosition.check()
    if !allowsMultipleSelection {
      for other in selection.selected where other != path { setSelected(false, other) }
    }
    setSelected(true, path)
    if !scrollPosition.isEmpty {
      try scrollToItem(at: path, at: scrollPosition, animated: animated)
    }
  }

  /// Deselects an item without asking or telling the delegate; one that is not selected stays so.
  ///
  /// Where there are no items at all, it does nothing.
  ///
  /// - Throws: `.noSuchItem` for a path that does not exist.
  public func deselectItem(at path: ItemPath, animated: Bool = false) throws(CollectionViewError) {
    guard hasItems else { return }
    try checkItem(path)
    setSelected(false, path)
  }

  /// A Boolean value that indicates whether there are any items. A section without items has
  /// nothing to select.
  private var hasItems: Bool { numberOfSections > 0 && counts.counts.contains { $0 > 0 } }

  /// Throws for an item that does not exist.
  func checkItem(_ path: ItemPath) throws(CollectionViewError) {
    guard path.section >= 0, path.section < numberOfSections else {
      throw .noSuchItem(path, itemsInSection: nil)
    }
    let items = numberOfItems(inSection: path.section)
    guard path.item >= 0, path.item < items else {
      throw .noSuchItem(path, itemsInSection: items)
    }
  }

  private func deselectAll() {
    for path in selection.selected { setSelected(false, path) }
  }

  /// Selects or deselects an item and its cell, shown or offscreen.
  func setSelected(_ isSelected: Bool, _ path: ItemPath) {
    if isSelected { selection.selected.insert(path) } else { selection.selected.remove(path) }
    cellForItem(at: path)?.isSelected = isSelected
  }

  /// Deselects all items but the first (SE-7).
  func keepFirstSelection() {
    for path in itemPathsForSelectedItems.dropFirst() { setSelected(false, path) }
  }

  /// Gives a cell the selection and the highlight of its item (SE-8).
  func synchronizeState(of cell: CollectionViewCell, at path: ItemPath) {
    cell.isSelected = !selection.selected.isEmpty && selection.selected.contains(path)
    cell.isHighlighted = selection.highlighted == path
    if cell.hasConfigurations { cell.setReordering(isMovingItem && movement?.current == path) }
  }

  /// Takes selection and highlight to where their items are after an update (SE-10, SE-11).
  func moveSelection(by map: ChangesetMap) {
    if !selection.selected.isEmpty {
      let keepsReloaded = selection.ofReloadedItems == .keep
      let kept = selection.selected.filter { keepsReloaded || !map.isReloaded($0) }
      selection.selected = Set(kept.compactMap { map.item($0) })
    }
    selection.told = selection.told.map { path in path.flatMap { map.item($0) } }
    scroll.touchedItem = scroll.touchedItem.flatMap { map.item($0) }
    if let path = selection.highlighted {
      selection.highlighted = map.isReloaded(path) ? nil : map.item(path)
    }
    if let menu = selection.menu, map.item(menu.path) == nil || map.isReloaded(menu.path) {
      dismissMenu()
    } else if let menu = selection.menu, let path = map.item(menu.path) {
      selection.menu = ItemMenu(path: path, actions: menu.actions)
    }
  }
}

/// The menu of one item (clause ME-1).
public struct ItemMenu: Hashable, Sendable {
  /// The item.
  public let path: ItemPath
  /// The actions that can be chosen, in the order in which the delegate was asked.
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
      let path = askAbout(path, { delegate.collectionView(self, shouldShowMenuForItemAt: $0) })
    else { return nil }
    let actions = (MenuAction.standard + customMenuActions).filter {
      delegate.collectionView(self, canPerform: $0, forItemAt: path)
    }
    // The item may have gone while the delegate was asked.
    guard !actions.isEmpty, selection.highlighted == path else { return nil }
    selection.menu = ItemMenu(path: path, actions: actions)
    return selection.menu
  }

  /// Chooses from the menu; the menu closes and the highlight goes.
  ///
  /// - Returns: Whether the menu was shown and has the action; otherwise nothing is done.
  @discardableResult
  public func chooseMenuAction(_ action: MenuAction) -> Bool {
    guard let menu = selection.menu, menu.actions.contains(action) else { return false }
    selection.menu = nil
    delegate?.collectionView(self, perform: action, forItemAt: menu.path)
    // The finger may have left the item meanwhile; it does not highlight it again.
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
