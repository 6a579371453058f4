import BasicAlgorithms
import Changesets
import Geometry
package import Layouts

/// A check that compares the extent indexes of layouts: one layout over each of them, the same
/// edits and the same questions, and every answer equal to the last bit. Compositional layouts are
/// also compared with a model that solves each group from the beginning.
public enum LayoutConformance {
  /// The extent indexes that are compared: the others with the first.
  static let strategies: [ExtentStrategy] = [.nested, .flat, .tree]

  /// Performs random operations in runs of a few dozen, each from new layouts.
  ///
  /// - Parameters:
  ///   - operations: The number of operations; each is performed on every layout.
  ///   - seed: The seed that determines them.
  /// - Returns: The number of operations performed.
  /// - Throws: The first difference between two of them.
  @discardableResult
  public static func check(operations: Int, seed: UInt64) throws(LayoutConformanceFailure) -> Int {
    try check(operations: operations, seed: seed, strategies: strategies)
  }

  /// Performs the same check over other extent indexes.
  package static func check(
    operations: Int, seed: UInt64, strategies: [ExtentStrategy]
  ) throws(LayoutConformanceFailure) -> Int {
    var seeds = SplitMix64(seed: seed)
    var performed = 0
    while performed < operations {
      let (kind, descriptions) = drawKind(&seeds)
      var layouts = ComparedLayouts(kind, descriptions: descriptions, strategies)
      var generator = ViewOperationGenerator(seed: seeds.next())
      var script: [ViewOperation] = []
      for step in 0..<ViewOperationGenerator.operationCount where performed < operations {
        let operation = step == 0 ? generator.load() : generator.nextForLayouts(layouts.model)
        script.append(operation)
        performed += 1
        if layouts.perform(operation) != nil {
          throw LayoutConformanceFailure(
            seed: seed, operationNumber: performed,
            script: LayoutScript(
              layout: kind, descriptions: descriptions, operations: script), strategies)
        }
      }
    }
    return performed
  }

  /// Draws a kind of layout and the seed of its descriptions: half of the time a compositional one,
  /// which stands for as many layouts as there are descriptions.
  private static func drawKind(_ seeds: inout SplitMix64) -> (LayoutScript.Kind, UInt64?) {
    if seeds.number(in: 0...1) == 0 { return (.compositional, seeds.next()) }
    let others = LayoutScript.Kind.allCases.filter { $0 != .compositional }
    return (others.randomElement(using: &seeds) ?? .flow, nil)
  }
}

/// A difference between two extent indexes, with the shortest script found.
public typealias LayoutConformanceFailure = ConformanceFailure<LayoutScript>

extension LayoutConformanceFailure {
  init(seed: UInt64?, operationNumber: Int, script: LayoutScript, _ strategies: [ExtentStrategy]) {
    self.init(
      script.layout == .compositional ? "a compositional layout differs" : "extent indexes differ",
      seed: seed, operationNumber: operationNumber, shrinking: script.operations,
      perform: { script.with($0).perform(over: strategies) },
      script: {
        let script = script.with($0)
        return (script, script.text)
      })
  }
}

/// One kind of layout over each extent index, with the same collection.
struct ComparedLayouts {
  private(set) var model = ViewModel()
  private let sessions: [(name: String, session: LayoutSession)]
  private let sizes: SizesByID
  /// The state of a collection under compositional layouts; nil under others.
  private var composed: ComposedCollection?

  init(
    _ kind: LayoutScript.Kind, descriptions: UInt64?, _ strategies: [ExtentStrategy]
  ) {
    let sizes = SizesByID()
    self.sizes = sizes
    let composed =
      kind == .compositional ? ComposedCollection(descriptions: descriptions ?? 0) : nil
    self.composed = composed
    sessions = strategies.map { strategy in
      let layout: CollectionViewLayout
      switch kind {
      case .flow, .equalFlow:
        let flow = FlowLayout(extents: strategy)
        flow.headerReferenceSize = Size(width: 10, height: 7)
        flow.minimumInteritemSpacing = 3
        if kind == .flow { flow.delegate = sizes }
        layout = flow
      case .list, .estimatedList:
        let list = ListLayout(extents: strategy)
        list.headerExtent = 9
        list.footerExtent = 4
        list.sectionHeadersPinToVisibleBounds = kind == .list
        list.maintainsVisiblePosition = kind == .list
        if kind == .estimatedList {
          list.estimatedItemExtent = 21
          list.sectionHeadersSizeThemselves = true
        } else {
          list.delegate = sizes.extents
        }
        layout = list
      case .compositional:
        layout = CompositionalLayout(
          configuration: composed?.configuration ?? CompositionalLayoutConfiguration(),
          extents: strategy
        ) { section, _ in sizes.description(ofSection: section) }
      }
      let session = LayoutSession(
        layout, bounds: Rect(x: 0, y: 0, width: 100, height: 70), itemCounts: [])
      return (strategy.name, session)
    }
  }

