import Changesets
package import Geometry
package import Layouts

/// The items at the ends of sections and of the content.
extension CompositionalModel {
  struct Boundary {
    var kind: ElementKind
    var frame: Rect
    var zIndex: Int
  }

  /// The visible range along the scroll direction.
  var visibleRange: (start: Double, end: Double) {
    (
      input.bounds.origin[axis] + input.contentInset.leading(axis),
      input.bounds.origin[axis] + input.bounds.size[axis] - input.contentInset.trailing(axis)
    )
  }

  /// The same without what the content's own pinned items cover (CL-13).
  var visibleRangeOfSections: (start: Double, end: Double) {
    var range = visibleRange
    for item in input.configuration.boundarySupplementaryItems where item.pinToVisibleBounds {
      let extent = size(of: item, in: room, -1)[axis]
      if isAtEnd(item) { range.end -= extent } else { range.start += extent }
    }
    return range
  }

  func isAtStart(_ item: LayoutBoundarySupplementaryItem) -> Bool {
    axis == .vertical
      ? [.top, .topLeading, .topTrailing].contains(item.alignment)
      : [.leading, .topLeading, .bottomLeading].contains(item.alignment)
  }

  func isAtEnd(_ item: LayoutBoundarySupplementaryItem) -> Bool {
    axis == .vertical
      ? [.bottom, .bottomLeading, .bottomTrailing].contains(item.alignment)
      : [.trailing, .topTrailing, .bottomTrailing].contains(item.alignment)
  }

  /// Returns the size of a boundary item: along estimated axes, the one that it prefers.
  func size(
    of item: LayoutBoundarySupplementaryItem, in room: Size, _ section: Int
  ) -> Size {
    var size = points(item.layoutSize, in: room)
    guard let own = input.boundarySizes[section]?[item.elementKind] else { return size }
    if item.layoutSize.width.isEstimated { size.width = own.width }
    if item.layoutSize.height.isEstimated { size.height = own.height }
    return size
  }

  /// Returns a Boolean value that indicates whether a boundary item that is there has another size
  /// than `size` along an axis along which it may have any.
  package func lets(_ kind: ElementKind, of section: Int, prefer size: Size) -> Bool {
    let path = section < 0 ? ElementPath([0]) : ElementPath([section, 0])
    let items =
      section < 0
      ? input.configuration.boundarySupplementaryItems
      : input.sections[section].description.boundarySupplementaryItems
    guard let frame = elements[.supplementary(kind, path)]?.frame,
      let item = items.first(where: { $0.elementKind == kind })
    else { return false }
    return item.layoutSize.width.isEstimated && frame.size.width != size.width
      || item.layoutSize.height.isEstimated && frame.size.height != size.height
  }

  /// Returns the lengths by which items extend the beginning and the end.
  func extensions(
    _ items: [LayoutBoundarySupplementaryItem], _ room: Size, _ section: Int
  ) -> (Double, Double) {
    var (headers, footers) = (0.0, 0.0)
    for item in items where item.extendsBoundary {
      let extent = size(of: item, in: room, section)[axis]
      if isAtStart(item) { headers += extent }
      if isAtEnd(item) { footers += extent }
    }
    return (headers, footers)
  }

  func boundaries(
    _ items: [LayoutBoundarySupplementaryItem], _ room: Size, _ section: Int,
    _ insets: EdgeInsets, from start: Double, to end: Double, visible: (start: Double, end: Double)
  ) -> [Boundary] {
    let (headers, footers) = extensions(items, room, section)
    var (top, bottom) = (start, end - footers)
    var result: [Boundary] = []
    for (number, item) in items.enumerated() {
      let size = size(of: item, in: room, section)
      guard size[axis] > 0 else { continue }
      var main: Double
      if isAtStart(item) {
        main = item.extendsBoundary ? top : start + headers
        if item.extendsBoundary { top += size[axis] }
      } else if isAtEnd(item) {
        main = item.extendsBoundary ? bottom : end - footers - size[axis]
        if item.extendsBoundary { bottom += size[axis] }
      } else {
        main = start + (end - start - size[axis]) / 2
      }
      main += item.absoluteOffset[axis]
      if item.pinToVisibleBounds {
        main = pinned(
          items, number, at: main, room, section, from: start + headers, to: end - footers, visible)
      }
      let crossing = axis.crossing
      let free = room[crossing] - size[crossing]
      var origin = Point.zero
      origin[axis] = main
      origin[crossing] =
        insets.leading(crossing) + item.absoluteOffset[crossing] + crossShare(item) * free
      result.append(
        Boundary(
          kind: item.elementKind, frame: Rect(origin: origin, size: size), zIndex: item.zIndex))
    }
    return result
  }

  /// Returns the place of a pinned item between the headers' end and the footers' start (CL-13).
  func pinned(
    _ items: [LayoutBoundarySupplementaryItem], _ number: Int, at natural: Double, _ room: Size,
    _ section: Int, from headersEnd: Double, to footersStart: Double,
    _ visible: (start: Double, end: Double)
  ) -> Double {
    /// Smaller ranks are nearer to the visible edge.
    func rank(_ number: Int) -> Int {
      let item = items[number]
      let isOverlay = !item.extendsBoundary || !(isAtStart(item) || isAtEnd(item))
      let place = isAtEnd(item) ? items.count - number : number
      return isOverlay ? 1_000 + place : place
    }
    let atEnd = isAtEnd(items[number])
    let own = size(of: items[number], in: room, section)[axis]
    var (nearer, farther) = (0.0, 0.0)
    for other in items.indices where items[other].pinToVisibleBounds {
      guard other != number, isAtEnd(items[other]) == atEnd else { continue }
      let length = size(of: items[other], in: room, section)[axis]
      if rank(other) < rank(number) { nearer += length } else { farther += length }
    }
    if atEnd {
      let wanted = min(natural, visible.end - nearer - own)
      if wanted >= headersEnd + farther { return wanted }
      // It has been pushed out by the headers: where the others leave it, if that is not too far.
      return max(wanted, headersEnd, min(natural, headersEnd + farther))
    }
    let wanted = max(natural, visible.start + nearer)
    if wanted + own + farther <= footersStart { return wanted }
    return min(wanted, footersStart - own, max(natural, footersStart - own - farther))
  }

  /// Returns the share of the free room across the scroll direction that lies before an item.
  func crossShare(_ item: LayoutBoundarySupplementaryItem) -> Double {
    let (atStart, atEnd): ([RectAlignment], [RectAlignment]) =
      axis == .vertical
      ? ([.leading, .topLeading, .bottomLeading], [.trailing, .topTrailing, .bottomTrailing])
      : ([.top, .topLeading, .topTrailing], [.bottom, .bottomLeading, .bottomTrailing])
    if atStart.contains(item.alignment) { return 0 }
    return atEnd.contains(item.alignment) ? 1 : 0.5
  }
}
