public import Geometry

/// An error in the description of a compositional layout, with its place in the description.
public struct CompositionError: Error, Hashable, Sendable {
  /// One step on the way to a place in a description.
  public enum Step: Hashable, Sendable {
    /// The section of this number.
    case section(Int)
    /// The layout's configuration.
    case configuration
    /// The group of a section.
    case group
    /// The member of this number in a group.
    case subitem(Int)
    /// The frame of this number in a custom group.
    case customItem(Int)
    /// The supplementary item of this number.
    case supplementaryItem(Int)
    /// The boundary item of this number.
    case boundaryItem(Int)
    /// The decoration of this number.
    case decorationItem(Int)
  }

  /// A finding.
  public enum Problem: Hashable, Sendable {
    /// The section provider returned nil.
    case noSection
    /// A group has no members.
    case noSubitems
    /// A group repeats its member less than once or too often.
    case count(Int, most: Int)
    /// As many members fit in a group as no layout can have.
    case tooManyItems(most: Int)
    /// More items are solved for a group, with those of members that then do not fit, than a layout
    /// allows.
    case tooManySolvedItems(most: Int)
    /// A group has, with those within it, more members than a layout allows.
    case tooManyMembers(most: Int)
    /// Groups are nested deeper than a layout allows.
    case depth(most: Int)
    /// A dimension is zero, negative, infinite or NaN.
    case dimension(Axis, Double)
    /// A fraction exceeds 1.
    case fraction(Axis, Double)
    /// A distance is negative, infinite or NaN.
    case spacing(property: String, Double)
    /// A margin is negative, infinite or NaN.
    case insets(EdgeInsets)
    /// An offset is infinite or NaN.
    case offset(Point)
    /// A frame is infinite, NaN or of negative size.
    case frame(Rect)
    /// The sums of lengths, each of which is finite, exceed the range of numbers.
    case overflow
    /// Two supplementary elements of a section have one kind.
    case repeatedKind(ElementKind)
    /// A section with a custom group scrolls by itself.
    case orthogonalCustomGroup
    /// The number of items of a group depends on the extents of items that size themselves.
    case estimates
    /// An element prefers another size in each pass (IC-8).
    case unsettled(LayoutElement)
  }

  /// The way to the place, from the section or the configuration on.
  public var path: [Step]
  /// The finding.
  public var problem: Problem

  /// Creates an error.
  public init(path: [Step], problem: Problem) {
    self.path = path
    self.problem = problem
  }

  /// Returns the same error within the element that `step` names.
  func within(_ step: Step) -> CompositionError {
    CompositionError(path: [step] + path, problem: problem)
  }
}

extension CompositionError: CustomStringConvertible {
  /// One sentence: the place, the finding, and the change to make.
  public var description: String {
    "\(path.map(\.description).joined(separator: " > ")): \(problem)"
  }
}

extension CompositionError.Step: CustomStringConvertible {
  /// `section 2`, `group`, `subitem 1`.
  public var description: String {
    switch self {
    case .section(let number): "section \(number)"
    case .configuration: "configuration"
    case .group: "group"
    case .subitem(let number): "subitem \(number)"
    case .customItem(let number): "custom item \(number)"
    case .supplementaryItem(let number): "supplementary item \(number)"
    case .boundaryItem(let number): "boundary item \(number)"
    case .decorationItem(let number): "decoration \(number)"
    }
  }
}

extension CompositionError.Problem: CustomStringConvertible {
  /// The finding and the change to make.
  public var description: String {
    switch self {
    case .noSection: "the section provider returned nil; return a section"
    case .noSubitems: "the group has no members; give it at least one"
    case .count(let count, let most): "the group repeats \(count) times; give 1 to \(most)"
    case .tooManyItems(let most):
      "more than \(most) items fit in the group; give larger members or a smaller group"
    case .tooManySolvedItems(let most):
      "more than \(most) items have to be placed to fill the group, with those of members that do not "
        + "fit; make such members smaller"
    case .tooManyMembers(let most):
      "the description has more than \(most) members at all depths; repeat a member instead"
    case .depth(let most): "the groups are nested too deep; nest at most \(most)"
    case .dimension(let axis, let value):
      "the \(axis == .horizontal ? "width" : "height") is \(value); give a finite number above 0"
    case .fraction(let axis, let value):
      "the \(axis == .horizontal ? "width" : "height") is \(value) of the container; give at most 1"
    case .spacing(let property, let value):
      "\(property) is \(value); give a finite number that is not negative"
    case .insets(let insets):
      "the insets are (\(insets.top), \(insets.left), \(insets.bottom), \(insets.right)); give four "
        + "finite numbers that are not negative"
    case .offset(let offset): "the offset is \(offset); give finite numbers"
    case .frame(let frame):
      "the frame is \(frame); give finite numbers and a size that is not negative"
    case .overflow: "the sum of its lengths is infinite; give smaller lengths"
    case .repeatedKind(let kind):
      "the kind \(kind) belongs to another supplementary element as well; give each its own"
    case .orthogonalCustomGroup:
      "a section with a custom group cannot scroll by itself; use a horizontal or vertical group"
    case .estimates:
      "the number of items in a group depends on estimates; estimate one repeated item or the group "
        + "as well, or give absolute or fractional sizes"
    case .unsettled(let element):
      "\(element) prefers another size in each pass; return the same size for the same width"
    }
  }
}
