import Foundation
import Processes
import RunHistories

/// The profiles of both commits of changes, one directory a change.
struct ChangeProfiles {
  /// The most that one call makes: each takes a minute, and the builds.
  private static let most = 10

  let directory: String
  let package: PackageOptions

  /// Profiles the changes of `trend` that got worse, but for those that have a profile.
  ///
  /// A profile that cannot be made takes nothing from the trend, and says why itself.
  ///
  /// - Returns: Whether all were made; false after an interruption.
  /// - Throws: `ToolError` if the tool cannot start itself.
  func write(for trend: Trend) throws(ToolError) -> Bool {
    let missing = trend.changes.filter { change in
      change.isAlarm && !FileManager.default.fileExists(atPath: page(of: change, in: trend))
    }
    for change in missing.prefix(Self.most) {
      let hashes = trend.commits(of: change)
      Console.reportError(
        "profiling \(hashes[0].prefix(12)) and \(hashes[1].prefix(12)) on "
          + trend.series[change.series].id)
      let outcome: ExternalProgram.Outcome
      do throws(ProcessError) {
        outcome = try ExternalProgram.current.run(
          [
            "profile", trend.series[change.series].id, "--base-ref", hashes[0], "--head-ref",
            hashes[1], "--seconds", "2", "-o", folder(of: change, in: trend),
          ] + package.arguments)
      } catch {
        throw .failed(reason: "\(error)")
      }
      guard outcome.isSuccess else {
        Console.reportError("warning: no profile: \(outcome.complaint)")
        if outcome.ending == .exited(status: ExitStatus.interrupted.rawValue) { return false }
        continue
      }
    }
    return true
  }

  /// The address of a change's profile from the page at `path`; nil where there is none.
  func link(to change: Trend.Change, of trend: Trend, from path: String) -> String? {
    let page = page(of: change, in: trend)
    guard FileManager.default.fileExists(atPath: page) else { return nil }
    let target = URL(filePath: page).standardizedFileURL.pathComponents
    let place = URL(filePath: path).standardizedFileURL.deletingLastPathComponent().pathComponents
    let shared = zip(target, place).prefix { $0 == $1 }.count
    let parts = Array(repeating: "..", count: place.count - shared) + target.dropFirst(shared)
    return parts.joined(separator: "/").addingPercentEncoding(
      withAllowedCharacters: .urlPathAllowed)
  }

  private func page(of change: Trend.Change, in trend: Trend) -> String {
    folder(of: change, in: trend) + "/index.html"
  }

  private func folder(of change: Trend.Change, in trend: Trend) -> String {
    let id = trend.series[change.series].id
    let hashes = trend.commits(of: change).map { $0.prefix(12) }
    return "\(directory)/\(String(id.map { $0.isLetter || $0.isNumber ? $0 : "-" }))-\(hashes[0])-"
      + hashes[1]
  }
}
