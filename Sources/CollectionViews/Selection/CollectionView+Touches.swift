public import Changesets
public import Geometry

/// Touches, as a finger would make them: all in content coordinates.
extension CollectionView {
  /// A finger comes down at `point`: the item there is highlighted if the delegate lets it be.
  public func touchDown(at point: Point) {
    touchCancelled()
    dismissMenu()
    guard let path = itemPathForItem(at: point) else { return }
    touchDown(onItemAt: path)
  }

  /// A finger comes down on the item at `path`, whether it is shown or not.
  ///
  /// An item that does not exist is nothing to touch. The item that was touched before is let go.
  public func touchDown(onItemAt path: ItemPath) {
    touchCancelled()
    dismissMenu()
    guard counts.isValid, counts.has(path) else { return }
    guard let path = askAbout(path, shouldHighlight) else { return }
    selection.highlighted = path
    cellForItem(at: path)?.isHighlighted = true
    if delegateMethods.contains(.highlighting) {
      delegate?.collectionView(self, didHighlightItemAt: path)
    }
  }

  private func shouldHighlight(_ path: ItemPath) -> Bool {
    guard delegateMethods.contains(.highlighting) else { return true }
    return delegate?.collectionView(self, shouldHighlightItemAt: path) ?? true
  }

  /// Asks the delegate for permission and returns the item's path afterwards. Returns nil if the
  /// delegate refuses, or if the item no longer exists.
  func askAbout(_ path: ItemPath, _ question: (ItemPath) -> Bool) -> ItemPath? {
    selection.told.append(path)
    let isAllowed = question(path)
    let now = selection.told.removeLast()
    guard isAllowed, let now, counts.isValid, counts.has(now) else { return nil }
    return now
  }

  /// The finger moves to `point`: outside of its item nothing is highlighted any more, and it comes
  /// back to it highlighted again.
  public func touchMoved(to point: Point) {
    guard selection.menu == nil, let path = scroll.touchedItem ?? selection.highlighted
    else { return }
    let isInside = itemPathForItem(at: point) == path
    if !isInside, selection.highlighted != nil {
      scroll.touchedItem = path
      unhighlight()
    } else if isInside, selection.highlighted == nil {
      touchDown(onItemAt: path)
    }
  }

  /// The finger goes up: the item it came down on is selected, or deselected in multiple selection.
  ///
  /// The order is UIKit's: should, the cells, did, and the highlight last (d.1), or as `touchOrder`
  /// says.
  public func touchUp() {
    scroll.touchedItem = nil
    // A menu that is shown keeps its item highlighted until it closes.
    guard selection.menu == nil, let path = selection.highlighted else { return }
    switch touchOrder {
    case .uiKit:
      turnOver(path)
      unhighlight()
    case .pst:
      // A callback about the highlight may take the item elsewhere, or away.
      selection.told.append(path)
      unhighlight()
      if let now = selection.told.removeLast() { turnOver(now) }
    }
  }

  /// Selects an item by touch, or deselects it in multiple selection.
  private func turnOver(_ path: ItemPath) {
    guard allowsSelection else { return }
    if allowsMultipleSelection, selection.selected.contains(path) {
      deselectByTouch(path)
    } else {
      selectByTouch(path)
    }
  }

  /// Cancels the touch, as when a drag begins: nothing is selected.
  ///
  /// A menu that is shown keeps its item highlighted.
  public func touchCancelled() {
    scroll.touchedItem = nil
    if selection.menu == nil { unhighlight() }
  }

  /// A finger comes down at `point` and goes up again.
  public func tap(at point: Point) {
    touchDown(at: point)
    touchUp()
  }

  /// A finger comes down on the item at `path` and goes up again.
  public func tapItem(at path: ItemPath) {
    touchDown(onItemAt: path)
    touchUp()
  }

  private func selectByTouch(_ path: ItemPath) {
    let asks = delegateMethods.contains(.selection)
    let should = { (path: ItemPath) in
      !asks || self.delegate?.collectionView(self, shouldSelectItemAt: path) ?? true
    }
    guard let path = askAbout(path, should) else { return }
    let others = allowsMultipleSelection ? [] : selection.selected.filter { $0 != path }.sorted()
    setSelected(true, path)
    for other in others { setSelected(false, other) }
    guard asks else { return }
    // What is still to be told of may move while the delegate is told of the rest.
    let count = selection.told.count
    selection.told += [path] + others.reversed()
    while selection.told.count > count + 1 {
      if let other = selection.told.removeLast() {
        delegate?.collectionView(self, didDeselectItemAt: other)
      }
    }
    if let now = selection.told.removeLast() {
      delegate?.collectionView(self, didSelectItemAt: now)
    }
  }

  private func deselectByTouch(_ path: ItemPath) {
    let asks = delegateMethods.contains(.selection)
    let should = { (path: ItemPath) in
      !asks || self.delegate?.collectionView(self, shouldDeselectItemAt: path) ?? true
    }
    guard let path = askAbout(path, should) else { return }
    setSelected(false, path)
    if asks { delegate?.collectionView(self, didDeselectItemAt: path) }
  }

  func unhighlight() {
    guard let path = selection.highlighted else { return }
    selection.highlighted = nil
    cellForItem(at: path)?.isHighlighted = false
    if delegateMethods.contains(.highlighting) {
      delegate?.collectionView(self, didUnhighlightItemAt: path)
    }
  }
}
