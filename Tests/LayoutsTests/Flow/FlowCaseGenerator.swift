import BasicAlgorithms
import Changesets
import Datasets
import Geometry
import Layouts
import StressTesting

/// Small flow layouts from a seed, most of their lengths on a boundary.
///
/// Exact cases have lengths that are multiples of 1/64 point, whose sums a `Double` holds exactly;
/// fractional ones have thirds and sevenths of a line, and arbitrary lengths.
struct FlowCaseGenerator: CompositionGenerator {
  var random: SplitMix64
  let isFractional: Bool
  /// A Boolean value that indicates whether collections have hundreds of items or sections, so that
  /// trees have levels.
  let isLarge: Bool
  private var nextID = 0

  /// Creates a generator; every twentieth seed gives a large collection if `mayBeLarge` is true.
  init(seed: UInt64, isFractional: Bool = false, mayBeLarge: Bool = false) {
    random = SplitMix64(seed: seed)
    self.isFractional = isFractional
    isLarge = mayBeLarge && seed % 20 == 0
  }

  mutating func metrics() -> FlowCase.Metrics {
    var metrics = FlowCase.Metrics()
    metrics.inset = inset()
    metrics.lineSpacing = length(below: 20)
    metrics.interitemSpacing = length(below: 20)
    if chance(50) { metrics.header = Size(width: length(below: 40), height: length(below: 40)) }
    if chance(40) { metrics.footer = Size(width: length(below: 40), height: length(below: 40)) }
    return metrics
  }

  /// A length in a line of `available` points: zero, exact fits and near misses, oversize, any.
  mutating func cross(_ available: Double, _ spacing: Double) -> Double {
    let least = max(available, 1)
    let k = Double(1 + random.next(below: 7))
    let share = max((least - (k - 1) * spacing) / k, 0)
    let unit = 1.0 / 64
    switch random.next(below: 12) {
    case 0: return 0
    case 1: return least
    case 2: return least + unit
    case 3: return isFractional ? share : (share * 64).rounded(.down) / 64
    case 4: return (share * 64).rounded(.down) / 64 + unit
    case 5: return max((share * 64).rounded(.down) / 64 - unit, 0)
    case 6: return isFractional ? least / k : (least / 2 * 64).rounded(.down) / 64
    case 7: return isFractional ? share + 5e-7 : 50
    case 8 where chance(30): return 2 * least
    default: return length(below: 120)
    }
  }

  /// A size whose extent across `axis` is chosen for lines of `available` points.
  mutating func size(_ axis: Axis, _ available: Double, _ spacing: Double) -> Size {
    var size = Size.zero
    size[axis.crossing] = cross(available, spacing)
    size[axis] = length(below: 60)
    return size
  }

  mutating func newID() -> Int {
    nextID += 1
    return nextID
  }

  /// Returns a new item of `section` with a new size, or with `size`.
  mutating func item(
    in flow: inout FlowCase, _ section: FlowCase.Section, _ size: Size? = nil
  ) -> Int {
    let id = newID()
    flow.sizes[id] = size ?? self.size(for: flow, section)
    return id
  }

  /// A size that is of interest for the lines of `section`.
  mutating func size(for flow: FlowCase, _ section: FlowCase.Section) -> Size {
    let (available, spacing) = line(of: section, in: flow)
    return size(flow.axis, available, spacing)
  }

  private func line(
    of section: FlowCase.Section, in flow: FlowCase
  ) -> (available: Double, spacing: Double) {
    let axis = flow.axis.crossing
    let metrics = flow.effectiveMetrics(of: section)
    let insets = flow.contentInset.total(axis) + metrics.inset.total(axis)
    return (flow.bounds.size[axis] - insets, metrics.interitemSpacing)
  }

  mutating func section(in flow: inout FlowCase) -> FlowCase.Section {
    var section = FlowCase.Section(id: newID(), items: [])
    flow.metrics[section.id] = metrics()
    let count = itemCount()
    let common = chance(40) ? size(for: flow, section) : nil
    let (available, spacing) = line(of: section, in: flow)
    var used = 0.0
    for _ in 0..<count {
      var size = common ?? self.size(for: flow, section)
      let rest = available - used - spacing
      // Fills the line to the point, or misses it by the least.
      if common == nil, rest > 0, chance(25) {
        size[flow.axis.crossing] = max(rest + pick([0, 0, 1.0 / 64, -1.0 / 64]), 0)
      }
      let cross = size[flow.axis.crossing]
      used = used > 0 && cross <= rest ? used + spacing + cross : cross
      section.items.append(item(in: &flow, section, size))
    }
    return section
  }

  private mutating func itemCount() -> Int {
    if chance(15) { return 0 }
    return isLarge && chance(30) ? 50 + random.next(below: 250) : random.next(below: 13)
  }

  /// The strategies for such collections: the plain one costs the cube of their size.
  var strategies: [ExtentStrategy] {
    isLarge ? allStrategies.filter { $0.name != "plain" } : allStrategies
  }

