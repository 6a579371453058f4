/// A recorded scroll trace that cases replay: where it lies, and what it held when the run was
/// planned.
public struct PlannedTrace: Codable, Hashable, Sendable {
  /// The file that scenarios read it from.
  public var path: String
  /// What a scenario must find there again.
  public var checksum: UInt64

  /// Names a trace.
  public init(path: String, checksum: UInt64) {
    self.path = path
    self.checksum = checksum
  }

  /// The checksum in sixteen hexadecimal digits.
  public var digits: String {
    let digits = String(checksum, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
