import Changesets
import Geometry
import Layouts

/// A difference between a layout and the model.
struct Difference: Error, CustomStringConvertible {
  var description: String
}

/// Calls `body`; its error names the extent index `strategy`.
func naming(_ strategy: ExtentStrategy, _ body: () throws -> Void) throws {
  do {
    try body()
  } catch {
    throw Difference(description: "\(strategy.name): \(error)")
  }
}

/// Counts of the comparisons.
struct ComparisonCounts {
  var layouts = 0
  var edits = 0
  var queries = 0
  var elements = 0
}

/// Holds what a line-based layout answers against a model, element by element.
struct FlowComparison {
  var model: FlowModel
  let axis: Axis
  /// The allowed difference of coordinates, in points; 0 for bit by bit.
  var tolerance = 0.0
  var counts = ComparisonCounts()

  init(_ model: FlowModel, axis: Axis, tolerance: Double = 0) {
    self.model = model
    self.axis = axis
    self.tolerance = tolerance
  }

  /// Compares every element of `layout` with the model of `flow`.
  static func checkElements(
    _ layout: LineLayout, of flow: FlowCase, visible bounds: Rect? = nil, itemCounts: [Int]? = nil
  ) throws {
    var comparison = FlowComparison(flow.model(visible: bounds ?? flow.bounds), axis: flow.axis)
    try comparison.checkElements(layout, itemCounts: itemCounts ?? flow.counts)
  }

  private func turned(_ rect: Rect) -> Rect { axis == .horizontal ? rect.transposed : rect }

  private func fail(_ what: String) -> Difference { Difference(description: what) }

  private func agrees(_ first: Rect, _ second: Rect) -> Bool {
    if tolerance == 0 { return first == second }
    return abs(first.origin.x - second.origin.x) <= tolerance
      && abs(first.origin.y - second.origin.y) <= tolerance
      && abs(first.size.width - second.size.width) <= tolerance
      && abs(first.size.height - second.size.height) <= tolerance
  }

  /// Every element by itself, the content size, and what lies outside of the collection.
  mutating func checkElements(_ layout: LineLayout, itemCounts: [Int]) throws {
    counts.layouts += 1
    let size = axis == .horizontal ? model.size.transposed : model.size
    guard
      agrees(
        Rect(origin: .zero, size: layout.contentSize), Rect(origin: .zero, size: size))
    else { throw fail("content size \(layout.contentSize), expected \(size)") }
    var expected: [FlowModel.Key: FlowModel.Element] = [:]
    for element in model.elements { expected[element.key] = element }
    for (section, count) in itemCounts.enumerated() {
      try check(layout, .header(section), expected)
      try check(layout, .footer(section), expected)
      for item in 0..<count { try check(layout, .item(section, item), expected) }
      for item in [-1, count, count + 1, ItemPath.countLimit] {
        try checkAbsent(layout, section, item)
      }
      for item in [-1, 1, ItemPath.countLimit] {
        let path = ElementPath(ItemPath(section: section, item: item))
        for kind in [ElementKind.sectionHeader, .sectionFooter]
        where layout.layoutAttributesForSupplementaryElement(ofKind: kind, at: path) != nil {
          throw fail("\(kind) at \(path)")
        }
      }
    }
    for section in [-1, itemCounts.count, ItemPath.countLimit, Int(Int32.min)] {
      try checkAbsent(layout, section, 0)
      for kind in [ElementKind.sectionHeader, .sectionFooter]
      where
        layout.layoutAttributesForSupplementaryElement(
          ofKind: kind, at: ElementPath(section: section)) != nil
      { throw fail("\(kind) of section \(section) of \(itemCounts.count)") }
    }
  }

  private func checkAbsent(_ layout: LineLayout, _ section: Int, _ item: Int) throws {
    let path = ItemPath(section: section, item: item)
    if let found = layout.layoutAttributesForItem(at: path) {
      throw fail("\(found) for a path that does not exist")
    }
  }

