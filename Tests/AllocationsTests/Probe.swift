import Foundation
import Processes

/// Runs `AllocationProbe`, the separate process that some tests need.
enum Probe {
  /// The folder of the built tests, with the probe and the interposer beside them.
  private static let folder = Bundle.main.executableURL?.deletingLastPathComponent()

  static var interposer: String? { folder?.appending(path: "libAllocationInterposer.so").path }

  /// Returns the probe's output, each line's rest by its first word.
  static func run(_ arguments: [String], preloading library: String? = nil) throws -> [String:
    String]
  {
    var environment = ProcessInfo.processInfo.environment
    environment["LD_PRELOAD"] = library
    let path = folder?.appending(path: "AllocationProbe").path ?? ""
    let outcome = try ExternalProgram(path: path).run(arguments, environment: environment)
    guard outcome.isSuccess else { throw ProbeError(arguments: arguments, outcome: outcome) }
    let pairs = outcome.text.split(separator: "\n").map { line in
      let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
      return (parts[0], parts.count > 1 ? parts[1] : "")
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }
}

struct ProbeError: Error {
  let arguments: [String]
  let outcome: ExternalProgram.Outcome
}
