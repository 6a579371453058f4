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

/// The size that a boundary item prefers; nil returns it to its estimate.
struct BoundaryRequest {
  /// The section, or `OwnBoundaries.content`.
  var section: Int
  var kind: ElementKind
  var size: Size?

  /// Creates the request of an element; nil if it can be no boundary item.
  init?(_ kind: ElementKind, _ path: ElementPath, _ size: Size?) {
    if path.count == 1, path.section == 0 {
      section = OwnBoundaries.content
    } else if let place = path.itemPath, place.item == 0 {
      section = place.section
    } else {
      return nil
    }
    self.kind = kind
    self.size = size
  }

  /// The element that it is about.
  var element: LayoutElement {
    .supplementary(
      kind, section == OwnBoundaries.content ? ElementPath([0]) : ElementPath([section, 0]))
  }
}

extension PendingInvalidation {
  /// Returns the sizes that boundary items prefer or no longer prefer, by their paths after the
  /// changesets, in the order in which they came.
  var boundaryRequests: [BoundaryRequest] {
    guard contains(where: { $0.namesBoundaryItems }) else { return [] }
    var requests: [BoundaryRequest] = []
    for context in contexts {
      if let change = context.change {
        let map = ChangesetMap(change)
        requests = requests.compactMap { request in
          guard request.section != OwnBoundaries.content else { return request }
          guard !map.isReloaded(request.section), let target = map.section(request.section) else {
            return nil
          }
          var moved = request
          moved.section = target
          return moved
        }
      }
      for (kind, paths) in context.invalidatedSupplementaryPaths {
        requests += paths.compactMap { BoundaryRequest(kind, $0, nil) }
      }
      guard let context = context as? FlowLayoutInvalidationContext else { continue }
      requests += context.preferredSupplementarySizes.compactMap {
        BoundaryRequest($0.kind, $0.path, $1)
      }
    }
    return requests
  }
}

extension LayoutInvalidationContext {
  fileprivate var namesBoundaryItems: Bool {
    !invalidatedSupplementaryPaths.isEmpty
      || (self as? FlowLayoutInvalidationContext)?.preferredSupplementarySizes.isEmpty == false
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
    for request in requests {
      guard let size = request.size, !size.isUsable else { continue }
      throw .frame(request.element, Rect(origin: .zero, size: size))
    }
    for request in requests {
      guard let described = described(request.section, composition),
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
  private func described(_ section: Int, _ composition: LayoutComposition) -> BoundaryTemplate? {
    section == OwnBoundaries.content
      ? composition.boundary : template(ofSection: section)?.boundary
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
