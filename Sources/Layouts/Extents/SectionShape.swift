/// What the sections of a layout have in common, besides their items: many share one shape.
@frozen
public struct SectionShape: Hashable, Sendable {
  /// What lies before the first line, in points: header and leading inset.
  public var leading: Double
  /// What lies after the last line, in points: trailing inset and footer.
  public var trailing: Double
  /// How the items form lines.
  public var rule: LineRule

  /// A shape.
  @inlinable
  public init(leading: Double, trailing: Double, rule: LineRule) {
    self.leading = leading
    self.trailing = trailing
    self.rule = rule
  }
}

/// A section as an extent index is given it.
@frozen
public struct SectionContent: Sendable {
  /// The place of its shape in the index's `shapes`.
  public var shape: Int
  /// The number of its items.
  public var itemCount: Int
  /// The extent that all its items have; nil where each is to be asked for.
  public var commonExtent: ItemExtent?

  /// A section of `itemCount` items.
  @inlinable
  public init(shape: Int, itemCount: Int, commonExtent: ItemExtent? = nil) {
    self.shape = shape
    self.itemCount = itemCount
    self.commonExtent = commonExtent
  }
}
