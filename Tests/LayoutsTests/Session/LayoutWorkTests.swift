import Changesets
import Geometry
import Layouts
import Testing

/// Rows of different heights, so that the layout requests each.
private final class Rows: ListLayoutDelegate {
  var providedMetrics: ListLayoutMetrics { .itemExtent }

  func extentForItem(at path: ItemPath) -> Double { Double(20 + path.item % 7) }
}

@Test(arguments: [ExtentStrategy.nested, .flat, .tree])
func workIsCountedOverReloadsAndUpdates(strategy: ExtentStrategy) throws {
  let rows = Rows()
  let layout = ListLayout(extents: strategy)
  layout.delegate = rows
  #expect(layout.layoutWork == LayoutWork())
  let session = LayoutSession(
    layout, bounds: Rect(x: 0, y: 0, width: 100, height: 100), itemCounts: [300, 0, 200])
  try session.layoutIfNeeded()
  let first = layout.layoutWork
  #expect(first.sizesAsked == 500, "\(strategy.name)")
  #expect(first.extents.itemsRebroken == 500, "\(strategy.name)")
  #expect(first.placesVisited == 0, "\(strategy.name)")

  var buffer: [LayoutAttributes] = []
  session.collectVisibleAttributes(into: &buffer)
  let queried = layout.layoutWork
  #expect(queried.placesVisited > 0 && queried.placesVisited < 400, "\(strategy.name)")
  #expect(queried.extents == first.extents && queried.sizesAsked == 500, "\(strategy.name)")

  let path = ItemPath(section: 2, item: 100)
  try session.update(Changeset(insertedItems: [path])) { $0[2] += 1 }
  let updated = layout.layoutWork
  #expect(updated.sizesAsked == 501, "\(strategy.name)")
  #expect(updated.extents.itemsRebroken > first.extents.itemsRebroken, "\(strategy.name)")
  #expect(updated.extents.placesMoved > first.extents.placesMoved, "\(strategy.name)")

  layout.invalidateLayout()
  try session.layoutIfNeeded()
  let reloaded = layout.layoutWork
  #expect(reloaded.sizesAsked == 1_002, "\(strategy.name)")
  #expect(
    reloaded.extents.itemsRebroken == updated.extents.itemsRebroken + 501, "\(strategy.name)")
}
