import HeadlessCollectionView
import Testing

/// A cell that shows a name.
final class NameCell: CollectionViewCell {
  var name = ""
}

/// One section of names.
final class Names: CollectionViewDataSource {
  var names = (1...1_000).map { "name \($0)" }

  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int { names.count }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws(CollectionViewError) -> CollectionViewCell {
    let cell = try collectionView.dequeueReusableCell(withReuseIdentifier: "name", for: path)
    (cell as? NameCell)?.name = names[path.item]
    return cell
  }
}

@Suite struct CollectionViewGuideTests {
  @Test func aViewWithoutPixels() throws {
    // A view of 320 × 480 points, rows of 44, and what cells are made of.
    let source = Names()
    let view = CollectionView(
      frame: Rect(x: 0, y: 0, width: 320, height: 480), collectionViewLayout: ListLayout())
    view.register(NameCell.self, forCellWithReuseIdentifier: "name")
    view.dataSource = source

    // A layout pass: what a run loop would do for each frame.
    try view.layoutIfNeeded()
    #expect(view.visibleCells.count == 11)

    // A fling of two seconds at 60 frames a second.
    view.fling(withVelocity: Point(x: 0, y: 3_000))
    for _ in 0..<120 {
      view.clock.advance(by: 1 / 60)
      try view.layoutIfNeeded()
    }
    #expect(view.reuseStatistics.created < 30)

    // An update: the data change inside of the block, the view is told how.
    try view.scrollToItem(at: ItemPath(section: 0, item: 0), at: .top)
    try view.performBatchUpdates {
      source.names.removeFirst()
      source.names.append("the last")
      view.deleteItems(at: [ItemPath(section: 0, item: 0)])
      view.insertItems(at: [ItemPath(section: 0, item: 999)])
    }
    #expect((view.visibleCells.first as? NameCell)?.name == "name 2")
    #expect(view.animations.count == 12)

    // Its animations end when their time has passed.
    view.clock.advance(by: view.animationDuration)
    #expect(view.animations.isEmpty)
    view.checkInvariants()
  }
}
