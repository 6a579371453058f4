import Foundation
import Processes
import RunRecords
import TestSupport
import Testing

/// A gate of two builds of different commits, of which the history knows an accepted change.
@Suite struct AcceptedGateTests {
  private let folder: TemporaryFolder
  /// In the work tree of the newer commit.
  private let tool: ToolProcess
  private let selection = ["--filter", "/work/", "--dataset", "one-section", "--sizes", "1k"]

  init() throws {
    folder = try TemporaryFolder()
    let script = """
      git init --quiet -b main head && cd head && echo '*' > .git/info/exclude
      echo '// swift-tools-version: 6.2' > Package.swift && git add --force Package.swift
      commit() { git -c user.name=a -c user.email=a@b commit --quiet --allow-empty -m "$1"; }
      commit 'Make ten arrays' && git worktree add --quiet --detach ../base
      commit 'Make eleven arrays'
      """
    let made = try ExternalProgram.shell(script, in: folder.path)
    try #require(made.isSuccess, "\(made.errorText)")
    tool = ToolProcess(executable: "CommandsFixture", directory: folder.path(of: "head"))
    let base = try Data(contentsOf: URL(filePath: ToolProcess.fixturePath))
    var head = base
    let place = try #require(base.range(of: Data("fixture-arrays= 00000010".utf8)))
    head.replaceSubrange(place, with: Data("fixture-arrays= 00000011".utf8))
    try makeExecutable(base, at: folder.path(of: "base/build"))
    try makeExecutable(head, at: folder.path(of: "head/build"))
  }

  private func gate(_ base: String, _ head: String) throws -> ToolProcess.Result {
    try tool.run(
      ["gate", "--base", base, "--head", head, "--exact-only", "-o", "gate.json"] + selection)
  }

  @Test func onlyTheAcceptedChangePasses() throws {
    for side in ["base", "head"] {
      let outcome = try ExternalProgram(path: folder.path(of: side + "/build")).run(
        ["run", "--case-budget", "10ms", "--launches", "1", "-o", folder.path(of: side + ".json")]
          + selection)
      try #require(outcome.isSuccess, "\(outcome.errorText)")
    }
    let record = try RunRecord.read(from: folder.path(of: "head.json"))
    // Without jemalloc nothing differs.
    guard record.cases.contains(where: { $0.metric("allocations")?.value != nil }) else { return }
    let refused = try gate("../base/build", "./build")
    #expect(refused.status == 1, "\(refused.output)\(refused.errors)")

    let added = try tool.run(["history", "add", "../base.json", "../head.json"])
    try #require(added.status == 0, "\(added.errors)")
    let blessed = try tool.run(["bless", "work@HEAD", "--reason", "one array more"])
    try #require(blessed.status == 0, "\(blessed.output)\(blessed.errors)")
    let accepted = try gate("../base/build", "./build")
    #expect(accepted.status == 0, "\(accepted.output)\(accepted.errors)")
    #expect(accepted.output.contains("one array more"), "\(accepted.output)")
    // The acceptance is of that commit, and not of what the figures were before it.
    _ = try ExternalProgram.shell("git checkout --quiet --detach HEAD~1", in: tool.directory)
    let elsewhere = try gate("../base/build", "./build")
    #expect(elsewhere.status == 1, "\(elsewhere.output)\(elsewhere.errors)")
  }
}
