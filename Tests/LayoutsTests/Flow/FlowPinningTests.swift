import Changesets
import Geometry
import Layouts
import Testing

/// Pinned headers and footers (FL-24), frame by frame.
@Suite struct FlowPinningTests {
  /// Two sections of ten lines of 60 points, headers of 30 and footers of 20: 640 points each.
  private var flow: FlowCase {
    var flow = FlowCase(counts: [10, 10], itemSize: Size(width: 320, height: 59))
    flow.shared.lineSpacing = 0
    flow.shared.header = Size(width: 0, height: 30)
    flow.shared.footer = Size(width: 0, height: 20)
    flow.bounds = Rect(x: 0, y: 0, width: 320, height: 200)
    flow.pinsHeaders = true
    flow.pinsFooters = true
    return flow
  }

  private func top(_ fixture: FlowFixture, _ kind: ElementKind, _ section: Int) -> Double? {
    fixture.layout.layoutAttributesForSupplementaryElement(
      ofKind: kind, at: ElementPath(section: section))?.frame.minY
  }

  @Test func headersAndFootersStickWhileTheirSectionShows() throws {
    for strategy in allStrategies {
      let fixture = try FlowFixture(flow, strategy)
      // Offset, header 0, footer 0, header 1, footer 1; a section is 30 + 590 + 20 = 640.
      let expected: [(Double, Double, Double, Double, Double)] = [
        (0, 0, 180, 640, 670), (1, 1, 181, 640, 670), (100, 100, 280, 640, 670),
        (439, 439, 619, 640, 670), (440, 440, 620, 640, 670), (500, 500, 620, 640, 680),
        (590, 590, 620, 640, 770), (600, 590, 620, 640, 780), (640, 590, 620, 640, 820),
        (641, 590, 620, 641, 821), (1_080, 590, 620, 1_080, 1_260),
      ]
      for (offset, header, footer, nextHeader, nextFooter) in expected {
        try fixture.session.scroll(to: Point(x: 0, y: offset))
        #expect(top(fixture, .sectionHeader, 0) == header, "\(strategy.name), \(offset)")
        #expect(top(fixture, .sectionFooter, 0) == footer, "\(strategy.name), \(offset)")
        #expect(top(fixture, .sectionHeader, 1) == nextHeader, "\(strategy.name), \(offset)")
        #expect(top(fixture, .sectionFooter, 1) == nextFooter, "\(strategy.name), \(offset)")
      }
    }
  }

  /// Three errors of WinObjC: headers that stick to the queried rectangle, headers that outlast
  /// their section, and single answers without sticking.
  @Test func headersStickToTheBoundsInEveryQuery() throws {
    for strategy in allStrategies {
      let fixture = try FlowFixture(flow, strategy)
      for offset in [0.0, 45, 300, 610, 700, 1_000] {
        try fixture.session.scroll(to: Point(x: 0, y: offset))
        let model = fixture.delegate.flow.model(visible: fixture.session.bounds)
        var comparison = FlowComparison(model, axis: .vertical)
        for start in stride(from: -50.0, to: 1_300, by: 35) {
          try comparison.checkQuery(
            fixture.layout, Rect(x: 0, y: start, width: 320, height: 40))
        }
        try comparison.checkElements(fixture.layout, itemCounts: [10, 10])
        let visible = fixture.layout.layoutAttributesForElements(in: fixture.session.bounds)
        for attributes in visible where attributes.category == .supplementary {
          #expect(fixture.layout.layoutAttributes(for: attributes.element) == attributes)
          #expect(attributes.zIndex > 0)
          let section = attributes.section
          #expect(attributes.frame.minY >= Double(section) * 640)
          #expect(attributes.frame.maxY <= Double(section + 1) * 640)
        }
      }
    }
  }

  @Test func contentInsetsMoveTheEdgesTheyStickTo() throws {
    for strategy in allStrategies {
      var flow = flow
      flow.contentInset = EdgeInsets(top: 15, left: 0, bottom: 25, right: 0)
      let fixture = try FlowFixture(flow, strategy)
      try fixture.session.scroll(to: Point(x: 0, y: 100))
      #expect(top(fixture, .sectionHeader, 0) == 115.0)
      #expect(top(fixture, .sectionFooter, 0) == 255.0)
    }
  }

  @Test func withoutPinningNothingSticks() throws {
    for strategy in allStrategies {
      var flow = flow
      flow.pinsHeaders = false
      flow.pinsFooters = false
      let fixture = try FlowFixture(flow, strategy)
      let preparations = fixture.session.preparations
      try fixture.session.scroll(to: Point(x: 0, y: 300))
      #expect(top(fixture, .sectionHeader, 0) == 0)
      #expect(top(fixture, .sectionFooter, 0) == 620)
      #expect(fixture.session.preparations == preparations)
    }
  }
}
