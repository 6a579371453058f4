import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Headers of lists that size themselves in a view.
@Suite struct HeaderFittingTests {
  /// A header that prefers 14 points for even sections and 33 for odd ones.
  private final class TallHeader: CollectionReusableView {
    override func preferredLayoutAttributesFitting(
      _ attributes: LayoutAttributes
    ) -> LayoutAttributes {
      var preferred = attributes
      preferred.size.height = attributes.path.section.isMultiple(of: 2) ? 14 : 33
      return preferred
    }
  }

  private let source = ArraySource(Array(repeating: [0, 1, 2], count: 20))

  private func makeView(
    _ header: CollectionReusableView.Type
  ) -> (view: CollectionView, list: ListLayout) {
    let list = ListLayout()
    list.itemExtent = 20
    list.headerExtent = 10
    list.sectionHeadersSizeThemselves = true
    let view = CollectionView.showing(source, in: list)
    view.register(
      header, forSupplementaryViewOfKind: .sectionHeader, withReuseIdentifier: "header")
    return (view, list)
  }

  /// They are measured as they come in, and nothing that is seen jumps.
  @Test func headersAreMeasuredAsTheyComeIn() throws {
    let (view, list) = makeView(TallHeader.self)
    for step in 0...40 {
      try view.scroll(to: 25 * Double(step))
      #expect(view.contentOffset.y == 25 * Double(step))
      let headers = view.elementPathsForVisibleSupplementaryElements(ofKind: .sectionHeader)
      for path in headers {
        let header = view.supplementaryView(forElementOfKind: .sectionHeader, at: path)
        #expect(header?.frame.size.height == (path.section.isMultiple(of: 2) ? 14 : 33))
      }
    }
    // 1,100 points were seen: 13 sections of 83.5 points on average. The others have estimates.
    let measured = (0..<20).filter { section in
      let element = LayoutElement.supplementary(.sectionHeader, ElementPath([section, 0]))
      return list.layoutAttributes(for: element)?.frame.size.height != 10
    }
    #expect(measured == Array(0...13))
    try view.scroll(to: 0)
    #expect(list.contentSize.height == 1_589)
  }

  @Test func aReloadMeasuresThemAgain() throws {
    let (view, list) = makeView(TallHeader.self)
    try view.pass()
    func heights() -> [Double?] {
      (0..<2).map { section in
        list.layoutAttributes(
          for: .supplementary(.sectionHeader, ElementPath([section, 0])))?.frame.size.height
      }
    }
    source.sections.insert([7], at: 0)
    view.insertSections([0])
    try view.pass()
    // The section that came first keeps what it preferred at its old place, until it is reloaded.
    #expect(heights() == [14, 14])
    view.reloadData()
    try view.pass()
    #expect(heights() == [14, 33])
  }

  /// IC-8: a few rounds in one pass are no feedback loop.
  @Test func aHeaderMayChangeItsMind() throws {
    final class HesitantHeader: CollectionReusableView {
      override func preferredLayoutAttributesFitting(
        _ attributes: LayoutAttributes
      ) -> LayoutAttributes {
        var preferred = attributes
        preferred.size.height = attributes.size.height < 20 ? 20 : 30
        return preferred
      }
    }
    let (view, _) = makeView(HesitantHeader.self)
    try view.pass()
    let header = view.supplementaryView(forElementOfKind: .sectionHeader, at: [0, 0])
    #expect(header?.frame.size.height == 30)
  }

  @Test func aHeaderThatNeverSettlesIsNamed() throws {
    final class RestlessHeader: CollectionReusableView {
      override func preferredLayoutAttributesFitting(
        _ attributes: LayoutAttributes
      ) -> LayoutAttributes {
        var preferred = attributes
        preferred.size.height += 1
        return preferred
      }
    }
    let (view, _) = makeView(RestlessHeader.self)
    let header = LayoutElement.supplementary(.sectionHeader, ElementPath([0, 0]))
    #expect(view.failure(view.layoutIfNeeded) == .layout(.feedbackLoop(header)))
  }
}
