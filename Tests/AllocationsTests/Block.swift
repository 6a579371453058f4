import Foundation

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
