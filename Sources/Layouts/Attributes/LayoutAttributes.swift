public import Changesets
public import Geometry

/// Where one element of a layout is and how it looks (clauses A-9, I-3 to I-7).
///
/// A value of at most 96 bytes. What few elements have (a 3D transform, a path that has not two
/// levels) stands in an object of its own, so that copying a cell's attributes copies bytes and
/// counts no reference.
@frozen
public struct LayoutAttributes: Sendable {
  /// What every element has; plain bytes.
  @usableFromInline
  var inline: InlineAttributes
  /// What few have.
  @usableFromInline
  var rare: RareAttributes?

  /// The attributes of the cell at `path`. O(1); no allocation.
  @inlinable
  public init(cell path: ItemPath, frame: Rect = .zero) {
    inline = InlineAttributes(.cell, .cell, path, frame)
    rare = nil
  }

  /// The attributes of the one element of `kind` that `section` has, at path `[section, 0]`.
  ///
  /// O(1); no allocation.
  @inlinable
  public init(supplementary kind: ElementKind, section: Int, frame: Rect = .zero) {
    inline = InlineAttributes(
      .supplementary, kind, ItemPath(section: section, item: 0), frame)
    rare = nil
  }

  /// The attributes of any element. O(1); one allocation where the path has not two levels.
  ///
  /// - Precondition: The path of a cell has two levels (clause C-2).
  public init(_ element: LayoutElement, frame: Rect = .zero) {
    if let path = element.path.itemPath {
      inline = InlineAttributes(element.category, element.kind, path, frame)
      rare = nil
    } else {
      require(
        element.category != .cell,
        "LayoutAttributes.init(_:): cell path \(element.path) has \(element.path.count) levels; "
          + "a cell's has two, section and item")
      let place = ItemPath(section: element.path.section, item: 0)
      inline = InlineAttributes(element.category, element.kind, place, frame)
      rare = RareAttributes(transform: .identity, path: element.path)
    }
  }
}

/// What every element has, as bytes that are copied without counting references.
@frozen
@usableFromInline
struct InlineAttributes: BitwiseCopyable, Sendable {
  /// The bounds in the layout's plane before the transform.
  @usableFromInline var bounds: Rect
  /// The path of a cell, or of an element of two levels; the section alone otherwise.
  @usableFromInline let place: ItemPath
  @usableFromInline var alpha: Double
  @usableFromInline var zIndex: Int
  @usableFromInline let kind: ElementKind
  @usableFromInline let category: ElementCategory
  @usableFromInline var isHidden: Bool

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
  /// Whether all fields are equal; what differs most often is looked at first.
  @inlinable
  @inline(__always)
  static func == (left: InlineAttributes, right: InlineAttributes) -> Bool {
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
}

// MARK: Common fields

extension LayoutAttributes {
  /// What the element is for.
  @inlinable
  public var category: ElementCategory { inline.category }

  /// The element's kind; `.cell` for cells.
  @inlinable
  public var kind: ElementKind { inline.kind }

  /// How opaque the element is: 1 is opaque, 0 invisible.
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

  /// Whether the element is not shown at all.
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

  /// The section, which is the first index of every path (clause C-4).
  @inlinable
  public var section: Int { inline.place.section }

  /// The path. O(depth).
  public var path: ElementPath { rare?.path ?? ElementPath(inline.place) }

  /// Which element this is about.
  public var element: LayoutElement { LayoutElement(category: category, kind: kind, path: path) }

  /// The width and height, before the transform.
  @inlinable
  public var size: Size {
    get { inline.bounds.size }
    set { inline.bounds = Self.rect(center: inline.bounds.center, size: newValue) }
  }

  /// The centre, which a transform leaves where it is.
  @inlinable
  public var center: Point {
    get { inline.bounds.center }
    set { inline.bounds = Self.rect(center: newValue, size: inline.bounds.size) }
  }

  /// The smallest rectangle round the element as it is seen, after the transform.
  ///
  /// Setting it sets `center` and `size` to those of the rectangle and keeps the transform, which
  /// then makes another frame of them: set it before the transform (clause I-4).
  @inlinable
  public var frame: Rect {
    get { rare.map { $0.transform.frame(of: inline.bounds) } ?? inline.bounds }
    set { inline.bounds = newValue }
  }

  /// What is done to the element about its centre; the identity for most.
  ///
  /// Setting another than the identity allocates once.
  public var transform3D: Transform3D {
    get { rare?.transform ?? .identity }
    set {
      if newValue.isIdentity && rare?.path == nil {
        rare = nil
      } else {
        rare = RareAttributes(transform: newValue, path: rare?.path)
      }
    }
  }

  /// Whether nothing of it stands out of line, so that a copy counts no reference.
  @inlinable
  public var isInline: Bool { rare == nil }

  @inlinable
  static func rect(center: Point, size: Size) -> Rect {
    Rect(
      origin: Point(x: center.x - size.width / 2, y: center.y - size.height / 2), size: size)
  }
}

extension LayoutAttributes: Hashable {
  /// Whether both are about one element and say the same of it, frame included.
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

/// What few elements have; never changed once made, hence shared between copies.
@usableFromInline
final class RareAttributes: Sendable {
  @usableFromInline let transform: Transform3D
  /// A path that has not two levels.
  @usableFromInline let path: ElementPath?

  init(transform: Transform3D, path: ElementPath?) {
    self.transform = transform
    self.path = path
  }
}

extension LayoutAttributes {
  /// The same place and look as another element's: what an update makes of a survivor's attributes.
  ///
  /// - Complexity: O(1); one allocation where the path has not two levels or there is a transform.
  public func replacingElement(with element: LayoutElement) -> LayoutAttributes {
    var moved = LayoutAttributes(element)
    moved.inline.bounds = inline.bounds
    moved.transform3D = transform3D
    moved.alpha = alpha
    moved.zIndex = zIndex
    moved.isHidden = isHidden
    return moved
  }

  /// The attributes on the way to `target`, as an animation shows them (clauses AN-8, TR-7).
  ///
  /// Centre, size, alpha and transform are in between; a size is never negative and an alpha never
  /// outside of 0...1, where `fraction` is. The identity, `zIndex` and `isHidden` are those of
  /// `target`.
  ///
  /// - Parameters:
  ///   - target: Where the way goes.
  ///   - fraction: 0 for these attributes, 1 for `target`; any other number goes on in a line.
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
    return between
  }
}
