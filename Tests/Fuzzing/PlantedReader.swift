import Foundation
import Synchronization

/// A reader that makes a mistake at each input with a "q" in it, to try the fuzzing itself.
enum PlantedReader: String, CaseIterable {
  /// Makes no mistake.
  case sound
  case traps
  case loops
  /// Ends, but late.
  case slow
  case large

  private static let kept = Mutex<[[UInt8]]>([])

  var reader: Reader {
    Reader(rawValue, .text, [Array("a few words, none of them odd".utf8)]) { input, _ in
      guard input.contains(UInt8(ascii: "q")) else { return }
      switch self {
      case .sound: break
      case .traps: preconditionFailure("planted")
      case .loops: while true {}
      case .slow:
        let end = FuzzingLimits.seconds + 1.2 * FuzzingLimits.secondsPerInput
        while FuzzingLimits.seconds < end {}
      case .large:
        // A part of what a process may have, which it keeps: more at once could take too long.
        let bytes = [UInt8](repeating: 1, count: FuzzingLimits.residentBytes / 16)
        Self.kept.withLock { $0.append(bytes) }
      }
    }
  }

  /// Whether the mistake, and nothing else, is what `failures` tell of.
  func isFound(in failures: [FuzzedProcess.Failure]) -> Bool {
    switch self {
    case .sound: return failures.isEmpty
    case .traps:
      if case .crash? = failures.first { return failures.count == 1 }
      return false
    case .loops, .slow: return failures == [.hang]
    case .large: return failures == [.memory]
    }
  }
}
