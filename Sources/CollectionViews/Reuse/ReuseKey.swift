public import Layouts

/// What a queue of views is for: a category, a kind and an identifier (RU-1).
///
/// Cells have an identifier, supplementary views a kind and an identifier, decoration views a kind.
public struct ReuseKey: Hashable, Sendable {
  /// What the views are for.
  public let category: ElementCategory
  /// Their kind; `.cell` for cells.
  public let kind: ElementKind
  /// Their identifier; empty for decoration views.
  public let identifier: String

  /// The key of cells.
  public static func cell(_ identifier: String) -> ReuseKey {
    ReuseKey(category: .cell, kind: .cell, identifier: identifier)
  }

  /// The key of supplementary views.
  public static func supplementary(_ kind: ElementKind, _ identifier: String) -> ReuseKey {
    ReuseKey(category: .supplementary, kind: kind, identifier: identifier)
  }

  /// The key of decoration views.
  public static func decoration(_ kind: ElementKind) -> ReuseKey {
    ReuseKey(category: .decoration, kind: kind, identifier: "")
  }
}

extension ReuseKey: CustomStringConvertible {
  /// `cell "row"`, `supplementary KIND "header"`, `decoration KIND`.
  public var description: String {
    switch category {
    case .cell: "cell \"\(identifier)\""
    case .supplementary: "supplementary \(kind) \"\(identifier)\""
    case .decoration: "decoration \(kind)"
    }
  }
}
