import Changesets
import CollectionViews
import Geometry
import Layouts

func at(_ section: Int, _ item: Int) -> ItemPath { ItemPath(section: section, item: item) }

final class TitleView: CollectionReusableView {
  var title = ""
}

extension CollectionView {
  /// Creates a list of rows of 10 points, with headers of class `TitleView` if they have an extent.
  convenience init(listOfHeight height: Double, headerExtent: Double) {
    let layout = ListLayout()
    layout.itemExtent = 10
    layout.headerExtent = headerExtent
    self.init(
      frame: Rect(x: 0, y: 0, width: 50, height: height), collectionViewLayout: layout)
    register(
      TitleView.self, forSupplementaryViewOfKind: .sectionHeader, withReuseIdentifier: "title")
  }
}
