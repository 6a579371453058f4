import Changesets
import Foundation
import Geometry
import Layouts
import Testing

import Commands

/// Pictures of attributes that the built-in layouts do not have.
@Suite struct SnapshotPictureTests {
  private func snapshot(_ attributes: [LayoutAttributes]) -> LayoutSnapshot {
    let bounds = Rect(x: 0, y: 0, width: 300, height: 200)
    return LayoutSnapshot(
      layoutName: "mine & others", itemCounts: [2, 0], contentSize: bounds.size, bounds: bounds,
      rect: bounds, elements: LayoutSnapshot.sorted(attributes))
  }

  private func cell(_ item: Int, z: Int = 0, in frame: Rect) -> LayoutAttributes {
    var attributes = LayoutAttributes(cell: ItemPath(section: 0, item: item), frame: frame)
    attributes.zIndex = z
    return attributes
  }

  private let frame = Rect(x: 10, y: 20, width: 60, height: 40)

  @Test func orderIsByDepthThenPathThenCategory() {
    let places = [
      LayoutAttributes(supplementary: .sectionHeader, section: 0, frame: frame),
      cell(0, in: frame), cell(1, z: -1, in: frame), cell(2, z: 3, in: frame), cell(3, in: frame),
      LayoutAttributes(.supplementary(ElementKind("badge"), [0, 0, 10]), frame: frame),
      LayoutAttributes(.supplementary(ElementKind("badge"), [0, 0, 2]), frame: frame),
      LayoutAttributes(.supplementary(ElementKind("title"), [0]), frame: frame),
      LayoutAttributes(
        .decoration(ElementKind("shade"), ElementPath(section: 0)), frame: frame),
    ]
    let expected = [
      "cell [0, 1]", "title [0]", "shade [0, 0]", "cell [0, 0]", "header [0, 0]",
      "badge [0, 0, 2]", "badge [0, 0, 10]", "cell [0, 3]", "cell [0, 2]",
    ]
    for shift in places.indices {
      let turned = Array(places[shift...] + places[..<shift])
      let sorted = snapshot(turned).elements.map { "\($0.snapshotKind) \($0.path)" }
      #expect(sorted == expected, "turned by \(shift)")
    }
  }

