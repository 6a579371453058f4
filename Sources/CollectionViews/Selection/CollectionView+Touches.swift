public import Changesets
public import Geometry

/// Touches, as a finger would make them (G-3): all in content coordinates.
extension CollectionView {
  /// A finger comes down at `point`: the item there is highlighted if the delegate lets it be.
  public func touchDown(at point: Point) {
    touchCancelled()
    dismissMenu()
    guard let path = indexPathForItem(at: point) else { return }
    touchDown(onItemAt: path)
  }

  /// A finger comes down on the item at `path`, whether it is shown or not.
  ///
  /// An item that does not exist is nothing to touch.
  public func touchDown(onItemAt path: ItemPath) {
    guard counts.isValid, counts.has(path) else { return }
    let asks = delegateMethods.contains(.highlighting)
    if asks, delegate?.collectionView(self, shouldHighlightItemAt: path) == false { return }
    selection.highlighted = path
    boundCell(path)?.isHighlighted = true
    if asks { delegate?.collectionView(self, didHighlightItemAt: path) }
  }

  /// The finger moves to `point`: outside of its item nothing is highlighted any more, and it comes
  /// back to it highlighted again.
  public func touchMoved(to point: Point) {
    guard let path = scroll.touchedItem ?? selection.highlighted else { return }
    let isInside = indexPathForItem(at: point) == path
    if !isInside, selection.highlighted != nil {
      scroll.touchedItem = path
      unhighlight()
    } else if isInside, selection.highlighted == nil {
      scroll.touchedItem = nil
      touchDown(onItemAt: path)
    }
  }

  /// The finger goes up: the item it came down on is selected, or deselected in multiple selection.
  ///
  /// The order is UIKit's: should, the cells, did, and the highlight last (d.1).
  public func touchUp() {
    scroll.touchedItem = nil
    guard let path = selection.highlighted else { return }
    if allowsSelection {
      if allowsMultipleSelection, selection.selected.contains(path) {
        deselectByTouch(path)
      } else {
        selectByTouch(path)
      }
    }
    unhighlight()
  }

  /// The touch comes to nothing, as when a drag begins: nothing is selected.
  public func touchCancelled() {
    scroll.touchedItem = nil
    unhighlight()
  }

  /// A finger comes down at `point` and goes up again.
  public func tap(at point: Point) {
    touchDown(at: point)
    touchUp()
  }

  /// A finger comes down on the item at `path` and goes up again.
  public func tapItem(at path: ItemPath) {
    touchCancelled()
    dismissMenu()
    touchDown(onItemAt: path)
    touchUp()
  }

  private func selectByTouch(_ path: ItemPath) {
    let asks = delegateMethods.contains(.selection)
    if asks, delegate?.collectionView(self, shouldSelectItemAt: path) == false { return }
    let others = allowsMultipleSelection ? [] : selection.selected.filter { $0 != path }.sorted()
    setSelected(true, path)
    for other in others { setSelected(false, other) }
    guard asks else { return }
    for other in others { delegate?.collectionView(self, didDeselectItemAt: other) }
    delegate?.collectionView(self, didSelectItemAt: path)
  }

  private func deselectByTouch(_ path: ItemPath) {
    let asks = delegateMethods.contains(.selection)
    if asks, delegate?.collectionView(self, shouldDeselectItemAt: path) == false { return }
    setSelected(false, path)
    if asks { delegate?.collectionView(self, didDeselectItemAt: path) }
  }

  func unhighlight() {
    guard let path = selection.highlighted else { return }
    selection.highlighted = nil
    boundCell(path)?.isHighlighted = false
    if delegateMethods.contains(.highlighting) {
      delegate?.collectionView(self, didUnhighlightItemAt: path)
    }
  }
}
