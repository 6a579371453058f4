import Changesets
import Layouts

/// A plan for each view that is shown before or after an update, other bounds or another layout. It
/// says which views stay, go and come, and where each animation starts and ends.
///
/// If the change takes no time, the layout's hooks are asked all the same, but no animation is
/// planned, and the layout is not asked for the places where one would start and end.
struct UpdatePlan {
  private let map: ChangesetMap
  private let layout: CollectionViewLayout
  /// The layout that `layout` takes the place of; nil if it stays. Hooks are then not asked (TR-2).
  private let replaced: CollectionViewLayout?
  /// A Boolean value that indicates whether the change takes time.
  private let animates: Bool
  /// The views that are shown before the update and whose elements go on, by their paths after.
  private(set) var survivors: [VisibleElement] = []
  /// The views that go away: deleted, reloaded, or no longer seen.
  private(set) var departures: [VisibleElement] = []
  /// The views that are shown before the update.
  private var viewsBefore: [ObjectIdentifier] = []
  private var moves: [Movement] = []
  private var sources: [ObjectIdentifier: LayoutAttributes] = [:]
  private var finals: [ObjectIdentifier: LayoutAttributes] = [:]
  private var initials: [LayoutElement: LayoutAttributes] = [:]
  /// The supplementary and decoration elements that the layout itself removes, by path before.
  private var removed: Set<LayoutElement> = []
  /// Those that it adds, by path after.
  private var added: Set<LayoutElement> = []

  /// One view's way, without its time.
  private struct Movement {
    let view: CollectionReusableView
    let element: LayoutElement
    var source: LayoutAttributes
    var target: LayoutAttributes
    let role: ViewAnimation.Role
  }

  init(
    map: ChangesetMap, layout: CollectionViewLayout,
    replacing replaced: CollectionViewLayout? = nil, animates: Bool
  ) {
    self.map = map
    self.layout = layout
    self.replaced = replaced
    self.animates = animates
  }

  /// Plans for the views that are shown before, and asks about the elements that are shown after.
  ///
  /// - Parameters:
  ///   - before: The views that are shown before.
  ///   - answer: The layout's elements after.
  ///   - isShown: Returns whether an element of `answer` is shown.
  mutating func begin(
    _ before: [VisibleElement], after answer: [LayoutAttributes],
    where isShown: (LayoutAttributes) -> Bool
  ) {
    if replaced == nil { ask(before: before, after: answer, where: isShown) }
    sort(before)
  }

  /// Asks the layout's hooks: the final one about every element that is shown before, the initial one
  /// about every one shown after, and then which elements it removes and adds itself (AN-1, AN-2).
  private mutating func ask(
    before: [VisibleElement], after answer: [LayoutAttributes],
    where isShown: (LayoutAttributes) -> Bool
  ) {
    var others: [(ElementCategory, ElementKind)] = []
    func note(_ attributes: borrowing LayoutAttributes) {
      guard attributes.category != .cell else { return }
      let (category, kind) = (attributes.category, attributes.kind)
      if !others.contains(where: { $0.1 == kind }) { others.append((category, kind)) }
    }
    // In place: copies of elements would be counted references.
    for place in before.indices {
      note(before[place].attributes)
      let end = finalAttributes(before[place].attributes)
      if animates { finals[ObjectIdentifier(before[place].view)] = end }
    }
    for place in answer.indices where isShown(answer[place]) {
      note(answer[place])
      let start = initialAttributes(answer[place])
      if animates, let start { initials[answer[place].element] = start }
    }
    for (category, kind) in others { askForPaths(category, kind) }
  }

  private mutating func askForPaths(_ category: ElementCategory, _ kind: ElementKind) {
    if category == .supplementary {
      for path in layout.elementPathsToDeleteForSupplementaryView(ofKind: kind) {
        removed.insert(.supplementary(kind, path))
      }
      for path in layout.elementPathsToInsertForSupplementaryView(ofKind: kind) {
        added.insert(.supplementary(kind, path))
      }
    } else {
      for path in layout.elementPathsToDeleteForDecorationView(ofKind: kind) {
        removed.insert(.decoration(kind, path))
      }
      for path in layout.elementPathsToInsertForDecorationView(ofKind: kind) {
        added.insert(.decoration(kind, path))
      }
    }
  }

