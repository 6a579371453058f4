import Foundation
import Processes
import Synchronization

/// Threads that share pieces of work: each takes the next piece.
package final class ThreadPool<Piece: Sendable, Output: Sendable>: Sendable {
  private struct Progress {
    /// The number of the next piece.
    var next = 0
    var doneCount = 0
    var outputs: [Output?]
    var failure: (any Error)?
  }

  private let pieces: [Piece]
  private let body: @Sendable (_ thread: Int, Piece) throws -> Output
  private let tell: @Sendable (_ doneCount: Int) -> Void
  private let progress: Mutex<Progress>

  /// Work that is not begun yet.
  ///
  /// - Parameters:
  ///   - pieces: The inputs of the work, one for each call of `body`.
  ///   - tell: Called after every thousandth piece.
  ///   - body: Does one piece, in the thread of a number; called in several at once.
  package init(
    _ pieces: [Piece], tell: @escaping @Sendable (_ doneCount: Int) -> Void,
    body: @escaping @Sendable (_ thread: Int, Piece) throws -> Output
  ) {
    (self.pieces, self.tell, self.body) = (pieces, tell, body)
    progress = Mutex(Progress(outputs: Array(repeating: nil, count: pieces.count)))
  }

  /// Does all the work, and waits for it.
  ///
  /// - Parameter threadCount: The threads, which have the numbers from 0.
  /// - Returns: The output for each piece, in their order.
  /// - Throws: The first error of `body`, or the system's if a thread cannot start. No piece begins
  ///   after an error.
  package func run(threadCount: Int) throws -> [Output] {
    var threads: [pthread_t] = []
    do {
      for thread in 0..<threadCount {
        threads.append(try SystemThread.start { while self.runNext(on: thread) {} })
      }
    } catch {
      fail(error)
    }
    for thread in threads { pthread_join(thread, nil) }
    return try progress.withLock {
      if let failure = $0.failure { throw failure }
      let outputs = $0.outputs.compactMap(\.self)
      precondition(outputs.count == pieces.count, "a piece was not done")
      return outputs
    }
  }

  /// Does one piece, and returns whether there was one.
  private func runNext(on thread: Int) -> Bool {
    let number = progress.withLock { progress -> Int? in
      guard progress.failure == nil, progress.next < pieces.count else { return nil }
      progress.next += 1
      return progress.next - 1
    }
    guard let number else { return false }
    do {
      let output = try body(thread, pieces[number])
      let doneCount = progress.withLock { progress in
        progress.outputs[number] = output
        progress.doneCount += 1
        return progress.doneCount
      }
      if doneCount.isMultiple(of: 1_000) { tell(doneCount) }
    } catch {
      fail(error)
    }
    return true
  }

  /// Lets no further piece begin.
  private func fail(_ error: any Error) {
    progress.withLock { $0.failure = $0.failure ?? error }
  }
}
