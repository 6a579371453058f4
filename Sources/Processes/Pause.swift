import Foundation

/// Pauses between two looks at something that sends no notice.
///
/// `Thread.sleep` asks a clock how long is left, and waits for an hour where that has been put back by
/// one.
package enum Pause {
  /// Waits for `seconds`; a signal may end it earlier.
  ///
  /// - Precondition: `seconds` is from 0 to 60.
  package static func wait(seconds: Double) {
    precondition((0...60).contains(seconds), "Pause.wait(seconds:): \(seconds) s is no pause")
    usleep(UInt32(seconds * 1e6))
  }

  /// Waits until `condition` holds, for about `seconds`: it counts pauses, as a clock may be put back.
  ///
  /// - Parameters:
  ///   - seconds: The longest time.
  ///   - pause: The seconds between two looks at the condition.
  ///   - condition: What is to hold.
  /// - Returns: Whether it holds.
  /// - Throws: What `condition` throws.
  package static func wait<Failure: Error>(
    upTo seconds: Double, every pause: Double, until condition: () throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    var left = Int((seconds / pause).rounded(.up))
    while try !condition() {
      guard left > 0 else { return false }
      wait(seconds: pause)
      left -= 1
    }
    return true
  }
}
