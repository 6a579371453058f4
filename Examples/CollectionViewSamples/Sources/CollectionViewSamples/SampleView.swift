public import HeadlessCollectionView

/// The grid as a view over a data source, laid out: what its cells, headers and footers are made of
/// is registered.
public func makeSampleView(
  over source: NestedArraySource
) throws(CollectionViewError) -> CollectionView {
  let view = CollectionView(
    frame: Rect(x: 0, y: 0, width: 320, height: 480), collectionViewLayout: makeGrid())
  registerViews(in: view)
  view.dataSource = source
  try view.layoutIfNeeded()
  return view
}