  /// Performs `operation` on every layout, or passes it over where it makes no sense, and returns
  /// the first difference.
  mutating func perform(_ operation: ViewOperation) -> Mismatch? {
    guard operation.isWithinLimits else { return nil }
    do throws(Mismatch) {
      try run(operation)
      return nil
    } catch {
      return error
    }
  }

  private mutating func run(_ operation: ViewOperation) throws(Mismatch) {
    var change: (LayoutSession) throws(LayoutError) -> Void = { session throws(LayoutError) in
      try session.settle()
    }
    switch operation {
    case .reload(let counts):
      if let counts { model.replaceData(counts: counts) }
      composed?.reload()
      let counts = model.counts
      change = { session throws(LayoutError) in try session.reload(itemCounts: counts) }
    case .update(let update):
      guard let counts = model.counts(after: update.told, newCounts: update.newCounts) else {
        return
      }
      let before = model.sections
      model.apply(update.told, newCounts: update.newCounts)
      composed?.apply(update.told, from: before, to: model.sections)
      change = { session throws(LayoutError) in
        try session.update(update.told) { $0 = counts }
      }
    case .scroll(_, let y, _):
      var offset = Point.zero
      offset[composed?.axis ?? .vertical] = y
      let target = offset
      change = { session throws(LayoutError) in try session.scroll(to: target) }
    case .scrollSection(let section, let offset):
      guard composed != nil, model.sections.indices.contains(section) else { return }
      change = { session throws(LayoutError) in
        (session.layout as? CompositionalLayout)?.setOrthogonalOffset(offset, ofSection: section)
        try session.settle()
      }
      scroll(section, to: offset)
    case .resize(let width, let height):
      if sessions.first?.session.bounds.size != Size(width: width, height: height) {
        composed?.forgetSizes()
      }
      change = { session throws(LayoutError) in
        try session.setBounds(
          Rect(origin: session.bounds.origin, size: Size(width: width, height: height)))
      }
    case .selfSize(let path, let extent):
      guard let item = model.item(path) else { return }
      let isOfLines = composed == nil
      // A composed item may size itself along both axes.
      let size = { (session: LayoutSession) in
        Size(width: isOfLines ? session.bounds.size.width : 1.5 * extent, height: extent)
      }
      change = { session throws(LayoutError) in
        try Self.prefer(size(session), forItemAt: path, withHeader: isOfLines, session)
      }
      notePreferredSize(ofItemAt: path, item.id, size)
    default: break
    }
    sizes.sections = model.sections
    sizes.composed = composed
    for (name, session) in sessions {
      do {
        try change(session)
        // A script may begin with a scroll that leads nowhere, which lays nothing out.
        try session.layoutIfNeeded()
      } catch {
        throw Mismatch(
          "what the layout over \(name) throws", expected: "nothing", found: "\(error)")
      }
    }
    try compare()
    try compareWithModel()
  }

  /// Notes that a section scrolls, if it can.
  private mutating func scroll(_ section: Int, to offset: Double) {
    guard let layout = sessions.first?.session.layout as? CompositionalLayout else { return }
    let most = layout.maximumOrthogonalOffset(ofSection: section)
    composed?.scroll(model.sections[section].id, to: min(offset, most))
  }

  /// Gives an item another size, and the header of its section if it is the first of that.
  private static func prefer(
    _ size: Size, forItemAt path: ItemPath, withHeader: Bool, _ session: LayoutSession
  ) throws(LayoutError) {
    try session.settle()
    try session.prefer(size, forItemAt: path)
    if withHeader, path.item == 0 {
      try session.prefer(
        size, for: .supplementary(.sectionHeader, ElementPath([path.section, 0])))
    }
    try session.settle()
  }

  /// Notes the size that an item prefers, if its description lets it size itself.
  private mutating func notePreferredSize(
    ofItemAt path: ItemPath, _ id: Int, _ size: (LayoutSession) -> Size
  ) {
    guard composed != nil, let session = sessions.first?.session,
      let original = session.layout.layoutAttributesForItem(at: path)
    else { return }
    var preferred = original
    preferred.size = size(session)
    if session.layout.shouldInvalidateLayout(
      forPreferredAttributes: preferred, originalAttributes: original)
    {
      composed?.prefer(preferred.size, id, model.sections, in: session.bounds)
    }
  }

