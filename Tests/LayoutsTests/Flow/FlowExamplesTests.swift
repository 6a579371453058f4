import Changesets
import Geometry
import Layouts
import Testing

/// The fourteen worked examples of the flow layout, with every frame written out.
@Suite struct FlowExamplesTests {
  @Test(arguments: WorkedExample.all)
  func framesMatchTheTable(_ example: WorkedExample) throws {
    for strategy in allStrategies {
      let fixture = try FlowFixture(example.flow, strategy)
      let everything = fixture.layout.layoutAttributesForElements(
        in: Rect(x: -1e6, y: -1e6, width: 2e6, height: 2e6))
      let name = Comment(rawValue: "\(example.name), \(strategy.name)")
      #expect(fixture.layout.contentSize == example.size, name)
      #expect(everything.map(\.frame) == example.frames, name)
      for attributes in everything {
        #expect(fixture.layout.layoutAttributes(for: attributes.element) == attributes, name)
      }
      #expect(fixture.layout.oversizeItem == example.oversize, name)
    }
  }

  @Test(arguments: WorkedExample.all)
  func theModelMatchesTheTable(_ example: WorkedExample) {
    let flow = example.flow
    let model = flow.model(visible: flow.bounds)
    let isHorizontal = flow.axis == .horizontal
    #expect((isHorizontal ? model.size.transposed : model.size) == example.size)
    #expect(
      model.elements.map { isHorizontal ? $0.frame.transposed : $0.frame } == example.frames)
    #expect(model.oversize?.element.path.itemPath == example.oversize)
  }

  @Test func anItemThatFillsItsLineIsNotOversize() throws {
    for width in [320, 320 + 1e-7] {
      for strategy in allStrategies {
        let fixture = try FlowFixture(
          FlowCase(sizes: [[Size(width: width, height: 20)]]), strategy)
        #expect(fixture.layout.oversizeItem == nil)
      }
    }
  }
}

/// A row of the table: a case and all its frames, in the order header, items, footer.
struct WorkedExample: CustomTestStringConvertible, Sendable {
  var name: String
  var build: @Sendable () -> FlowCase
  var frames: [Rect]
  var size: Size
  var oversize: ItemPath?

  var flow: FlowCase { build() }
  var testDescription: String { name }

  init(
    _ name: String, size: (Double, Double), oversize: ItemPath? = nil,
    _ frames: [(Double, Double, Double, Double)], build: @escaping @Sendable () -> FlowCase
  ) {
    self.name = name
    self.build = build
    self.frames = frames.map { Rect(x: $0.0, y: $0.1, width: $0.2, height: $0.3) }
    self.size = Size(width: size.0, height: size.1)
    self.oversize = oversize
  }

  private static func sizes(_ list: [(Double, Double)]) -> [Size] {
    list.map { Size(width: $0.0, height: $0.1) }
  }

  private static func same(
    _ count: Int, _ width: Double, _ height: Double, _ shared: FlowCase.Metrics = .init()
  ) -> FlowCase {
    var flow = FlowCase(counts: [count], itemSize: Size(width: width, height: height))
    flow.shared = shared
    return flow
  }

  private static func horizontal(_ flow: FlowCase, height: Double) -> FlowCase {
    var flow = flow
    flow.axis = .horizontal
    flow.bounds.size = Size(width: 320, height: height)
    return flow
  }

  private static let squares: [(Double, Double, Double, Double)] = [
    (0, 0, 50, 50), (67.5, 0, 50, 50), (135, 0, 50, 50), (202.5, 0, 50, 50), (270, 0, 50, 50),
    (0, 60, 50, 50), (67.5, 60, 50, 50),
  ]

  static let all = uniform + variable + sections + edges

  private static let uniform = [
    WorkedExample("E1", size: (320, 110), squares) { same(7, 50, 50) },
    WorkedExample(
      "E2", size: (320, 160),
      [
        (0, 0, 320, 30), (15, 40, 90, 40), (115, 40, 90, 40), (215, 40, 90, 40), (15, 88, 90, 40),
        (115, 88, 90, 40), (0, 148, 320, 12),
      ]
    ) {
      same(
        5, 90, 40,
        FlowCase.Metrics(
          inset: EdgeInsets(top: 10, left: 15, bottom: 20, right: 15), lineSpacing: 8,
          interitemSpacing: 5, header: Size(width: 0, height: 30),
          footer: Size(width: 9, height: 12)))
    },
    WorkedExample(
      "E3", size: (320, 210),
      [(0, 0, 100, 100), (110, 0, 100, 100), (220, 0, 100, 100), (0, 110, 100, 100)]
    ) { same(4, 100, 100) },
    WorkedExample("E4", size: (320, 90), [(60, 0, 200, 40), (60, 50, 200, 40)]) {
      same(2, 200, 40)
    },
  ]

