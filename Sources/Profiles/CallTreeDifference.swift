/// Two call trees, laid over one another.
///
/// A node compares all that was done below it (inclusive change), so that a function that grew
/// because of what it calls is seen at the function too.
package struct CallTreeDifference: Sendable {
  /// A function on one way from the root, in both builds.
  package struct Node: Sendable {
    /// The position of the function in `functions`.
    package let function: Int
    /// The weight in the base; 0 if it was not there.
    package fileprivate(set) var base: Int
    /// The weight in the head; 0 if it is gone.
    package fileprivate(set) var head: Int
    package fileprivate(set) var children: [Node]
  }

  /// One function's own weights in both builds, wherever it was called.
  package struct Change: Sendable {
    package let function: FunctionName
    /// The function's own units for each operation in the base.
    package let base: Double
    /// The function's own units for each operation in the head.
    package let head: Double
    /// A Boolean value that indicates whether the change exceeds the noise of sampling.
    package let isCertain: Bool

    package var difference: Double { head - base }
  }

  /// The functions of both trees.
  package let functions: [FunctionName]
  /// The outermost functions.
  package let roots: [Node]
  /// The functions whose own weights differ, the largest differences first.
  package let changes: [Change]
  /// The units of a weight for each operation in both builds.
  package let scales: (base: Double, head: Double)
  /// The weight of one independent observation in both builds.
  package let weightsPerObservation: (base: Double, head: Double)
  /// A Boolean value that indicates whether the weights have no noise.
  package let isExact: Bool

  /// The functions that only the base calls.
  package var vanished: [FunctionName] {
    changes.filter { $0.head == 0 && $0.isCertain }.map(\.function)
  }

  /// The functions that only the head calls.
  package var new: [FunctionName] {
    changes.filter { $0.base == 0 && $0.isCertain }.map(\.function)
  }

  /// Lays the same measure of two builds over one another.
  ///
  /// - Complexity: O(*n* log *n*) for *n* nodes of both.
  package init(base: CaseProfile.Pass, head: CaseProfile.Pass) {
    let scales = (base: base.unitsPerWeight, head: head.unitsPerWeight)
    let isExact = base.observationCount == nil && head.observationCount == nil
    let weights = (base: base.weightPerObservation, head: head.weightPerObservation)
    functions = Set(base.tree.functions).union(head.tree.functions).sorted()
    let positions = Dictionary(uniqueKeysWithValues: zip(functions, 0...))
    func nodes(_ before: [CallTree.Node], _ after: [CallTree.Node]) -> [Node] {
      var found: [FunctionName: (CallTree.Node?, CallTree.Node?)] = [:]
      for node in before { found[base.tree.functions[node.function], default: (nil, nil)].0 = node }
      for node in after { found[head.tree.functions[node.function], default: (nil, nil)].1 = node }
      return found.map { name, pair in
        Node(
          function: positions[name] ?? 0, base: pair.0?.total ?? 0, head: pair.1?.total ?? 0,
          children: nodes(pair.0?.children ?? [], pair.1?.children ?? []))
      }.sorted { (max($1.base, $1.head), $0.function) < (max($0.base, $0.head), $1.function) }
    }
    roots = nodes(base.tree.roots, head.tree.roots)
    func own(_ pass: CaseProfile.Pass) -> [FunctionName: Int] {
      Dictionary(uniqueKeysWithValues: pass.tree.costs.map { ($0.function, $0.ownWeight) })
    }
    let (before, after) = (own(base), own(head))
    changes = functions.compactMap { name in
      let (old, new) = (before[name] ?? 0, after[name] ?? 0)
      let change = Change(
        function: name, base: Double(old) * scales.base, head: Double(new) * scales.head,
        isCertain: isExact || Self.exceedsNoise(old, new, scales, weights))
      return change.difference == 0 ? nil : change
    }.sorted {
      ($1.isCertain ? 1 : 0, $1.difference.magnitude, $0.function)
        < ($0.isCertain ? 1 : 0, $0.difference.magnitude, $1.function)
    }
    self.scales = scales
    weightsPerObservation = weights
    self.isExact = isExact
  }

  /// Returns whether two sampled weights differ by more than their noise.
  ///
  /// Source: the normal approximation of the difference of two Poisson counts, at 99.9 %. A page has
  /// hundreds of functions, so that 99 % would colour several by chance.
  ///
  /// - Parameters:
  ///   - base: The weight in the base.
  ///   - head: The weight in the head.
  ///   - scales: The units of a weight for each operation.
  ///   - weights: The weight of one observation: only these are independent.
  /// - Returns: Whether chance explains the difference in less than one of 1,000 comparisons.
  package static func exceedsNoise(
    _ base: Int, _ head: Int, _ scales: (base: Double, head: Double),
    _ weights: (base: Double, head: Double)
  ) -> Bool {
    let difference = Double(head) * scales.head - Double(base) * scales.base
    let variance =
      Double(base) * weights.base * scales.base * scales.base
      + Double(head) * weights.head * scales.head * scales.head
    return difference.magnitude > normalQuantile * variance.squareRoot()
  }

  /// The two-sided quantile of the normal distribution at 99.9 %.
  package static let normalQuantile = 3.291
}
