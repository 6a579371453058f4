import BasicAlgorithms
import Changesets
import Geometry
package import Layouts

/// A check that compares the extent indexes of layouts: one layout over each of them, the same
/// edits and the same questions, and every answer equal to the last bit.
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
      let kind = LayoutScript.Kind.allCases.randomElement(using: &seeds) ?? .flow
      var layouts = ComparedLayouts(kind, strategies)
      var generator = ViewOperationGenerator(seed: seeds.next())
      var script: [ViewOperation] = []
      for step in 0..<ViewOperationGenerator.operationCount where performed < operations {
        let operation = step == 0 ? generator.load() : generator.nextForLayouts(layouts.model)
        script.append(operation)
        performed += 1
        if layouts.perform(operation) != nil {
          throw LayoutConformanceFailure(
            seed: seed, operationNumber: performed,
            script: LayoutScript(layout: kind, operations: script), strategies)
        }
      }
    }
    return performed
  }
}

/// A difference between two extent indexes, with the shortest script found.
public typealias LayoutConformanceFailure = ConformanceFailure<LayoutScript>

extension LayoutConformanceFailure {
  init(seed: UInt64?, operationNumber: Int, script: LayoutScript, _ strategies: [ExtentStrategy]) {
    self.init(
      "extent indexes differ", seed: seed, operationNumber: operationNumber,
      shrinking: script.operations,
      perform: { LayoutScript(layout: script.layout, operations: $0).perform(over: strategies) },
      script: {
        let script = LayoutScript(layout: script.layout, operations: $0)
        return (script, script.text)
      })
  }
}

/// One kind of layout over each extent index, with the same collection.
struct ComparedLayouts {
  private(set) var model = ViewModel()
  private let sessions: [(name: String, session: LayoutSession)]
  private let sizes: SizesByID

  init(_ kind: LayoutScript.Kind, _ strategies: [ExtentStrategy]) {
    let sizes = SizesByID()
    self.sizes = sizes
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
        } else {
          list.delegate = sizes.extents
        }
        layout = list
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
      let counts = model.counts
      change = { session throws(LayoutError) in try session.reload(itemCounts: counts) }
    case .update(let update):
      guard let counts = model.counts(after: update.told, newCounts: update.newCounts) else {
        return
      }
      model.apply(update.told, newCounts: update.newCounts)
      change = { session throws(LayoutError) in
        try session.update(update.told) { $0 = counts }
      }
    case .scroll(_, let y, _):
      change = { session throws(LayoutError) in try session.scroll(to: Point(x: 0, y: y)) }
    case .resize(let width, let height):
      change = { session throws(LayoutError) in
        try session.setBounds(
          Rect(origin: session.bounds.origin, size: Size(width: width, height: height)))
      }
    case .selfSize(let path, let extent):
      guard model.item(path) != nil else { return }
      change = { session throws(LayoutError) in
        try session.settle()
        try session.prefer(Size(width: session.bounds.size.width, height: extent), forItemAt: path)
        try session.settle()
      }
    default: break
    }
    sizes.sections = model.sections
    for (name, session) in sessions {
      do {
        try change(session)
      } catch {
        throw Mismatch(
          "what the layout over \(name) throws", expected: "nothing", found: "\(error)")
      }
    }
    try compare()
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
    let top = session.bounds.minY
    let rects = [
      ("what is visible", session.bounds),
      ("what is in one point", Rect(x: 3, y: top, width: 1, height: 1)),
      ("what lies below", Rect(x: 0, y: top + 70, width: 100, height: 45)),
    ]
    var answers = rects.map { name, rect in
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
    switch numbers.number(in: 0...9) {
    case 0: return .reload(counts: chance(50) ? sectionCounts() : nil)
    case 1, 2: return .scroll(x: 0, y: Double(pick([0, 10_000, 33, 90, 210])), isAnimated: false)
    case 3:
      return .resize(
        width: Double(pick([100, 100, 64, 140])), height: Double(pick([40, 70, 100])))
    case 4:
      return path(model).map { .selfSize(path: $0, extent: Double(pick([5, 21, 30, 55]))) }
        ?? .layOut
    default:
      return update(.mixedUpdate, model).map { .update(batch: $0) } ?? .layOut
    }
  }
}

/// Operations on one kind of layout over each of the extent indexes.
public struct LayoutScript: Hashable, Sendable {
  /// The layout and its settings.
  public var layout: Kind
  /// The operations, in order. Layouts know reloads, updates, scrolling, resizing and items that
  /// prefer another size; every other operation is a pass.
  public var operations: [ViewOperation]

  /// A layout with its settings.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// A flow layout with a delegate that has a size for each item.
    case flow
    /// A flow layout of items of one size.
    case equalFlow
    /// A list with a delegate that has an extent for each item, and pinned headers.
    case list
    /// A list of items that are estimated and then measured.
    case estimatedList
  }

  /// A script of these operations.
  public init(layout: Kind, operations: [ViewOperation]) {
    self.layout = layout
    self.operations = operations
  }

  /// The script as a file has it.
  public var text: String { StressScript.extents(self).text }

  /// Performs the script.
  ///
  /// - Returns: The number of operations.
  /// - Throws: The first difference between two extent indexes, with a script that was shrunk.
  public func check() throws(LayoutConformanceFailure) -> Int {
    try check(strategies: LayoutConformance.strategies)
  }

  /// Performs the script over other extent indexes.
  package func check(strategies: [ExtentStrategy]) throws(LayoutConformanceFailure) -> Int {
    guard let failing = perform(over: strategies)?.failing else { return operations.count }
    throw LayoutConformanceFailure(
      seed: nil, operationNumber: failing + 1,
      script: LayoutScript(layout: layout, operations: Array(operations[...failing])), strategies)
  }

  /// Performs the operations on new layouts until one makes a difference.
  func perform(over strategies: [ExtentStrategy]) -> (failing: Int, mismatch: Mismatch)? {
    var layouts = ComparedLayouts(layout, strategies)
    for (index, operation) in operations.enumerated() {
      if let mismatch = layouts.perform(operation) { return (index, mismatch) }
    }
    return nil
  }
}