  /// Sorts the views that are shown before the update into those that go on and those that do not.
  private mutating func sort(_ before: [VisibleElement]) {
    survivors.reserveCapacity(before.count)
    viewsBefore.reserveCapacity(before.count)
    for element in before {
      let id = ObjectIdentifier(element.view)
      viewsBefore.append(id)
      if animates { sources[id] = element.attributes }
      let isReloaded = isReloadedCell(element.attributes)
      if !isReloaded, let survivor = survivor(element) {
        survivors.append(survivor)
        continue
      }
      departures.append(element)
      guard animates else { continue }
      let old = element.attributes.element
      let role: ViewAnimation.Role =
        isReloaded || isInReloadedSection(old) ? .reloadedBefore : .deleted
      var end = element.attributes
      end.alpha = 0
      moves.append(
        Movement(
          view: element.view, element: old, source: element.attributes,
          target: finals[id] ?? end, role: role))
    }
  }

  /// Views that earlier animations still move begin where they are seen now (BU-22).
  mutating func rememberSources(presented: (CollectionReusableView) -> LayoutAttributes?) {
    guard animates else { return }
    for element in survivors {
      if let seen = presented(element.view) { sources[ObjectIdentifier(element.view)] = seen }
    }
    for index in moves.indices {
      if let seen = presented(moves[index].view) { moves[index].source = seen }
    }
  }

  /// A view whose element goes on where it is not seen, or nowhere.
  mutating func addScrolledOut(_ element: VisibleElement) {
    departures.append(element)
    guard animates else { return }
    let (id, new) = (ObjectIdentifier(element.view), element.attributes.element)
    let source = sources[id]?.replacingElement(with: new) ?? element.attributes
    let target = layout.shownAttributes(for: new)
    var gone = element.attributes
    gone.alpha = 0
    moves.append(
      Movement(
        view: element.view, element: new, source: source,
        target: finals[id]?.replacingElement(with: new) ?? target ?? gone,
        role: target == nil && replaced == nil ? .deleted : .scrolledOut))
  }

  /// A view that is shown before and after.
  mutating func addSurvivor(_ element: VisibleElement) {
    guard animates else { return }
    let new = element.attributes.element
    let source = initials[new] ?? sources[ObjectIdentifier(element.view)]
    guard let source else { return }
    let start = source.replacingElement(with: new)
    guard start != element.attributes else { return }
    moves.append(
      Movement(
        view: element.view, element: new, source: start, target: element.attributes, role: .moved))
  }

  /// Adds a view that is newly shown.
  mutating func addEntered(_ attributes: LayoutAttributes, _ view: CollectionReusableView) {
    guard animates else { return }
    let new = attributes.element
    let old = sourcePlace(of: new)
    var role = ViewAnimation.Role.inserted
    var start = attributes
    start.alpha = 0
    if isOfReloadedCell(attributes) || isOfReloadedSection(new) {
      role = .reloadedAfter
    } else if let old, !added.contains(new) {
      let before = new.moved(to: old)
      let place =
        if let replaced { replaced.shownAttributes(for: before) } else {
          layout.shownAttributesBeforeUpdate(of: before)
        }
      // A header that had no length before comes as an inserted one does (BUG-23).
      if new.category == .cell || place != nil || replaced != nil { role = .scrolledIn }
      start = place ?? start
    }
    let source = (initials[new] ?? start).replacingElement(with: new)
    moves.append(Movement(view: view, element: new, source: source, target: attributes, role: role))
  }

  // MARK: Corrections