  /// Compares every layout with the model of a compositional layout.
  private mutating func compareWithModel() throws(Mismatch) {
    guard composed != nil, let bounds = sessions.first?.session.bounds else { return }
    // Content that has become shorter takes sections back.
    for (number, section) in model.sections.enumerated() {
      guard let layout = sessions.first?.session.layout as? CompositionalLayout else { break }
      let most = layout.maximumOrthogonalOffset(ofSection: number)
      let offset = min(composed?.offsets[section.id] ?? 0, most)
      composed?.scroll(section.id, to: offset)
      try Mismatch.check(
        "the offset of section \(number)", offset, layout.orthogonalOffset(ofSection: number))
    }
    guard let expected = composed?.model(model.sections, in: bounds) else { return }
    for (name, session) in sessions {
      try ComposedAnswers(model: expected, name: name, layout: session.layout).check(
        itemCounts: model.counts, in: Self.rects(near: bounds).map(\.rect))
    }
  }

  /// Returns some rectangles that layouts are asked about, with their names.
  private static func rects(near bounds: Rect) -> [(name: String, rect: Rect)] {
    [
      ("what is visible", bounds),
      ("what is in one point", Rect(x: 3, y: bounds.minY, width: 1, height: 1)),
      ("what lies below", Rect(x: 0, y: bounds.minY + 70, width: 100, height: 45)),
    ]
  }

  /// Compares every answer of the others with the first one's.
  private func compare() throws(Mismatch) {
    guard let first = sessions.first?.session else { return }
    let expected = answers(first)
    for (name, session) in sessions.dropFirst() {
      try Mismatch.check(
        "the content size over \(name)", first.layout.contentSize, session.layout.contentSize)
      try Mismatch.check("the bounds over \(name)", first.bounds, session.bounds)
      for (left, right) in zip(expected, answers(session)) {
        try Mismatch.check("\(left.question) over \(name)", left.answer, right.answer)
      }
    }
  }

  /// Returns what is found in some rectangles, and every item by itself.
  private func answers(
    _ session: LayoutSession
  ) -> [(question: String, answer: [LayoutAttributes])] {
    let layout = session.layout
    var answers = Self.rects(near: session.bounds).map { name, rect in
      (question: name, answer: layout.layoutAttributesForElements(in: rect))
    }
    for (section, content) in model.sections.enumerated() {
      for item in content.items.indices {
        let path = ItemPath(section: section, item: item)
        let found = layout.layoutAttributesForItem(at: path)
        answers.append(("item \(path)", found.map { [$0] } ?? []))
      }
    }
    return answers
  }
}

/// Sizes that follow from the ids of items.
private final class SizesByID: FlowLayoutDelegate {
  var sections: [ViewModel.Section] = []
  var composed: ComposedCollection?
  let extents = ExtentsByID()

  init() { extents.sizes = self }

  var providedMetrics: FlowLayoutMetrics { .itemSize }

  func sizeForItem(at path: ItemPath) -> Size {
    let item = sections[path.section].items[path.item]
    let number = 7 * item.id + 13 * item.revision
    // In some sections all are of one size.
    return sections[path.section].id.isMultiple(of: 3)
      ? Size(width: 30, height: 15)
      : Size(width: Double(10 + number % 5 * 17), height: Double(5 + number % 3 * 11))
  }

  /// Returns the description of a section, which follows from its id.
  func description(ofSection section: Int) -> LayoutSection? {
    sections.indices.contains(section) ? composed?.description(of: sections[section].id) : nil
  }
}

/// Extents of rows that follow from the ids of items.
private final class ExtentsByID: ListLayoutDelegate {
  weak var sizes: SizesByID?

  var providedMetrics: ListLayoutMetrics { .itemExtent }

  func extentForItem(at path: ItemPath) -> Double { sizes?.sizeForItem(at: path).height ?? 0 }
}

extension ViewOperationGenerator {
  /// An operation for layouts alone.
  mutating func nextForLayouts(_ model: ViewModel) -> ViewOperation {
    switch numbers.number(in: 0...10) {
    case 0: return .reload(counts: chance(50) ? sectionCounts() : nil)
    case 1, 2: return .scroll(x: 0, y: Double(pick([0, 10_000, 33, 90, 210])), isAnimated: false)
    case 3:
      return .resize(
        width: Double(pick([100, 100, 64, 140])), height: Double(pick([40, 70, 100])))
    case 4:
      return path(model).map { .selfSize(path: $0, extent: Double(pick([5, 21, 30, 55]))) }
        ?? .layOut
    case 5: return scrollSection(model) ?? .layOut
    default:
      return update(.mixedUpdate, model).map { .update(batch: $0) } ?? .layOut
    }
  }
}
