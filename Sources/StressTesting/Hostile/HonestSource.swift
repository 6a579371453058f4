import Changesets
import CollectionViews
import Layouts

/// A data source of numbers, which always tells the truth.
final class HonestSource: CollectionViewDataSource {
  var sections: [[Int]]
  /// Whether cells that are used again keep their number: a mutation.
  private let leavesCellsStale: Bool

  init(_ sections: [[Int]], mutation: Mutation?) {
    self.sections = sections
    leavesCellsStale = mutation == .staleCells
  }

  func numberOfSections(in collectionView: CollectionView) -> Int { sections.count }

  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int { sections[section].count }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws(CollectionViewError) -> CollectionViewCell {
    let cell = try collectionView.dequeueReusableCell(withReuseIdentifier: "number", for: path)
    if let cell = cell as? HonestCell, !leavesCellsStale || cell.number == nil {
      cell.number = sections[path.section][path.item]
    }
    return cell
  }

  func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind,
    at path: ElementPath
  ) throws(CollectionViewError) -> CollectionReusableView {
    try collectionView.dequeueReusableSupplementaryView(
      ofKind: kind, withReuseIdentifier: "header", for: path)
  }
}

/// A cell that knows which number it shows.
final class HonestCell: CollectionViewCell {
  var number: Int?
}
