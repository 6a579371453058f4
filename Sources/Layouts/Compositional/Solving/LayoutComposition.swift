import Geometry

/// The templates of a compositional layout in one container.
///
/// Templates are only ever added, so that the lines before an update may share the composition with
/// those after it.
final class LayoutComposition {
  let environment: LayoutEnvironment
  let axis: Axis
  let spacing: Double
  /// The boundary items of all content.
  let boundary: BoundaryTemplate
  private(set) var templates: [SectionTemplate] = []
  /// The largest reach of a template or of the content's boundary items, in points.
  private(set) var reach: Double
  /// The largest distance by which an element may lie behind its section's end, in points.
  private(set) var overhang: Double
  /// A Boolean value that indicates whether a boundary item is pinned.
  private(set) var isPinned: Bool
  /// A Boolean value that indicates whether the groups of a section are measured.
  private(set) var isMeasured = false
  /// A Boolean value that indicates whether a section has a handler of visible items.
  private(set) var hasHandlers = false
  private var numbers: [LayoutSection: Int] = [:]
  /// The section asked about last: comparing with it costs less than hashing, and neighbours are
  /// mostly equal.
  private var last: (section: LayoutSection, template: SectionTemplate)?

  /// Creates a composition without templates.
  ///
  /// - Throws: `CompositionError` for an invalid configuration.
  init(
    _ configuration: CompositionalLayoutConfiguration, in environment: LayoutEnvironment
  ) throws(CompositionError) {
    try CompositionChecks.check(configuration)
    self.environment = environment
    axis = configuration.scrollDirection
    spacing = configuration.interSectionSpacing
    boundary = BoundaryTemplate(
      configuration.boundarySupplementaryItems, in: environment.effectiveContentSize, along: axis,
      insets: .zero, raisedBy: 0)
    do {
      try boundary.checkFinite()
    } catch {
      throw error.within(.configuration)
    }
    reach = boundary.reach
    overhang = boundary.reach
    isPinned = boundary.isPinned
  }

  /// Returns the template of `section`, and solves it unless an equal one has been solved.
  ///
  /// - Throws: `CompositionError` for an invalid description.
  func template(of section: LayoutSection) throws(CompositionError) -> SectionTemplate {
    try CompositionChecks.checkNodeCount(of: section)
    if let last, last.section == section { return last.template }
    if let number = numbers[section] {
      last = (section, templates[number])
      return templates[number]
    }
    let template = try SectionTemplate(
      section, in: environment, along: axis, number: templates.count, spacing: spacing)
    try template.checkFinite()
    numbers[section] = templates.count
    templates.append(template)
    last = (section, template)
    reach = max(reach, template.reach)
    overhang = max(overhang, template.overhang)
    isPinned = isPinned || template.boundary.isPinned
    isMeasured = isMeasured || template.arrangement == .measured
    hasHandlers = hasHandlers || template.handler != nil
    return template
  }

  /// Notes that an element lies as far outside of its group as `distance`, in points.
  func note(reach distance: Double) {
    reach = max(reach, distance)
    overhang = max(overhang, distance)
  }

  /// Returns the range in which a section's items stick: within those of all content.
  func pinnedRangeOfSections(_ pinned: PinnedRange?) -> PinnedRange? {
    guard var pinned else { return nil }
    pinned.start += boundary.pinnedExtents.start
    pinned.end -= boundary.pinnedExtents.end
    return pinned
  }
}
