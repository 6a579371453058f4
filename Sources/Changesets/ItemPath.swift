/// The place of one item: a section and a position within it, both counted from zero.
///
/// Two machine words, no heap. UIKit's counterpart is an `IndexPath` of two levels (clause C-2).
@frozen
public struct ItemPath: Hashable, Sendable, Codable {
  /// The section's position among all sections.
  public var section: Int

  /// The item's position within its section.
  public var item: Int

  /// A path to item `item` of section `section`.
  @inlinable
  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }
}

extension ItemPath: Comparable {
  /// Orders paths by section, then by item: the order in which a store holds them.
  @inlinable
  public static func < (left: ItemPath, right: ItemPath) -> Bool {
    left.section != right.section ? left.section < right.section : left.item < right.item
  }
}

extension ItemPath: CustomStringConvertible {
  /// `[section, item]`, as collection-view logs print it.
  public var description: String { "[\(section), \(item)]" }
}
