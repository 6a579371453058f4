import Changesets
import CollectionViews
import Geometry
import Layouts

/// A cell that knows which item it shows.
final class NumberCell: CollectionViewCell {
  var number: Int?
  private(set) var preparations = 0
  private(set) var applications = 0

  override func prepareForReuse() { preparations += 1 }
  override func apply(_ attributes: LayoutAttributes) { applications += 1 }
}

/// A header that knows which section it shows.
final class HeaderView: CollectionReusableView {
  var text: String?
}

/// Items as numbers in an array of arrays, and a log of what was asked.
class ArraySource: CollectionViewIdentifyingDataSource {
  var sections: [[Int]]
  /// `sections`, `items 0`, `cell [0, 1]`, `header [0, 0]`.
  var log: [String] = []

  init(_ sections: [[Int]]) { self.sections = sections }

  func numberOfSections(in collectionView: CollectionView) -> Int {
    log.append("sections")
    return sections.count
  }

  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int {
    log.append("items \(section)")
    return sections[section].count
  }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws(CollectionViewError) -> CollectionViewCell {
    log.append("cell \(path)")
    let cell = try collectionView.dequeueReusableCell(withReuseIdentifier: "number", for: path)
    (cell as? NumberCell)?.number = sections[path.section][path.item]
    return cell
  }

  func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind,
    at path: ElementPath
  ) throws(CollectionViewError) -> CollectionReusableView {
    log.append("header \(path)")
    let view = try collectionView.dequeueReusableSupplementaryView(
      ofKind: kind, withReuseIdentifier: "header", for: path)
    (view as? HeaderView)?.text = "section \(path.section)"
    return view
  }

  /// The item's number says who it is; what is asked for an audit is not in the log.
  func collectionView(
    _ collectionView: CollectionView, itemIdentifierAt path: ItemPath
  ) -> AnyHashable { sections[path.section][path.item] }

  /// The log so far, which is then empty.
  func takeLog() -> [String] {
    defer { log.removeAll() }
    return log
  }
}

/// A collection view of rows of 10 points, 100 points high, with everything registered.
struct Rig {
  let view: CollectionView
  let source: ArraySource
  let layout: ListLayout

  init(_ sections: [[Int]], headers: Bool = false, height: Double = 100) {
    layout = ListLayout()
    layout.itemExtent = 10
    if headers { layout.headerExtent = 5 }
    source = ArraySource(sections)
    view = CollectionView.showing(source, in: layout, height: height)
    view.register(
      HeaderView.self, forSupplementaryViewOfKind: .sectionHeader, withReuseIdentifier: "header")
  }

  /// The numbers that the shown cells were filled with, in the order of their items.
  var numbers: [Int?] { view.visibleCells.map { ($0 as? NumberCell)?.number } }
}