  @Test func opacityAndWhatIsHiddenAreSaidAndShown() throws {
    var pale = cell(0, in: frame)
    pale.alpha = 0.25
    var hidden = cell(1, z: 7, in: frame)
    hidden.isHidden = true
    var clear = cell(2, z: 8, in: frame)
    clear.alpha = 0
    let snapshot = snapshot([hidden, clear, pale])
    #expect(
      snapshot.elements.map(\.snapshotText) == [
        "cell [0, 0] (10, 20, 60, 40) alpha 0.25", "cell [0, 1] (10, 20, 60, 40) z 7 hidden",
        "cell [0, 2] (10, 20, 60, 40) z 8 alpha 0",
      ])
    let svg = SnapshotPicture(snapshot).svg
    #expect(svg.contains(#"<g class="cell" opacity="0.25">"#))
    #expect(svg.components(separatedBy: #"<g class="cell hidden">"#).count == 3)
    #expect(try ParsedPicture(svg).texts.contains("hidden"), "the legend explains dashes")
    let plain = SnapshotPicture(self.snapshot([pale])).svg
    #expect(try !ParsedPicture(plain).texts.contains("hidden"))
  }

  @Test func namesCannotBreakTheDocument() throws {
    let name = "a<b>&\"c'\u{1}]]>\u{FFFE}"
    let element = LayoutElement.supplementary(ElementKind(name), ElementPath(section: 1))
    let picture = try ParsedPicture(
      SnapshotPicture(snapshot([LayoutAttributes(element, frame: frame)])).svg)
    let read = "a<b>&\"c'\u{FFFD}]]>\u{FFFD}"
    #expect(
      picture.titles == ["mine & others: 2 items in 2 sections", "\(read) [1, 0] (10, 20, 60, 40)"])
    #expect(picture.texts.contains("\(read) × 1"))
  }

  @Test func otherKindsHaveColoursOfTheirOwnByName() {
    let kinds = ["badge", "shade", "rule"].enumerated().map { place, name in
      let element = LayoutElement.supplementary(ElementKind(name), ElementPath(section: place))
      return LayoutAttributes(element, frame: frame)
    }
    let palette = SnapshotPalette(kinds + [cell(0, in: frame)])
    #expect(palette.kinds.map(\.name) == ["cell", "badge", "rule", "shade"])
    #expect(palette.kinds.map(\.className) == ["cell", "kind0", "kind1", "kind2"])
    for name in ["cell", "kind0", "kind1", "kind2"] {
      let rules = palette.styleSheet.components(separatedBy: ".\(name){").count - 1
      #expect(rules == 2, "\(name) has a light and a dark colour")
    }
    #expect(!palette.styleSheet.contains(".header{"), "what is not shown has no rule")
  }

  @Test func labelsFitOrAreLeftOut() throws {
    let frames = [
      Rect(x: 0, y: 0, width: 100, height: 30), Rect(x: 0, y: 40, width: 14, height: 60),
      Rect(x: 0, y: 110, width: 6, height: 6), Rect(x: 280, y: 0, width: 100, height: 20),
    ]
    let svg = SnapshotPicture(
      snapshot(frames.enumerated().map { cell($0.offset, in: $0.element) })
    ).svg
    #expect(svg.contains(#"<text x="50" y="18.85" font-size="11">0,0</text>"#))
    #expect(svg.contains(#"transform="rotate(-90 7 70)">0,1</text>"#), "upright where thin")
    #expect(!svg.contains(">0,2</text>"))
    #expect(svg.contains(#"<text x="290""#), "in the middle of the part that shows")
  }

  @Test func emptyPicturesAreDocumentsToo() throws {
    let picture = try ParsedPicture(SnapshotPicture(snapshot([])).svg)
    #expect(picture.titles.count == 1)
    #expect(snapshot([]).text.hasSuffix("rectangle: (0, 0, 300, 200)\n"))
  }

  @Test func transformsMoveTheCorners() throws {
    var turned = cell(0, in: frame)
    turned.transform3D = .rotation(angle: .pi / 2, x: 0, y: 0, z: 1)
    var near = cell(1, in: frame)
    near.transform3D.m14 = 0.01
    let snapshot = snapshot([turned, near])
    #expect(
      snapshot.elements.map(\.snapshotText) == [
        "cell [0, 0] (20, 10, 40, 60) corners (60, 10) (60, 70) (20, 70) (20, 10)",
        "cell [0, 1] (-2.857, 11.429, 65.934, 57.143) corners (-2.857, 11.429) (63.077, 24.615) "
          + "(63.077, 55.385) (-2.857, 68.571)",
      ])
    let svg = SnapshotPicture(snapshot).svg
    #expect(svg.contains(#"<polygon points="60,10 60,70 20,70 20,10"/>"#))
    _ = try ParsedPicture(svg)
  }

  @Test func whatATransformMovesOutOfSightIsNoPolygon() {
    var lost = cell(0, in: frame)
    // The divisor is 0 or less at the left edge, 30 points from the centre.
    for m14 in [1.0 / 30, 0.1] {
      lost.transform3D.m14 = m14
      #expect(lost.transformedCorners == nil)
      #expect(!SnapshotPicture(snapshot([lost])).svg.contains("<polygon"))
    }
  }

  @Test func whatIsFarFromTheOriginIsDrawnAtIt() throws {
    let far = 1e9 - 300
    func picture(from y: Double) throws -> LayoutSnapshot {
      var turned = cell(1, in: frame.offsetBy(dx: 0, dy: y))
      turned.transform3D = .rotation(angle: 1, x: 0, y: 0, z: 1)
      let rect = Rect(x: 0, y: y, width: 300, height: 200)
      let cells = [cell(0, in: frame.offsetBy(dx: 0, dy: y)), turned]
      return LayoutSnapshot(
        layoutName: "tall", itemCounts: [2], contentSize: Size(width: 300, height: y + 200),
        bounds: rect, rect: rect, elements: cells)
    }
    func drawn(_ snapshot: LayoutSnapshot) throws -> [[String: String]] {
      try ParsedPicture(SnapshotPicture(snapshot).svg).shapes
    }
    let (near, distant) = try (picture(from: 0), picture(from: far))
    // Returns the elements and the bounds, without those of the legend.
    func content(_ shapes: [[String: String]]) -> [[String: String]] {
      shapes.filter { ($0["class"] ?? "bounds") == "bounds" && $0["viewBox"] == nil }
        .filter { !$0.isEmpty && ($0["class"] == nil || $0["rx"] == nil) }
    }
    #expect(try content(drawn(near)) == content(drawn(distant)))
    #expect(try content(drawn(near)).count == 3)
    let paper = try #require(drawn(distant).first { $0["class"] == "paper" })
    #expect(paper == ["class": "paper", "x": "0", "y": "-1000", "width": "300", "height": "1200"])
    let svg = SnapshotPicture(distant).svg
    #expect(svg.contains("cell [0, 0] (10, 999999720, 60, 40)"), "titles say where it lies")
    #expect(try ParsedPicture(svg).texts.contains("bounds 300 × 200 at 0, 999999700"))
  }

  @Test func whatReachesFarOutIsCutOffOutOfSight() throws {
    let huge = [
      Rect(x: 20, y: 30, width: 1e9, height: 1e9),
      Rect(x: -1e9, y: -1e9, width: 2e9, height: 1.5e9),
      Rect(x: -500, y: 10, width: 900, height: 20), Rect(x: 10, y: -1e9, width: 50, height: 2e9),
    ]
    var turned = cell(9, in: huge[3])
    turned.transform3D = .rotation(angle: 0.5, x: 0, y: 0, z: 1)
    let picture = try ParsedPicture(
      SnapshotPicture(
        snapshot(huge.enumerated().map { cell($0.offset, in: $0.element) } + [turned])
      )
      .svg)
    #expect(picture.coordinates.allSatisfy { abs($0) <= 2_300 }, "\(picture.coordinates)")
    let boxes = picture.shapes.filter { $0["rx"] == "2" && $0["class"] == nil }.map { shape in
      ["x", "y", "width", "height"].map { shape[$0] ?? "" }.joined(separator: " ")
    }
    #expect(
      boxes == [
        "20 30 1280 1170", "-1000 -1000 2300 2200", "-500 10 900 20", "10 -1000 50 2200",
      ], "each edge is where it was, or a thousand points out of the drawing")
  }

  @Test func polygonsAreCutAlongTheWindowsReach() {
    let window = SnapshotWindow(rect: Rect(x: 100, y: 200, width: 300, height: 200))
    func placed(_ corners: [(Double, Double)]) -> [Point] {
      window.placed(corners.map { Point(x: $0.0, y: $0.1) })
    }
    #expect(
      placed([(100, 200), (150, 250), (100, 300)])
        == [Point(x: 0, y: 0), Point(x: 50, y: 50), Point(x: 0, y: 100)])
    // A diamond of which the left half is too far out.
    let cut = placed([(-900, -800), (1_100, 200), (-900, 1_200), (-2_900, 200)])
    #expect(
      cut == [
        Point(x: -1_000, y: -1_000), Point(x: -1_000, y: -1_000), Point(x: 1_000, y: 0),
        Point(x: -1_000, y: 1_000), Point(x: -1_000, y: 1_000),
      ])
    #expect(placed([(5_000, 0), (6_000, 0), (6_000, 50)]).isEmpty)
    #expect(placed([]).isEmpty)
  }
}
