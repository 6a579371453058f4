import Benchmarking
import Foundation
import Processes
import Reports
import RunHistories
import RunRecords
import Statistics

/// The gates that decide over the proposed changes of a trend.
struct ProposalGates {
  /// The history that their records are added to.
  let history: RunHistory
  let package: PackageOptions

  /// Runs a gate for each pair of commits with proposed changes, and adds its record.
  ///
  /// - Returns: Whether all were run; false after an interruption.
  /// - Throws: `ToolError`.
  func run(for trend: Trend) throws(ToolError) -> Bool {
    var pairs: [[String]: Set<String>] = [:]
    for change in trend.changes where change.evidence == .proposed {
      pairs[trend.commits(of: change), default: []].insert(trend.series[change.series].id)
    }
    for (commits, ids) in pairs.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      guard try run(commits[0], commits[1], on: ids.sorted()) else { return false }
    }
    return true
  }

  /// Compares two commits on cases; false after an interruption.
  private func run(
    _ base: String, _ head: String, on ids: [String]
  ) throws(ToolError) -> Bool {
    let folder = ScratchFolder()
    guard FileManager.default.fileExists(atPath: folder.url.path) else {
      throw .cannotWrite(
        path: folder.url.path, reason: "the folder for temporary files cannot be written to")
    }
    let record = folder.url.path + "/gate.json"
    let names = "\(base.prefix(12)) and \(head.prefix(12))"
    Console.reportError("comparing \(names) on \(DisplayFormat.cases(ids.count))")
    let outcome: ExternalProgram.Outcome
    do throws(ProcessError) {
      outcome = try ExternalProgram.current.run(
        ["gate", "--gate-equal-code", "--base-ref", base, "--head-ref", head, "-o", record]
          + ids.flatMap { ["--filter", $0] } + package.arguments,
        output: .inherited)
    } catch {
      throw .failed(reason: "\(error)")
    }
    if outcome.ending == .exited(status: ExitStatus.interrupted.rawValue) { return false }
    guard FileManager.default.fileExists(atPath: record) else {
      Console.reportError(
        "warning: the gate of \(names) left no record; its changes stay proposed")
      return true
    }
    let found = try RunRecord.stored(record)
    _ = try ToolError.wrap(try history.add([(found, record)]), as: ToolError.runHistory)
    return true
  }
}
