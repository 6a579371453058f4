import BasicAlgorithms
import Changesets
import Geometry
import Layouts

/// The descriptions and preferred sizes of a collection whose sections and items have ids, as a
/// compositional layout has to remember them.
///
/// Descriptions belong to sections, and preferred sizes to items: survivors of an update keep
/// theirs, unless a rule says otherwise (CL-18).
struct ComposedCollection {
  let configuration: CompositionalLayoutConfiguration
  private let pool: [LayoutSection]
  /// The number of reloads of each section, by its id: its description may then be another one.
  private var reloads: [Int: Int] = [:]
  private var preferred: [Int: Size] = [:]
  /// The offsets of sections that scroll by themselves, by id.
  private(set) var offsets: [Int: Double] = [:]

  /// A collection whose descriptions follow from `seed`.
  init(descriptions seed: UInt64) {
    var generator = SeededCompositions(random: SplitMix64(seed: seed))
    let axis: Axis = generator.chance(75) ? .vertical : .horizontal
    configuration = generator.configuration(along: axis)
    var pool: [LayoutSection] = []
    for _ in 0..<generator.pick([1, 2, 4]) { pool.append(generator.description(along: axis)) }
    self.pool = pool
  }

  var axis: Axis { configuration.scrollDirection }

  /// Returns the description of the section of `id`.
  func description(of id: Int) -> LayoutSection {
    let bits = SplitMix64.mix(UInt64(truncatingIfNeeded: 1_000 * id + (reloads[id] ?? 0)))
    return pool[Int(bits % UInt64(pool.count))]
  }

  /// Returns what the layout has to answer.
  func model(_ sections: [ViewModel.Section], in bounds: Rect) -> CompositionalModel {
    var input = CompositionalModel.Input()
    input.bounds = bounds
    input.configuration = configuration
    for (number, section) in sections.enumerated() {
      input.sections.append(
        (description(of: section.id), section.items.map { preferred[$0.id] }))
      input.offsets[number] = offsets[section.id] ?? 0
    }
    return CompositionalModel(input)
  }

  // MARK: Changes

  /// Items return to their estimates, because everything is prepared again.
  mutating func forgetSizes() { preferred = [:] }

  /// Sections return to their beginnings, and their items to their estimates.
  mutating func reload() {
    preferred = [:]
    offsets = [:]
  }

  /// The item of `id` has a preferred size, while `sections` are shown in `bounds`. Sections that have
  /// scrolled go with the group that they have scrolled to.
  mutating func prefer(
    _ size: Size, _ id: Int, _ sections: [ViewModel.Section], in bounds: Rect
  ) {
    let before = model(sections, in: bounds)
    preferred[id] = size
    let after = model(sections, in: bounds)
    for (number, section) in sections.enumerated() {
      guard let offset = offsets[section.id] else { continue }
      offsets[section.id] = before.offset(offset, ofSection: number, keptIn: after)
    }
  }

  /// The section of `id` has scrolled to `offset`.
  mutating func scroll(_ id: Int, to offset: Double) { offsets[id] = offset }

  /// Follows a changeset from the sections before to those after.
  mutating func apply(
    _ changeset: Changeset, from before: [ViewModel.Section], to after: [ViewModel.Section]
  ) {
    let descriptions = Dictionary(
      uniqueKeysWithValues: before.map { ($0.id, description(of: $0.id)) })
    for section in changeset.reloadedSections {
      reloads[before[section].id, default: 0] += 1
      offsets[before[section].id] = nil
    }
    for path in changeset.reloadedItems {
      preferred[before[path.section].items[path.item].id] = nil
    }
    for move in changeset.movedItems {
      let source = before[move.source.section]
      let target = after[move.target.section].id
      if descriptions[source.id] != description(of: target) || descriptions[target] == nil {
        preferred[source.items[move.source.item].id] = nil
      }
    }
  }
}

/// Exact descriptions, whose sums a `Double` holds.
private struct SeededCompositions: CompositionGenerator {
  var random: SplitMix64
  var isFractional: Bool { false }
}

/// Compares what a compositional layout answers with the model.
struct ComposedAnswers {
  let model: CompositionalModel
  /// The name of the extent index.
  let name: String
  let layout: CollectionViewLayout

  /// Checks the size of the content, every element by itself, also some that do not exist, and what
  /// is found in `rects`.
  func check(itemCounts: [Int], in rects: [Rect]) throws(Mismatch) {
    try Mismatch.check("the content size over \(name)", model.size, layout.contentSize)
    for element in SeededCompositions.elements(itemCounts: itemCounts).union(model.elements.keys) {
      try check(element, layout.layoutAttributes(for: element))
    }
    for rect in rects {
      let found = layout.layoutAttributesForElements(in: rect)
      try Mismatch.check(
        "the elements in \(rect) over \(name)",
        model.elements(in: rect).map { "\($0)" }.sorted(), found.map { "\($0.element)" }.sorted())
      for attributes in found { try check(attributes.element, attributes) }
    }
  }

  private func check(_ element: LayoutElement, _ found: LayoutAttributes?) throws(Mismatch) {
    let expected = model.elements[element]
    let placed = found.map { CompositionalModel.Element(frame: $0.frame, zIndex: $0.zIndex) }
    try Mismatch.require(
      placed == expected && found.map { $0.element == element && !$0.isHidden } != false,
      "\(element) over \(name)", expected: expected.map { "\($0)" } ?? "absent",
      found: found.map { "\($0)" } ?? "absent")
  }
}
