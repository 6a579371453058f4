import Foundation

/// What the processes under faults share, as `struct fault_state` of CFaultInterposer.h lays it out.
struct FaultState {
  static let calls = [
    "open", "read", "write", "print", "receive", "send", "close", "sync", "rename", "unlink",
    "truncate", "mkdir", "pipe", "spawn", "poll", "allocate", "clock", "monotonic",
  ]
  private static let textOffset = 8 + 2 * 8 * calls.count
  private static let size = textOffset + 1_024

  /// How many calls were made to fail.
  let injected: Int
  /// The first call that was made to fail: its kind, and its file if it has one.
  let what: String
  private let counts: [Int]

  /// Reads the state in the file at `path`.
  init(at path: String) throws {
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    guard bytes.count == Self.size else { throw TortureError("'\(path)' is no state of faults") }
    injected = Self.integer(bytes[4..<8])
    counts = (0..<2 * Self.calls.count).map { Self.integer(bytes[(8 + $0 * 8)..<(16 + $0 * 8)]) }
    what = String(decoding: bytes[Self.textOffset...].prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The file of the call that was made to fail; nil if it had none.
  var path: String? {
    what.firstIndex(of: " ").map { String(what[$0...].dropFirst()) }.flatMap {
      $0.isEmpty ? nil : $0
    }
  }

  /// Returns how many calls of one kind the command, or all of its children, have made.
  func count(of call: String, in place: Fault.Place) -> Int {
    guard let index = Self.calls.firstIndex(of: call) else { return 0 }
    return counts[place == .main ? index : Self.calls.count + index]
  }

  /// Puts a state without calls at `path`.
  static func reset(_ path: String) throws {
    try Data(repeating: 0, count: size).write(to: URL(filePath: path))
  }

  private static func integer(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

/// A reason why the torture itself cannot go on.
struct TortureError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Prints a line, at once.
func tell(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
