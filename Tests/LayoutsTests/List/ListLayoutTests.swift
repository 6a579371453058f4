import BasicAlgorithms
import Changesets
import Datasets
import Geometry
import Layouts
import StressTesting
import TestSupport
import Testing

/// The list layout compared with the model, in which every item has a line to itself.
@Suite(.serialized) struct ListLayoutTests {
  @Test func everyAnswerMatchesTheModel() throws {
    var stress = try StressRun(
      "list layouts", filter: "ListLayoutTests", usualSeconds: 1, share: 0.1)
    var total = ComparisonCounts()
    stress.forEachSeed { seed in
      for strategy in FlowCaseGenerator(seed: seed, mayBeLarge: true).strategies {
        try naming(strategy) {
          var run = try ListRun(seed, strategy)
          try run.check()
          for _ in 0..<4 { try run.step() }
          total.layouts += run.counts.layouts
          total.queries += run.counts.queries
          total.elements += run.counts.elements
        }
      }
    }
    stress.summarize(
      "\(total.layouts) layouts, \(total.elements) elements and \(total.queries) queries")
    #expect(total.layouts > 0)
  }

  @Test func itemsAreAsWideAsTheInsetsLeaveRoomFor() throws {
    for strategy in allStrategies {
      for axis in Axis.allCases {
        let list = ListLayout(extents: strategy)
        list.scrollDirection = axis
        list.sectionInset = EdgeInsets(top: 1, left: 2, bottom: 4, right: 8)
        list.spacing = 3
        list.headerExtent = 20
        let session = LayoutSession(
          list, bounds: Rect(x: 0, y: 0, width: 320, height: 200), itemCounts: [2])
        try session.layoutIfNeeded()
        let all = list.layoutAttributesForElements(in: Rect(x: 0, y: 0, width: 999, height: 999))
        let expected =
          axis == .vertical
          ? [
            Rect(x: 0, y: 0, width: 320, height: 20), Rect(x: 2, y: 21, width: 310, height: 44),
            Rect(x: 2, y: 68, width: 310, height: 44),
          ]
          : [
            Rect(x: 0, y: 0, width: 20, height: 200), Rect(x: 22, y: 1, width: 44, height: 195),
            Rect(x: 69, y: 1, width: 44, height: 195),
          ]
        #expect(all.map(\.frame) == expected)
        #expect(list.contentSize[axis] == (axis == .vertical ? 116 : 121))
      }
    }
  }

  @Test func badLengthsAreNamed() throws {
    for value in [-1.0, .nan, .infinity] {
      for strategy in allStrategies {
        let properties: [(String, (ListLayout) -> Void)] = [
          ("itemExtent is", { $0.itemExtent = value }),
          ("estimatedItemExtent is", { $0.estimatedItemExtent = value }),
          ("spacing is", { $0.spacing = value }),
          ("sectionInset is", { $0.sectionInset.left = value }),
          ("headerExtent is", { $0.headerExtent = value }),
          ("footerExtent is", { $0.footerExtent = value }),
        ]
        for (name, set) in properties {
          let list = ListLayout(extents: strategy)
          let session = LayoutSession(
            list, bounds: Rect(x: 0, y: 0, width: 320, height: 200), itemCounts: [2])
          try session.layoutIfNeeded()
          set(list)
          let error = #expect(throws: LayoutError.self) { try session.layoutIfNeeded() }
          #expect(error?.description.hasPrefix(name) == true, "\(name), \(value)")
          #expect(list.contentSize == Size(width: 320, height: 88))
        }
      }
    }
  }

  @Test func badAnswersOfADelegateAreNamed() throws {
    for value in [-1.0, .nan, .infinity] {
      for strategy in allStrategies {
        let methods: [(ListLayoutMetrics, String)] = [
          (.itemExtent, "item [1, 0] has the size"),
          (.headerExtent, "headerExtent of section 1 is"),
          (.footerExtent, "footerExtent of section 1 is"),
        ]
        for (metric, name) in methods {
          let list = ListLayout(extents: strategy)
          let delegate = OneBadAnswer(metric, value)
          list.delegate = delegate
          let session = LayoutSession(
            list, bounds: Rect(x: 0, y: 0, width: 320, height: 200), itemCounts: [2, 1])
          let error = #expect(throws: LayoutError.self) { try session.layoutIfNeeded() }
          #expect(error?.description.hasPrefix(name) == true, "\(name), \(value)")
          #expect(!list.isPrepared && list.contentSize == .zero)
        }
      }
    }
  }

