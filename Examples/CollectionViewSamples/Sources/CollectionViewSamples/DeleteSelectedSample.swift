public import HeadlessCollectionView

/// Deletes what is selected: first from the data, then from the view, both inside of one update.
///
/// Afterwards nothing is selected: what was is gone.
public func deleteSelected(
  in view: CollectionView, of source: NestedArraySource
) throws(CollectionViewError) {
  let selected = view.itemPathsForSelectedItems
  try view.performBatchUpdates {
    for path in selected.reversed() { source.sections[path.section].remove(at: path.item) }
    view.deleteItems(at: selected)
  }
}
