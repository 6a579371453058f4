import Changesets
import Layouts

/// The data source and the delegate of a pass, which holds them.
///
/// To read a weak reference for every row costs more than the row's place. Where there is none, an
/// object stands in that does what happens without one, so that nothing is unwrapped for a row either.
/// Another data source ends the pass; another delegate is found by `delegateChanges`.
struct PassObjects {
  let dataSource: any CollectionViewDataSource
  let delegate: any CollectionViewDelegate
  let delegateChanges: Int

  init(of view: CollectionView) {
    dataSource = view.dataSource ?? NoDataSource.shared
    delegate = view.delegate ?? NoDelegate.shared
    delegateChanges = view.delegateChanges
  }
}

/// Stands in for a data source: there are no views.
final class NoDataSource: CollectionViewDataSource, Sendable {
  static let shared = NoDataSource()

  func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int
  {
    0
  }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws(CollectionViewError) -> CollectionViewCell {
    // Nobody was asked.
    collectionView.work.viewCalls -= 1
    throw .noView(.cell(path))
  }

  func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind,
    at path: ElementPath
  ) throws(CollectionViewError) -> CollectionReusableView {
    collectionView.work.viewCalls -= 1
    throw .noView(.supplementary(kind, path))
  }
}

/// Stands in for a delegate: nothing is told.
private final class NoDelegate: CollectionViewDelegate, Sendable {
  static let shared = NoDelegate()
}
