import Changesets
import Geometry
import Layouts
import StressTesting

/// A collection and the descriptions of its sections, from which a layout and its model are made.
///
/// Descriptions belong to section ids and preferred sizes to item ids, so that survivors of an
/// update keep theirs.
struct CompositionalCase {
  /// The sections and items, and the bounds.
  var collection: FlowCase
  var descriptions: [Int: LayoutSection] = [:]
  /// Some descriptions that new sections take.
  var pool: [LayoutSection] = []
  var configuration = CompositionalLayoutConfiguration()
  /// A Boolean value that indicates whether all sections have the first description of the pool.
  var isShared = false
  var preferred: [Int: Size] = [:]
  /// The sizes that boundary items prefer, by section, and those of all content.
  var boundarySizes: [Int: [ElementKind: Size]] = [:]
  var contentBoundarySizes: [ElementKind: Size] = [:]
  /// The offsets of sections that scroll by themselves.
  var offsets: [Int: Double] = [:]
  var pixelScale: Double?

  init(_ generator: inout FlowCaseGenerator) {
    collection = generator.flow()
    let axis = collection.axis
    configuration = generator.configuration(along: axis)
    for _ in 0..<generator.pick([1, 2, 4]) { pool.append(generator.description(along: axis)) }
    isShared = generator.chance(30)
    pixelScale = generator.chance(10) ? generator.pick([1, 2]) : nil
    describeNewSections(&generator)
  }

  /// Gives a description to each section that has none.
  mutating func describeNewSections(_ generator: inout FlowCaseGenerator) {
    for section in collection.sections where descriptions[section.id] == nil {
      descriptions[section.id] = isShared ? pool[0] : generator.pick(pool)
    }
  }

  /// Forgets all sizes that elements prefer.
  mutating func forgetSizes() {
    preferred = [:]
    boundarySizes = [:]
    contentBoundarySizes = [:]
  }

  /// The descriptions of all sections, in order.
  var sectionDescriptions: [LayoutSection] {
    collection.sections.map { descriptions[$0.id] ?? pool[0] }
  }

  /// Returns the model while `bounds` is visible.
  func model(visible bounds: Rect) -> CompositionalModel {
    var input = CompositionalModel.Input()
    input.bounds = bounds
    input.contentInset = collection.contentInset
    input.configuration = configuration
    input.pixelScale = pixelScale
    input.boundarySizes[-1] = contentBoundarySizes
    for (number, section) in collection.sections.enumerated() {
      input.sections.append(
        (descriptions[section.id] ?? pool[0], section.items.map { preferred[$0] }))
      input.boundarySizes[number] = boundarySizes[section.id]
      input.offsets[number] = offsets[section.id]
    }
    return CompositionalModel(input)
  }
}

/// The descriptions that a section provider returns.
final class DescriptionBox {
  var descriptions: [LayoutSection] = []
  private(set) var requests: [Int] = []

  func description(_ section: Int) -> LayoutSection? {
    requests.append(section)
    return section < descriptions.count ? descriptions[section] : nil
  }

  func forgetRequests() { requests = [] }
}

/// A layout that compares, in each update, what it says about the state before with what it said
/// then.
final class RememberingLayout: CompositionalLayout {
  /// The elements before the update; nil stands for one that does not exist.
  var before: [LayoutElement: LayoutAttributes?] = [:]
  /// The first difference.
  private(set) var difference: String?

  override func prepare(forUpdates updates: [UpdateItem]) {
    for (element, attributes) in before where difference == nil {
      let found = layoutAttributesBeforeUpdate(of: element)
      if found != attributes {
        difference =
          "before the update \(element) was \(attributes.map { "\($0)" } ?? "absent"), not "
          + (found.map { "\($0)" } ?? "absent")
      }
    }
    before = [:]
  }
}

/// A compositional layout of a case in a session.
struct CompositionalFixture {
  let layout: RememberingLayout
  let session: LayoutSession
  let box = DescriptionBox()

