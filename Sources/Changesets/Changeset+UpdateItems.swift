extension Changeset {
  /// The operations as a layout is told of them.
  ///
  /// Deletes come first, descending; then reloads by the place before, moves by source, and inserts
  /// ascending. An operation on a section stands where an item behind all of its items would. What
  /// has no effect is left out: deletes and reloads in a section that is deleted or reloaded, and
  /// inserts into one that is inserted. A reconfiguration is no update item: no attributes change with
  /// it. Source: AN-4, b.5.
  ///
  /// - Complexity: O(*e* log *e*) for *e* operations.
  public var updateItems: [UpdateItem] {
    guard changesSections || !reloadedItems.isEmpty else { return itemUpdates }
    let map = ChangesetMap(self)
    let goesOn = { (path: ItemPath) in
      map.section(path.section) != nil && !map.isReloaded(path.section)
    }
    let deleted = deletedSections.map(ItemPath.init(wholeSection:)) + deletedItems.filter(goesOn)
    let reloaded =
      reloadedSections.map(ItemPath.init(wholeSection:)) + reloadedItems.filter(goesOn)
    let inserted =
      insertedSections.map(ItemPath.init(wholeSection:))
      + insertedItems.filter { map.sourceSection($0.section) != nil }
    let moved =
      movedItems
      + movedSections.map {
        Move(from: ItemPath(wholeSection: $0.source), to: ItemPath(wholeSection: $0.target))
      }
    let deletes = deleted.sorted(by: >).map { UpdateItem(.delete, before: $0, after: nil) }
    let reloads = reloaded.sorted().map { UpdateItem(.reload, before: $0, after: map.place($0)) }
    let moves = moved.sorted().map { UpdateItem(.move, before: $0.source, after: $0.target) }
    let inserts = inserted.sorted().map { UpdateItem(.insert, before: nil, after: $0) }
    return deletes + reloads + moves + inserts
  }

  /// The same where items come, go and move and nothing else is done.
  private var itemUpdates: [UpdateItem] {
    var updates: [UpdateItem] = []
    updates.reserveCapacity(count)
    for path in deletedItems.reversed() {
      updates.append(UpdateItem(.delete, before: path, after: nil))
    }
    for move in movedItems {
      updates.append(UpdateItem(.move, before: move.source, after: move.target))
    }
    for path in insertedItems { updates.append(UpdateItem(.insert, before: nil, after: path)) }
    return updates
  }
}

extension ChangesetMap {
  /// Where an item, or a section written as a path, is after the update.
  fileprivate func place(_ source: ItemPath) -> ItemPath? {
    guard source.item == UpdateItem.wholeSection else { return item(source) }
    return section(source.section).map(ItemPath.init(wholeSection:))
  }
}

extension ItemPath {
  fileprivate init(wholeSection section: Int) {
    self.init(section: section, item: UpdateItem.wholeSection)
  }
}
