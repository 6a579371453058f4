public import HeadlessCollectionView

/// A cell with a label.
public final class LabelCell: CollectionViewCell {
  /// The text of the label.
  public var text = ""
}

/// Registers what the data source dequeues, once and before the first layout pass: a template for
/// its
/// cells, and a class for headers and footers.
public func registerViews(in view: CollectionView) {
  let template = ViewTemplate("MyCustomCell") { [LabelCell(frame: .zero)] }
  view.register(template, of: LabelCell.self, forCellWithReuseIdentifier: "label")
  for kind in [ElementKind.sectionHeader, .sectionFooter] {
    view.register(
      CollectionReusableView.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: "bar")
  }
}

/// A data source over an array of arrays, one for each section: counts are the arrays' own, and a
/// cell is dequeued, filled and returned.
public final class NestedArraySource: CollectionViewDataSource {
  /// The texts of the items of each section.
  public var sections: [[String]]

  /// A data source of `sections`.
  public init(_ sections: [[String]]) { self.sections = sections }

  /// One section for each array.
  public func numberOfSections(in collectionView: CollectionView) -> Int { sections.count }

  /// As many items as the array has.
  public func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int { sections[section].count }

  /// A cell, dequeued for the item and filled.
  public func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws(CollectionViewError) -> CollectionViewCell {
    let cell = try collectionView.dequeueReusableCell(withReuseIdentifier: "label", for: path)
    (cell as? LabelCell)?.text =
      "Section \(path.section), item \(path.item): \(sections[path.section][path.item])"
    return cell
  }

  /// A bar for a header or footer, which shows nothing.
  public func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind,
    at path: ElementPath
  ) throws(CollectionViewError) -> CollectionReusableView {
    try collectionView.dequeueReusableSupplementaryView(
      ofKind: kind, withReuseIdentifier: "bar", for: path)
  }
}
