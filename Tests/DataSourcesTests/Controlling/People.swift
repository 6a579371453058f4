import Changesets
import CollectionViews
import DataSources
import Geometry
import ItemStores
import Layouts

struct Person: Hashable {
  var name: String
  var age: Int
}

class PersonCell: CollectionViewCell {
  var name = ""
  /// The number of times that it was filled.
  var fillCount = 0

  func show(_ person: Person?) {
    name = person?.name ?? ""
    fillCount += 1
  }
}

final class ChildCell: PersonCell {}

let peter = Person(name: "Peter", age: 23)
let paul = Person(name: "Paul", age: 35)
let marry = Person(name: "Marry", age: 27)
let lisa = Person(name: "Lisa", age: 7)

/// Creates a list whose cells neither linger nor come early nor move slowly.
func plainList(height: Double = 100, headerExtent: Double = 0) -> CollectionView {
  let view = CollectionView(listOfHeight: height, headerExtent: headerExtent)
  view.isPrefetchingEnabled = false
  view.animationsEnabled = false
  return view
}

extension CollectionView {
  /// The names in the visible cells, in the order of their items.
  var shownNames: [String] { visibleCells.compactMap { ($0 as? PersonCell)?.name } }

  /// The title of the shown header of `section`.
  func shownTitle(ofSection section: Int) -> String? {
    let header = supplementaryView(
      forElementOfKind: .sectionHeader, at: ElementPath(section: section))
    return (header as? TitleView)?.title
  }

  /// The number of items in each section.
  var itemCounts: [Int] { (0..<numberOfSections).map { numberOfItems(inSection: $0) } }
}

/// A plain data source, which counts only.
final class PlainSource: CollectionViewDataSource {
  var counts: [Int]

  init(_ counts: [Int]) { self.counts = counts }

  func numberOfSections(in collectionView: CollectionView) -> Int { counts.count }

  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int { counts[section] }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws(CollectionViewError) -> CollectionViewCell { throw .noView(.cell(path)) }
}
