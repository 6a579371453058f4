import BasicAlgorithms
public import Changesets

/// The sections of a collection end to end: their sizes, and the global index at which each starts.
public struct SectionOffsets: Sendable {
  /// The number of items in each section.
  public let sizes: [Int]
  /// The global index at which each section starts, and the item count behind the last.
  public let starts: [Int]

  /// Creates the offsets of sections of `sizes` items.
  public init(sizes: [Int]) {
    self.sizes = sizes
    starts = sizes.runningSums()
  }

  /// The number of items in all sections.
  @inlinable
  public var itemCount: Int { starts[sizes.count] }

  /// Returns the section of the item at global index `index`. O(log sections).
  public func section(ofGlobalIndex index: Int) -> Int {
    // The last section that starts at or before the index is never an empty one.
    starts.partitioningIndex { $0 > index } - 1
  }

  /// Returns the path of the item at global index `index`. O(log sections).
  public func path(ofGlobalIndex index: Int) -> ItemPath {
    let section = section(ofGlobalIndex: index)
    return ItemPath(section: section, item: index - starts[section])
  }

  /// Returns the global index of the item at `path`. O(1).
  @inlinable
  public func globalIndex(of path: ItemPath) -> Int { starts[path.section] + path.item }
}
