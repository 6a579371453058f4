/// An operation that a script can have a simpler one in place of.
protocol ShrinkableOperation: Equatable {
  /// Operations with less in them, which may fail in the same way.
  ///
  /// Each has less than its original in one fixed measure, so that shrinking ends.
  var simpler: [Self] { get }
}

extension StoreOperation: ShrinkableOperation {}
extension ViewOperation: ShrinkableOperation {}

/// A greedy search for a shorter script that still fails.
///
/// A script that still fails replaces the script at once, and no step is undone.
struct ScriptShrinker<Operation: ShrinkableOperation> {
  /// Returns the place of the operation at which a script fails; nil where it does not.
  let failing: ([Operation]) -> Int?

  /// Returns a failing script in which no operation can be left out or made simpler.
  func shrink(_ script: [Operation]) -> [Operation] {
    var shrunk = script
    var previous: [Operation] = []
    while shrunk != previous {
      previous = shrunk
      var length = shrunk.count
      while length > 0 {
        shrunk = dropping(length, from: shrunk)
        length /= 2
      }
      for index in shrunk.indices.reversed() where index < shrunk.count {
        while let simpler = simplifying(index, of: shrunk) { shrunk = simpler }
      }
    }
    return shrunk
  }

  /// Returns the script without those runs of `length` operations that the failure does not need.
  private func dropping(_ length: Int, from script: [Operation]) -> [Operation] {
    var script = script
    var start = 0
    while start < script.count {
      var shorter = script
      shorter.removeSubrange(start..<min(start + length, script.count))
      if let failing = failing(shorter) {
        script = Array(shorter[...failing])
      } else {
        start += length
      }
    }
    return script
  }

  /// Returns the script with a simpler operation at `index`, if it still fails with one.
  private func simplifying(_ index: Int, of script: [Operation]) -> [Operation]? {
    guard index < script.count else { return nil }
    for operation in script[index].simpler {
      var simpler = script
      simpler[index] = operation
      if let failing = failing(simpler) { return Array(simpler[...failing]) }
    }
    return nil
  }
}
