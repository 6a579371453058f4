import Changesets
import Geometry
import Layouts

/// Rows of 10 points in sections of 100, each with a header and a background, and one lie.
final class LyingLayout: CollectionViewLayout {
  enum Lie: String, CaseIterable {
    case none, noSuchItem, negativeItem, noSuchSectionOfCell, noSuchSectionOfHeader
    case noSuchSectionOfBackground, repeated, otherFrameAlone, nowhereAlone, otherAlphaAlone
    case otherDepthAlone, hiddenAlone, mirroredAlone, missingCell, missingHeader, missingBackground
    case notANumber, infinite, negativeSize, contentSize
    case otherElementAlone, movesWhenAskedAgain, goneWhenAskedAgain, comesWhenAskedAgain
    case movesWhenAskedAloneAgain, itemThatDoesNotExistAlone, headerThatDoesNotExistAlone
    case invalidatesWhenAsked, notAnAlpha, overlapsNothing, cellOfOneLevel, sectionOutOfRange
    case cellBehindTheLastSectionAlone, footerThatDoesNotExistAlone
  }

  static let background = ElementKind("LyingLayoutBackground")
  private let lie: Lie
  private var answers = 0
  private var singleAnswers = 0

  init(_ lie: Lie) {
    self.lie = lie
    super.init()
  }

  private var sections: Int { host?.numberOfSections ?? 0 }
  private func items(_ section: Int) -> Int { host?.numberOfItems(inSection: section) ?? 0 }

  override var contentSize: Size {
    Size(width: lie == .contentSize ? .nan : 100, height: Double(sections) * 100)
  }

  /// The truth about one element of a section: the header in row 0, items behind it, the background
  /// in row -1, behind all of them.
  private func truth(_ element: LayoutElement, _ section: Int, row: Int) -> LayoutAttributes {
    let top = Double(section) * 100 + Double(row) * 10
    var attributes = LayoutAttributes(
      element, frame: Rect(x: 0, y: top, width: 100, height: row < 0 ? 100 : 10))
    if row < 0 {
      attributes.frame = Rect(x: 0, y: Double(section) * 100, width: 100, height: 100)
      attributes.zIndex = -1
    }
    return attributes
  }

  private func header(_ section: Int) -> LayoutElement {
    .supplementary(.sectionHeader, ElementPath(section: section))
  }

  private func background(_ section: Int) -> LayoutElement {
    .decoration(Self.background, ElementPath(section: section))
  }

  private func cell(_ section: Int, _ item: Int) -> LayoutAttributes {
    truth(.cell(ItemPath(section: section, item: item)), section, row: item + 1)
  }

  override func layoutAttributesForElements(
    in rect: Rect, into buffer: inout [LayoutAttributes]
  ) {
    answers += 1
    for section in 0..<sections {
      let header = truth(header(section), section, row: 0)
      let background = truth(background(section), section, row: -1)
      let all = [background, header] + (0..<items(section)).map { cell(section, $0) }
      for attributes in all where attributes.frame.overlaps(rect) || lie == .overlapsNothing {
        append(attributes, to: &buffer, isPiece: rect.size.height < 100)
      }
    }
    switch lie {
    case .noSuchItem: buffer.append(cell(1, items(1)))
    case .negativeItem: buffer.append(cell(1, -1))
    case .noSuchSectionOfCell: buffer.append(cell(sections, 0))
    case .noSuchSectionOfHeader: buffer.append(truth(header(sections), sections, row: 0))
    case .noSuchSectionOfBackground: buffer.append(truth(background(-1), -1, row: -1))
    case .repeated: buffer.append(cell(0, 1))
    case .cellOfOneLevel: buffer.append(truth(Self.cellOfOneLevel, 1, row: 1))
    case .sectionOutOfRange: buffer.append(truth(header(1 << 40), 1, row: 1))
    case .comesWhenAskedAgain where answers.isMultiple(of: 2): buffer.append(cell(1, 3))
    default: break
    }
  }

  /// Appends what is said in place of the truth; the lie is always about [1, 2] or its section.
  private func append(
    _ attributes: LayoutAttributes, to buffer: inout [LayoutAttributes], isPiece: Bool
  ) {
    var attributes = attributes
    let isLiar = attributes.category == .cell && attributes.itemPath == Self.liar
    switch (lie, attributes.category, attributes.section) {
    case (.missingCell, _, _) where isLiar: return
    case (.missingHeader, .supplementary, 1) where isPiece: return
    case (.missingBackground, .decoration, 1) where isPiece: return
    case (.notANumber, _, _) where isLiar: attributes.frame.origin.x = .nan
    case (.infinite, _, _) where isLiar: attributes.frame.size.width = .infinity
    case (.notAnAlpha, _, _) where isLiar: attributes.alpha = .nan
    case (.negativeSize, _, _) where isLiar: attributes.size.height = -1
    case (.movesWhenAskedAgain, _, _) where isLiar && answers.isMultiple(of: 2):
      attributes.frame.origin.x += 1
    case (.goneWhenAskedAgain, _, _) where isLiar && answers.isMultiple(of: 2): return
    case (.comesWhenAskedAgain, .cell, 1) where attributes.itemPath?.item == 3: return
    default: break
    }
    buffer.append(attributes)
  }

  static let liar = ItemPath(section: 1, item: 2)

  static let cellOfOneLevel = LayoutElement.cell(liar).moved(to: [1])

  override func layoutAttributesForItem(at path: ItemPath) -> LayoutAttributes? {
    let isBehindTheLast = path.section < sections && path.item == items(path.section)
    if lie == .itemThatDoesNotExistAlone && isBehindTheLast {
      return cell(path.section, path.item)
    }
    if lie == .cellBehindTheLastSectionAlone && path == ItemPath(section: sections, item: 0) {
      return cell(path.section, path.item)
    }
    if lie == .invalidatesWhenAsked { invalidateLayout() }
    guard path.section >= 0, path.section < sections, path.item >= 0,
      path.item < items(path.section)
    else { return nil }
    var attributes = cell(path.section, path.item)
    guard path == Self.liar else { return attributes }
    singleAnswers += 1
    switch lie {
    case .otherFrameAlone: attributes.frame.origin.y += 5
    case .nowhereAlone: return nil
    case .otherAlphaAlone: attributes.alpha = 0.5
    case .otherDepthAlone: attributes.zIndex = 7
    case .hiddenAlone: attributes.isHidden = true
    case .mirroredAlone: attributes.transform3D = .scale(x: -1, y: 1)
    case .otherElementAlone: return cell(1, 3)
    case .movesWhenAskedAloneAgain where singleAnswers.isMultiple(of: 2):
      attributes.frame.origin.y += 5
    default: break
    }
    return attributes
  }

  override func layoutAttributesForSupplementaryElement(
    ofKind kind: ElementKind, at path: ElementPath
  ) -> LayoutAttributes? {
    if lie == .footerThatDoesNotExistAlone, kind == .sectionFooter, path == [sections, 0] {
      return truth(.supplementary(kind, path), sections, row: 1)
    }
    guard kind == .sectionHeader, let place = path.itemPath,
      place.section < sections || lie == .headerThatDoesNotExistAlone
    else { return nil }
    return truth(header(place.section), place.section, row: 0)
  }

  override func layoutAttributesForDecorationElement(
    ofKind kind: ElementKind, at path: ElementPath
  ) -> LayoutAttributes? {
    kind == Self.background
      ? path.itemPath.map { truth(background($0.section), $0.section, row: -1) } : nil
  }
}
