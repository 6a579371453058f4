import Foundation
import Processes

/// A thread of the system, whose own cost in allocations is the same each time.
enum WorkerThread {
  /// Runs `body` on a new thread, and returns when that thread has ended.
  static func run(_ body: @escaping @Sendable () -> Void) {
    do throws(SystemError) {
      pthread_join(try SystemThread.start(body), nil)
    } catch {
      preconditionFailure("no thread can be started: \(error.text)")
    }
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

/// A block of memory, allocated on its own and freed by hand.
///
/// Safe because the pointer stays inside, and the tests free each block once.
@safe struct Block {
  private typealias UsableSize = @convention(c) (UnsafeMutableRawPointer) -> Int
  // By name, as Swift's overlay does not have it.
  private static let usableSize = unsafe unsafeBitCast(
    dlsym(nil, "malloc_usable_size"), to: UsableSize.self)

  private let start: UnsafeMutableRawPointer

  // Never inlined, or the optimiser takes out blocks that are freed unused.
  @inline(never) init(bytes: Int) {
    unsafe start = .allocate(byteCount: bytes, alignment: 16)
  }

  /// The size as the allocator rounded it up.
  var usableBytes: Int { unsafe Self.usableSize(start) }

  @inline(never) func free() {
    unsafe start.deallocate()
  }

  static func usableBytes(ofBlocksOf bytes: Int) -> Int {
    let block = Block(bytes: bytes)
    defer { block.free() }
    return block.usableBytes
  }
}

/// The sizes from 1 byte to 4 MiB at which an allocator may change its ways.
enum PlantedSize {
  static let maximum = 4 << 20

  /// Powers of two and their neighbours; jemalloc's size classes, and one byte more than each.
  static let all: [Int] = {
    var sizes: Set<Int> = []
    for shift in 0...22 {
      sizes.formUnion([(1 << shift) - 1, 1 << shift, (1 << shift) + 1])
    }
    for size in sizeClasses { sizes.formUnion([size, size + 1]) }
    return sizes.filter { (1...maximum).contains($0) }.sorted()
  }()

  /// Multiples of 16 to 64, then four to each doubling.
  ///
  /// Source: jemalloc(3), "Size classes".
  static let sizeClasses: [Int] =
    [8, 16, 32, 48, 64]
    + (6...21).flatMap { shift in (5...8).map { $0 << (shift - 2) } }
}
