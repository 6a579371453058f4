import CollectionViews
public import Geometry
public import Layouts

/// A grid, step by step: make a flow layout, give it sizes and spacings, headers and footers, a
/// direction, and hand it to a view. Each step works at any time and in any order.
public func makeGrid(direction: Axis = .vertical) -> FlowLayout {
  let layout = FlowLayout()
  layout.itemSize = Size(width: 90, height: 40)
  layout.minimumLineSpacing = 8
  layout.minimumInteritemSpacing = 5
  layout.sectionInset = EdgeInsets(top: 10, left: 15, bottom: 20, right: 15)
  layout.headerReferenceSize = Size(width: 30, height: 30)
  layout.footerReferenceSize = Size(width: 12, height: 12)
  layout.scrollDirection = direction
  return layout
}
