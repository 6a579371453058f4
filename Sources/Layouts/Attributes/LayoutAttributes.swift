public import Changesets
public import Geometry

/// The place and look of one element of a layout.
///
/// A value of at most 96 bytes. Rare parts (a 3D transform, a path without exactly two levels, custom
/// attributes) are in an object, so that copying a cell's attributes copies bytes and retains nothing.
///
///     var attributes = LayoutAttributes(
///       cell: ItemPath(section: 0, item: 3), frame: Rect(x: 0, y: 120, width: 80, height: 40))
///     attributes.alpha = 0.5
///     attributes.zIndex = 1
///     attributes.transform3D = .scale(x: 2, y: 2)
@frozen
public struct LayoutAttributes: Sendable {
  /// The fields of every element; plain bytes.
  @usableFromInline package var inline: InlineAttributes
  /// The fields of few elements.
  @usableFromInline var rare: RareAttributes?

  /// Creates the attributes of the cell at `path`. O(1); no allocation.
  @inlinable
  public init(cell path: ItemPath, frame: Rect = .zero) {
    inline = InlineAttributes(.cell, .cell, path, frame)
    rare = nil
  }

  /// Creates the attributes of the one element of `kind` that `section` has, at path `[section,
  /// 0]`.
  ///
  /// O(1); no allocation.
  @inlinable
  public init(supplementary kind: ElementKind, section: Int, frame: Rect = .zero) {
    inline = InlineAttributes(.supplementary, kind, ItemPath(section: section, item: 0), frame)
    rare = nil
  }

  /// Creates the attributes of any element. O(1); one allocation unless the path has two levels.
  ///
  /// A path may have any depth. Hosts and `LayoutAudit` refuse a cell without exactly two levels,
  /// with `LayoutError.pathDepth`.
  public init(_ element: LayoutElement, frame: Rect = .zero) {
    if let path = element.path.itemPath {
      inline = InlineAttributes(element.category, element.kind, path, frame)
      rare = nil
    } else {
      // A section that no item path can name exists in no collection.
      let section = ItemPath.isCount(element.path.section) ? element.path.section : -1
      let place = ItemPath(section: section, item: 0)
      inline = InlineAttributes(element.category, element.kind, place, frame)
      rare = RareAttributes(transform: .identity, path: element.path, custom: nil)
    }
  }
}

extension LayoutAttributes {
  /// Creates attributes with no field in an object.
  @inlinable
  @inline(__always)
  package init(_ inline: InlineAttributes) {
    self.inline = inline
    rare = nil
  }
}

/// The fields of every element, as bytes that are copied without retaining anything.
@frozen
@usableFromInline
package struct InlineAttributes: BitwiseCopyable, Sendable {
  /// The bounds in the layout's plane before the transform.
  @usableFromInline package var bounds: Rect
  /// The path of a cell, or of an element of two levels; the section alone otherwise.
  @usableFromInline package var place: ItemPath
  @usableFromInline var alpha: Double
  @usableFromInline var zIndex: Int
  @usableFromInline package let kind: ElementKind
  @usableFromInline package let category: ElementCategory
  @usableFromInline package var isHidden: Bool

  @inlinable
  @inline(__always)
  init(_ category: ElementCategory, _ kind: ElementKind, _ place: ItemPath, _ bounds: Rect) {
    self.bounds = bounds
    self.place = place
    alpha = 1
    zIndex = 0
    self.kind = kind
    self.category = category
    isHidden = false
  }
}

extension InlineAttributes {
  /// Returns a Boolean value that indicates whether all fields are equal; it compares first what
  /// differs most often.
  @inlinable
  @inline(__always)
  package static func == (left: InlineAttributes, right: InlineAttributes) -> Bool {
    left.place.item == right.place.item && left.place.section == right.place.section
      && left.bounds.origin.y == right.bounds.origin.y
      && left.bounds.origin.x == right.bounds.origin.x
      && left.bounds.size.height == right.bounds.size.height
      && left.bounds.size.width == right.bounds.size.width
      && left.kind.number == right.kind.number
      && left.category.rawValue == right.category.rawValue
      && left.alpha == right.alpha && left.zIndex == right.zIndex
      && left.isHidden == right.isHidden
  }