  mutating func flow() -> FlowCase {
    var flow = FlowCase()
    flow.axis = chance(50) ? .vertical : .horizontal
    flow.bounds.size = Size(width: boundsLength(), height: boundsLength())
    if chance(30) {
      flow.contentInset = EdgeInsets(
        top: length(below: 30), left: length(below: 30), bottom: length(below: 30),
        right: length(below: 30))
    }
    flow.provided = FlowLayoutMetrics(rawValue: random.next(below: 64))
    flow.shared = metrics()
    flow.itemSize = size(for: flow, FlowCase.Section(id: 0, items: []))
    flow.pinsHeaders = chance(30)
    flow.pinsFooters = chance(20)
    flow.lastLine = chance(80) ? .leading : .justified
    flow.lineAlignment = chance(80) ? .center : .leading
    flow.uniformity = chance(80) ? .byValue : .bySource
    flow.pixelScale = chance(10) ? pick([1, 2]) : nil
    let count = isLarge && chance(30) ? 40 + random.next(below: 120) : random.next(below: 7)
    for _ in 0..<count { flow.sections.append(section(in: &flow)) }
    let end = flow.model(visible: flow.bounds).size.height
    flow.bounds.origin[flow.axis] = offset(end)
    return flow
  }

  private mutating func boundsLength() -> Double {
    switch random.next(below: 8) {
    case 0: 0
    case 1: Double(random.next(below: 30))
    case 2: isFractional ? 1_000.0 / 3 : 333
    default: pick([100, 300, 320, 375, 390, 414])
    }
  }

  /// Somewhere in content of `extent` points, a little before it or a little after.
  mutating func offset(_ extent: Double) -> Double {
    let steps = max(Int(extent), 0) + 40
    return Double(random.next(below: steps) - 20)
  }

  /// A rectangle to ask about: thin, empty, huge, edge to edge with elements, or any.
  mutating func query(in bounds: Rect, _ size: Size, edges: [Rect]) -> Rect {
    switch random.next(below: 8) {
    case 0: return bounds
    case 1: return Rect(x: -1e9, y: -1e9, width: 2e9, height: 2e9)
    case 2:
      return Rect(x: 0, y: offset(size.height), width: size.width, height: isFractional ? 0.1 : 0)
    case 3:
      return Rect(x: -1000, y: offset(size.height), width: 3000, height: 1.0 / 64)
    case 4:
      return Rect(x: offset(size.width), y: -1000, width: 1.0 / 64, height: size.height + 2000)
    case 5 where !edges.isEmpty && !isFractional: return touching(pick(edges))
    default:
      return Rect(
        x: offset(size.width), y: offset(size.height), width: length(below: 200),
        height: length(below: 200))
    }
  }

  /// A rectangle that touches `frame` and does not overlap it, or that only just does.
  private mutating func touching(_ frame: Rect) -> Rect {
    let nudge = pick([0, 1.0 / 64])
    return pick([
      Rect(x: frame.minX, y: frame.minY - 5, width: 5, height: 5 + nudge),
      Rect(x: frame.minX, y: frame.maxY - nudge, width: 5, height: 5),
      Rect(x: frame.minX - 5, y: frame.minY, width: 5 + nudge, height: 5),
      Rect(x: frame.maxX - nudge, y: frame.minY, width: 5, height: 5),
      frame,
    ])
  }
}

extension FlowCaseGenerator {
  /// Returns a changeset for `flow` with any kind of operation, and applies it to `flow`.
  ///
  /// It works by ids instead of the order of batch updates: surviving elements keep their order,
  /// others go anywhere, and the paths follow from the collections before and after.
  mutating func changeset(for flow: inout FlowCase) -> Changeset {
    var edit = GeneratedChangeset(flow)
    edit.chooseSources(&self)
    edit.putSections(&self)
    edit.putItems(&self)
    flow = edit.flow
    return edit.changeset
  }

  /// The members of `values` that a throw of dice picks, each with `percent` per cent.
  mutating func some<Value>(of values: [Value], _ percent: Int) -> [Value] {
    var chosen: [Value] = []
    for value in values where chance(percent) { chosen.append(value) }
    return chosen
  }
}

/// A changeset in the making.
private struct GeneratedChangeset {
  var flow: FlowCase
  private let before: FlowCase
  private var deletedSections: [Int] = []
  private var insertedSections: [Int] = []
  private var reloadedNumbers: [Int] = []
  private var sectionMoves: [Changeset.Move<Int>] = []
  private var deletedItems: [ItemPath] = []
  private var insertedItems: [ItemPath] = []
  private var reloadedItems: [ItemPath] = []
  private var itemMoves: [Changeset.Move<ItemPath>] = []
  private var movedSections: [FlowCase.Section] = []
  private var movedItems: [Int] = []
  private var freshSections: Set<Int> = []
  private var reloadedSections: Set<Int> = []
  private let paths: [Int: ItemPath]
  private let numbers: [Int: Int]

  init(_ flow: FlowCase) {
    self.flow = flow
    before = flow
    paths = Self.paths(flow)
    numbers = Self.numbers(flow)
  }

