import BasicAlgorithms
import Changesets
import DataSources

/// The oracle of section snapshots: all sections with their items, written without a thought for speed.
struct OutlineSections {
  struct Section {
    let id: Int
    var outline = OutlineModel()
    /// A Boolean value that indicates whether a section snapshot was applied to it, and no other
    /// snapshot has changed its items since.
    var hasOutline = false

    /// A copy that shares no node with this section.
    var copy: Section { Section(id: id, outline: outline.copy, hasOutline: hasOutline) }
  }

  /// An item that a user moves.
  struct Movement: Equatable {
    let id: Int
    /// The path at which it is shown.
    var path: ItemPath
  }

  typealias SectionSnapshot = DiffableSectionSnapshot<Int>
  typealias Snapshot = DiffableSnapshot<Int, Int>

  private(set) var sections: [Section] = []
  var selected: Int?
  var movement: Movement?
  private var nextID = 0

  /// The items that the data source shows, by section.
  var visible: [[Int]] { sections.map(\.outline.visible) }

  /// The items that the view shows: a moved item is where the others have made room.
  var shown: [[Int]] {
    guard let movement, let source = path(of: movement.id) else { return visible }
    var shown = visible
    shown[source.section].remove(at: source.item)
    shown[movement.path.section].insert(movement.id, at: movement.path.item)
    return shown
  }

  /// Returns the path of an item in the data source; nil if it is hidden or absent.
  func path(of id: Int) -> ItemPath? { Self.path(of: id, in: visible) }

  static func path(of id: Int, in sections: [[Int]]) -> ItemPath? {
    for (section, items) in sections.enumerated() {
      if let item = items.firstIndex(of: id) { return ItemPath(section: section, item: item) }
    }
    return nil
  }

  mutating func newIDs(_ count: Int) -> [Int] {
    defer { nextID += max(0, count) }
    return Array(nextID..<nextID + max(0, count))
  }

  /// Returns the index of a section that a script names; nil if there is none.
  func index(_ section: Int) -> Int? { Self.element(section, of: sections.indices) }

  /// Returns an element of a collection by a number of a script; nil if there is none.
  static func element<Elements: RandomAccessCollection<Int>>(
    _ number: Int, of elements: Elements
  ) -> Int? {
    guard !elements.isEmpty else { return nil }
    let rest = number % elements.count
    let place = rest < 0 ? rest + elements.count : rest
    return elements[elements.index(elements.startIndex, offsetBy: place)]
  }

  // MARK: Changes

  /// Replaces the outline of a section, which is appended if there is none with that identifier.
  ///
  /// - Returns: False if another section shows one of the items: nothing changes.
  mutating func apply(_ outline: OutlineModel, to id: Int) -> Bool {
    let others = sections.filter { $0.id != id }.flatMap(\.outline.visible)
    guard Set(others).isDisjoint(with: outline.visible) else { return false }
    if !sections.contains(where: { $0.id == id }) { sections.append(Section(id: id)) }
    let index = sections.firstIndex { $0.id == id } ?? 0
    sections[index].outline = outline
    sections[index].hasOutline = true
    return true
  }

  /// Shows a snapshot of all sections: an outline stays where its section shows the same items.
  mutating func show(_ snapshot: [(id: Int, items: [Int])]) {
    sections = snapshot.map { id, items in
      if let before = sections.first(where: { $0.id == id }), before.hasOutline,
        before.outline.visible == items
      {
        return before
      }
      return Section(id: id, outline: OutlineModel(flat: items))
    }
  }

  /// Moves a visible item as a user has: its parent becomes that of the item behind it. Sections
  /// that would have an item twice lose their outlines.
  mutating func move(_ source: ItemPath, to target: ItemPath, asRoot: Bool = false) {
    var after = visible
    let id = after[source.section].remove(at: source.item)
    after[target.section].insert(id, at: target.item)
    let follower = after[target.section].dropFirst(target.item + 1).first
    guard let node = sections[source.section].outline.node(id)?.copy() else { return }
    sections[source.section].outline.delete(id)
    if sections[target.section].hasOutline {
      if Set(sections[target.section].outline.all).isDisjoint(with: node.all) {
        let behind = follower.flatMap { sections[target.section].outline.node($0) }
        let place = behind.flatMap { sections[target.section].outline.place(of: $0) }
        sections[target.section].outline.insert(
          [node], under: asRoot ? nil : behind?.parent,
          at: asRoot ? 0 : place ?? sections[target.section].outline.roots.count)
      }
    } else {
      sections[target.section].outline = OutlineModel(flat: after[target.section])
    }
    for index in Set([source.section, target.section])
    where sections[index].outline.visible != after[index] {
      for section in Set([source.section, target.section]) {
        sections[section].outline = OutlineModel(flat: after[section])
        sections[section].hasOutline = false
      }
      return
    }
  }

  /// An update of the view: a moved item goes back and is still held, and what is gone is neither
  /// moved nor selected any more.
  mutating func noteUpdate(isReload: Bool = false) {
    if isReload { (movement, selected) = (nil, nil) }
    if let id = movement?.id { movement = path(of: id).map { Movement(id: id, path: $0) } }
    if let id = selected, path(of: id) == nil { selected = nil }
  }

  /// The sections with nodes of their own.
  var copy: OutlineSections {
    var copy = self
    copy.sections = sections.map(\.copy)
    return copy
  }
}
