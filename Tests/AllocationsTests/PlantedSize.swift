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
