/// What one worker process measures: the cases of one (suite, storage, data, size), in one launch
/// of one pass, in a random order.
package struct PlannedGroup: Sendable {
  package let pass: Scenario.Pass
  /// Which launch of its pass, counted from 0.
  package let launch: Int
  let suite: String
  package let storage: String
  package let dataset: PlannedDataset
  package let cases: [PlannedCase]
}
