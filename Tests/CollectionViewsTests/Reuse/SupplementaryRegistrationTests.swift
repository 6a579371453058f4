import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

@Suite struct SupplementaryRegistrationTests {
  private func titles() -> SupplementaryRegistration<HeaderView> {
    SupplementaryRegistration(elementKind: .sectionHeader) { header, kind, path in
      header.text = "\(kind.name) \(path.section)"
    }
  }

  private func view(
    _ header: @escaping (CollectionView, ElementPath) throws -> CollectionReusableView
  ) -> (view: CollectionView, source: StubSource) {
    let layout = ListLayout()
    layout.itemExtent = 10
    layout.headerExtent = 5
    let source = StubSource(itemCount: 2)
    source.sectionCount = 30
    source.supplementaryView = { view, _, path in try header(view, path) }
    return (CollectionView.showing(source, in: layout), source)
  }

  @Test func headersAreFilledAndUsedAgain() throws {
    let titles = titles()
    let (view, source) = view { view, path in
      try view.dequeueConfiguredReusableSupplementary(using: titles, for: path)
    }
    for step in 0..<30 {
      try view.scroll(to: Double(step) * 20)
      for path in view.elementPathsForVisibleSupplementaryElements(ofKind: .sectionHeader) {
        let header = view.supplementaryView(forElementOfKind: .sectionHeader, at: path)
        let name = ElementKind.sectionHeader.name
        #expect((header as? HeaderView)?.text == "\(name) \(path.section)")
      }
    }
    let statistics = view.reuseStatistics(of: .supplementary(.sectionHeader, titles.identifier))
    #expect(statistics.created <= 6 && statistics.reused > 15)
    withExtendedLifetime(source) {}
  }

  /// Also where the registration was taken back meanwhile.
  @Test func waitingHeadersAreUsedAgain() throws {
    let titles = titles()
    let (view, source) = view { view, path in
      try view.dequeueConfiguredReusableSupplementary(using: titles, for: path)
    }
    try view.pass()
    let created = view.reuseStatistics.created
    view.reloadData()
    view.register(
      nil, forSupplementaryViewOfKind: .sectionHeader, withReuseIdentifier: titles.identifier)
    try view.pass()
    #expect(view.reuseStatistics.created == created && view.reuseStatistics.released == 0)
    withExtendedLifetime(source) {}
  }

  @Test func aRegistrationMadeInsideTheRequestIsAnError() throws {
    let (view, source) = view { view, path in
      try view.dequeueConfiguredReusableSupplementary(using: titles(), for: path)
    }
    let error = view.failure { try view.layoutIfNeeded() }
    guard case .supplementaryRegistrationInsideRequest(let element, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(element == .supplementary(.sectionHeader, [0, 0]))
    #expect(error?.description.contains("make it once, before the view asks") == true)
    withExtendedLifetime(source) {}
  }

  @Test func anotherClassIsAnError() throws {
    let wrong = SupplementaryRegistration<HeaderView>(
      template: ViewTemplate("wrong") { [NumberCell(frame: .zero)] }, elementKind: .sectionHeader
    ) { _, _, _ in }
    let (view, source) = view { view, path in
      try view.dequeueConfiguredReusableSupplementary(using: wrong, for: path)
    }
    #expect(
      view.failure { try view.layoutIfNeeded() }
        == .template(name: "wrong", yielded: ["NumberCell"], expected: "new HeaderView"))
    withExtendedLifetime(source) {}
  }
}
