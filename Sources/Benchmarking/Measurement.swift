/// What one measured call is: a closure that performs a fixed number of operations.
///
/// Whatever the closure needs is made before it, in the scenario's `setUp`.
public struct Measurement {
  /// The operations that one call of `body` performs; figures are divided by it.
  public let operationsPerCall: Int
  /// The answer every call must return; nil where the first call's answer is the reference.
  public let expectedAnswer: UInt64?
  /// Performs the operations and returns a checksum of what they gave.
  public let body: () -> UInt64

  /// Describes a measured call.
  ///
  /// - Parameters:
  ///   - operationsPerCall: At least 1; at least 1,000 where one operation takes under 100 ns, so
  ///     that calling the closure costs next to nothing.
  ///   - expectedAnswer: What every call must return; nil to hold calls against the first.
  ///   - body: Performs the operations in a loop of its own.
  public init(
    operationsPerCall: Int, expectedAnswer: UInt64? = nil, body: @escaping () -> UInt64
  ) {
    self.operationsPerCall = operationsPerCall
    self.expectedAnswer = expectedAnswer
    self.body = body
  }
}
