import Foundation

/// A thread of the system, whose own cost in allocations is the same each time.
enum WorkerThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` on a new thread, and returns when that thread has ended.
  static func run(_ body: @escaping @Sendable () -> Void) {
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
    precondition(error == 0, "pthread_create failed with \(error)")
    pthread_join(thread, nil)
  }
}

/// A thread that does the same again whenever it is told to.
final class LivingThread: Sendable {
  private let start = DispatchSemaphore(value: 0)
  private let done = DispatchSemaphore(value: 0)

  init(_ body: @escaping @Sendable () -> Void) {
    Thread.detachNewThread { [start, done] in
      while true {
        start.wait()
        body()
        done.signal()
      }
    }
    // Once outside a measurement: the first round is where a thread sets itself up.
    runOnce()
  }

  /// Returns when the thread has done it.
  func runOnce() {
    start.signal()
    done.wait()
  }
}
