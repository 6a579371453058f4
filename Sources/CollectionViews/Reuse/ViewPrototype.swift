public import Layouts

/// A registration handed to a collection view when it is made: a storyboard's prototype (D-4).
///
/// Registering something else for the same identifier later overrides it.
public struct ViewPrototype {
  let key: ReuseKey
  let source: ViewSource

  /// Cells with `identifier`, made from `source`.
  public static func cell(_ source: ViewSource, reuseIdentifier identifier: String)
    -> ViewPrototype
  {
    ViewPrototype(key: .cell(identifier), source: source)
  }

  /// Supplementary views of `kind` with `identifier`, made from `source`.
  public static func supplementary(
    _ source: ViewSource, ofKind kind: ElementKind, reuseIdentifier identifier: String
  ) -> ViewPrototype {
    ViewPrototype(key: .supplementary(kind, identifier), source: source)
  }
}
