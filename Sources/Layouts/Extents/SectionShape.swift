/// The metrics of a section besides its items; many sections share one shape.
@frozen
public struct SectionShape: Hashable, Sendable {
  /// The extent before the first line, in points: header and leading inset.
  public var leading: Double
  /// The extent after the last line, in points: trailing inset and footer.
  public var trailing: Double
  /// The rule by which the items form lines.
  public var rule: LineRule

  /// Creates a shape.
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
  /// The extent that all its items have; nil if each item has an extent to request.
  public var commonExtent: ItemExtent?

  /// Creates a section of `itemCount` items.
  @inlinable
  public init(shape: Int, itemCount: Int, commonExtent: ItemExtent? = nil) {
    self.shape = shape
    self.itemCount = itemCount
    self.commonExtent = commonExtent
  }
}

/// The rule by which the items of a section form lines (FL-3, FL-5, FL-9).
@frozen
public struct LineRule: Hashable, Sendable {
  /// The length of a line, in points; negative if insets exceed the bounds.
  public var available: Double
  /// The least distance between neighbours in a line, in points.
  public var interitemSpacing: Double
  /// The distance between lines, in points.
  public var lineSpacing: Double
  /// A Boolean value that indicates whether every item has a line to itself, whatever its length: a
  /// list.
  public var isSingleColumn: Bool

  /// The excess over `available` that a line may have, in points, so that three thirds fill a line.
  @inlinable
  public static var tolerance: Double { 1e-6 }

  /// Creates a rule for lines of `available` points.
  @inlinable
  public init(
    available: Double, interitemSpacing: Double, lineSpacing: Double, isSingleColumn: Bool = false
  ) {
    self.available = available
    self.interitemSpacing = interitemSpacing
    self.lineSpacing = lineSpacing
    self.isSingleColumn = isSingleColumn
  }

  /// The length that the items of a line and the gaps between them may take, in points. It is
  /// negative infinity if a line has no length, so that no item joins another (FL-21).
  @inlinable
  @inline(__always)
  var limit: Double { available > 0 ? available + Self.tolerance : -.infinity }

  /// Returns a Boolean value that indicates whether an item of `cross` points fits behind items and
  /// gaps of `used` points. It compares sums, never differences (FL-5, FL-22).
  @inlinable
  @inline(__always)
  public func fits(_ cross: Double, after used: Double) -> Bool {
    !isSingleColumn && used + interitemSpacing + cross <= limit
  }

  /// Returns the number of items of `cross` points on a full line: the largest *k* with *k* · cross
  /// + (*k* − 1) · spacing ≤ available, and at least 1 (FL-6).
  ///
  /// `Int.max` if that is 2^52 or more, so that no line is ever full. O(1); O(items on the line),
  /// of which there are less than 65,536, if rounding decides.
  @inlinable
  public func itemsPerLine(cross: Double) -> Int {
    let step = cross + interitemSpacing
    let limit = self.limit
    guard !isSingleColumn, step + cross <= limit else { return 1 }
    // As many as fit behind the first; the sum of limit and spacing may be no number.
    let quotient = (limit - cross) / step + 1
    guard quotient < 0x1p52 else { return .max }
    // The division rounds; the definition decides.
    var count = max(Int(quotient), 1)
    while length(of: count + 1, cross: cross) <= limit { count += 1 }
    while count > 1, length(of: count, cross: cross) > limit { count -= 1 }
    // If the margin is smaller than the rounding of sums, the sums that break lines item by item
    // decide. Each of their two additions an item rounds by at most 2^-53 of the sum; the bound
    // doubles that for the product and for the item that no longer fits. Longer lines are not added
    // up: that takes long, and for items not much longer than the rounding of all sums no answer is
    // clear.
    guard count < 1 << 16 else { return count }
    let doubt = Double(count + 2) * 0x1p-51 * limit
    let isClear =
      limit - length(of: count, cross: cross) > doubt
      && length(of: count + 1, cross: cross) - limit > doubt
    return isClear ? count : itemsAddedUp(cross: cross, upTo: count + 1)
  }

  /// Returns the number of items on a full line, at most `most`, by adding up.
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

  /// Returns the length of `count` items of `cross` points with the least spacing, in points.
  @inlinable
  public func length(of count: Int, cross: Double) -> Double {
    Double(count) * cross + Double(count - 1) * interitemSpacing
  }
}

/// The size of an item as a line sees it, in points.
@frozen
public struct ItemExtent: Hashable, Sendable {
  /// The extent along the line: the width in a vertical layout.
  public var cross: Double
  /// The extent along the scroll direction: the height in a vertical layout.
  public var main: Double

  /// Creates the extent of an item that is `cross` long in its line and `main` thick.
  @inlinable
  public init(cross: Double, main: Double) {
    self.cross = cross
    self.main = main
  }
}
