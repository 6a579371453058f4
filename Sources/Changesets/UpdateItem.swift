/// One operation of an update, as a layout is told of it.
///
/// Made by `Changeset.updateItems` only. An operation on a whole section has `wholeSection` for its
/// item. Source: AN-4.
public struct UpdateItem: Hashable, Sendable {
  /// What an update does to an item or section.
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

  /// What is done.
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
  /// Whether the operation is on a whole section.
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
