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

/// How the items of a section form lines (clauses FL-3, FL-5 and FL-9).
@frozen
public struct LineRule: Hashable, Sendable {
  /// The length of a line, in points; may be negative where insets are larger than the bounds.
  public var available: Double
  /// The least distance between neighbours in a line, in points.
  public var interitemSpacing: Double
  /// The distance between lines, in points.
  public var lineSpacing: Double
  /// Whether every item has a line of its own, whatever its length: a list.
  public var isSingleColumn: Bool

  /// What a line may be longer than `available`, in points, for lengths such as a third of it.
  @inlinable
  public static var tolerance: Double { 1e-6 }

  /// A rule for lines of `available` points.
  @inlinable
  public init(
    available: Double, interitemSpacing: Double, lineSpacing: Double, isSingleColumn: Bool = false
  ) {
    self.available = available
    self.interitemSpacing = interitemSpacing
    self.lineSpacing = lineSpacing
    self.isSingleColumn = isSingleColumn
  }

  /// What the items of a line and the gaps between them may take, in points; where a line has no
  /// length, less than anything, so that no item joins another (FL-21).
  @inlinable
  @inline(__always)
  var limit: Double { available > 0 ? available + Self.tolerance : -.infinity }

  /// Whether an item of `cross` points joins a line whose items and the gaps between them take
  /// `used` points. Sums are compared, never differences (FL-5, FL-22).
  @inlinable
  @inline(__always)
  public func fits(_ cross: Double, after used: Double) -> Bool {
    !isSingleColumn && used + interitemSpacing + cross <= limit
  }

  /// The number of items of `cross` points on a full line: the largest *k* with
  /// *k* · cross + (*k* − 1) · spacing ≤ available, and at least 1 (FL-6).
  ///
  /// `Int.max` where no line is ever full. O(1), but for lengths that a rounding decides about: then
  /// O(items on the line), of which there are less than 65,536.
  @inlinable
  public func itemsPerLine(cross: Double) -> Int {
    let step = cross + interitemSpacing
    let limit = self.limit
    guard !isSingleColumn, step + cross <= limit else { return 1 }
    let quotient = (limit + interitemSpacing) / step
    guard quotient < 0x1p52 else { return .max }
    // The division rounds; the definition decides.
    var count = max(Int(quotient), 1)
    while length(of: count + 1, cross: cross) <= limit { count += 1 }
    while count > 1, length(of: count, cross: cross) > limit { count -= 1 }
    // Where it decides by less than sums round, the sums decide that break lines item by item. Each
    // of their two additions an item rounds by 2^-53 of the sum at most; twice that is for the
    // product and for the item that no longer fits. On longer lines nothing is added up: it would
    // take long, and where an item is not much longer than what all sums round, nothing is clear.
    guard count < 1 << 16 else { return count }
    let doubt = Double(count + 2) * 0x1p-51 * limit
    let isClear =
      limit - length(of: count, cross: cross) > doubt
      && length(of: count + 1, cross: cross) - limit > doubt
    return isClear ? count : itemsAddedUp(cross: cross, upTo: count + 1)
  }

  /// The number of items on a full line, at most `most`, by adding up.
  @usableFromInline
  @inline(never)
  func itemsAddedUp(cross: Double, upTo most: Int) -> Int {
    var count = 1
    var used = cross
    while count < most, fits(cross, after: used) {
      used = used + interitemSpacing + cross
      count += 1
    }
    return count
  }

  /// The length of `count` items of `cross` points with the least spacing, in points.
  @inlinable
  public func length(of count: Int, cross: Double) -> Double {
    Double(count) * cross + Double(count - 1) * interitemSpacing
  }
}

/// The size of an item as a line sees it, in points.
@frozen
public struct ItemExtent: Hashable, Sendable {
  /// Along the line: the width where the layout scrolls vertically.
  public var cross: Double
  /// Along the scroll direction: the height where the layout scrolls vertically.
  public var main: Double

  /// The extent of an item that is `cross` long in its line and `main` thick.
  @inlinable
  public init(cross: Double, main: Double) {
    self.cross = cross
    self.main = main
  }
}
