import Changesets
import Layouts

/// What an update does to each view that is shown before or after it: which stay, which go, which
/// come, and from where to where each is animated.
struct UpdatePlan {
  private let map: ChangesetMap
  private let layout: CollectionViewLayout
  /// The views that are shown before the update and whose elements go on, by their paths after.
  private(set) var survivors: [LiveElement] = []
  /// The views that go away: deleted, reloaded, or no longer seen.
  private(set) var departures: [LiveElement] = []
  private var moves: [Movement] = []
  private var sources: [ObjectIdentifier: LayoutAttributes] = [:]
  private var finals: [ObjectIdentifier: LayoutAttributes] = [:]

  /// One view's way, without its time.
  private struct Movement {
    let view: CollectionReusableView
    let element: LayoutElement
    var source: LayoutAttributes
    let target: LayoutAttributes
    let role: ViewAnimation.Role
  }

  init(map: ChangesetMap, layout: CollectionViewLayout) {
    self.map = map
    self.layout = layout
  }

  /// Sorts the views that are shown before the update into those that go on and those that do not,
  /// and asks the layout's final hook about every one of them (AN-2).
  mutating func sort(_ before: [LiveElement]) {
    let removed = removedElements(before)
    for element in before {
      let old = element.attributes.element
      let hook = finalAttributes(old)
      let id = ObjectIdentifier(element.view)
      sources[id] = element.attributes
      if let hook { finals[id] = hook }
      let isReloaded =
        old.path.itemPath.map { old.category == .cell && map.isReloaded($0) } ?? false
      let target = removed.contains(old) ? nil : place(of: old)
      if let target, !isReloaded {
        let new = LayoutElement(category: old.category, kind: old.kind, path: target)
        survivors.append(
          LiveElement(
            attributes: element.attributes.replacingElement(with: new), view: element.view))
        continue
      }
      departures.append(element)
      let role: ViewAnimation.Role =
        isReloaded || isInReloadedSection(old) ? .reloadedBefore : .deleted
      var end = element.attributes
      end.alpha = 0
      moves.append(
        Movement(
          view: element.view, element: old, source: element.attributes, target: hook ?? end,
          role: role))
    }
  }

  /// Views that earlier animations still move begin where they are seen now (BU-22).
  mutating func rememberSources(presented: (CollectionReusableView) -> LayoutAttributes?) {
    for element in survivors {
      if let seen = presented(element.view) { sources[ObjectIdentifier(element.view)] = seen }
    }
    for index in moves.indices {
      if let seen = presented(moves[index].view) { moves[index].source = seen }
    }
  }

  /// A view whose element goes on where it is not seen.
  mutating func addScrolledOut(_ element: LiveElement) {
    let id = ObjectIdentifier(element.view)
    let source = sources[id] ?? element.attributes
    let target = layout.layoutAttributes(for: element.attributes.element)
    departures.append(element)
    moves.append(
      Movement(
        view: element.view, element: element.attributes.element, source: source,
        target: finals[id] ?? target ?? element.attributes, role: .scrolledOut))
  }

  /// A view that is shown before and after.
  mutating func addSurvivor(_ element: LiveElement) {
    let new = element.attributes.element
    let source = initialAttributes(new) ?? sources[ObjectIdentifier(element.view)]
    guard let source else { return }
    let start = source.replacingElement(with: new)
    guard start != element.attributes else { return }
    moves.append(
      Movement(
        view: element.view, element: new, source: start, target: element.attributes, role: .moved))
  }

  /// A view that comes to be shown.
  mutating func addEntered(_ attributes: LayoutAttributes, _ view: CollectionReusableView) {
    let new = attributes.element
    let old = sourcePlace(of: new)
    let isReloaded =
      new.path.itemPath.flatMap { new.category == .cell ? map.sourceItem($0) : nil }
      .map { map.isReloaded($0) } ?? false
    let role: ViewAnimation.Role
    if isReloaded || isOfReloadedSection(new) {
      role = .reloadedAfter
    } else {
      role = old == nil ? .inserted : .scrolledIn
    }
    var start = attributes
    start.alpha = 0
    if role == .scrolledIn, let old {
      let before = LayoutElement(category: new.category, kind: new.kind, path: old)
      start = layout.layoutAttributesBeforeUpdate(of: before) ?? start
    }
    let source = (initialAttributes(new) ?? start).replacingElement(with: new)
    moves.append(
      Movement(view: view, element: new, source: source, target: attributes, role: role))
  }

  func animations(start: Double, duration: Double) -> [ViewAnimation] {
    moves.map {
      ViewAnimation(
        element: $0.element, view: $0.view, source: $0.source, target: $0.target, role: $0.role,
        startTime: start, duration: duration)
    }
  }

  // MARK: Places

  private func place(of old: LayoutElement) -> ElementPath? {
    guard old.category == .cell else { return map.element(old.path) }
    return old.path.itemPath.flatMap { map.item($0) }.map { ElementPath($0) }
  }

  private func sourcePlace(of new: LayoutElement) -> ElementPath? {
    guard new.category == .cell else { return map.sourceElement(new.path) }
    return new.path.itemPath.flatMap { map.sourceItem($0) }.map { ElementPath($0) }
  }

  private func isInReloadedSection(_ old: LayoutElement) -> Bool {
    map.isReloaded(old.path.section)
  }

  private func isOfReloadedSection(_ new: LayoutElement) -> Bool {
    map.sourceSection(new.path.section).map { map.isReloaded($0) } ?? false
  }

  // MARK: Hooks

  private func finalAttributes(_ old: LayoutElement) -> LayoutAttributes? {
    if old.category == .cell, let path = old.path.itemPath {
      return layout.finalLayoutAttributesForDisappearingItem(at: path)
    }
    return layout.finalLayoutAttributesForDisappearingElement(old)
  }

  private func initialAttributes(_ new: LayoutElement) -> LayoutAttributes? {
    if new.category == .cell, let path = new.path.itemPath {
      return layout.initialLayoutAttributesForAppearingItem(at: path)
    }
    return layout.initialLayoutAttributesForAppearingElement(new)
  }

  /// The supplementary and decoration elements that the layout itself removes in this update; it is
  /// asked once for each kind that is shown.
  private func removedElements(_ before: [LiveElement]) -> Set<LayoutElement> {
    var removed: Set<LayoutElement> = []
    var asked: Set<ElementKind> = []
    for element in before where element.attributes.category != .cell {
      let kind = element.attributes.kind
      guard asked.insert(kind).inserted else { continue }
      if element.attributes.category == .supplementary {
        for path in layout.pathsToDeleteForSupplementaryElements(ofKind: kind) {
          removed.insert(.supplementary(kind, path))
        }
        _ = layout.pathsToInsertForSupplementaryElements(ofKind: kind)
      } else {
        for path in layout.pathsToDeleteForDecorationElements(ofKind: kind) {
          removed.insert(.decoration(kind, path))
        }
        _ = layout.pathsToInsertForDecorationElements(ofKind: kind)
      }
    }
    return removed
  }
}
