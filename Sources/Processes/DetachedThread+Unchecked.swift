import Foundation

/// A thread of the system that does one thing, and that nobody waits for.
///
/// Foundation's `Thread` says nothing where the system starts none, as where memory is short: whoever
/// counts on the work then waits for ever.
///
/// Unchecked because the work is handed over by a pointer, which the thread takes back once.
enum DetachedThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` on a new thread.
  ///
  /// - Throws: The system's error, if it starts no thread.
  static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
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
    pthread_detach(thread)
  }
}
