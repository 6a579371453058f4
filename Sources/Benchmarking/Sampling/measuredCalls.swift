/// Calls `body` until it has been called `calls` times or gives an answer other than `answer`.
///
/// Everything that is measured runs under this one symbol, in every pass: a profiler that is told
/// `cvbench_measured` (callgrind's `--toggle-collect`, perf's caller filter) sees the operations
/// and nothing of the harness but this loop.
///
/// - Parameters:
///   - calls: At least 0.
///   - answer: What each call has to return.
///   - body: The measured closure.
/// - Returns: The first wrong answer; nil when all were right.
/// - Complexity: 3 instructions a call beside the call itself; no allocation.
@inline(never) @_silgen_name("cvbench_measured")
package func measuredCalls(_ calls: Int, expecting answer: UInt64, of body: () -> UInt64) -> UInt64?
{
  for _ in 0..<calls {
    let found = body()
    if found != answer { return found }
  }
  return nil
}

/// Calls `body` once, under the same symbol as every other measured call.
///
/// - Parameter body: The measured closure.
/// - Returns: Its answer.
package func measuredCall(of body: () -> UInt64) -> UInt64 {
  // Any reference would do: the answer is either the reference, or comes back as the wrong one.
  measuredCalls(1, expecting: 0, of: body) ?? 0
}

/// Takes a value, and does nothing with it that the compiler could know of.
///
/// What is handed over has to be computed. A measured closure seldom needs it: its answer is
/// checked, so whatever goes into the answer cannot be left out.
///
/// - Parameter value: Anything; it is neither copied nor kept.
@inline(never) @_optimize(none)
public func blackHole<Value: ~Copyable>(_ value: borrowing Value) {}
