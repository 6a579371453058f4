package import Foundation

/// Somebody who reads requests and writes answers in lines: a process, or what stands in its place
/// where no process is needed.
package protocol LinePeer: AnyObject {
  /// Writes `line`, and its end, to the peer.
  ///
  /// - Throws: The system's error, as for a process that has ended.
  func writeLine(_ line: Data) throws
  /// Ends the requests.
  func closeInput()
  /// Returns the lines that have come, without their ends; waits `milliseconds` at most for one.
  func readLines(milliseconds: Int32) -> [Data]
  /// A Boolean value that indicates whether the peer has begun a line that it has not completed.
  var isAmidLine: Bool { get }
  /// A Boolean value that indicates whether a line was longer than it may be.
  var hasOverlongLine: Bool { get }
  /// A Boolean value that indicates whether the peer may still write.
  var isTalking: Bool { get }
  /// A Boolean value that indicates whether the peer has not ended.
  var isRunning: Bool { get }
  /// Waits for the peer's end, and returns how it ended.
  func waitForEnding() -> ProcessEnding
  /// The last lines of errors.
  var lastWords: String { get }
  /// Ends the peer.
  func kill()
}

extension ChildProcess: LinePeer {}
