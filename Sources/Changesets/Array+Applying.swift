extension Array {
  /// These sections after `changeset`: the plain program that everything else is compared with.
  ///
  /// Takes deleted items and those that move out, from the back; then sections, from the back; puts
  /// sections in, from the front; then items. Written to be obviously right, not fast.
  /// Source: BU-2, BU-4.
  ///
  /// - Parameters:
  ///   - changeset: A legal changeset for these sections.
  ///   - newItem: The item that is inserted, or the fresh content of one that is reloaded or
  ///     reconfigured, by its path after.
  ///   - newSection: The items of an inserted or reloaded section, by its index after, without those
  ///     that move into it.
  /// - Returns: The sections after.
  /// - Complexity: O(*e* · (*s* + *n*)) for *e* operations on *s* sections of *n* items each.
  /// - Precondition: `changeset` is legal.
  public func applying<Item>(
    _ changeset: Changeset, newItem: (ItemPath) -> Item, newSection: (Int) -> [Item]
  ) -> [[Item]] where Element == [Item] {
    var sections = map { SectionInWork(slots: $0.map { .some($0) }) }

    // Reloads stay where they are, so that what follows carries them to their places.
    for path in changeset.reloadedItems + changeset.reconfiguredItems {
      sections[path.section].slots[path.item] = nil
    }
    for section in changeset.reloadedSections { sections[section].isReloaded = true }

    // 1. Items out, from the back.
    var movedItems: [ItemPath: Item?] = [:]
    for move in changeset.movedItems {
      movedItems[move.target] = .some(sections[move.source.section].slots[move.source.item])
    }
    let takenItems = changeset.deletedItems + changeset.movedItems.map(\.source)
    for path in takenItems.sorted(by: >) { sections[path.section].slots.remove(at: path.item) }

    // 2. Sections out, from the back.
    var movedSections: [Int: SectionInWork<Item>] = [:]
    for move in changeset.movedSections { movedSections[move.target] = sections[move.source] }
    let takenSections = changeset.deletedSections + changeset.movedSections.map(\.source)
    for section in takenSections.sorted(by: >) { sections.remove(at: section) }

    // 3. Sections in, from the front.
    for section in (changeset.insertedSections + movedSections.keys).sorted() {
      let moved = movedSections[section]
      let new = moved ?? SectionInWork(slots: newSection(section).map { .some($0) })
      sections.insert(new, at: section)
    }

    // 4. Items in, from the front; an inserted section has its own already.
    let insertedSections = Set(changeset.insertedSections)
    let insertedItems = changeset.insertedItems.filter { !insertedSections.contains($0.section) }
    for path in (insertedItems + movedItems.keys).sorted() {
      sections[path.section].slots.insert(movedItems[path] ?? nil, at: path.item)
    }

    return sections.enumerated().map { section, work in
      guard !work.isReloaded else { return newSection(section) }
      return work.slots.enumerated().map { item, slot in
        slot ?? newItem(ItemPath(section: section, item: item))
      }
    }
  }
}

/// A section while a changeset is applied.
private struct SectionInWork<Item> {
  /// The items; nil for one that is asked for once its path is known.
  var slots: [Item?]
  var isReloaded = false
}
