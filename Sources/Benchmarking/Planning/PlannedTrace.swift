/// A recorded trace that cases replay: what it is of, where it lies, and what it held when the run was
/// planned.
public struct PlannedTrace: Codable, Hashable, Sendable {
  /// What is recorded in it.
  public var kind: Kind
  /// The file that scenarios read it from.
  public var path: String
  /// What a scenario must find there again.
  public var checksum: UInt64

  /// What a trace is of.
  public enum Kind: String, Codable, Hashable, Sendable {
    /// Where content stands, frame by frame, over any collection: `--trace`.
    case scroll
    /// How a collection of its own changed, batch by batch: `--updates`.
    case updates
  }

  /// Names a trace.
  public init(_ kind: Kind = .scroll, path: String, checksum: UInt64) {
    self.kind = kind
    self.path = path
    self.checksum = checksum
  }

  /// The checksum in sixteen hexadecimal digits.
  public var digits: String {
    let digits = String(checksum, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
