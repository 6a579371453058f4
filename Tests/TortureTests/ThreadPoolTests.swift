import Dispatch
import Synchronization
import Testing
import Torture

@Suite struct ThreadPoolTests {
  private struct Refusal: Error, Equatable { let piece: Int }

  @Test(arguments: [1, 3, 8])
  func outputsComeInTheOrderOfPieces(threadCount: Int) throws {
    let told = Mutex<[Int]>([])
    let threads = Mutex<Set<Int>>([])
    let pool = ThreadPool(Array(0..<2_500)) { count in
      told.withLock { $0.append(count) }
    } body: { thread, piece in
      threads.withLock { _ = $0.insert(thread) }
      return piece * 2
    }
    #expect(try pool.run(threadCount: threadCount) == (0..<2_500).map { $0 * 2 })
    #expect(told.withLock { $0.sorted() } == [1_000, 2_000])
    #expect(threads.withLock { $0.isSubset(of: 0..<threadCount) })
  }

  /// Each of two pieces waits until the other one has begun.
  @Test func piecesRunAtTheSameTime() throws {
    let begun = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
    let pool = ThreadPool([0, 1]) { _ in
    } body: { _, piece in
      begun[piece].signal()
      return begun[1 - piece].wait(timeout: .now() + 60)
    }
    #expect(try pool.run(threadCount: 2) == [.success, .success])
  }

  @Test func noPieceBeginsAfterAnError() {
    let tried = Mutex<[Int]>([])
    let pool = ThreadPool(Array(0..<10)) { _ in
    } body: { _, piece in
      tried.withLock { $0.append(piece) }
      if piece == 3 { throw Refusal(piece: piece) }
    }
    #expect(throws: Refusal(piece: 3)) { try pool.run(threadCount: 1) }
    #expect(tried.withLock { $0 } == [0, 1, 2, 3])
  }

  @Test func workWithoutPiecesHasNoOutputs() throws {
    let pool = ThreadPool([Int]()) { _ in
    } body: { _, piece in
      piece
    }
    #expect(try pool.run(threadCount: 2).isEmpty)
  }
}