  private static let variable = [
    WorkedExample(
      "E5", size: (320, 150),
      [
        (0, 10, 120, 30), (145, 0, 90, 50), (260, 5, 60, 40), (60, 60, 200, 20), (0, 105, 150, 30),
        (160, 90, 80, 60), (250, 100, 40, 40),
      ]
    ) {
      FlowCase(sizes: [
        sizes([(120, 30), (90, 50), (60, 40), (200, 20), (150, 30), (80, 60), (40, 40)])
      ])
    },
    WorkedExample(
      "E6", size: (300, 110), [(50, 0, 200, 30), (25, 40, 250, 30), (0, 80, 180, 30)]
    ) {
      var flow = FlowCase(sizes: [sizes([(200, 30), (250, 30), (180, 30)])])
      flow.bounds.size.width = 300
      return flow
    },
    WorkedExample(
      "E7", size: (282, 230),
      [
        (0, 0, 40, 230), (50, 5, 60, 70), (50, 155, 60, 70), (122, 5, 60, 70), (122, 155, 60, 70),
        (194, 5, 60, 70), (274, 0, 8, 230),
      ]
    ) {
      let shared = FlowCase.Metrics(
        inset: EdgeInsets(top: 5, left: 10, bottom: 5, right: 20), lineSpacing: 12,
        interitemSpacing: 6, header: Size(width: 40, height: 0), footer: Size(width: 8, height: 0))
      return horizontal(same(5, 60, 70, shared), height: 230)
    },
    WorkedExample(
      "E8", size: (120, 200),
      [(10, 0, 50, 80), (0, 140, 70, 60), (80, 0, 40, 120), (85, 130, 30, 50)]
    ) {
      horizontal(
        FlowCase(sizes: [sizes([(50, 80), (70, 60), (40, 120), (30, 50)])]), height: 200)
    },
  ]

  private static let sections = [
    WorkedExample(
      "E9", size: (320, 160),
      [
        (0, 0, 320, 30), (0, 50, 320, 20), (0, 70, 320, 30), (5, 105, 100, 50), (110, 105, 100, 50),
        (215, 105, 100, 50),
      ]
    ) {
      var flow = FlowCase(counts: [0, 3], itemSize: Size(width: 100, height: 50))
      flow.provided = [
        .sectionInset, .headerSize, .footerSize, .lineSpacing, .interitemSpacing,
      ]
      flow.metrics[0] = FlowCase.Metrics(
        inset: EdgeInsets(top: 10, left: 0, bottom: 10, right: 0),
        header: Size(width: 0, height: 30), footer: Size(width: 0, height: 20))
      flow.metrics[1] = FlowCase.Metrics(
        inset: EdgeInsets(all: 5), lineSpacing: 4, interitemSpacing: 0,
        header: Size(width: 0, height: 30))
      return flow
    }
  ]

  private static let edges = [
    WorkedExample(
      "E10", size: (320, 110), oversize: ItemPath(section: 0, item: 0),
      [(0, 0, 400, 50), (0, 60, 100, 50), (110, 60, 100, 50)]
    ) { FlowCase(sizes: [sizes([(400, 50), (100, 50), (100, 50)])]) },
    WorkedExample("E11 by value", size: (320, 110), squares) {
      FlowCase(sizes: [sizes(Array(repeating: (50, 50), count: 7))])
    },
    WorkedExample(
      "E11 by source", size: (320, 110), squares.dropLast(2) + [(0, 60, 50, 50), (60, 60, 50, 50)]
    ) {
      var flow = FlowCase(sizes: [sizes(Array(repeating: (50, 50), count: 7))])
      flow.uniformity = .bySource
      return flow
    },
    WorkedExample("E12", size: (320, 50), [(0, 0, 50, 50)]) { same(1, 50, 50) },
    WorkedExample(
      "E13", size: (320, 110),
      [(0, 0, 106, 50), (107, 0, 106, 50), (214, 0, 106, 50), (0, 60, 106, 50)]
    ) {
      var flow = same(4, 106, 50)
      flow.shared.interitemSpacing = 1
      return flow
    },
    WorkedExample(
      "E14", size: (320, 110),
      [
        (0, 0, 320.0 / 3, 50), (320.0 / 3, 0, 320.0 / 3, 50), (2 * (320.0 / 3), 0, 320.0 / 3, 50),
        (0, 60, 320.0 / 3, 50),
      ]
    ) {
      var flow = same(4, 320.0 / 3, 50)
      flow.shared.interitemSpacing = 0
      return flow
    },
  ]
}
