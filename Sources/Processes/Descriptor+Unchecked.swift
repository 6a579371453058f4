import Foundation

/// Calls on open files by their numbers, repeated while signals interrupt them.
///
/// Unchecked because the system calls take pointers; none outlives its call.
enum Descriptor {
  /// Reads once, and returns how many bytes came; 0 at the end.
  static func read(_ descriptor: Int32, into chunk: inout [UInt8]) throws(SystemError) -> Int {
    try retrying { unsafe Foundation.read(descriptor, &chunk, chunk.count) }
  }

  /// Writes all of `bytes`: in one call, unless the system takes only a part of them.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      written += try retrying {
        unsafe bytes.withUnsafeBytes { buffer in
          unsafe Foundation.write(
            descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
        }
      }
    }
  }

  /// Returns the result of a system call that returns -1 on failure, repeated while signals
  /// interrupt it.
  static func retrying<Result: SignedInteger>(
    _ call: () -> Result
  ) throws(SystemError) -> Result {
    while true {
      let result = call()
      if result >= 0 { return result }
      let code = errno
      if code != EINTR { throw SystemError(code: code) }
    }
  }
}
