/// What sampling one case in one launch gave.
package struct Samples: Hashable {
  /// The answer of every call.
  package var answer: UInt64
  /// The calls in each batch.
  package var callsPerBatch: Int
  /// The batches that count, in the order they were measured.
  package var batches: [Batch]
  /// The part of a batch's wall time that the harness takes itself: clock readings and its loop.
  package var harnessShare: Double
  /// How the series behaved.
  package var drift: Drift

  /// Whether the batches changed while they were measured.
  package enum Drift: Hashable {
    /// They were even.
    case none
    /// The first series was not, and was dropped; the second one, kept, was.
    case overcome
    /// The second series was not even either.
    case remaining
  }
}
