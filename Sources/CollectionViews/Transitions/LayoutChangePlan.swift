import Geometry
import Layouts

/// An element that another layout keeps in place, and how far its centre is from the offset (TR-3).
struct LayoutAnchor {
  let element: LayoutElement
  let distance: Point

  /// The content offset at which `layout` has it where it was; nil if it has it nowhere.
  func offset(in layout: CollectionViewLayout) -> Point? {
    layout.layoutAttributes(for: element).map {
      Point(x: $0.center.x - distance.x, y: $0.center.y - distance.y)
    }
  }
}

/// The ways of the views that a change of the layout moves (TR-2).
struct LayoutChangePlan {
  let source: CollectionViewLayout
  let target: CollectionViewLayout
  private(set) var departures: [VisibleElement] = []
  private var moves:
    [(
      view: CollectionReusableView, from: LayoutAttributes, to: LayoutAttributes,
      role: ViewAnimation.Role
    )] = []

  init(source: CollectionViewLayout, target: CollectionViewLayout) {
    self.source = source
    self.target = target
  }

  mutating func addLeaving(_ element: VisibleElement) {
    departures.append(element)
    var end = element.attributes
    end.alpha = 0
    let to = target.layoutAttributes(for: element.attributes.element) ?? end
    moves.append((element.view, element.attributes, to, .scrolledOut))
  }

  mutating func addMoved(
    _ view: CollectionReusableView, from: LayoutAttributes, to: LayoutAttributes
  ) {
    moves.append((view, from, to, .moved))
  }

  mutating func addEntered(_ attributes: LayoutAttributes, _ view: CollectionReusableView) {
    var start = attributes
    start.alpha = 0
    let from = source.layoutAttributes(for: attributes.element) ?? start
    moves.append((view, from, attributes, .scrolledIn))
  }

  func animations(start: Double, duration: Double) -> [ViewAnimation] {
    moves.map {
      ViewAnimation(
        element: $0.to.element, view: $0.view, source: $0.from, target: $0.to, role: $0.role,
        startTime: start, duration: duration)
    }
  }
}
