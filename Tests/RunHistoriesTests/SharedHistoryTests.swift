import Foundation
import RunHistories
import RunRecords
import TestSupport
import Testing

/// Histories that several processes or several clones change.
@Suite struct SharedHistoryTests {
  private let repository: SampleRepository

  init() throws { repository = try SampleRepository() }

  /// Two clones that push at once: neither loses a run.
  @Test func pushesOfTwoAreMerged() throws {
    let clones = try repository.clones(2)
    for round in 0..<3 {
      for (number, branch) in clones.enumerated() {
        _ = try HistorySample.add(RunHistory(branch), commit: 1, run: 10 * round + number)
      }
      // Each began before the other had pushed.
      for branch in clones { try branch.push(to: "origin") }
    }
    let shared = repository.shared
    #expect(try shared.contents().runs.count == 6)
    #expect(message { try clones[0].push(to: "nowhere") }.contains("the next push takes it along"))
    // What others pushed is read before it is merged, where there is no branch here yet.
    try repository.git("clone --quiet shared clone3", in: repository.folder.path)
    let third = RunHistory(HistoryBranch("runs", in: repository.folder.path(of: "clone3")))
    #expect(try third.contents().runs.count == 6)
    _ = try HistorySample.add(third, commit: 2, run: 99)
    #expect(try third.contents().runs.count == 7)
  }

  /// A pruned run and a new one look like one that was renamed.
  @Test func prunedRunsAreNoConflict() throws {
    let clones = try repository.clones(2)
    for run in 0..<3 { _ = try HistorySample.add(RunHistory(clones[0]), commit: 1, run: run) }
    try clones[0].push(to: "origin")
    // Without a branch of its own, it adds to the one that was fetched.
    try repository.git("fetch --quiet", in: repository.folder.path(of: "clone2"))
    #expect(try HistorySample.add(RunHistory(clones[1]), commit: 1, run: 2).isDuplicate)
    try clones[1].push(to: "origin")
    for (number, branch) in clones.enumerated() {
      let history = RunHistory(branch)
      _ = try history.prune(keeping: 1)
      var record = HistorySample.record(2, run: 10 + number, allocations: 110 + number)
      record.run.startedAt = "2026-04-0\(number + 1)T00:00:00Z"
      _ = try history.add([(record, "a.json")])
    }
    for branch in clones { try branch.push(to: "origin") }
    let shared = repository.shared
    #expect(try shared.contents().runs.count == 3)
    #expect(try shared.check().contents.problems.isEmpty)
  }

  @Test func manyPushAtOnce() async throws {
    let clones = try repository.clones(6)
    for (number, branch) in clones.enumerated() {
      _ = try HistorySample.add(RunHistory(branch), commit: 1, run: number)
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for branch in clones { group.addTask { try branch.push(to: "origin") } }
      try await group.waitForAll()
    }
    let shared = repository.shared
    #expect(try shared.contents().runs.count == 6)
    #expect(try shared.check().contents.problems.isEmpty)
  }

  /// A repair stays when another clone, which still has the damaged file, merges it.
  @Test func repairsAreMerged() throws {
    let clones = try repository.clones(2)
    _ = try HistorySample.add(RunHistory(clones[0]), commit: 1, run: 1)
    let path = try #require(try RunHistory(clones[0]).contents().runs.first?.summary.path)
    try clones[0].change(
      adding: [HistoryFile(path: path, text: "x")], removing: [], message: "Damage")
    try clones[0].push(to: "origin")
    try repository.git("fetch --quiet", in: repository.folder.path(of: "clone2"))
    _ = try HistorySample.add(RunHistory(clones[1]), commit: 2, run: 2)
    #expect(try RunHistory(clones[0]).removeDamaged() == [path])
    _ = try HistorySample.add(RunHistory(clones[0]), commit: 1, run: 1)
    for branch in clones { try branch.push(to: "origin") }
    let shared = repository.shared
    #expect(try shared.contents().problems.isEmpty)
    #expect(try shared.contents().runs.count == 2)
  }

