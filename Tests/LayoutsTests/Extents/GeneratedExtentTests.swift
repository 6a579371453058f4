import Layouts
import TestSupport
import Testing

/// Generated edits of each extent index, each compared with the model.
@Suite struct GeneratedExtentTests {
  /// Edits in one sequence, on one collection.
  static let editsPerSequence = 16

  @Test(arguments: TestedIndex.allCases)
  func exactLengths(_ tested: TestedIndex) throws {
    try run(tested, isFractional: false)
  }

  @Test(arguments: TestedIndex.allCases)
  func fractionalLengths(_ tested: TestedIndex) throws {
    try run(tested, isFractional: true)
  }

  /// Ranges that begin or end within the last bit of an edge, for which index and model may both be
  /// right: seeds that failed with exact ranges.
  @Test(
    arguments: [(.tree, 1_795_417_836_414), (.flat, 1_795_417_836_945)] as [(TestedIndex, UInt64)])
  func rangesAtEdgesThatAreRounded(_ tested: TestedIndex, _ seed: UInt64) throws {
    let failure = try failure(tested, seed: seed, isFractional: true)
    #expect(failure == nil)
  }

  private func run(_ tested: TestedIndex, isFractional: Bool) throws {
    let name = "\(tested) extents, \(isFractional ? "fractional" : "exact")"
    // There are six of these.
    var run = try StressRun(
      name, filter: "GeneratedExtentTests", usualSeconds: 0.5, share: 0.15 / 6)
    while let seed = run.next() {
      if let failure = try failure(tested, seed: seed, isFractional: isFractional) {
        Issue.record("\(name), \(run.replay(seed)): \(failure)")
        return
      }
    }
    run.summarize("\(run.sequences * Self.editsPerSequence) edits")
  }

  /// Returns the failure in the sequence of one seed; nil if there is none.
  private func failure(
    _ tested: TestedIndex, seed: UInt64, isFractional: Bool
  ) throws -> String? {
    var generator = ExtentGenerator(seed: seed, isFractional: isFractional)
    var model = generator.model()
    var index = try model.makeIndex(tested)
    // A copy from before an edit stays as it is.
    var kept = (index: index, model: model)
    for step in 0..<Self.editsPerSequence {
      let edit = generator.edit(of: model)
      try index.apply(edit)
      model.apply(edit)
      index.checkInvariants()
      let tolerance = isFractional ? max(index.extent, 1) * 1e-9 : 0
      let ranges = generator.ranges(4, of: index.extent) + [(-1, index.extent + 1)]
      if let difference = model.difference(from: index, ranges: ranges, tolerance: tolerance) {
        return "step \(step), \(edit): \(difference)"
      }
      if step == Self.editsPerSequence / 2 { kept = (index, model) }
    }
    let tolerance = isFractional ? max(kept.index.extent, 1) * 1e-9 : 0
    let ranges: [(Double, Double)]? = isFractional ? [(-1, kept.index.extent + 1)] : nil
    return kept.model.difference(from: kept.index, ranges: ranges, tolerance: tolerance)
      .map { "the copy kept: \($0)" }
  }
}
