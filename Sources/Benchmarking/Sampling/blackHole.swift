/// Takes a value, and does nothing with it that the compiler could know of.
///
/// What is handed over has to be computed. A measured closure seldom needs it: its answer is
/// checked, so whatever goes into the answer cannot be left out.
///
/// - Parameter value: Anything; it is neither copied nor kept.
@inline(never) @_optimize(none)
public func blackHole<Value: ~Copyable>(_ value: borrowing Value) {}
