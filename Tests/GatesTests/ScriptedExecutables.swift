import Benchmarking
import Foundation
import Gates
import RunRecords
import TestSupport

/// Shell scripts in the place of both builds' executables, which answer under callgrind and note
/// what they are asked.
///
/// They speak all versions of the messages. A shell has no measured call, so nothing is counted.
struct ScriptedExecutables {
  private let folder: TemporaryFolder

  /// Writes the executables, whose answers are those of a call of `planned`.
  init(for planned: PlannedCase) throws {
    folder = try TemporaryFolder()
    var entry = JournalEntry(
      suite: planned.suite, params: planned.parameters, pass: .instructions, launch: 0)
    (entry.checksum, entry.operationsPerCall) = ("7", 10)
    try write(entry, to: "entry")
    try write(WorkerReply.opened(warnings: nil), to: "opened")
    try write(WorkerReply.called(operationsPerCall: 10, checksum: "7"), to: "called")
    let script = #"""
      #!/bin/sh
      echo "$1" >"$0.asked"
      answer() {
        read -r line
        echo "$line" >>"$0.asked"
        cat "${0%/*}/$1"
      }
      case $1 in
      worker) answer entry ;;
      *) answer opened; answer called ;;
      esac

      """#
    for role in [GatedBuild.Role.base, .head] {
      let path = try folder.write(Array(script.utf8), to: role.rawValue)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
  }

  private func write(_ answer: some Encodable, to name: String) throws {
    try folder.write(JSONEncoder().encode(answer) + Data("\n".utf8), to: name)
  }

  /// The folder of the executables, for `ScriptedBuilds`.
  var path: String { folder.path }

  /// Returns the subcommand of the last process of a build, and the requests to it.
  func asked(_ role: GatedBuild.Role) throws -> [String] {
    try String(decoding: folder.bytes(of: "\(role.rawValue).asked"), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }
}