  /// Returns a Boolean value that indicates whether both are of one element, if its path has two
  /// levels.
  @inlinable
  @inline(__always)
  package func isOfElement(of other: InlineAttributes) -> Bool {
    place == other.place && kind.number == other.kind.number
      && category.rawValue == other.category.rawValue
  }
}

// MARK: Common fields

extension LayoutAttributes {
  /// The category of the element: cell, supplementary or decoration.
  @inlinable
  public var category: ElementCategory { inline.category }

  /// The element's kind; `.cell` for cells.
  @inlinable
  public var kind: ElementKind { inline.kind }

  /// The opacity of the element: 1 is opaque, 0 invisible.
  @inlinable
  public var alpha: Double {
    get { inline.alpha }
    set { inline.alpha = newValue }
  }

  /// The place in the stack; elements with a larger one lie in front.
  @inlinable
  public var zIndex: Int {
    get { inline.zIndex }
    set { inline.zIndex = newValue }
  }

  /// A Boolean value that indicates whether the element is hidden.
  @inlinable
  public var isHidden: Bool {
    get { inline.isHidden }
    set { inline.isHidden = newValue }
  }
}

// MARK: Path and geometry

extension LayoutAttributes {
  /// The section and the item; nil for an element whose path has not two levels.
  @inlinable
  public var itemPath: ItemPath? { rare?.path == nil ? inline.place : nil }

  /// The section, which is the first index of every path; -1 if that is out of range for an item
  /// path.
  @inlinable
  public var section: Int { inline.place.section }

  /// The path. O(depth).
  public var path: ElementPath { rare?.path ?? ElementPath(inline.place) }

  /// The element that the attributes describe.
  public var element: LayoutElement { LayoutElement(category: category, kind: kind, path: path) }

  /// The width and height, before the transform.
  @inlinable
  public var size: Size {
    get { inline.bounds.size }
    set { inline.bounds = Self.rect(center: inline.bounds.center, size: newValue) }
  }

  /// The centre, which a transform does not move.
  @inlinable
  public var center: Point {
    get { inline.bounds.center }
    set { inline.bounds = Self.rect(center: newValue, size: inline.bounds.size) }
  }

  /// The smallest rectangle around the element as it is visible, after the transform.
  ///
  /// Setting it sets `center` and `size` to those of the rectangle and keeps the transform, which
  /// makes another frame of them: set the frame before the transform.
  @inlinable
  public var frame: Rect {
    get { rare.map { $0.transform.frame(of: inline.bounds) } ?? inline.bounds }
    set { inline.bounds = newValue }
  }

  /// The transform of the element about its centre; the identity by default.
  ///
  /// Setting a transform other than the identity allocates once.
  public var transform3D: Transform3D {
    get { rare?.transform ?? .identity }
    set { setRare(transform: newValue, path: rare?.path, custom: rare?.custom) }
  }

  /// A Boolean value that indicates whether a copy retains nothing: no field is in an object.
  @inlinable
  public var isInline: Bool { rare == nil }

  /// Returns a Boolean value that indicates whether both are of one element. O(1); O(depth) for a path
  /// without two levels.
  @inlinable
  @inline(__always)
  package func isOfElement(of other: LayoutAttributes) -> Bool {
    inline.isOfElement(of: other.inline)
      && (isInline && other.isInline || rare?.path == other.rare?.path)
  }

  /// Becomes `other`. Plain bytes are copied, and nothing is retained, if neither has a field in an
  /// object.
  @inlinable
  @inline(__always)
  package mutating func take(_ other: LayoutAttributes) {
    if other.isInline { take(other.inline) } else { self = other }
  }

  /// Becomes `other`, with no field in an object.
  @inlinable
  @inline(__always)
  package mutating func take(_ other: InlineAttributes) {
    if isInline { inline = other } else { self = LayoutAttributes(other) }
  }

  /// Returns a Boolean value that indicates whether these are `other`, with no field in an object.
  @inlinable
  @inline(__always)
  package func isEqual(to other: InlineAttributes) -> Bool { isInline && inline == other }

