import Geometry
import Layouts

/// A layout class; the raw values are the strategies in ids of cases that compare classes.
enum LayoutContender: String, CaseIterable, Sendable {
  case flow
  case list
  case compositional

  /// The classes that can place items as `kind` does.
  static func all(for kind: LayoutKind) -> [LayoutContender] {
    kind == .uniform ? [.flow, .compositional] : allCases
  }

  /// Returns a new layout that places items as `kind` does: `uniform`, `equal-rows` or
  /// `estimated-list`.
  func layout(_ kind: LayoutKind) -> LineLayout {
    switch self {
    case .flow: Self.flow(kind)
    case .list: Self.list(kind)
    case .compositional: CompositionalLayout(section: Self.section(kind))
    }
  }

  private static func flow(_ kind: LayoutKind) -> FlowLayout {
    let flow = FlowLayout()
    guard kind != .uniform else {
      flow.itemSize = kind.pattern.size(at: 0)
      return flow
    }
    flow.itemSize = Size(width: PhoneScreen.portrait.width, height: 44)
    flow.minimumLineSpacing = 0
    if kind == .estimates { flow.estimatedItemSize = flow.itemSize }
    return flow
  }

  private static func list(_ kind: LayoutKind) -> ListLayout {
    let list = ListLayout()
    list.itemExtent = 44
    if kind == .estimates { list.estimatedItemExtent = list.itemExtent }
    return list
  }

  private static func section(_ kind: LayoutKind) -> LayoutSection {
    guard kind != .uniform else {
      let item = LayoutItem(
        LayoutSize(width: .fractionalWidth(0.5), height: .fractionalHeight(1)))
      var row = LayoutGroup.horizontal(
        LayoutSize(width: .fractionalWidth(1), height: .absolute(80)), repeating: .item(item),
        count: 2)
      row.interItemSpacing = .fixed(10)
      var section = LayoutSection(group: row)
      section.interGroupSpacing = 10
      return section
    }
    let height = kind == .estimates ? LayoutDimension.estimated(44) : .absolute(44)
    let size = LayoutSize(width: .fractionalWidth(1), height: height)
    return LayoutSection(group: .horizontal(size, subitems: [.item(LayoutItem(size))]))
  }
}
