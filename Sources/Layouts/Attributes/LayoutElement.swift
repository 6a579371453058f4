public import Changesets

/// Which element attributes are about: category, kind and path.
public struct LayoutElement: Hashable, Sendable {
  /// What the element is for.
  public let category: ElementCategory
  /// Its kind; `.cell` for cells.
  public let kind: ElementKind
  /// Its path; of two levels for cells.
  public let path: ElementPath

  /// The element of a category, a kind and a path.
  package init(category: ElementCategory, kind: ElementKind, path: ElementPath) {
    self.category = category
    self.kind = kind
    self.path = path
  }

  /// The cell of the item at `path`.
  public static func cell(_ path: ItemPath) -> LayoutElement {
    LayoutElement(category: .cell, kind: .cell, path: ElementPath(path))
  }

  /// The supplementary element of `kind` at `path`.
  public static func supplementary(_ kind: ElementKind, _ path: ElementPath) -> LayoutElement {
    LayoutElement(category: .supplementary, kind: kind, path: path)
  }

  /// The decoration element of `kind` at `path`.
  public static func decoration(_ kind: ElementKind, _ path: ElementPath) -> LayoutElement {
    LayoutElement(category: .decoration, kind: kind, path: path)
  }
}

extension LayoutElement: CustomStringConvertible {
  /// `cell [0, 3]`, `supplementary NAME [2, 0]`.
  public var description: String {
    category == .cell ? "cell \(path)" : "\(category) \(kind) \(path)"
  }
}