  /// A length of the list itself is of no section, even where the delegate answers for each.
  @Test func aBadLengthOfTheListIsOfNoSection() throws {
    let properties: [(String, ListLayoutMetrics, (ListLayout) -> Void)] = [
      ("headerExtent is", .footerExtent, { $0.headerExtent = -1 }),
      ("footerExtent is", .headerExtent, { $0.footerExtent = -1 }),
    ]
    for (name, provided, set) in properties {
      let list = ListLayout()
      let delegate = OneBadAnswer(provided, 10)
      list.delegate = delegate
      set(list)
      let session = LayoutSession(
        list, bounds: Rect(x: 0, y: 0, width: 320, height: 200), itemCounts: [2, 1])
      let error = #expect(throws: LayoutError.self) { try session.layoutIfNeeded() }
      #expect(error?.description.hasPrefix(name) == true)
    }
  }
}

/// One row for each extent that its delegate gives in turn.
@Suite struct RowExtentTests {
  private final class Rows: ListLayoutDelegate {
    var extent = 10.0
    var providedMetrics: ListLayoutMetrics { .itemExtent }
    func extentForItem(at path: ItemPath) -> Double { extent }
  }

  @Test func aBadExtentOfAnInsertedRowIsNamed() throws {
    for strategy in allStrategies {
      for axis in Axis.allCases {
        for value in [-1.0, -0x1p-1074, .infinity] {
          let rows = Rows()
          let list = ListLayout(extents: strategy)
          (list.delegate, list.scrollDirection) = (rows, axis)
          let session = LayoutSession(
            list, bounds: Rect(x: 0, y: 0, width: 320, height: 200), itemCounts: [2])
          try session.layoutIfNeeded()
          rows.extent = value
          let path = ItemPath(section: 0, item: 1)
          var size = Size.zero
          size[axis] = value
          #expect(throws: LayoutError.itemSize(path, size)) {
            try session.update(Changeset(insertedItems: [path]))
          }
          #expect(throws: LayoutError.itemSize(ItemPath(section: 0, item: 0), size)) {
            try session.reload(itemCounts: [2])
          }
          #expect(list.contentSize[axis] == 20)
        }
      }
    }
  }

  /// The layout's own extent makes no sense, but no row is inserted that would have it.
  @Test func rowsKeepTheirExtentsWithoutTheDelegate() throws {
    for strategy in allStrategies {
      var rows: Rows? = Rows()
      let list = ListLayout(extents: strategy)
      list.delegate = rows
      list.itemExtent = -1
      let session = LayoutSession(
        list, bounds: Rect(x: 0, y: 0, width: 320, height: 200), itemCounts: [3])
      try session.layoutIfNeeded()
      rows = nil
      try session.update(Changeset(deletedItems: [ItemPath(section: 0, item: 1)]))
      #expect(list.contentSize.height == 20)
    }
  }

  @Test func anyFiniteExtentOfARowIsTaken() throws {
    for strategy in allStrategies {
      for value in [0, 0.5, .greatestFiniteMagnitude] {
        let rows = Rows()
        rows.extent = value
        let list = ListLayout(extents: strategy)
        list.delegate = rows
        let session = LayoutSession(
          list, bounds: Rect(x: 0, y: 0, width: 320, height: 200), itemCounts: [1])
        try session.layoutIfNeeded()
        #expect(list.contentSize.height == value)
        try session.update(Changeset(deletedItems: [ItemPath(section: 0, item: 0)]))
        try session.update(Changeset(insertedItems: [ItemPath(section: 0, item: 0)]))
        #expect(list.contentSize.height == value)
      }
    }
  }
}

/// A delegate with one metric that is invalid in section 1.
private final class OneBadAnswer: ListLayoutDelegate {
  let providedMetrics: ListLayoutMetrics
  private let value: Double

  init(_ metric: ListLayoutMetrics, _ value: Double) {
    providedMetrics = metric
    self.value = value
  }

