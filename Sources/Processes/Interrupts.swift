import CProcess

/// The signals by which a user ends the process.
package enum Interrupts {
  /// Catches SIGINT, SIGTERM and, unless it is ignored, SIGHUP from now on: they only set a flag.
  /// A write to a worker that is gone fails from now on, and sends no signal.
  package static func catchThem() { cprocess_catch_interrupts() }

  /// A Boolean value that indicates whether any of the signals has come since.
  package static var isInterrupted: Bool { cprocess_is_interrupted() }
}
