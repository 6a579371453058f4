import CProcess

/// Whether the user has asked the run to end.
enum Interrupts {
  /// From now on SIGINT, SIGTERM and, unless it is ignored, SIGHUP only set a flag, and a worker
  /// that is gone is an error and no signal.
  static func catchThem() { cprocess_catch_interrupts() }

  /// Whether any of them has come since.
  static var isInterrupted: Bool { cprocess_is_interrupted() }
}