  /// Leads a view that is shown before and after, or that enters, to other attributes.
  mutating func retarget(
    _ view: CollectionReusableView, from old: LayoutAttributes, to new: LayoutAttributes
  ) {
    guard animates else { return }
    if let index = moves.firstIndex(where: { $0.view === view }) {
      moves[index].target = new
      return
    }
    let source = initials[new.element] ?? sources[ObjectIdentifier(view)] ?? old
    moves.append(
      Movement(
        view: view, element: new.element, source: source.replacingElement(with: new.element),
        target: new, role: .moved))
  }

  /// Removes a view from the plan that is not shown after all.
  ///
  /// - Returns: True if it was shown before the update: it departs then. A view that only entered in
  ///   this update has no animation.
  mutating func remove(_ element: VisibleElement) -> Bool {
    moves.removeAll { $0.view === element.view }
    guard viewsBefore.contains(ObjectIdentifier(element.view)) else { return false }
    addScrolledOut(element)
    return true
  }

  /// Leads the views that go out of sight to where their elements have ended up.
  mutating func retargetDepartures() {
    for index in moves.indices where moves[index].role == .scrolledOut {
      guard finals[ObjectIdentifier(moves[index].view)] == nil,
        let target = layout.shownAttributes(for: moves[index].element)
      else { continue }
      moves[index].target = target
    }
  }

  func animations(start: Double, duration: Double) -> [ViewAnimation] {
    moves.map {
      ViewAnimation(
        element: $0.element, view: $0.view, source: $0.source, target: $0.target, role: $0.role,
        startTime: start, duration: duration)
    }
  }

  // MARK: Places

  /// Returns the view with its element's path after; nil if the element does not go on.
  private func survivor(_ element: VisibleElement) -> VisibleElement? {
    let attributes = element.attributes
    // Cells by their item paths: a path of any depth takes longer to make and to hash.
    if attributes.category == .cell, let path = attributes.itemPath, removed.isEmpty, added.isEmpty
    {
      guard let target = map.item(path) else { return nil }
      guard target != path else { return element }
      return VisibleElement(
        attributes: attributes.replacingItemPath(with: target), view: element.view)
    }
    return elementAfter(attributes.element).map {
      VisibleElement(attributes: attributes.replacingElement(with: $0), view: element.view)
    }
  }

  /// Returns the element by its path after; nil if it does not go on.
  private func elementAfter(_ old: LayoutElement) -> LayoutElement? {
    guard !removed.contains(old), let path = place(of: old) else { return nil }
    let new = old.moved(to: path)
    return added.contains(new) ? nil : new
  }

  // Where this or the next is inlined, the optimiser of Swift 6.3.1 fails an assertion of its own.
  @inline(never)
  private func place(of old: LayoutElement) -> ElementPath? {
    guard old.category == .cell else { return map.element(old.path) }
    return old.path.itemPath.flatMap { map.item($0) }.map { ElementPath($0) }
  }

  @inline(never)
  private func sourcePlace(of new: LayoutElement) -> ElementPath? {
    guard new.category == .cell else { return map.sourceElement(new.path) }
    return new.path.itemPath.flatMap { map.sourceItem($0) }.map { ElementPath($0) }
  }

  private func isReloadedCell(_ old: LayoutAttributes) -> Bool {
    guard old.category == .cell, let path = old.itemPath else { return false }
    return map.isReloaded(path)
  }

  private func isOfReloadedCell(_ new: LayoutAttributes) -> Bool {
    guard new.category == .cell, let path = new.itemPath else { return false }
    return map.sourceItem(path).map { map.isReloaded($0) } ?? false
  }

  private func isInReloadedSection(_ old: LayoutElement) -> Bool {
    map.isReloaded(old.path.section)
  }

  private func isOfReloadedSection(_ new: LayoutElement) -> Bool {
    map.sourceSection(new.path.section).map { map.isReloaded($0) } ?? false
  }

  // MARK: Hooks

  private func finalAttributes(_ old: LayoutAttributes) -> LayoutAttributes? {
    layout.shownEnd(of: old)
  }

  private func initialAttributes(_ new: LayoutAttributes) -> LayoutAttributes? {
    layout.shownStart(of: new)
  }
}