  @inlinable
  static func rect(center: Point, size: Size) -> Rect {
    Rect(origin: Point(x: center.x - size.width / 2, y: center.y - size.height / 2), size: size)
  }
}

extension LayoutAttributes: Hashable {
  /// Returns a Boolean value that indicates whether both describe one element equally.
  @inlinable
  @inline(__always)
  public static func == (left: LayoutAttributes, right: LayoutAttributes) -> Bool {
    // Mostly both have nothing rare: nothing of it is then compared field by field.
    left.inline == right.inline
      && (left.isInline && right.isInline || left.isEqualInRare(to: right))
  }

  @usableFromInline
  func isEqualInRare(to other: LayoutAttributes) -> Bool {
    rare === other.rare
      || rare?.path == other.rare?.path && transform3D == other.transform3D
        && custom.isEqual(to: other.custom)
  }

  /// Feeds what most attributes differ in: the element and its bounds.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(inline.bounds)
    hasher.combine(inline.place)
    hasher.combine(kind)
    hasher.combine(category)
  }
}

extension LayoutAttributes: CustomStringConvertible {
  /// `cell [0, 3] (0, 10, 50, 50)`, followed by whatever is not as usual.
  public var description: String {
    var text = "\(element) \(frame)"
    if zIndex != 0 { text += " z \(zIndex)" }
    if alpha != 1 { text += " alpha \(alpha)" }
    if isHidden { text += " hidden" }
    return text
  }
}

/// The fields of few elements; immutable, and therefore shared between copies.
@usableFromInline
final class RareAttributes: Sendable {
  @usableFromInline let transform: Transform3D
  /// A path that has not two levels.
  @usableFromInline let path: ElementPath?
  /// The attributes of a layout's own.
  let custom: (any CustomLayoutAttributes)?

  init(transform: Transform3D, path: ElementPath?, custom: (any CustomLayoutAttributes)?) {
    self.transform = transform
    self.path = path
    self.custom = custom
  }
}

extension LayoutAttributes {
  /// Returns the same place and look for another element, as an update needs for an element that
  /// stays. O(1); an allocation if there is a transform or custom attributes, or the path has not two
  /// levels.
  public func replacingElement(with element: LayoutElement) -> LayoutAttributes {
    var moved = LayoutAttributes(element)
    moved.inline.bounds = inline.bounds
    moved.alpha = alpha
    moved.zIndex = zIndex
    moved.isHidden = isHidden
    guard let rare else { return moved }
    moved.setRare(transform: rare.transform, path: moved.rare?.path, custom: rare.custom)
    return moved
  }

  /// Returns the same place and look for the item at another path; these are of an item. O(1); no
  /// allocation.
  package func replacingItemPath(with path: ItemPath) -> LayoutAttributes {
    var moved = self
    moved.inline.place = path
    return moved
  }

  /// Returns the attributes on the way to `target`, as an animation shows them (AN-8, TR-7).
  ///
  /// Centre, size, alpha, transform and custom attributes are interpolated; a size is never negative, and an alpha
  /// always in 0...1. The identity, `zIndex` and `isHidden` are those of `target`.
  ///
  /// - Parameters:
  ///   - target: The end of the way.
  ///   - fraction: 0 for these attributes, 1 for `target`; other numbers extrapolate linearly.
  /// - Returns: Attributes of `target`'s element.
  public func interpolated(to target: LayoutAttributes, fraction: Double) -> LayoutAttributes {
    guard fraction != 1 else { return target }
    var between = target
    let size = self.size.lerp(to: target.size, fraction: fraction)
    between.size = Size(width: max(0, size.width), height: max(0, size.height))
    between.center = center.lerp(to: target.center, fraction: fraction)
    between.alpha = min(max(alpha + (target.alpha - alpha) * fraction, 0), 1)
    if transform3D != target.transform3D {
      between.transform3D = transform3D.lerp(to: target.transform3D, fraction: fraction)
    }
    if let wanted = target.custom {
      between.custom = wanted.interpolated(from: custom, fraction: fraction)
    }
    return between
  }
}
