import Changesets
import Geometry
import Layouts

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
      let extent = points(item.layoutSize, in: room)[axis]
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

  /// Returns the lengths by which items extend the beginning and the end.
  func extensions(
    _ items: [LayoutBoundarySupplementaryItem], _ room: Size
  ) -> (Double, Double) {
    var (headers, footers) = (0.0, 0.0)
    for item in items where item.extendsBoundary {
      let extent = points(item.layoutSize, in: room)[axis]
      if isAtStart(item) { headers += extent }
      if isAtEnd(item) { footers += extent }
    }
    return (headers, footers)
  }

  func boundaries(
    _ items: [LayoutBoundarySupplementaryItem], _ room: Size, _ insets: EdgeInsets,
    from start: Double, to end: Double, visible: (start: Double, end: Double)
  ) -> [Boundary] {
    let (headers, footers) = extensions(items, room)
    var (top, bottom) = (start, end - footers)
    var result: [Boundary] = []
    for (number, item) in items.enumerated() {
      let size = points(item.layoutSize, in: room)
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
          items, number, at: main, room, from: start + headers, to: end - footers, visible)
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
    from headersEnd: Double, to footersStart: Double, _ visible: (start: Double, end: Double)
  ) -> Double {
    /// Smaller ranks are nearer to the visible edge.
    func rank(_ number: Int) -> Int {
      let item = items[number]
      let isOverlay = !item.extendsBoundary || !(isAtStart(item) || isAtEnd(item))
      let place = isAtEnd(item) ? items.count - number : number
      return isOverlay ? 1_000 + place : place
    }
    let atEnd = isAtEnd(items[number])
    let own = points(items[number].layoutSize, in: room)[axis]
    var (nearer, farther) = (0.0, 0.0)
    for other in items.indices where items[other].pinToVisibleBounds {
      guard other != number, isAtEnd(items[other]) == atEnd else { continue }
      let length = points(items[other].layoutSize, in: room)[axis]
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
