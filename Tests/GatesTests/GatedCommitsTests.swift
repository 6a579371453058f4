import Benchmarking
import Foundation
import GateTestSupport
import Gates
import Processes
import RunRecords
import Statistics
import TestSupport
import Testing

/// Comparisons of commits that a fake `swift` builds. The file `a` of each commit is the program, a
/// shell script that answers requests with files beside the package.
struct GatedCommitsTests {
  private let folder: TemporaryFolder
  private let subject = planned("a")

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeFolder("bin")
    try FakeSwift.write(
      into: folder.path + "/bin",
      compiling: #"""
        if [ -e "$package/error" ]; then
          echo "a.swift:1: error: no such thing"
          exit 1
        fi
        cp "$package/a" "$scratch/main.o"
        """#,
      otherwise: #"touch "$scratch/lib$product.so""#)
    try folder.shell("git init -q package && cd package && echo .build >.git/info/exclude")
    try write(WorkerSession(suites: [], clock: SystemClock()).answer(.describe), to: "described")
    try write(.opened(warnings: nil), to: "opened")
    for count in [12, 13] {
      let counts = [ExactMetric.allocations.record(count)]
      try write(.counted(counts, operationsPerCall: 10, checksum: "7"), to: "counted-\(count)")
    }
  }

  private func write(_ reply: WorkerReply, to name: String) throws {
    try folder.write(JSONEncoder().encode(reply) + Data("\n".utf8), to: name)
  }

  /// Commits `program`, and returns the commit's hash.
  private func commit(_ program: String) throws -> String {
    try folder.write(Array((program + "\n").utf8), to: "package/a")
    return try folder.commitAll(in: "package")
  }

  /// Commits a build that makes so many allocations, and ends when it is to count another number.
  private func commit(allocating count: Int) throws -> String {
    try commit(
      """
      cd '\(folder.path)'
      while read -r request; do
        case $request in
        '{"describe"'*) cat described ;;
        '{"open"'*) cat opened ;;
        *) : >asked; cat counted-\(count) || exit 3 ;;
        esac
      done
      """)
  }

  private func compare(
    _ head: String, with base: String, isBuildInterrupted: @escaping () -> Bool = { false },
    isInterrupted: @escaping () -> Bool = { false }
  ) throws -> CaseRecord {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let builder = PairBuilder(
      baseRef: "HEAD", packagePath: folder.path(of: "package"), product: "cvbench",
      relinkCount: 0, searchPath: "\(folder.path)/bin:\(path)",
      isInterrupted: isBuildInterrupted, report: { _ in })
    let commits = try GatedCommits(
      on: subject, seed: 1, builder: builder, tool: ToolIdentity(name: "cvbench", version: "1"),
      isInterrupted: isInterrupted)
    return try commits.compare(head, with: base, measuring: .counts(withInstructions: false))
  }

  /// Both hold the same code, as far as they say, and are compared all the same.
  @Test func commitsAreComparedByTheirCounts() throws {
    let (base, head) = (try commit(allocating: 12), try commit(allocating: 13))
    let found = try compare(head, with: base)
    #expect(found.id == subject.id && found.status == .ok, "\(found.message ?? "")")
    let allocations = try #require(found.metric("allocations"))
    #expect(allocations.value == 13 && allocations.compare?.base == 12)
    #expect(allocations.compare?.verdict == .regressed)
    #expect(try compare(base, with: head).metric("allocations")?.compare?.verdict == .improved)
  }

  /// A case that fails is a result, and no error.
  @Test func aCommitMayFailItsCase() throws {
    let (base, head) = (try commit(allocating: 12), try commit(allocating: 99))
    let found = try compare(head, with: base)
    #expect(found.status == .failed)
    #expect(found.message?.hasPrefix("the head: the worker process ended with status 3") == true)
  }

  @Test func commitsThatCannotBeComparedAreNamed() throws {
    let (base, other) = (try commit(allocating: 12), try commit("echo hello; cat"))
    try folder.write([], to: "package/error")
    let broken = try commit(allocating: 13)
    for (commit, isBase) in [(broken, false), (broken, true)] {
      let error = #expect(throws: CommitSearchError.self) {
        try compare(isBase ? base : commit, with: isBase ? commit : base)
      }
      guard case .build(commit, .doesNotBuild(let reason)) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(reason.contains("error: no such thing"))
    }
    let error = #expect(throws: CommitSearchError.self) { try compare(other, with: base) }
    guard case .gate(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.side == .head)
  }

  /// The results of a search hold for one compiler, so its version must be known.
  @Test(arguments: ["exit 3", "kill -9 $$", "exit 0"])
  func aFailingVersionQueryEndsTheSearch(_ script: String) throws {
    let base = try commit(allocating: 12)
    try folder.shell("printf '#!/bin/sh\n%s\n' '\(script)' >bin/swift")
    let error = #expect(throws: PairBuildError.self) { try compare(base, with: base) }
    guard case .failed(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.hasPrefix("swift --version does not say which compiler it is"))
  }

  /// An interrupt while a commit is built, describes itself or counts is told as such.
  @Test func anInterruptIsNoResult() throws {
    let (base, head) = (try commit(allocating: 12), try commit(allocating: 13))
    #expect(throws: PairBuildError.interrupted) {
      try compare(head, with: base, isBuildInterrupted: { true })
    }
    let sources = folder.path(of: "package/.build/gate/base/a")
    #expect(throws: CommitSearchError.interrupted) {
      try compare(
        head, with: base,
        isBuildInterrupted: { FileManager.default.fileExists(atPath: sources) })
    }
    #expect(FileManager.default.fileExists(atPath: sources))
    #expect(throws: CommitSearchError.interrupted) {
      try compare(head, with: base, isInterrupted: { true })
    }
    let asked = folder.path(of: "asked")
    #expect(throws: CommitSearchError.interrupted) {
      try compare(
        head, with: base, isInterrupted: { FileManager.default.fileExists(atPath: asked) })
    }
    #expect(FileManager.default.fileExists(atPath: asked))
  }
}
