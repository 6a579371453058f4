import Changesets

/// The oracle: what a collection view is to show, written without a thought for speed.
///
/// Items and sections have ids, by which everything is remembered: where an update takes them is
/// read off the arrays before and after it, never computed from paths.
struct ViewModel {
  /// An item and how often its content has changed.
  struct Item: Hashable {
    let id: Int
    var revision = 0
  }

  struct Section: Hashable {
    let id: Int
    var items: [Item]
  }

  struct Menu: Hashable {
    let id: Int
    let actions: [ViewMenuAction]
  }

  /// An item that a user moves.
  struct Movement: Hashable {
    let id: Int
    /// The path at which it is shown.
    var path: ItemPath
    /// The point at which it is held, in content coordinates.
    var x: Double
    var y: Double
  }

  /// The data, in the data source's order.
  private(set) var sections: [Section] = []
  /// The item that a user moves; nil if none is.
  var movement: Movement?
  /// The ids of the selected items.
  private(set) var selected: Set<Int> = []
  /// The id of the item under a finger.
  var highlighted: Int?
  /// The menu that is shown: the id of its item, and what it offers.
  var menu: Menu?
  /// A Boolean value that indicates whether there is a data source.
  var hasSource = true
  private(set) var allowsMultipleSelection = false
  private var nextID = 1

  /// A Boolean value that indicates whether the view must ask for counts first.
  var isCold = true
  /// A Boolean value that indicates whether a pass has shown everything that was asked for.
  var isSettled = false
  /// A Boolean value that indicates whether there has been a layout pass.
  var hasShown = false

  /// The numbers of items that the data source says.
  var counts: [Int] { sections.map(\.items.count) }

  /// The data in the order in which it is shown: a moved item is where the others have made room.
  var shown: [Section] {
    guard let movement, let source = Self.paths(in: sections)[movement.id] else { return sections }
    var shown = sections
    let item = shown[source.section].items.remove(at: source.item)
    shown[movement.path.section].items.insert(item, at: movement.path.item)
    return shown
  }

  /// The numbers of items that are shown in the sections.
  var shownCounts: [Int] { shown.map(\.items.count) }

  /// The item that the data source has at `path`; nil if there is none.
  func item(_ path: ItemPath) -> Item? { Self.item(path, in: sections) }

  /// The item that is shown at `path`; nil if there is none.
  func shownItem(_ path: ItemPath) -> Item? { Self.item(path, in: shown) }

  private static func item(_ path: ItemPath, in sections: [Section]) -> Item? {
    guard sections.indices.contains(path.section),
      sections[path.section].items.indices.contains(path.item)
    else { return nil }
    return sections[path.section].items[path.item]
  }

  /// The paths at which items are shown, by id.
  var paths: [Int: ItemPath] { Self.paths(in: shown) }

  /// The path of an item in the data source; nil if there is none.
  func sourcePath(of id: Int) -> ItemPath? { Self.paths(in: sections)[id] }

  private static func paths(in sections: [Section]) -> [Int: ItemPath] {
    var paths: [Int: ItemPath] = [:]
    for (section, content) in sections.enumerated() {
      for (item, content) in content.items.enumerated() {
        paths[content.id] = ItemPath(section: section, item: item)
      }
    }
    return paths
  }

  var selectedPaths: [ItemPath] {
    let paths = paths
    return selected.compactMap { paths[$0] }.sorted()
  }

  // MARK: Data

  /// New sections of new items.
  mutating func replaceData(counts: [Int]) {
    sections = counts.map { count in
      let id = newID()
      return Section(id: id, items: (0..<count).map { _ in Item(id: newID()) })
    }
  }

  /// The data as an app has changed them by itself.
  mutating func adopt(_ sections: [Section]) { self.sections = sections }

  /// The item that is shown elsewhere than the data source has it; nil if none is.
  var displacedItem: Int? {
    movement.flatMap { sourcePath(of: $0.id) == $0.path ? nil : $0.id }
  }

