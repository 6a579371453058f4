import Foundation

/// One thing that a measured region does with the allocator.
enum Step {
  case malloc(Int)
  case calloc(Int)
  case posixMemalign(Int)
  case alignedAlloc(Int)
  case memalign(Int)
  case operatorNew(Int)
  case swift(Int)
  case realloc(slot: Int, bytes: Int)
  case free(slot: Int)

  /// Reads `malloc:64`, `free:0` (the block of step 0), `realloc:0:128`.
  init?(_ text: String) {
    let parts = text.split(separator: ":")
    let numbers = parts.dropFirst().compactMap { Int($0) }
    switch (parts.first, numbers.count) {
    case ("malloc", 1): self = .malloc(numbers[0])
    case ("calloc", 1): self = .calloc(numbers[0])
    case ("posix_memalign", 1): self = .posixMemalign(numbers[0])
    case ("aligned_alloc", 1): self = .alignedAlloc(numbers[0])
    case ("memalign", 1): self = .memalign(numbers[0])
    case ("new", 1): self = .operatorNew(numbers[0])
    case ("swift", 1): self = .swift(numbers[0])
    case ("realloc", 2): self = .realloc(slot: numbers[0], bytes: numbers[1])
    case ("free", 1): self = .free(slot: numbers[0])
    default: return nil
    }
  }
}

/// Steps that allocate nothing but what they say.
///
/// Safe because the pointers stay inside, and the tests name slots that hold a block.
@safe struct MeasuredRegion {
  private typealias Memalign = @convention(c) (Int, Int) -> UnsafeMutableRawPointer?
  private typealias New = @convention(c) (Int) -> UnsafeMutableRawPointer?

  private let steps: [Step]
  private let slots: UnsafeMutableBufferPointer<UnsafeMutableRawPointer?>
  // By name, as Swift's overlays have neither.
  private let memalign: Memalign
  private let new: New

  init(steps: [Step]) {
    self.steps = steps
    unsafe slots = .allocate(capacity: steps.count)
    unsafe slots.initialize(repeating: nil)
    unsafe memalign = unsafeBitCast(dlsym(nil, "memalign"), to: Memalign.self)
    unsafe new = unsafeBitCast(dlsym(nil, "_Znwm"), to: New.self)
  }

  /// Performs the steps; the block that a step makes goes into the slot of its number.
  func perform() {
    for index in 0..<steps.count {
      switch steps[index] {
      case .malloc(let bytes): unsafe slots[index] = malloc(bytes)
      case .calloc(let bytes): unsafe slots[index] = calloc(1, bytes)
      case .posixMemalign(let bytes): _ = unsafe posix_memalign(&slots[index], 64, bytes)
      case .alignedAlloc(let bytes): unsafe slots[index] = aligned_alloc(64, bytes)
      case .memalign(let bytes): unsafe slots[index] = memalign(64, bytes)
      case .operatorNew(let bytes): unsafe slots[index] = new(bytes)
      case .swift(let bytes):
        unsafe slots[index] = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 16)
      case .realloc(let slot, let bytes): unsafe slots[slot] = realloc(slots[slot], bytes)
      case .free(let slot): unsafe free(slots[slot])
      }
    }
  }
}

/// Returns the place of the main thread's stack, down to the environment.
func addressOnStack() -> UInt {
  var local = 0
  return unsafe withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) }
}
