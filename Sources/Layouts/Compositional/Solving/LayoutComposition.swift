import Geometry

/// The templates of a compositional layout in one container.
///
/// Templates are added, and stay until `keeping(_:)` makes another composition without those that no
/// section has. So the lines before an update may share the composition with those after it.
///
/// Unchecked exclusivity marks properties that statements change which call no code of others: custom
/// groups answer before their template is added.
final class LayoutComposition {
  let environment: LayoutEnvironment
  let axis: Axis
  let spacing: Double
  /// The boundary items of all content.
  let boundary: BoundaryTemplate
  /// A Boolean value that indicates whether all content may have boundary items.
  let hasBoundary: Bool
  @safe @exclusivity(unchecked) private(set) var templates: [SectionTemplate] = []
  /// The numbers of templates that no section has.
  @safe @exclusivity(unchecked) private var free: [Int] = []
  /// The largest reach of the templates whose elements are not far outside, in points.
  @safe @exclusivity(unchecked) private(set) var nearReach = 0.0
  /// A Boolean value that indicates whether a template has elements far outside of their groups.
  @safe @exclusivity(unchecked) private(set) var hasFarElements = false
  /// The largest distance by which an element may lie behind its section's end, in points.
  @safe @exclusivity(unchecked) private(set) var overhang: Double
  /// The largest extent along either axis of an item, or of a boundary item of a section or of all
  /// content, as described, in points.
  @safe @exclusivity(unchecked) private(set) var longestExtent: Double
  /// The largest values of reach and overhang for elements with sizes of their own, which no template has.
  private var noted = (nearReach: 0.0, overhang: 0.0)
  /// A Boolean value that indicates whether a boundary item is pinned.
  @safe @exclusivity(unchecked) private(set) var isPinned: Bool
  /// A Boolean value that indicates whether the groups of a section are measured.
  @safe @exclusivity(unchecked) private(set) var isMeasured = false
  /// A Boolean value that indicates whether a section has a handler of visible items.
  @safe @exclusivity(unchecked) private(set) var hasHandlers = false
  private var numbers = TemplateNumbers()

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
    boundary = .of(
      configuration.boundarySupplementaryItems, in: environment.effectiveContentSize, along: axis,
      insets: .zero, raisedBy: 0)
    hasBoundary = !configuration.boundarySupplementaryItems.isEmpty
    do {
      try boundary.checkFinite()
    } catch {
      throw error.within(.configuration)
    }
    overhang = boundary.reach
    longestExtent = boundary.longestExtent
    isPinned = boundary.isPinned
  }

  private init(_ other: LayoutComposition, keeping used: Set<Int>) {
    environment = other.environment
    axis = other.axis
    spacing = other.spacing
    boundary = other.boundary
    hasBoundary = other.hasBoundary
    noted = other.noted
    nearReach = noted.nearReach
    overhang = max(boundary.reach, noted.overhang)
    longestExtent = boundary.longestExtent
    isPinned = boundary.isPinned
    templates = other.templates
    numbers = other.numbers.keeping(used)
    free = templates.indices.filter { !used.contains($0) }
    // A place without a template holds one that another place has, and keeps none alive.
    if let kept = used.first {
      for number in free { templates[number] = templates[kept] }
    } else {
      (templates, free) = ([], [])
    }
    for number in used { note(templates[number]) }
  }

  /// Returns the composition without the templates that are not `used`, by their numbers; the others
  /// keep their numbers. What was noted of elements with sizes of their own stays.
  func keeping(_ used: Set<Int>) -> LayoutComposition {
    LayoutComposition(self, keeping: used)
  }

  /// Returns the template of the description that all sections share, and solves it the first time.
  ///
  /// - Throws: `CompositionError` for an invalid description.
  func sharedTemplate(of section: LayoutSection) throws(CompositionError) -> SectionTemplate {
    if let shared = templates.first { return shared }
    return try addTemplate(of: section, try CompositionChecks.contents(of: section))
  }

  /// Returns the template of `section`, and solves it unless an equal one has been solved.
  ///
  /// - Throws: `CompositionError` for an invalid description.
  func template(of section: LayoutSection) throws(CompositionError) -> SectionTemplate {
    let contents = try CompositionChecks.contents(of: section)
    if let number = numbers.number(of: section) { return templates[number] }
    let template = try addTemplate(of: section, contents)
    numbers.add(section, template.number)
    return template
  }

  private func addTemplate(
    of section: LayoutSection, _ contents: CompositionChecks.Contents
  ) throws(CompositionError) -> SectionTemplate {
    let number = free.last ?? templates.count
    let template = try SectionTemplate(
      section, contents, in: environment, along: axis, number: number, spacing: spacing)
    try template.checkFinite()
    if free.popLast() == nil { templates.append(template) } else { templates[number] = template }
    note(template)
    return template
  }

  private func note(_ template: SectionTemplate) {
    if template.reach > FarSections.leastReach {
      hasFarElements = true
    } else {
      nearReach = max(nearReach, template.reach)
    }
    overhang = max(overhang, template.overhang)
    longestExtent = max(
      longestExtent, template.itemExtent.main, template.metrics.largest,
      template.boundary.longestExtent,
      template.items.lazy.map { max($0.extent, $0.crossExtent) }.max() ?? 0)
    isPinned = isPinned || template.boundary.isPinned
    isMeasured = isMeasured || template.measuresGroups
    hasHandlers = hasHandlers || template.handler != nil
  }

  /// Notes that an element of a group with sizes of its own lies outside of it by `distance`, in
  /// points.
  func note(reach distance: Double) {
    if distance <= FarSections.leastReach { noted.nearReach = max(noted.nearReach, distance) }
    noted.overhang = max(noted.overhang, distance)
    nearReach = max(nearReach, noted.nearReach)
    overhang = max(overhang, noted.overhang)
  }
}