  /// A moved item goes back to where the data source has it, and is still held; if it is gone, the
  /// movement is over (N-12).
  mutating func putMovedItemBack() {
    guard let moving = movement else { return }
    movement = nil
    guard let path = sourcePath(of: moving.id) else { return }
    movement = Movement(id: moving.id, path: path, x: moving.x, y: moving.y)
  }

  /// The movement ends where the item is shown, or where the data source has it.
  mutating func endMovement(isMade: Bool) {
    if isMade { sections = shown }
    movement = nil
  }

  private mutating func newID() -> Int {
    defer { nextID += 1 }
    return nextID
  }

  /// As a view after `reloadData()`.
  mutating func reload() {
    movement = nil
    selected = []
    highlighted = nil
    menu = nil
    isCold = true
    isSettled = false
  }

  // MARK: Updates

  /// The counts after `changeset`; nil where it is illegal.
  func counts(after changeset: Changeset, newCounts: [Int: Int]) -> [Int]? {
    guard var after = try? changeset.legalSectionCounts(after: counts) else { return nil }
    let fresh = changeset.insertedSections + targets(ofReloadedSections: changeset)
    for section in Set(fresh) where after.indices.contains(section) {
      after[section] += max(0, newCounts[section] ?? 0)
    }
    return isLegal(changeset, after: after) ? after : nil
  }

  /// Returns whether `changeset` leads from the data to sections of `after` items.
  func isLegal(_ changeset: Changeset, after: [Int]) -> Bool {
    (try? changeset.validate(sectionCountsBefore: counts, sectionCountsAfter: after)) != nil
  }

  /// Returns, for each section after `changeset`, the section before that it was; nil for one
  /// inserted (b.7).
  private func sourceSections(_ changeset: Changeset) -> [Int?] {
    let count = sections.count + changeset.insertedSections.count - changeset.deletedSections.count
    let taken = Set(changeset.deletedSections + changeset.movedSections.map(\.source))
    var staying = sections.indices.filter { !taken.contains($0) }[...]
    return (0..<max(count, 0)).map { target in
      if changeset.insertedSections.contains(target) { return nil }
      if let move = changeset.movedSections.first(where: { $0.target == target }) {
        return move.source
      }
      return staying.popFirst()
    }
  }

  private func targets(ofReloadedSections changeset: Changeset) -> [Int] {
    sourceSections(changeset).enumerated().compactMap { target, source in
      source.map(changeset.reloadedSections.contains) == true ? target : nil
    }
  }

  /// Applies a legal changeset to the data; selection and highlight follow their items.
  mutating func apply(_ changeset: Changeset, newCounts: [Int: Int]) {
    let sources = sourceSections(changeset)
    var reloadedItems = Set(changeset.reloadedItems.compactMap { item($0)?.id })
    let reconfigured = Set(changeset.reconfiguredItems.compactMap { item($0)?.id })
    var refilled: Int?
    // Its move back and its reload are one operation.
    if let displaced = displacedItem, reloadedItems.remove(displaced) != nil {
      refilled = displaced
    }
    let plain = changeset.with(reloadedItems: [], reconfiguredItems: [])
    var next = nextID
    func make() -> Item {
      next += 1
      return Item(id: next - 1)
    }
    let items = sections.map(\.items).applying(
      plain, newItem: { _ in make() },
      newSection: { section in (0..<max(0, newCounts[section] ?? 0)).map { _ in make() } })
    nextID = next
    let before = sections
    sections = zip(sources, items).map { source, items in
      Section(id: source.map { before[$0].id } ?? newID(), items: items)
    }
    bump(reloadedItems.union(reconfigured).union(refilled.map { [$0] } ?? []))
    putMovedItemBack()
    let ids = Set(paths.keys)
    selected.formIntersection(ids)
    if let touched = highlighted, !ids.contains(touched) || reloadedItems.contains(touched) {
      highlighted = nil
    }
    if let item = menu?.id, !ids.contains(item) || reloadedItems.contains(item) { menu = nil }
  }

