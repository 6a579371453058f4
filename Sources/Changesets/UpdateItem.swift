/// One operation of an update, in the form that a layout receives.
///
/// Made by `Changeset.updateItems` only. An operation on a whole section has `wholeSection` for its
/// item. Source: AN-4.
public struct UpdateItem: Hashable, Sendable {
  /// The kind of an operation on an item or section.
  public enum Action: String, Hashable, Sendable {
    /// It comes; there is no place before.
    case insert
    /// It goes away; there is no place after.
    case delete
    /// It stays, and its content is asked for again.
    case reload
    /// It is put elsewhere.
    case move
  }

  /// The item of a path that means its section, the greatest there can be; UIKit's `NSNotFound`.
  public static let wholeSection = ItemPath.countLimit

  /// The kind of the operation.
  public let action: Action

  /// The place before the whole update; nil for an insert.
  public let before: ItemPath?

  /// The place after the whole update; nil for a delete.
  public let after: ItemPath?

  /// An operation; a section's paths have `wholeSection` for their item.
  package init(_ action: Action, before: ItemPath?, after: ItemPath?) {
    self.action = action
    self.before = before
    self.after = after
  }
}

extension UpdateItem {
  /// A Boolean value that indicates whether the operation is on a whole section.
  public var isSection: Bool { (before ?? after)?.item == Self.wholeSection }
}

extension UpdateItem: CustomStringConvertible {
  /// `move [0, 1] → [2, 0]`, `delete section 3`.
  public var description: String {
    let places = [before, after].compactMap { $0 }
    let texts = places.map { isSection ? "\($0.section)" : "\($0)" }
    return "\(action.rawValue) " + (isSection ? "section " : "") + texts.joined(separator: " → ")
  }
}

extension Changeset {
  /// The operations in the form that a layout receives.
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
    let reloaded = reloadedSections.map(ItemPath.init(wholeSection:)) + reloadedItems.filter(goesOn)
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
  /// Returns the path after the update of an item, or of a section written as a path.
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
