import Geometry
import Layouts

/// The kind of the header of a day.
private let header = ElementKind.sectionHeader

/// A row of memories that scrolls by itself, and below it days of large and small photos under headers
/// that stick.
func makeMemoriesLayout() -> CompositionalLayout {
  let (memories, day) = (makeMemories(), makeDay())
  return CompositionalLayout { section, _ in section == 0 ? memories : day }
}

private func makeMemories() -> LayoutSection {
  let photo = LayoutItem(LayoutSize(width: .fractionalWidth(1), height: .fractionalHeight(1)))
  let card = LayoutGroup.horizontal(
    LayoutSize(width: .fractionalWidth(0.85), height: .absolute(220)), subitems: [.item(photo)])
  var section = LayoutSection(group: card)
  section.orthogonalScrollingBehavior = .groupPagingCentered
  section.interGroupSpacing = 8
  return section
}

private func makeDay() -> LayoutSection {
  func photo(_ width: Double) -> LayoutItem {
    var item = LayoutItem(LayoutSize(width: .fractionalWidth(width), height: .fractionalHeight(1)))
    item.contentInsets.right = 2
    item.contentInsets.bottom = 2
    return item
  }
  let third = 1.0 / 3
  let pair = LayoutGroup.vertical(
    LayoutSize(width: .fractionalWidth(third), height: .fractionalHeight(1)),
    repeating: .item(photo(1)), count: 2)
  // A large photo beside two small ones, then three small ones.
  let large = LayoutGroup.horizontal(
    LayoutSize(width: .fractionalWidth(1), height: .fractionalHeight(2 * third)),
    subitems: [.item(photo(2 * third)), .group(pair)])
  let small = LayoutGroup.horizontal(
    LayoutSize(width: .fractionalWidth(1), height: .fractionalHeight(third)),
    repeating: .item(photo(1)), count: 3)
  let mosaic = LayoutGroup.vertical(
    LayoutSize(width: .fractionalWidth(1), height: .fractionalWidth(1)),
    subitems: [.group(large), .group(small)])
  var section = LayoutSection(group: mosaic)
  var title = LayoutBoundarySupplementaryItem(
    LayoutSize(width: .fractionalWidth(1), height: .absolute(40)), elementKind: header,
    alignment: .top)
  title.pinToVisibleBounds = true
  section.boundarySupplementaryItems = [title]
  return section
}
