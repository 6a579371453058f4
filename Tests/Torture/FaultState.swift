import Foundation
import Synchronization

/// What the processes under faults share, as `struct fault_state` of CFaultInterposer.h lays it out.
///
/// The names of the calls come from there, too.
struct FaultState {
  private static let textSize = 1_024
  private static let nameSize = 16
  private static let callsOffset = 8 + textSize
  private static let callSize = nameSize + 2 * 8

  /// How many calls were made to fail.
  let injected: Int
  /// The first call that was made to fail: its kind, and its file if it has one.
  let what: String
  /// The calls of the command and of all its children, by kind; none if the library was not loaded.
  private let counts: [String: (main: Int, child: Int)]

  /// Reads the state in the file at `path`.
  init(at path: String) throws {
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    guard !bytes.isEmpty else {
      (injected, what, counts) = (0, "", [:])
      return
    }
    let size = bytes.count - Self.callsOffset
    guard size > 0, size.isMultiple(of: Self.callSize) else {
      throw TortureError("'\(path)' is no state of faults")
    }
    injected = Self.integer(bytes[4..<8])
    what = Self.text(bytes[8..<Self.callsOffset])
    var counts: [String: (main: Int, child: Int)] = [:]
    for start in stride(from: Self.callsOffset, to: bytes.count, by: Self.callSize) {
      let numbers = start + Self.nameSize
      counts[Self.text(bytes[start..<numbers])] = (
        Self.integer(bytes[numbers..<numbers + 8]), Self.integer(bytes[numbers + 8..<numbers + 16])
      )
    }
    self.counts = counts
  }

  /// The file of the call that was made to fail; nil if it had none.
  var path: String? {
    what.firstIndex(of: " ").map { String(what[$0...].dropFirst()) }.flatMap {
      $0.isEmpty ? nil : $0
    }
  }

  /// Returns how many calls of one kind the command, or all of its children, have made.
  ///
  /// - Throws: `TortureError` for a kind that the library does not count.
  func count(of call: String, in place: Fault.Place) throws -> Int {
    guard let count = counts[call] else {
      throw TortureError("the library that makes calls fail counts no calls of '\(call)'")
    }
    return place == .main ? count.main : count.child
  }

  /// Puts a state without calls at `path`, and one without call sites beside it.
  static func reset(_ path: String) throws {
    try Data().write(to: URL(filePath: path))
    try Data().write(to: URL(filePath: path + ".sites"))
  }

  private static func integer(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}

/// A reason why the torture itself cannot go on.
struct TortureError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Prints a line, at once; from any thread.
func tell(_ line: String) {
  output.withLock { _ in FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}

private let output = Mutex(())
