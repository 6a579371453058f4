package import Layouts

/// Operations on one kind of layout over each of the extent indexes.
public struct LayoutScript: Hashable, Sendable {
  /// What is laid out, and how.
  public var layout: Kind
  /// The operations, in order. Layouts know reloads, updates, scrolling, resizing and items that wish
  /// for another size; whatever else is a pass.
  public var operations: [ViewOperation]

  /// A layout with settings of its own.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// A flow layout with a delegate that has a size for each item.
    case flow
    /// A flow layout of items of one size.
    case equalFlow
    /// A list with a delegate that has an extent for each item, and pinned headers.
    case list
    /// A list of items that are estimated and then measured.
    case estimatedList
  }

  /// A script of these operations.
  public init(layout: Kind, operations: [ViewOperation]) {
    self.layout = layout
    self.operations = operations
  }

  /// The script as a file has it.
  public var text: String { StressScript.extents(self).text }

  /// Performs the script.
  ///
  /// - Returns: How many operations there are.
  /// - Throws: The first difference between two extent indexes, with a script that was shrunk.
  public func check() throws(LayoutConformanceFailure) -> Int {
    try check(strategies: LayoutConformance.strategies)
  }

  /// The same over other extent indexes.
  package func check(strategies: [ExtentStrategy]) throws(LayoutConformanceFailure) -> Int {
    guard let failing = perform(over: strategies).failing else { return operations.count }
    throw LayoutConformanceFailure(
      seed: nil, operationNumber: failing + 1,
      script: LayoutScript(layout: layout, operations: Array(operations[...failing])), strategies)
  }

  /// Performs the operations on new layouts until one makes a difference.
  func perform(over strategies: [ExtentStrategy]) -> (failing: Int?, mismatch: ViewMismatch?) {
    var trio = LayoutTrio(layout, strategies)
    for (index, operation) in operations.enumerated() {
      if let mismatch = trio.perform(operation) { return (index, mismatch) }
    }
    return (nil, nil)
  }
}