  var changeset: Changeset {
    Changeset(
      deletedSections: deletedSections, insertedSections: insertedSections,
      movedSections: sectionMoves, reloadedSections: reloadedNumbers, deletedItems: deletedItems,
      insertedItems: insertedItems, movedItems: itemMoves, reloadedItems: reloadedItems)
  }

  private static func paths(_ flow: FlowCase) -> [Int: ItemPath] {
    var paths: [Int: ItemPath] = [:]
    for (section, content) in flow.sections.enumerated() {
      for (item, id) in content.items.enumerated() {
        paths[id] = ItemPath(section: section, item: item)
      }
    }
    return paths
  }

  private static func numbers(_ flow: FlowCase) -> [Int: Int] {
    Dictionary(uniqueKeysWithValues: flow.sections.enumerated().map { ($1.id, $0) })
  }

  /// Chooses the elements to delete, move and reload, by their paths before, and removes them from
  /// the collection.
  mutating func chooseSources(_ generator: inout FlowCaseGenerator) {
    let (sectionRate, itemRate) = (generator.pick([0, 10, 30]), generator.pick([0, 8, 25]))
    var kept: [FlowCase.Section] = []
    for (number, section) in before.sections.enumerated() {
      var section = section
      if generator.chance(sectionRate) {
        deletedSections.append(number)
        continue
      }
      let moves = generator.chance(sectionRate)
      if !moves, generator.chance(sectionRate / 2) {
        reloadedNumbers.append(number)
        reloadedSections.insert(section.id)
        let fresh = generator.section(in: &flow)
        section.items = fresh.items
        flow.metrics[section.id] = flow.metrics[fresh.id]
        kept.append(section)
        continue
      }
      takeItems(&section, number, itemRate, &generator)
      if moves { movedSections.append(section) } else { kept.append(section) }
    }
    flow.sections = kept
  }

  private mutating func takeItems(
    _ section: inout FlowCase.Section, _ number: Int, _ rate: Int,
    _ generator: inout FlowCaseGenerator
  ) {
    var kept: [Int] = []
    for (item, id) in section.items.enumerated() {
      let path = ItemPath(section: number, item: item)
      if generator.chance(rate) {
        deletedItems.append(path)
      } else if generator.chance(rate) {
        movedItems.append(id)
      } else {
        if generator.chance(rate / 2) {
          reloadedItems.append(path)
          flow.sizes[id] = generator.size(for: flow, section)
          flow.preferred[id] = nil
        }
        kept.append(id)
      }
    }
    section.items = kept
  }

  /// Inserts moved and new sections anywhere.
  mutating func putSections(_ generator: inout FlowCaseGenerator) {
    var added = movedSections
    for _ in 0..<generator.pick([0, 0, 1, 2])
    where generator.isLarge || flow.sections.count + added.count < 8 {
      let section = generator.section(in: &flow)
      freshSections.insert(section.id)
      added.append(section)
    }
    if !movedItems.isEmpty, flow.sections.isEmpty, added.isEmpty {
      let section = generator.section(in: &flow)
      freshSections.insert(section.id)
      added.append(section)
    }
    for section in added {
      flow.sections.insert(section, at: generator.random.next(below: flow.sections.count + 1))
    }
    let after = Self.numbers(flow)
    for section in freshSections {
      if let target = after[section] { insertedSections.append(target) }
    }
    for section in movedSections {
      if let source = numbers[section.id], let target = after[section.id] {
        sectionMoves.append(Changeset.Move(from: source, to: target))
      }
    }
  }

  /// Inserts moved and new items anywhere except in reloaded sections.
  mutating func putItems(_ generator: inout FlowCaseGenerator) {
    var open = flow.sections.indices.filter { !reloadedSections.contains(flow.sections[$0].id) }
    if open.isEmpty, !movedItems.isEmpty {
      let section = generator.section(in: &flow)
      insertedSections.append(flow.sections.count)
      freshSections.insert(section.id)
      flow.sections.append(section)
      open = [flow.sections.count - 1]
    }
    guard !open.isEmpty else { return }
    var inserted: Set<Int> = []
    for _ in 0..<generator.pick([0, 1, 1, 3, 6]) {
      let section = generator.pick(open)
      let id = generator.item(in: &flow, flow.sections[section])
      put(id, section, &generator)
      if !freshSections.contains(flow.sections[section].id) { inserted.insert(id) }
    }
    for id in movedItems { put(id, generator.pick(open), &generator) }
    let after = Self.paths(flow)
    insertedItems = inserted.compactMap { after[$0] }.sorted()
    for id in movedItems {
      if let source = paths[id], let target = after[id] {
        itemMoves.append(Changeset.Move(from: source, to: target))
      }
    }
  }

  private mutating func put(_ id: Int, _ section: Int, _ generator: inout FlowCaseGenerator) {
    let count = flow.sections[section].items.count
    let item =
      generator.chance(40) ? generator.pick([0, count]) : generator.random.next(below: count + 1)
    flow.sections[section].items.insert(id, at: item)
  }
}
