/// What one worker process measures: the cases of one (suite, storage, data, size), in one launch
/// of one pass, in a random order.
struct PlannedGroup: Sendable {
  let pass: Scenario.Pass
  /// Which launch of its pass, counted from 0.
  let launch: Int
  let suite: String
  let storage: String
  let dataset: PlannedDataset
  let cases: [PlannedCase]
}
