package import Foundation

/// A thread of the system.
///
/// Foundation's `Thread` reports no error if the system cannot start it, for example for lack of memory.
/// A caller that waits for its work would then wait for ever.
///
/// Unchecked because the work is handed over by a pointer, which the thread takes back once.
package enum SystemThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` on a new thread.
  ///
  /// - Returns: The thread. Its memory is freed by one call of `pthread_join` or `pthread_detach`.
  /// - Throws: The system's error, if it starts no thread.
  package static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) -> pthread_t
  {
    var thread = pthread_t()
    let work = unsafe Unmanaged.passRetained(Work(body))
    let error = unsafe pthread_create(
      &thread, nil,
      { work in
        if let work = unsafe work {
          unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
        }
        return nil
      }, work.toOpaque())
    guard error == 0 else {
      unsafe work.release()
      throw SystemError(code: error)
    }
    return thread
  }
}