  /// The items' content changes.
  mutating func bump(_ ids: Set<Int>) {
    for section in sections.indices {
      for item in sections[section].items.indices
      where ids.contains(sections[section].items[item].id) {
        sections[section].items[item].revision += 1
      }
    }
  }

  // MARK: Selection

  /// Selects by a program.
  mutating func select(_ id: Int) {
    if !allowsMultipleSelection { selected = [] }
    selected.insert(id)
  }

  mutating func deselect(_ id: Int) { selected.remove(id) }

  mutating func deselectAll() { selected = [] }

  /// Turned off, the first selected item stays so.
  mutating func allowMultipleSelection(_ isOn: Bool) {
    allowsMultipleSelection = isOn
    let first = selectedPaths.first.flatMap { shownItem($0)?.id }
    if !isOn { selected = first.map { [$0] } ?? [] }
  }

  /// The finger goes up; what a delegate is told, in its order (d.1). With a menu it is nothing.
  mutating func touchUp() -> [String] {
    guard menu == nil, let id = highlighted, let path = paths[id] else { return [] }
    highlighted = nil
    var told: [String]
    if allowsMultipleSelection, selected.contains(id) {
      selected.remove(id)
      told = ["shouldDeselect \(path)", "didDeselect \(path)"]
    } else {
      let others = allowsMultipleSelection ? [] : selectedPaths.filter { $0 != path }
      select(id)
      told = ["shouldSelect \(path)"] + others.map { "didDeselect \($0)" } + ["didSelect \(path)"]
    }
    told.append("didUnhighlight \(path)")
    return told
  }

  /// The finger comes down on an item; the one it was on before is let go.
  mutating func touchDown(_ path: ItemPath, _ id: Int) -> [String] {
    let told = letGo()
    highlighted = id
    return told + ["shouldHighlight \(path)", "didHighlight \(path)"]
  }

  /// A menu keeps its item highlighted, whatever becomes of the finger.
  mutating func touchCancel() -> [String] { menu == nil ? unhighlight() : [] }

  mutating func dismissMenu() -> [String] {
    guard menu != nil else { return [] }
    menu = nil
    return unhighlight()
  }

  /// Something else begins: neither a finger nor a menu is on an item any more.
  mutating func letGo() -> [String] { touchCancel() + dismissMenu() }

  private mutating func unhighlight() -> [String] {
    guard let id = highlighted, let path = paths[id] else { return [] }
    highlighted = nil
    return ["didUnhighlight \(path)"]
  }

  /// A finger stays down on the item at `path`, if there is any; what a delegate is told (ME-1).
  mutating func longPress(
    _ path: ItemPath?, isHighlightable: Bool, hasMenu: Bool, actions: [ViewMenuAction]
  ) -> [String] {
    var told = dismissMenu()
    guard let path, let id = shownItem(path)?.id else { return told + touchCancel() }
    if highlighted != id {
      told += touchCancel() + ["shouldHighlight \(path)"]
      guard isHighlightable else { return told }
      highlighted = id
      told.append("didHighlight \(path)")
    }
    told.append("shouldShowMenu \(path)")
    guard hasMenu else { return told }
    told += ViewMenuAction.allCases.map { "canPerform \($0) \(path)" }
    let offered = ViewMenuAction.allCases.filter(actions.contains)
    if !offered.isEmpty { menu = Menu(id: id, actions: offered) }
    return told
  }

  /// An action is chosen, which the menu may not have; what a delegate is told.
  mutating func choose(_ action: ViewMenuAction) -> [String] {
    guard let shown = menu, shown.actions.contains(action), let path = paths[shown.id] else {
      return []
    }
    menu = nil
    return ["perform \(action) \(path)"] + unhighlight()
  }
}
