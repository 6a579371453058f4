import Changesets
import Geometry

/// The boundary items of sections that have sizes of their own, in place of their templates'.
struct OwnBoundaries {
  /// The number that stands for all content.
  static let content = -1

  private var boundaries: [Int: BoundaryTemplate] = [:]

  /// A Boolean value that indicates whether no item has a size of its own.
  var isEmpty: Bool { boundaries.isEmpty }

  /// The boundary items of a section; nil if they have their described sizes.
  subscript(section: Int) -> BoundaryTemplate? {
    get { boundaries.isEmpty ? nil : boundaries[section] }
    set { boundaries[section] = newValue }
  }

  /// A Boolean value that indicates whether items lie far outside of a section.
  var hasFarElements: Bool { boundaries.values.contains { $0.reach > FarSections.leastReach } }

  /// Takes sections to their numbers after a changeset; those that it deletes or reloads are gone.
  mutating func move(by map: ChangesetMap) {
    var moved: [Int: BoundaryTemplate] = [:]
    for (section, boundary) in boundaries {
      if section == Self.content {
        moved[section] = boundary
      } else if !map.isReloaded(section), let target = map.section(section) {
        moved[target] = boundary
      }
    }
    boundaries = moved
  }
}

extension LineSolver {
  /// Returns the boundary items of a section as they are.
  func boundary(ofSection section: Int, _ template: SectionTemplate) -> BoundaryTemplate {
    ownBoundaries[section] ?? template.boundary
  }

  /// Returns the boundary items of all content as they are.
  func contentBoundary(_ composition: LayoutComposition) -> BoundaryTemplate {
    ownBoundaries[OwnBoundaries.content] ?? composition.boundary
  }
}

extension PreparedLines {
  /// Takes the boundary items with sizes of their own to the numbers of their sections after a
  /// changeset. O(sections with sizes of their own).
  func moveBoundaries(by map: ChangesetMap) {
    if !solver.ownBoundaries.isEmpty { solver.ownBoundaries.move(by: map) }
  }

  /// Gives boundary items the sizes that they prefer.
  ///
  /// - Complexity: The index changes the shape of one section for each request.
  /// - Throws: `LayoutError.contentExtent` if the content would become infinite; the lines are then
  ///   of no use.
  func resizeBoundaries(_ requests: [BoundaryRequest]) throws(LayoutError) {
    guard !requests.isEmpty, let composition = solver.composition else { return }
    for request in requests { try request.checkSize() }
    for request in requests {
      guard let described = describedBoundary(request.section),
        described.number(of: request.kind) != nil
      else { continue }
      var sizes = solver.ownBoundaries[request.section]?.sizes ?? [:]
      guard sizes[request.kind] != request.size else { continue }
      sizes[request.kind] = request.size
      let boundary = sizes.isEmpty ? nil : described.resized(to: sizes)
      try setBoundary(boundary, ofSection: request.section, composition)
    }
    try solver.checkExtent()
  }

  /// Returns the boundary items of a section or of all content as they are described.
  func describedBoundary(_ section: Int) -> BoundaryTemplate? {
    section == OwnBoundaries.content
      ? solver.composition?.boundary : template(ofSection: section)?.boundary
  }

  private func setBoundary(
    _ boundary: BoundaryTemplate?, ofSection section: Int, _ composition: LayoutComposition
  ) throws(LayoutError) {
    if let boundary {
      do {
        try boundary.checkFinite()
      } catch {
        throw .contentExtent(solver.style.axis, .infinity)
      }
      composition.note(reach: boundary.reach)
      if boundary.reach > FarSections.leastReach { solver.farSections.isStale = true }
    }
    solver.ownBoundaries[section] = boundary
    guard section != OwnBoundaries.content, let template = template(ofSection: section) else {
      return
    }
    var metrics = template.metrics
    let shown = boundary ?? template.boundary
    (metrics.headerExtent, metrics.footerExtent) = (shown.headerExtent, shown.footerExtent)
    let shape = solver.shapeNumber(for: metrics)
    guard shape != solver.index.section(at: section).shape else { return }
    apply(.setShape(shape, section: section))
  }
}
