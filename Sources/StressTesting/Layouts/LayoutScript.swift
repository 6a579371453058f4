package import Layouts

/// Operations on one kind of layout over each of the extent indexes.
public struct LayoutScript: Hashable, Sendable {
  /// The layout and its settings.
  public var layout: Kind
  /// The seed from which the descriptions of a compositional layout follow; nil for others.
  public var descriptions: UInt64?
  /// The operations, in order. Layouts know reloads, updates, scrolling, resizing and items that
  /// prefer another size; every other operation is a pass.
  public var operations: [ViewOperation]

  /// A layout with its settings.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// A flow layout with a delegate that has a size for each item.
    case flow
    /// A flow layout of items of one size.
    case equalFlow
    /// A list with a delegate that has an extent for each item, and pinned headers.
    case list
    /// A list of items that are estimated and then measured.
    case estimatedList
    /// A compositional layout of generated descriptions.
    case compositional
  }

  /// A script of these operations.
  public init(layout: Kind, descriptions: UInt64? = nil, operations: [ViewOperation]) {
    self.layout = layout
    self.descriptions = descriptions
    self.operations = operations
  }

  /// Returns the same script with other operations.
  func with(_ operations: [ViewOperation]) -> LayoutScript {
    var script = self
    script.operations = operations
    return script
  }

  /// The script as a file has it.
  public var text: String { StressScript.extents(self).text }

  /// Performs the script.
  ///
  /// - Returns: The number of operations.
  /// - Throws: The first difference between two extent indexes, with a script that was shrunk.
  public func check() throws(LayoutConformanceFailure) -> Int {
    try check(strategies: LayoutConformance.strategies)
  }

  /// Performs the script over other extent indexes.
  package func check(strategies: [ExtentStrategy]) throws(LayoutConformanceFailure) -> Int {
    guard let failing = perform(over: strategies)?.failing else { return operations.count }
    throw LayoutConformanceFailure(
      seed: nil, operationNumber: failing + 1, script: with(Array(operations[...failing])),
      strategies)
  }

  /// Performs the operations on new layouts until one makes a difference.
  func perform(over strategies: [ExtentStrategy]) -> (failing: Int, mismatch: Mismatch)? {
    var layouts = ComparedLayouts(layout, descriptions: descriptions, strategies)
    for (index, operation) in operations.enumerated() {
      if let mismatch = layouts.perform(operation) { return (index, mismatch) }
    }
    return nil
  }
}
