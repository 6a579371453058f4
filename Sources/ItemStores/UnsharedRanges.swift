/// The ranges of two states of one store that are not the same memory: all that can differ.
public struct UnsharedRanges: Hashable, Sendable {
  /// Global ranges of items, ascending on both sides. Between two of them, and before the first and
  /// behind the last, both states hold as many items, in the same memory.
  public let items: [Change]

  /// Ranges of sections, ascending on both sides; between them sections have the same numbers of items.
  public let sections: [Change]

  /// The tree nodes that were looked at.
  public let visitedNodes: Int

  /// A range of one state and the range of the other that stands for it.
  public struct Change: Hashable, Sendable {
    /// The range in the state before.
    public let source: Range<Int>
    /// The range in the state after.
    public let target: Range<Int>

    /// A range that has become another.
    public init(source: Range<Int>, target: Range<Int>) {
      self.source = source
      self.target = target
    }
  }

  /// Changes of items and of sections' numbers of items.
  public init(items: [Change], sections: [Change], visitedNodes: Int) {
    self.items = items
    self.sections = sections
    self.visitedNodes = visitedNodes
  }
}

extension ItemStore {
  /// Nil: nothing is known.
  @inlinable
  public func unsharedRanges(from source: Self) -> UnsharedRanges? { nil }
}
