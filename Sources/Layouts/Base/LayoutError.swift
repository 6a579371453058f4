public import Changesets
public import Geometry

/// An error of a layout, its delegate or its configuration.
public enum LayoutError: Error, Hashable, Sendable {
  /// A delegate's or a property's size of an item is negative, NaN or infinite (ERR-size).
  case itemSize(ItemPath, Size)
  /// A length is negative, NaN or infinite (ERR-size); the section is nil for a layout's property.
  case length(property: String, section: Int?, Double)
  /// An angle is NaN or infinite, in radians.
  case angle(property: String, Double)
  /// There is more of something than a layout can have.
  case tooMany(property: String, Int, most: Int)
  /// Insets are NaN, infinite, or negative although only a host's may be (ERR-size).
  case insets(property: String, section: Int?, EdgeInsets)
  /// The host's bounds are NaN, infinite or negative.
  case bounds(Rect)
  /// A host gave a negative count, or one above `ItemPath.countLimit`.
  case count(section: Int?, Int)
  /// A layout returned attributes of an item that does not exist (ERR-attr).
  case noSuchItem(ItemPath, itemsInSection: Int?)
  /// A layout returned an element of a section that does not exist (ERR-attr).
  case noSuchSection(LayoutElement, sections: Int)
  /// A layout returned a cell whose path is not a section and an item (ERR-attr).
  case pathDepth(LayoutElement)
  /// A layout answered the rectangle query and the query for one element differently.
  case inconsistent(LayoutElement, inRectangle: Rect, alone: Rect?)
  /// A layout gives one element equal frames in both queries and another property two values.
  case differing(LayoutElement, property: String)
  /// A layout answered a query for one element with another element.
  case otherElement(asked: LayoutElement, answered: LayoutElement)
  /// A layout answered one query twice, differently, without an invalidation in between; a frame is
  /// nil if the element was missing.
  case changedAnswer(LayoutElement, first: Rect?, second: Rect?)
  /// An element's frame or size is NaN, infinite or negative (ERR-size).
  case frame(LayoutElement, Rect)
  /// A layout's content size is NaN, infinite or negative (ERR-size).
  case contentSize(Size)
  /// Lengths that each make sense add up to content whose extent along an axis is not finite.
  case contentExtent(Axis, Double)
  /// An element's alpha is NaN or outside of 0...1.
  case alpha(LayoutElement, Double)
  /// A layout was held to its answers before it was prepared.
  case notPrepared
  /// A layout was invalidated by a question about its elements.
  case invalidatedByQuery
  /// A layout returned one element twice in one answer.
  case repeated(LayoutElement)
  /// A layout left out an element that overlaps the rectangle of the query.
  case missing(LayoutElement, frame: Rect)
  /// The preferred size of an element would have needed a third pass in one cycle of its host (IC-8).
  case feedbackLoop(LayoutElement)
  /// A layout invalidated itself while it prepared (IC-10).
  case invalidatedWhilePreparing
  /// A changeset is illegal, or does not lead from the collection that was laid out to the host's.
  case changeset(ChangesetError)
  /// The description of a compositional layout makes no sense.
  case composition(CompositionError)
}

extension LayoutError: CustomStringConvertible {
  /// One sentence: the finding, its place, and the change to make.
  public var description: String {
    switch self {
    case .itemSize(let path, let size):
      "item \(path) has the size \(size); return a width and a height that are finite and not "
        + "negative"
    case .length(let property, let section, let value):
      "\(property)\(Self.place(section)) is \(value); give a finite length that is not negative"
    case .insets(let property, let section, let insets):
      "\(property)\(Self.place(section)) is (\(insets.top), \(insets.left), \(insets.bottom), "
        + "\(insets.right)); give four \(insets.isFinite ? "that are not negative" : "finite numbers")"
    case .angle(let property, let angle): "\(property) is \(angle); give a finite angle in radians"
    case .tooMany(let property, let count, let most):
      "\(property) is \(count); give \(most) or less"
    case .bounds(let bounds):
      "the bounds are \(bounds); give finite numbers and a size that is not negative"
    case .count(let section, let count):
      "the number of \(section == nil ? "sections" : "items")\(Self.place(section)) is \(count); "
        + "return " + (count < 0 ? "0 or more" : "\(ItemPath.countLimit) or less")
    case .noSuchItem(let path, let items):
      "the layout has a cell at \(path), but "
        + (items.map { "section \(path.section) has \($0) items" } ?? "there is no such section")
        + "; return attributes of items that exist"
    case .noSuchSection(let element, let sections):
      "the layout has an element \(element), but there are \(sections) sections; return elements "
        + "of sections that exist"
    case .pathDepth(let element):
      "the layout has \(element), whose path has \(element.path.count) "
        + (element.path.count == 1 ? "level" : "levels")
        + "; return cells whose paths are a section and an item"
    case .inconsistent(let element, let inRectangle, let alone):
      "the layout has \(element) at \(inRectangle) when asked about a rectangle and "
        + (alone.map { "at \($0)" } ?? "nowhere")
        + " when asked about the element; return the same attributes from both"
    case .differing(let element, let property):
      "the layout has one frame and two values of \(property) for \(element), one when asked about "
        + "a rectangle and one when asked about the element; return the same attributes from both"
    case .otherElement(let asked, let answered):
      "the layout was asked for \(asked) and answered about \(answered); return attributes of the "
        + "element asked for"
    case .changedAnswer(let element, let first, let second):
      "the layout has \(element) \(Self.place(first)) when asked once and "
        + (first == second ? "looking otherwise" : Self.place(second))
        + " when asked again; change answers in prepare() alone"
    case .frame(let element, let frame):
      "the layout has \(element) at \(frame); return finite numbers and a size that is not negative"
    case .contentSize(let size):
      "the content size is \(size); return a width and a height that are finite and not negative"
    case .contentExtent(let axis, let extent):
      "the content's \(axis == .horizontal ? "width" : "height") is \(extent); give sizes, spacings "
        + "and insets that add up to a finite length"
    case .alpha(let element, let alpha):
      "the layout has \(element) with an alpha of \(alpha); return one from 0 to 1"
    case .notPrepared:
      "the layout has not been prepared; call its session's layoutIfNeeded() first"
    case .invalidatedByQuery:
      "a question about elements invalidated the layout; invalidate where something changes, and "
        + "change answers in prepare() alone"
    case .repeated(let element):
      "the layout has \(element) twice in one answer; return each element once"
    case .missing(let element, let frame):
      "the layout leaves out \(element), which lies at \(frame) and overlaps the rectangle asked "
        + "about; return every element that overlaps it"
    case .feedbackLoop(let element):
      "the preferred size of \(element) changed in a third pass before the layout settled; return the "
        + "same size for the same width"
    case .invalidatedWhilePreparing:
      "the layout was invalidated from inside prepare(); change what prepare() reads before it runs"
    case .changeset(let error): error.description
    case .composition(let error): error.description
    }
  }

  private static func place(_ section: Int?) -> String { section.map { " of section \($0)" } ?? "" }

  private static func place(_ frame: Rect?) -> String { frame.map { "at \($0)" } ?? "nowhere" }
}
