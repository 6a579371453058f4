import Changesets
public import Layouts

/// The animations that run, in the order in which they began.
struct Animator {
  private(set) var groups: [Group] = []
  /// The duration of updates, layout changes and animated scrolls, in seconds.
  var duration = 0.3
  /// A Boolean value that indicates whether they are animated.
  var isEnabled = true

  /// The animations, departures and completions of one update or one change of the layout.
  struct Group {
    var animations: [ViewAnimation]
    var departures: [VisibleElement]
    let endTime: Double
    let completions: [(Bool) -> Void]
  }

  var isEmpty: Bool { groups.isEmpty }

  var animations: [ViewAnimation] { groups.flatMap(\.animations) }

  /// Returns the attributes that show `view` at `time`, or nil if nothing animates it.
  func presentation(of view: CollectionReusableView, at time: Double) -> LayoutAttributes? {
    for group in groups.reversed() {
      if let animation = group.animations.first(where: { $0.view === view }) {
        return animation.attributes(at: time)
      }
    }
    return nil
  }

  /// Begins what a later change has to say of some views: earlier animations of them end (BU-22).
  mutating func add(_ group: Group) {
    if !groups.isEmpty {
      let retargeted = Set(group.animations.map { ObjectIdentifier($0.view) })
      for index in groups.indices {
        groups[index].animations.removeAll { retargeted.contains(ObjectIdentifier($0.view)) }
      }
    }
    groups.append(group)
  }

  /// Begins what a reload is about to end: nothing moves, and views are still to be told of.
  mutating func add(
    _ departures: [VisibleElement], _ completions: [(Bool) -> Void], endTime: Double
  ) {
    for departure in departures { departure.view.place = .departing }
    groups.append(
      Group(animations: [], departures: departures, endTime: endTime, completions: completions))
  }

  /// Ends the animations of a view that a layout pass has moved, or that is no longer shown (BUG-36).
  mutating func stop(_ view: CollectionReusableView) {
    for index in groups.indices { groups[index].animations.removeAll { $0.view === view } }
  }

  /// Ends the animations of all views that are no longer where these lead.
  mutating func stopMoved() {
    for index in groups.indices {
      groups[index].animations.removeAll { animation in
        guard !animation.isDeparture, let now = animation.view.layoutAttributes else {
          return false
        }
        return animation.target.replacingElement(with: now.element) != now
      }
    }
  }

  /// Gives views that go out of sight, headers too, the paths that their elements have after an update
  /// (RU-12).
  ///
  /// One whose element is gone keeps the path that it had last; so do views of what was deleted or
  /// reloaded before, which show nothing that is there.
  mutating func moveDepartures(by map: ChangesetMap) {
    for group in groups.indices {
      for place in groups[group].departures.indices {
        let departure = groups[group].departures[place]
        let animation = groups[group].animations.firstIndex {
          $0.view === departure.view && $0.role == .scrolledOut
        }
        guard let animation else { continue }
        guard let element = Self.element(departure.attributes.element, after: map) else {
          groups[group].animations[animation].role = .deleted
          continue
        }
        groups[group].departures[place].attributes = departure.attributes.replacingElement(
          with: element)
        groups[group].animations[animation].replaceElement(with: element)
      }
    }
  }

  private static func element(_ old: LayoutElement, after map: ChangesetMap) -> LayoutElement? {
    guard old.category == .cell else { return map.element(old.path).map(old.moved) }
    return old.path.itemPath.flatMap { map.item($0) }.map { .cell($0) }
  }

  /// Takes out the first group if it has ended at `time`.
  ///
  /// A group waits for those before it, so that completions keep their order.
  mutating func takeEnded(at time: Double) -> Group? {
    guard let first = groups.first, first.endTime <= time else { return nil }
    return groups.removeFirst()
  }

  mutating func takeAll() -> [Group] {
    let all = groups
    groups.removeAll()
    return all
  }
}

/// The animation of one view in an update or a change of the layout (AN-8).
public struct ViewAnimation {
  /// A reason why a view moves.
  public enum Role: String, Hashable, Sendable {
    /// Its item or section was inserted.
    case inserted
    /// Its item or section was deleted.
    case deleted
    /// It is shown before and after, and may be elsewhere.
    case moved
    /// It shows an item's content as it was before a reload.
    case reloadedBefore
    /// It shows an item's content after a reload.
    case reloadedAfter
    /// Its item comes from where it was not seen.
    case scrolledIn
    /// Its item goes to where it is not seen.
    case scrolledOut
  }

  /// The element that the view shows. Its path is the one after the change, or the one before it
  /// for a view that goes away.
  ///
  /// Later updates change this path, also that of a view that is scrolled out.
  public private(set) var element: LayoutElement
  /// The view.
  public let view: CollectionReusableView
  /// The attributes at the start.
  public private(set) var source: LayoutAttributes
  /// The attributes at the end.
  public private(set) var target: LayoutAttributes
  /// The reason for the movement. It becomes `.deleted` if the item is deleted while its view is
  /// scrolled out.
  public internal(set) var role: Role
  /// The start time, in the clock's seconds.
  public let startTime: Double
  /// The duration, in seconds.
  public let duration: Double

  /// Returns the view's attributes at `time`: on a line from source to target, and at rest before
  /// and after.
  public func attributes(at time: Double) -> LayoutAttributes {
    let fraction = duration > 0 ? min(max((time - startTime) / duration, 0), 1) : 1
    return source.interpolated(to: target, fraction: fraction)
  }

  /// Gives the element the path that it has after an update.
  mutating func replaceElement(with newElement: LayoutElement) {
    element = newElement
    source = source.replacingElement(with: newElement)
    target = target.replacingElement(with: newElement)
  }

  /// A Boolean value that indicates whether the view goes away at the end.
  public var isDeparture: Bool {
    switch role {
    case .deleted, .reloadedBefore, .scrolledOut: true
    case .inserted, .moved, .reloadedAfter, .scrolledIn: false
    }
  }
}
