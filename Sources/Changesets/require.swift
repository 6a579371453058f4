/// Stops the program with `message` when `condition` does not hold.
///
/// The check that a caller broke a rule it could have checked itself, in release builds too: a
/// release `precondition` prints no message. The message is built only on failure, in a function
/// that is never inlined, so that the hot path keeps one compare and one branch.
@inlinable
@inline(__always)
public func require(_ condition: Bool, _ message: @autoclosure () -> String) {
  if _slowPath(!condition) { stop(message()) }
}

/// Ends the program with `message`; the one place of the engine that may.
///
/// For a check that is written out because its text is built elsewhere; any other calls `require`.
@usableFromInline
@inline(never)
package func stop(_ message: String) -> Never { fatalError(message) }