  func extentForItem(at path: ItemPath) -> Double { path.section == 1 ? value : 10 }
  func extentForHeader(inSection section: Int) -> Double { section == 1 ? value : 10 }
  func extentForFooter(inSection section: Int) -> Double { section == 1 ? value : 10 }
}

/// A list of a generated collection, and edits of it.
///
/// The flow case is the collection; sizes count along the scroll direction only.
private struct ListRun: ~Copyable {
  private var flow: FlowCase
  private(set) var counts = ComparisonCounts()
  private var generator: FlowCaseGenerator
  private let layout: ListLayout
  private let delegate: ListDelegate
  private let session: LayoutSession

  init(_ seed: UInt64, _ strategy: ExtentStrategy) throws {
    generator = FlowCaseGenerator(seed: seed, mayBeLarge: true)
    flow = generator.flow()
    flow.provided.subtract([.sectionInset, .lineSpacing, .interitemSpacing])
    layout = ListLayout(extents: strategy)
    delegate = ListDelegate(flow)
    layout.delegate = delegate
    session = LayoutSession(
      layout, bounds: flow.bounds, contentInset: flow.contentInset, itemCounts: flow.counts)
    configure()
    try session.layoutIfNeeded()
  }

  private func configure() {
    layout.scrollDirection = flow.axis
    layout.itemExtent = flow.itemSize[flow.axis]
    layout.estimatedItemExtent = flow.estimate?[flow.axis]
    layout.spacing = flow.shared.lineSpacing
    layout.sectionInset = flow.shared.inset
    layout.headerExtent = flow.shared.header[flow.axis]
    layout.footerExtent = flow.shared.footer[flow.axis]
    layout.sectionHeadersPinToVisibleBounds = flow.pinsHeaders
    layout.sectionFootersPinToVisibleBounds = flow.pinsFooters
    layout.pixelScale = flow.pixelScale
  }

  mutating func step() throws {
    switch generator.random.next(below: 4) {
    case 0: flow.shared.lineSpacing = generator.length(below: 20)
    case 1: flow.axis = flow.axis.crossing
    case 2:
      let size = Size(width: generator.pick([0, 20, 320]), height: generator.pick([0, 20, 480]))
      try session.setBounds(Rect(origin: session.bounds.origin, size: size))
    default:
      let changeset = generator.changeset(for: &flow)
      delegate.flow = flow
      let itemCounts = flow.counts
      try session.update(changeset) { $0 = itemCounts }
    }
    delegate.flow = flow
    configure()
    try session.layoutIfNeeded()
    try check()
  }

  mutating func check() throws {
    flow.bounds = session.bounds
    var input = flow.modelInput(visible: session.bounds)
    input.isList = true
    let model = FlowModel(input)
    var comparison = FlowComparison(model, axis: flow.axis)
    comparison.counts = counts
    try comparison.checkElements(layout, itemCounts: flow.counts)
    let edges = model.elements.map { flow.axis == .horizontal ? $0.frame.transposed : $0.frame }
    for _ in 0..<3 {
      try comparison.checkQuery(
        layout, generator.query(in: session.bounds, layout.contentSize, edges: edges))
    }
    counts = comparison.counts
  }
}

private final class ListDelegate: ListLayoutDelegate {
  var flow: FlowCase

  init(_ flow: FlowCase) { self.flow = flow }

  var providedMetrics: ListLayoutMetrics {
    var metrics: ListLayoutMetrics = []
    if flow.provided.contains(.itemSize) { metrics.insert(.itemExtent) }
    if flow.provided.contains(.headerSize) { metrics.insert(.headerExtent) }
    if flow.provided.contains(.footerSize) { metrics.insert(.footerExtent) }
    return metrics
  }

  private func metrics(_ section: Int) -> FlowCase.Metrics {
    flow.metrics[flow.sections[section].id] ?? FlowCase.Metrics()
  }

  func extentForItem(at path: ItemPath) -> Double {
    (flow.sizes[flow.sections[path.section].items[path.item]] ?? .zero)[flow.axis]
  }

  func extentForHeader(inSection section: Int) -> Double { metrics(section).header[flow.axis] }
  func extentForFooter(inSection section: Int) -> Double { metrics(section).footer[flow.axis] }
}
