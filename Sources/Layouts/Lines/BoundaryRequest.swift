import Changesets
import Geometry

/// The size that a header, a footer or another boundary item prefers; nil returns it to its estimate.
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

  /// Throws `LayoutError.frame` if the preferred size is invalid.
  func checkSize() throws(LayoutError) {
    guard let size, !size.isUsable else { return }
    throw .frame(element, Rect(origin: .zero, size: size))
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
