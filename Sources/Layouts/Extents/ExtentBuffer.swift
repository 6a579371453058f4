/// The answer of an extent index: sections and lines that overlap a range, and the extents of the
/// items on those lines.
///
/// The caller owns the buffer and reuses it, so that a query allocates nothing.
public struct ExtentBuffer {
  /// A section, whole or in part.
  @frozen
  public struct Section: Hashable, Sendable {
    /// Its number.
    public var index: Int
    /// The position of its beginning, in points from the content's start: its header, then its
    /// leading inset.
    public var start: Double
    /// The extent of its lines and the spacing between them, in points; 0 without items.
    public var itemsExtent: Double
    /// The number of its items.
    public var itemCount: Int
    /// The place of its shape in the index's `shapes`.
    public var shape: Int
    /// A Boolean value that indicates whether all its items have exactly equal extents; true
    /// without items (FL-14).
    public var isUniform: Bool
    /// The place of its first line in `ExtentBuffer.lines`.
    public var firstLine: Int
    /// The number of its lines in `ExtentBuffer.lines`.
    public var lineCount: Int

    /// Creates a section without lines in the buffer.
    @inlinable
    public init(
      index: Int, start: Double, itemsExtent: Double, itemCount: Int, shape: Int, isUniform: Bool
    ) {
      self.index = index
      self.start = start
      self.itemsExtent = itemsExtent
      self.itemCount = itemCount
      self.shape = shape
      self.isUniform = isUniform
      firstLine = 0
      lineCount = 0
    }
  }

  /// A line of items.
  @frozen
  public struct Line: Hashable, Sendable {
    /// Its first item's position in the section.
    public var firstItem: Int
    /// The number of its items, at least 1.
    public var itemCount: Int
    /// The position of its beginning, in points from the section's first line.
    public var start: Double
    /// The largest `main` of its items, in points.
    public var thickness: Double
    /// The sum of its items' `cross`, in points, added up from the first on.
    public var crossSum: Double
    /// The place of its first item's extent in `ExtentBuffer.extents`.
    public var firstExtent: Int
    /// A Boolean value that indicates whether all its items have the extent at `firstExtent`, which
    /// the buffer then holds once.
    public var isEqual: Bool
    /// A Boolean value that indicates whether it is the last line of its section.
    public var isLast: Bool

    /// Creates a line.
    @inlinable
    public init(
      firstItem: Int, itemCount: Int, start: Double, thickness: Double, crossSum: Double,
      firstExtent: Int, isEqual: Bool, isLast: Bool
    ) {
      self.firstItem = firstItem
      self.itemCount = itemCount
      self.start = start
      self.thickness = thickness
      self.crossSum = crossSum
      self.firstExtent = firstExtent
      self.isEqual = isEqual
      self.isLast = isLast
    }
  }

  /// The sections, ascending.
  public var sections: [Section] = []
  /// The lines of all sections, in order.
  public var lines: [Line] = []
  /// The extents of the items on the lines, in order; equal ones of a line may stand there once.
  public var extents: [ItemExtent] = []
  /// The number of nodes, sections, lines and array entries that queries visited; the buffer never
  /// resets it.
  public var placesVisited = 0

  /// Creates an empty buffer.
  @inlinable
  public init() {}

  /// Empties the buffer and keeps its memory.
  @inlinable
  public mutating func removeAll() {
    sections.removeAll(keepingCapacity: true)
    lines.removeAll(keepingCapacity: true)
    extents.removeAll(keepingCapacity: true)
  }
}
