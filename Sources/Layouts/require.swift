/// Stops the program with `message` when `condition` does not hold.
///
/// The check that a caller broke a rule it could have checked itself. The message is built only on
/// failure, in a function that is never inlined, so that the usual path keeps one branch.
@inline(__always)
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { stop(message()) }
}

/// Ends the program.
@inline(never)
private func stop(_ message: String) -> Never {
  preconditionFailure(message)
}
