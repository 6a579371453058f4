/// Which extent index a layout is built with.
public struct ExtentStrategy: Sendable {
  /// What reports call it: `nested`, `flat`, `tree`.
  public let name: String
  private let make: @Sendable () -> any ExtentIndex

  /// A strategy of one's own.
  ///
  /// - Parameters:
  ///   - name: What reports call it.
  ///   - index: The index type.
  public init<Index: ExtentIndex>(_ name: String, _ index: Index.Type) {
    self.name = name
    make = { Index() }
  }

  /// An index of no sections, as a layout is given one.
  public func makeIndex() -> any ExtentIndex { make() }

  /// An array of lines for each section, and where sections start.
  public static var nested: ExtentStrategy { ExtentStrategy("nested", NestedExtents.self) }

  /// One array of all lines' positions.
  public static var flat: ExtentStrategy { ExtentStrategy("flat", FlatExtents.self) }

  /// Counted and summed trees, with arithmetic for equal sizes; the default.
  public static var tree: ExtentStrategy { ExtentStrategy("tree", TreeExtents.self) }
}
