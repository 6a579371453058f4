// The whole engine by one import: a collection view without pixels, its layouts, the stores behind
// it, the differences between their states, and the data sources that connect them.
//
//     import HeadlessCollectionView
//
//     let view = CollectionView(
//       frame: Rect(x: 0, y: 0, width: 320, height: 480), collectionViewLayout: ListLayout())
//     try view.layoutIfNeeded()
@_exported public import Changesets
@_exported public import CollectionViews
@_exported public import DataSources
@_exported public import Diffing
@_exported public import Geometry
@_exported public import ItemStores
@_exported public import Layouts