  private mutating func check(
    _ layout: LineLayout, _ key: FlowModel.Key,
    _ expected: [FlowModel.Key: FlowModel.Element]
  ) throws {
    counts.elements += 1
    let found = layout.layoutAttributes(for: key.element)
    guard let found else {
      if let wanted = expected[key] { throw fail("no \(key), expected \(turned(wanted.frame))") }
      return
    }
    guard let wanted = expected[key] else { throw fail("\(found), expected none") }
    try check(found, wanted)
  }

  private func check(_ found: LayoutAttributes, _ wanted: FlowModel.Element) throws {
    guard found.element == wanted.key.element else {
      throw fail("\(found), expected \(wanted.key)")
    }
    guard agrees(found.frame, turned(wanted.frame)) else {
      throw fail("\(found), expected at \(turned(wanted.frame))")
    }
    guard
      found.zIndex == wanted.zIndex, found.alpha == 1, !found.isHidden, found.isInline,
      found.transform3D.isIdentity
    else { throw fail("\(found), expected z \(wanted.zIndex) and nothing else (FL-17)") }
  }

  /// Compares the elements that overlap `rect`, in order.
  ///
  /// With a tolerance, elements whose edges lie within it of the rectangle's edges may be missing.
  mutating func checkQuery(_ layout: LineLayout, _ rect: Rect) throws {
    counts.queries += 1
    let found = layout.layoutAttributesForElements(in: rect)
    let wanted = model.elements(in: turned(rect))
    if tolerance == 0 {
      guard found.count == wanted.count else {
        throw fail("\(rect) holds \(found), expected \(wanted)")
      }
      for (found, wanted) in zip(found, wanted) { try check(found, wanted) }
      return
    }
    let may = Set(model.elements(in: turned(rect).grown(by: tolerance)).map(\.key.element))
    let must = Set(model.elements(in: turned(rect).grown(by: -tolerance)).map(\.key.element))
    let elements = found.map(\.element)
    let isRight =
      elements.count == Set(elements).count && may.isSuperset(of: elements)
      && must.isSubset(of: elements)
    guard isRight else { throw fail("\(rect) holds \(found), expected \(wanted)") }
    for attributes in found where layout.layoutAttributes(for: attributes.element) != attributes {
      throw fail("\(attributes) in \(rect), alone another (FL-19)")
    }
  }

  /// Compares two layouts of one collection bit by bit.
  static func checkSame(
    _ left: LineLayout, _ right: LineLayout, itemCounts: [Int]
  ) throws {
    guard left.contentSize == right.contentSize else {
      throw Difference(description: "sizes \(left.contentSize) and \(right.contentSize)")
    }
    func compare(_ element: LayoutElement) throws {
      let (first, second) = (
        left.layoutAttributes(for: element), right.layoutAttributes(for: element)
      )
      if first != second {
        throw Difference(
          description: "\(element): \(String(describing: first)) and \(String(describing: second))")
      }
    }
    for (section, count) in itemCounts.enumerated() {
      try compare(.supplementary(.sectionHeader, ElementPath(section: section)))
      try compare(.supplementary(.sectionFooter, ElementPath(section: section)))
      for item in 0..<count { try compare(.cell(ItemPath(section: section, item: item))) }
    }
  }
}

extension FlowModel.Key {
  /// The same in the layout's terms.
  var element: LayoutElement {
    switch self {
    case .header(let section): .supplementary(.sectionHeader, ElementPath(section: section))
    case .footer(let section): .supplementary(.sectionFooter, ElementPath(section: section))
    case .item(let section, let item): .cell(ItemPath(section: section, item: item))
    }
  }
}

extension Rect {
  /// Moved outwards on all edges by `margin` points.
  func grown(by margin: Double) -> Rect {
    Rect(
      x: origin.x - margin, y: origin.y - margin, width: size.width + 2 * margin,
      height: size.height + 2 * margin)
  }
}
