import Changesets
import CollectionViews
import Geometry
import Layouts

/// A data source whose counts and views a test sets; nothing else has to be true of them.
class StubSource: CollectionViewDataSource {
  var sectionCount = 1
  /// The number of items in each section.
  var itemCount: Int
  var cell: (CollectionView, ItemPath) throws -> CollectionViewCell
  var supplementaryView:
    (CollectionView, ElementKind, ElementPath) throws -> CollectionReusableView = {
      throw CollectionViewError.noView(.supplementary($1, $2))
    }

  init(
    itemCount: Int = 2,
    cell: @escaping (CollectionView, ItemPath) throws -> CollectionViewCell = {
      try $0.dequeueReusableCell(withReuseIdentifier: "number", for: $1)
    }
  ) {
    self.itemCount = itemCount
    self.cell = cell
  }

  func numberOfSections(in collectionView: CollectionView) -> Int { sectionCount }

  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int { itemCount }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws(CollectionViewError) -> CollectionViewCell {
    try asCollectionViewError { try cell(collectionView, path) }
  }

  func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind,
    at path: ElementPath
  ) throws(CollectionViewError) -> CollectionReusableView {
    try asCollectionViewError { try supplementaryView(collectionView, kind, path) }
  }
}

extension CollectionView {
  /// Returns a view, 50 points wide, that prefetches nothing and has cells of class `cell` as
  /// "number".
  static func showing(
    _ source: any CollectionViewDataSource, in layout: CollectionViewLayout, height: Double = 100,
    of cell: CollectionViewCell.Type = NumberCell.self
  ) -> CollectionView {
    let view = CollectionView(
      frame: Rect(x: 0, y: 0, width: 50, height: height), collectionViewLayout: layout)
    view.isPrefetchingEnabled = false
    view.register(cell, forCellWithReuseIdentifier: "number")
    view.dataSource = source
    return view
  }

  /// Registers cells of class `type` as "number", which `prepare` is called with once they are made.
  func registerNumbers<Cell: CollectionViewCell>(
    of type: Cell.Type, prepare: @escaping (Cell) -> Void
  ) {
    let template = ViewTemplate("\(type)") {
      let cell = Cell(frame: .zero)
      prepare(cell)
      return [cell]
    }
    register(template, of: type, forCellWithReuseIdentifier: "number")
  }
}