  init(_ test: CompositionalCase, _ strategy: ExtentStrategy, bounds: Rect? = nil) throws {
    box.descriptions = test.sectionDescriptions
    if test.isShared {
      layout = RememberingLayout(
        section: test.pool[0], configuration: test.configuration, extents: strategy)
    } else {
      let box = self.box
      layout = RememberingLayout(
        configuration: test.configuration, extents: strategy
      ) { section, _ in box.description(section) }
    }
    layout.pixelScale = test.pixelScale
    session = LayoutSession(
      layout, bounds: bounds ?? test.collection.bounds,
      contentInset: test.collection.contentInset, itemCounts: test.collection.counts)
    try session.layoutIfNeeded()
  }
}

/// Holds what a compositional layout answers against the model, element by element.
struct CompositionalComparison {
  let model: CompositionalModel
  /// The allowed difference of coordinates, in points; 0 for bit by bit.
  var tolerance = 0.0
  var counts = ComparisonCounts()

  private func agrees(_ first: Rect, _ second: Rect) -> Bool {
    if tolerance == 0 { return first == second }
    return abs(first.origin.x - second.origin.x) <= tolerance
      && abs(first.origin.y - second.origin.y) <= tolerance
      && abs(first.size.width - second.size.width) <= tolerance
      && abs(first.size.height - second.size.height) <= tolerance
  }

  private func check(_ found: LayoutAttributes?, _ element: LayoutElement) throws {
    let wanted = model.elements[element]
    guard let found, let wanted else {
      guard found == nil, wanted == nil else {
        throw Difference(
          description: "\(element) is \(found.map { "\($0)" } ?? "absent"), expected "
            + (wanted.map { "\($0)" } ?? "absent"))
      }
      return
    }
    guard found.element == element, agrees(found.frame, wanted.frame),
      found.zIndex == wanted.zIndex, found.alpha == 1, !found.isHidden,
      found.transform3D.isIdentity
    else { throw Difference(description: "\(found), expected \(wanted)") }
  }

  private func agrees(_ first: Double, _ second: Double) -> Bool {
    tolerance == 0 ? first == second : abs(first - second) <= tolerance
  }

  /// Compares the offsets of all sections, and how far they go.
  func checkOffsets(_ layout: CompositionalLayout, sectionCount: Int) throws {
    for section in 0..<sectionCount {
      let most = layout.maximumOrthogonalOffset(ofSection: section)
      let offset = layout.orthogonalOffset(ofSection: section)
      guard agrees(most, model.maximumOffsets[section] ?? 0),
        agrees(offset, model.offsets[section] ?? 0)
      else {
        throw Difference(
          description: "section \(section) is at \(offset) of \(most), expected "
            + "\(model.offsets[section] ?? 0) of \(model.maximumOffsets[section] ?? 0)")
      }
    }
  }

  /// Compares every element by itself, also those that do not exist, and the content size.
  mutating func checkElements(_ layout: CompositionalLayout, itemCounts: [Int]) throws {
    counts.layouts += 1
    try checkOffsets(layout, sectionCount: itemCounts.count)
    guard
      agrees(
        Rect(origin: .zero, size: layout.contentSize), Rect(origin: .zero, size: model.size))
    else {
      throw Difference(
        description: "content size \(layout.contentSize), expected \(model.size)")
    }
    let elements = FlowCaseGenerator.elements(itemCounts: itemCounts).union(model.elements.keys)
    for element in elements {
      counts.elements += 1
      try check(layout.layoutAttributes(for: element), element)
    }
  }

  /// Compares the elements that overlap `rect`; with a tolerance, those whose edges lie within it of
  /// the rectangle's edges may be missing.
  mutating func checkQuery(_ layout: CompositionalLayout, _ rect: Rect) throws {
    counts.queries += 1
    let found = layout.layoutAttributesForElements(in: rect)
    let elements = Set(found.map(\.element))
    guard elements.count == found.count else {
      throw Difference(description: "\(rect) holds an element twice: \(found)")
    }
    for attributes in found {
      try check(attributes, attributes.element)
      guard layout.layoutAttributes(for: attributes.element) == attributes else {
        throw Difference(description: "\(attributes) in \(rect), alone another")
      }
    }
    let must = model.elements(in: tolerance == 0 ? rect : rect.grown(by: -tolerance))
    let may = model.elements(in: tolerance == 0 ? rect : rect.grown(by: tolerance))
    guard must.isSubset(of: elements), may.isSuperset(of: elements) else {
      throw Difference(
        description: "\(rect) lacks \(must.subtracting(elements)) and has "
          + "\(elements.subtracting(may))")
    }
  }
}
