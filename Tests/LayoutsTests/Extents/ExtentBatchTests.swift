import Layouts
import TestSupport
import Testing

/// Batches of edits of one item or of all items, compared with the model.
@Suite struct ExtentBatchTests {
  /// Batches in one sequence, on one collection.
  static let batchesPerSequence = 4

  /// Small sections, thousands of times.
  @Test(arguments: TestedIndex.allCases)
  func smallBatchesMatchTheModel(_ tested: TestedIndex) throws {
    try run(tested, "small", mostItems: 12, usualSeconds: 0.7) { generator, model in
      .exchangeItems(generator.batch(of: model))
    }
  }

  /// Sections of many chunks.
  @Test(arguments: TestedIndex.allCases)
  func largeBatchesMatchTheModel(_ tested: TestedIndex) throws {
    try run(tested, "large", mostItems: 3_000, mostSections: 1, usualSeconds: 0.7) {
      generator, model in
      .exchangeItems(generator.batch(of: model))
    }
  }

  /// Removes, inserts and moves sections together.
  @Test(arguments: TestedIndex.allCases)
  func batchesOfSectionsMatchTheModel(_ tested: TestedIndex) throws {
    try run(tested, "section", mostItems: 8, mostSections: 40, usualSeconds: 0.7) {
      generator, model in generator.sectionBatch(of: model)
    }
  }

  private typealias Batch = (inout ExtentBatchGenerator, ExtentModel) -> ExtentEdit

  private func run(
    _ tested: TestedIndex, _ size: String, mostItems: Int, mostSections: Int = 3,
    usualSeconds: Double, batch: Batch
  ) throws {
    let name = "\(tested) extents, \(size) batches"
    // There are nine of these.
    var run = try StressRun(
      name, filter: "ExtentBatchTests", usualSeconds: usualSeconds, share: 0.15 / 9)
    while let seed = run.next() {
      var generator = ExtentBatchGenerator(seed: seed, mostItems: mostItems)
      let model = generator.model(mostSections: mostSections)
      if let failure = try failure(tested, model, &generator, batch) {
        Issue.record("\(name), \(run.replay(seed)): \(failure)")
        return
      }
    }
    run.summarize("\(run.sequences * Self.batchesPerSequence) batches")
  }

  /// Returns the first failure of a series of batches; nil if there is none.
  private func failure(
    _ tested: TestedIndex, _ model: ExtentModel, _ generator: inout ExtentBatchGenerator,
    _ batch: Batch
  ) throws -> String? {
    var model = model
    var index = try model.makeIndex(tested)
    let before = (model, index)
    for step in 0..<Self.batchesPerSequence {
      let edit = batch(&generator, model)
      try index.apply(edit)
      model.apply(edit)
      index.checkInvariants()
      if let difference = difference(model, index) { return "\(edit), \(step): \(difference)" }
    }
    // A copy from before stays as it is.
    return difference(before.0, before.1).map { "the copy from before: \($0)" }
  }

  /// Returns the first difference from the model in sections, lines and items, each queried once.
  private func difference(_ model: ExtentModel, _ index: any ExtentIndex) -> String? {
    let everything = model.everything()
    var buffer = ExtentBuffer()
    for section in everything {
      var bare = section
      bare.lines = []
      let answered = AnsweredSection(index.section(at: section.index))
      guard answered == bare else { return "section \(section.index) is \(answered), not \(bare)" }
    }
    index.collect(from: -1, to: index.extent + 1, into: &buffer)
    let expected = model.overlapping(everything, from: -1, to: index.extent + 1)
    guard buffer.answer == expected else {
      return "lines are \(buffer.answer), not \(expected)"
    }
    return nil
  }
}
