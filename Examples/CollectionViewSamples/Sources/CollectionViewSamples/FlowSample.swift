public import HeadlessCollectionView

/// A grid, step by step: make a flow layout, take the steps, and hand it to a view.
public func makeGrid(direction: Axis = .vertical) -> FlowLayout {
  let layout = FlowLayout()
  for step in gridSteps(direction: direction) { step(layout) }
  return layout
}

/// The steps: a size and spacings, margins, headers and footers, a direction. Each works at any
/// time
/// and in any order.
public func gridSteps(direction: Axis = .vertical) -> [(FlowLayout) -> Void] {
  [
    { $0.itemSize = Size(width: 90, height: 40) },
    { $0.minimumLineSpacing = 8 },
    { $0.minimumInteritemSpacing = 5 },
    { $0.sectionInset = EdgeInsets(top: 10, left: 15, bottom: 20, right: 15) },
    { $0.headerReferenceSize = Size(width: 30, height: 30) },
    { $0.footerReferenceSize = Size(width: 12, height: 12) },
    { $0.scrollDirection = direction },
  ]
}
