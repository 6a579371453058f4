import Allocations
import Foundation

/// Starts `threads` threads, each of which holds a block of `bytes` until all of them do.
func holdTogether(threads count: Int, bytes: Int) {
  let barrier = Barrier(count: count)
  let finished = DispatchGroup()
  for _ in 0..<count {
    finished.enter()
    Thread.detachNewThread {
      let block = unsafe allocate(bytes)
      barrier.wait()
      unsafe free(block)
      AllocationMeter.flushThread()
      finished.leave()
    }
  }
  finished.wait()
}

// Never inlined, or the optimiser takes out a block that nobody uses.
@inline(never) private func allocate(_ bytes: Int) -> UnsafeMutableRawPointer? {
  unsafe malloc(bytes)
}

/// Lets nobody on before all have come.
final class Barrier: @unchecked Sendable {
  private let condition = NSCondition()
  private var missing: Int

  init(count: Int) { missing = count }

  func wait() {
    condition.lock()
    missing -= 1
    if missing == 0 { condition.broadcast() }
    while missing > 0 { condition.wait() }
    condition.unlock()
  }
}