  /// A branch of that name may hold sources, which a merge would take along.
  @Test func anotherBranchIsNotMerged() throws {
    let clones = try repository.clones(1)
    let path = repository.folder.path(of: "clone1")
    try repository.git("checkout --quiet --orphan runs", in: path)
    _ = try repository.folder.write(Array("x".utf8), to: "clone1/main.swift")
    try repository.git("add --all", in: path)
    try repository.git("commit --quiet -m sources", in: path)
    try repository.git("push --quiet origin runs", in: path)
    try repository.git("checkout --quiet main", in: path)
    try repository.git("update-ref -d refs/heads/runs", in: path)
    try repository.git("update-ref -d refs/remotes/origin/runs", in: path)
    _ = try HistorySample.add(RunHistory(clones[0]), commit: 1, run: 1)
    let own = try repository.git("rev-parse runs", in: path)
    let text = message { try clones[0].push(to: "origin") }
    #expect(text.contains("it holds other files ('main.swift')"), "\(text)")
    #expect(try repository.git("rev-parse runs", in: path) == own)
    #expect(try repository.git("for-each-ref refs/cvbench", in: path) == "")
  }

  @Test func aRemoteThatDeclinesChangesNothing() throws {
    let folder = repository.folder
    try repository.git("clone --quiet --bare repository shared", in: repository.folder.path)
    try repository.git("clone --quiet shared clone", in: repository.folder.path)
    let hook = try folder.write(
      Array("#!/bin/sh\nexit 1\n".utf8), to: "shared/hooks/pre-receive")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: hook)
    let branch = HistoryBranch("runs", in: repository.folder.path(of: "clone"))
    _ = try HistorySample.add(RunHistory(branch), commit: 1, run: 1)
    let text = message { try branch.push(to: "origin") }
    #expect(text.contains("declined"), "\(text)")
    #expect(
      try repository.git("log --format=%s runs", in: repository.folder.path(of: "clone"))
        == "Add a run of 000000000000")
  }

  @Test(arguments: SampleRepository.Place.allCases)
  func manyAddAtOnce(place: SampleRepository.Place) async throws {
    let history = repository.history(place)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for run in 0..<12 {
        group.addTask {
          let record = HistorySample.record(run, run: run, allocations: run)
          _ = try history.add([(record, "a.json")])
        }
      }
      try await group.waitForAll()
    }
    let check = try history.check()
    #expect(check.contents.runs.count == 12)
    #expect(check.contents.problems.isEmpty && check.leftovers.isEmpty && check.foreign.isEmpty)
  }
  /// A run of one storage, and so with a list of cases that runs of other storages lack.
  private static func record(ofStorage number: Int) -> RunRecord {
    HistorySample.record(
      HistorySample.hash(1), run: number,
      ["storage-\(number)": [ExactMetric.allocations.record(number)]])
  }

  /// A prune must not take the list that a run is just about to need.
  @Test(arguments: SampleRepository.Place.allCases)
  func pruningBesideAddingLosesNoList(place: SampleRepository.Place) async throws {
    let history = repository.history(place)
    _ = try history.add([(Self.record(ofStorage: 100), "a.json")])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for run in 0..<24 {
        group.addTask {
          if run.isMultiple(of: 4) {
            _ = try history.prune(keeping: 1)
          } else {
            // Four runs for each list, so that it goes and comes back.
            var record = Self.record(ofStorage: run % 3)
            record.run.id = "0000\(1_000 + run)-0000"
            _ = try history.add([(record, "a.json")])
          }
        }
      }
      try await group.waitForAll()
    }
    let check = try history.check()
    #expect(!check.contents.runs.isEmpty)
    #expect(check.contents.problems.isEmpty && check.leftovers.isEmpty)
  }

  @Test func aListThatOthersPrunedStaysForARunFromHere() throws {
    let clones = try repository.clones(2)
    for number in 1...2 {
      _ = try RunHistory(clones[0]).add([(Self.record(ofStorage: number), "a.json")])
    }
    try clones[0].push(to: "origin")
    try repository.git("fetch --quiet", in: repository.folder.path(of: "clone2"))
    // One removes the first run and its list, the other adds a run with the same list.
    #expect(try RunHistory(clones[0]).prune(keeping: 1).count == 2)
    var again = Self.record(ofStorage: 1)
    again.run.id = "00009999-0000"
    _ = try RunHistory(clones[1]).add([(again, "a.json")])
    for branch in clones { try branch.push(to: "origin") }
    let shared = repository.shared
    #expect(try shared.contents().runs.count == 2)
    #expect(try shared.check().contents.problems.isEmpty)
  }
}
