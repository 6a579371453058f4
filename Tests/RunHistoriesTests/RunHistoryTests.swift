import Foundation
import Processes
import RunHistories
import RunRecords
import TestSupport
import Testing

@Suite struct RunHistoryTests {
  private let repository: SampleRepository

  init() throws { repository = try SampleRepository() }

  enum Place: CaseIterable {
    case directory, branch
  }

  private func history(_ place: Place) -> RunHistory {
    switch place {
    case .directory: RunHistory(HistoryDirectory(at: repository.folder.path(of: "history")))
    case .branch: RunHistory(HistoryBranch("runs", in: repository.path))
    }
  }

  private func add(_ history: RunHistory, commit: Int, run: Int) throws -> RunHistory.Addition {
    let record = HistorySample.record(commit, run: run, allocations: 100 + run)
    return try #require(try history.add([(record, "a.json")]).first)
  }

  private func message<Value>(_ action: () throws -> Value) -> String {
    do {
      _ = try action()
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: Place.allCases)
  func runsAreAddedOnce(place: Place) throws {
    let history = history(place)
    #expect(message { try history.contents() }.contains("there is no history"))
    let first = try add(history, commit: 3, run: 1)
    #expect(!first.isDuplicate && first.bytes > 0)
    let second = try add(history, commit: 2, run: 2)
    // The list of cases is there already.
    #expect(second.bytes < first.bytes)
    let again = try add(history, commit: 3, run: 1)
    #expect(again.isDuplicate && again.bytes == 0)
    let contents = try history.contents()
    #expect(contents.runs.map(\.summary.commit.sha) == [3, 2].map(HistorySample.hash))
    #expect(contents.runs.map { $0.summary.columns[0].values } == [[101], [102]])
    #expect(contents.problems.isEmpty)
    // Another run by the same name is neither written nor lost in silence.
    var other = HistorySample.record(3, run: 1, allocations: 7)
    other.run.id = "00000001-ffff"
    #expect(message { try history.add([(other, "b.json")]) }.contains("other contents"))
    #expect(try history.contents().runs.count == 2)
  }

  @Test(arguments: Place.allCases)
  func otherPlacesAreLeftAlone(place: Place) throws {
    switch place {
    case .directory:
      _ = try repository.folder.write(Array("x".utf8), to: "history/notes.txt")
    case .branch:
      try repository.git("branch runs")
      _ = try repository.folder.write(Array("x".utf8), to: "repository/notes.txt")
      try repository.git("add notes.txt")
      try repository.git("commit --quiet -m Notes")
      try repository.git("branch -f runs")
    }
    let history = history(place)
    let text = message { try add(history, commit: 1, run: 1) }
    #expect(text.contains("is no history of runs") && text.contains("notes.txt"), "\(text)")
    #expect(message { try history.contents() }.contains("is no history"))
  }

  @Test func aBranchThatIsCheckedOutIsLeftAlone() throws {
    let history = history(.branch)
    _ = try add(history, commit: 1, run: 1)
    try repository.git("checkout --quiet runs")
    let text = message { try add(history, commit: 1, run: 2) }
    #expect(text.contains("checked out at"), "\(text)")
    try repository.git("checkout --quiet main")
    _ = try add(history, commit: 1, run: 2)
    #expect(try history.contents().runs.count == 2)
    #expect(try repository.git("status --porcelain") == "")
    #expect(
      try repository.git("log --format=%s runs")
        == "Add a run of 000000000000\nAdd a run of 000000000000")
  }

  @Test func withoutARepositoryTheWayOutIsNamed() throws {
    let text = message {
      try RunHistory(HistoryBranch("runs", in: repository.folder.path)).contents()
    }
    #expect(text.contains("no git repository") && text.contains("--history DIR"), "\(text)")
  }

  @Test func damagedFilesAreToldAndTheRestIsRead() throws {
    let history = history(.directory)
    for run in 1...4 { _ = try add(history, commit: run, run: run) }
    let folder = repository.folder
    let paths = try history.contents().runs.map { "history/" + $0.summary.path }
    let whole = try folder.bytes(of: paths[0])
    _ = try folder.write(Array(whole.prefix(100)), to: paths[0])
    _ = try folder.write(whole, to: paths[1])
    _ = try folder.write(Array("x".utf8), to: "history/runs/.cvbench-1.tmp")
    _ = try folder.write(Array("x".utf8), to: "history/mine.txt")
    let check = try history.check()
    #expect(check.contents.runs.map(\.summary.commit.sha) == [3, 4].map(HistorySample.hash))
    let problems = check.contents.problems.map(\.description)
    #expect(problems.count == 2)
    #expect(problems[0].contains("damaged") && problems[1].contains("by its contents its name is"))
    #expect(check.foreign == ["mine.txt"])
    #expect(check.leftovers == ["runs/.cvbench-1.tmp"])
    // The damaged run may need the list of cases, so the list stays.
    let list = try #require(check.contents.runs.first?.cases.path)
    let removed = try history.prune(keeping: 0)
    #expect(removed.contains("runs/.cvbench-1.tmp") && !removed.contains(list))
    #expect(try folder.bytes(of: "history/mine.txt") == Array("x".utf8))
  }

  @Test func aListOfCasesThatChangedTakesItsRunsWithIt() throws {
    let history = history(.directory)
    _ = try add(history, commit: 1, run: 1)
    let list = try #require(try history.contents().runs.first?.cases.path)
    _ = try repository.folder.write(Array("other\n".utf8), to: "history/" + list)
    let contents = try history.contents()
    #expect(contents.runs.isEmpty)
    #expect(contents.problems.count == 2)
  }

  @Test(arguments: Place.allCases)
  func pruningKeepsTheNewest(place: Place) throws {
    let history = history(place)
    for run in 1...5 { _ = try add(history, commit: run, run: run) }
    let removed = try history.prune(keeping: 2)
    #expect(removed.count == 3)
    #expect(
      try history.contents().runs.map(\.summary.commit.sha) == [4, 5].map(HistorySample.hash))
    #expect(try history.prune(keeping: 2) == [])
    #expect(try history.prune(keeping: 0).count == 3)
    #expect(try history.contents().runs.isEmpty)
  }

  @Test func whatANewerToolWroteIsNoDamage() throws {
    let history = history(.directory)
    _ = try add(history, commit: 1, run: 1)
    let newer = """
      {"schema": {"name": "cvbench-history-blessing", "version": "2.0", "uri": "u"}, "why": "a"}
      """
    _ = try repository.folder.write(Array(newer.utf8), to: "history/blessings/a.json")
    #expect(try history.contents().problems.map(\.description).first?.contains("newer") == true)
    #expect(try history.removeDamaged() == [])
  }

  @Test(arguments: Place.allCases)
  func textsThatATerminalObeysAreRefused(place: Place) throws {
    let history = history(place)
    for hostile in ["\u{1B}[2J", "a\nb", "a\u{202E}b"] {
      var record = HistorySample.record(1, run: 1, allocations: 1)
      record.builds[0].compiler.swift = hostile
      let text = message { try history.add([(record, "a.json")]) }
      #expect(text.contains("control characters") && !text.contains(hostile), "\(text)")
    }
    // And what somebody else has written.
    let blessing = Blessing(
      pattern: "*", metric: nil, commit: HistorySample.hash(1), reason: "a\u{1B}[31mb",
      blessedAt: "2026-03-02T00:00:00Z", limits: [])
    try history.add(blessing)
    #expect(try history.contents().blessings.isEmpty)
    #expect(try history.contents().problems.count == 1)
  }

  @Test func aDamagedMarkIsMended() throws {
    let history = history(.directory)
    _ = try add(history, commit: 1, run: 1)
    let mark = Array(HistoryFile.mark.text.utf8)
    for damaged in [Array(mark.prefix(30)), Array("x".utf8)] {
      _ = try repository.folder.write(damaged, to: "history/history.json")
      #expect(try history.contents().runs.map(\.summary.commit.sha).first == HistorySample.hash(1))
      #expect(try history.contents().problems.count == 1)
      #expect(try history.removeDamaged() == [])
      #expect(try repository.folder.bytes(of: "history/history.json") == mark)
      _ = try repository.folder.write(damaged, to: "history/history.json")
      _ = try add(history, commit: 2, run: 2)
      #expect(try history.contents().problems.isEmpty)
    }
  }

  @Test func oddNamesInABranchAreRemovedLikeOthers() throws {
    let history = history(.branch)
    _ = try add(history, commit: 1, run: 1)
    try repository.git("checkout --quiet runs")
    for name in ["a\nb.json", "a\"b.json", "a\\b.json"] {
      _ = try repository.folder.write(Array("x".utf8), to: "repository/runs/" + name)
    }
    try repository.git("add --all")
    try repository.git("commit --quiet -m odd")
    try repository.git("checkout --quiet main")
    #expect(try history.contents().problems.count == 3)
    #expect(try history.removeDamaged().count == 3)
    #expect(try history.contents().runs.count == 1)
    #expect(try history.check().contents.problems.isEmpty)
  }

  @Test func aBranchWithoutFilesIsNoHistory() throws {
    try repository.git("branch runs")
    #expect(message { try history(.branch).contents() }.contains("is no history of runs"))
    #expect(
      message { try add(history(.branch), commit: 1, run: 1) }.contains("is no history of runs"))
  }

  @Test func aNewerHistoryIsNotTouched() throws {
    _ = try repository.folder.write(
      Array(HistoryFile.mark.text.replacing("1.0", with: "2.0").utf8), to: "history/history.json")
    let history = history(.directory)
    #expect(message { try add(history, commit: 1, run: 1) }.contains("newer"))
  }

  @Test(arguments: Place.allCases)
  func acceptedChangesAreKept(place: Place) throws {
    let history = history(place)
    _ = try add(history, commit: 1, run: 1)
    let blessing = Blessing(
      pattern: "batch-*", metric: "allocations", commit: HistorySample.hash(1),
      reason: "undo needs copies", blessedAt: "2026-03-02T00:00:00Z",
      limits: [.init(id: HistorySample.id("flat"), metric: "allocations", figure: 12)])
    try history.add(blessing)
    try history.add(blessing)
    #expect(try history.contents().blessings == [blessing])
    let id = HistorySample.id("flat")
    #expect(blessing.covers("allocations", of: id, figure: 12))
    #expect(!blessing.covers("allocations", of: id, figure: 13))
    #expect(!blessing.covers("cpu_time", of: id, ratio: 1))
  }

  /// Two clones that push at once: neither loses a run.
  @Test func pushesOfTwoAreMerged() throws {
    let folder = repository.folder
    try repository.git("clone --quiet --bare repository shared", in: folder.path)
    let clones = try (1...2).map { number in
      try repository.git("clone --quiet shared clone\(number)", in: folder.path)
      return HistoryBranch("runs", in: folder.path(of: "clone\(number)"))
    }
    for round in 0..<3 {
      for (number, branch) in clones.enumerated() {
        _ = try add(RunHistory(branch), commit: 1, run: 10 * round + number)
      }
      // Each began before the other had pushed.
      for branch in clones { try branch.push(to: "origin") }
    }
    let shared = RunHistory(HistoryBranch("runs", in: folder.path(of: "shared")))
    #expect(try shared.contents().runs.count == 6)
    #expect(message { try clones[0].push(to: "nowhere") }.contains("the next push takes it along"))
    // What others pushed is read before it is merged, where there is no branch here yet.
    try repository.git("clone --quiet shared clone3", in: folder.path)
    let third = RunHistory(HistoryBranch("runs", in: folder.path(of: "clone3")))
    #expect(try third.contents().runs.count == 6)
    _ = try add(third, commit: 2, run: 99)
    #expect(try third.contents().runs.count == 7)
  }

  /// A pruned run and a new one look like one that was renamed.
  @Test func prunedRunsAreNoConflict() throws {
    let folder = repository.folder
    try repository.git("clone --quiet --bare repository shared", in: folder.path)
    let clones = try (1...2).map { number in
      try repository.git("clone --quiet shared clone\(number)", in: folder.path)
      return HistoryBranch("runs", in: folder.path(of: "clone\(number)"))
    }
    for run in 0..<3 { _ = try add(RunHistory(clones[0]), commit: 1, run: run) }
    try clones[0].push(to: "origin")
    // Without a branch of its own, it adds to the one that was fetched.
    try repository.git("fetch --quiet", in: folder.path(of: "clone2"))
    #expect(try add(RunHistory(clones[1]), commit: 1, run: 2).isDuplicate)
    try clones[1].push(to: "origin")
    for (number, branch) in clones.enumerated() {
      let history = RunHistory(branch)
      _ = try history.prune(keeping: 1)
      var record = HistorySample.record(2, run: 10 + number, allocations: 110 + number)
      record.run.startedAt = "2026-04-0\(number + 1)T00:00:00Z"
      _ = try history.add([(record, "a.json")])
    }
    for branch in clones { try branch.push(to: "origin") }
    let shared = RunHistory(HistoryBranch("runs", in: folder.path(of: "shared")))
    #expect(try shared.contents().runs.count == 3)
    #expect(try shared.check().contents.problems.isEmpty)
  }

  @Test func manyPushAtOnce() async throws {
    let folder = repository.folder
    try repository.git("clone --quiet --bare repository shared", in: folder.path)
    let clones = try (0..<6).map { number in
      try repository.git("clone --quiet shared clone\(number)", in: folder.path)
      let branch = HistoryBranch("runs", in: folder.path(of: "clone\(number)"))
      _ = try add(RunHistory(branch), commit: 1, run: number)
      return branch
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for branch in clones { group.addTask { try branch.push(to: "origin") } }
      try await group.waitForAll()
    }
    let shared = RunHistory(HistoryBranch("runs", in: folder.path(of: "shared")))
    #expect(try shared.contents().runs.count == 6)
    #expect(try shared.check().contents.problems.isEmpty)
  }

  /// What one has repaired is not undone by the other, who still has the damage.
  @Test func repairsAreMerged() throws {
    let folder = repository.folder
    try repository.git("clone --quiet --bare repository shared", in: folder.path)
    let clones = try (1...2).map { number in
      try repository.git("clone --quiet shared clone\(number)", in: folder.path)
      return HistoryBranch("runs", in: folder.path(of: "clone\(number)"))
    }
    _ = try add(RunHistory(clones[0]), commit: 1, run: 1)
    let path = try #require(try RunHistory(clones[0]).contents().runs.first?.summary.path)
    try clones[0].change(
      adding: [HistoryFile(path: path, text: "x")], removing: [], message: "Damage")
    try clones[0].push(to: "origin")
    try repository.git("fetch --quiet", in: folder.path(of: "clone2"))
    _ = try add(RunHistory(clones[1]), commit: 2, run: 2)
    #expect(try RunHistory(clones[0]).removeDamaged() == [path])
    _ = try add(RunHistory(clones[0]), commit: 1, run: 1)
    for branch in clones { try branch.push(to: "origin") }
    let shared = RunHistory(HistoryBranch("runs", in: folder.path(of: "shared")))
    #expect(try shared.contents().problems.isEmpty)
    #expect(try shared.contents().runs.count == 2)
  }

  @Test func aRemoteThatDeclinesChangesNothing() throws {
    let folder = repository.folder
    try repository.git("clone --quiet --bare repository shared", in: folder.path)
    try repository.git("clone --quiet shared clone", in: folder.path)
    let hook = try folder.write(
      Array("#!/bin/sh\nexit 1\n".utf8), to: "shared/hooks/pre-receive")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: hook)
    let branch = HistoryBranch("runs", in: folder.path(of: "clone"))
    _ = try add(RunHistory(branch), commit: 1, run: 1)
    let text = message { try branch.push(to: "origin") }
    #expect(text.contains("declined"), "\(text)")
    #expect(
      try repository.git("log --format=%s runs", in: folder.path(of: "clone"))
        == "Add a run of 000000000000")
  }

  @Test func aListOfCasesComesBackWithItsRun() throws {
    let history = history(.directory)
    _ = try add(history, commit: 1, run: 1)
    let list = try #require(try history.contents().runs.first?.cases.path)
    for damage in ["other\n", ""] {
      _ = try repository.folder.write(Array(damage.utf8), to: "history/" + list)
      #expect(try add(history, commit: 1, run: 1).isDuplicate)
      #expect(try history.contents().runs.count == 1)
    }
    // A link that leads nowhere takes no other file with it.
    let folder = repository.folder.path(of: "history/runs/2026/03")
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/broken.json", withDestinationPath: "/nonexistent")
    let contents = try history.contents()
    #expect(contents.runs.count == 1 && contents.problems.count == 1)
    #expect(try history.removeDamaged() == ["runs/2026/03/broken.json"])
    #expect(try history.contents().problems.isEmpty)
  }

  @Test(arguments: Place.allCases)
  func manyAddAtOnce(place: Place) async throws {
    let history = history(place)
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
  /// Each run has a list of cases of its own, which the other runs need no more.
  private static func record(ofStorage number: Int) -> RunRecord {
    HistorySample.record(
      HistorySample.hash(1), run: number,
      ["storage-\(number)": [ExactMetric.allocations.record(number)]])
  }

  /// A prune must not take the list that a run is just about to need.
  @Test(arguments: Place.allCases)
  func pruningBesideAddingLosesNoList(place: Place) async throws {
    let history = history(place)
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
    let folder = repository.folder
    try repository.git("clone --quiet --bare repository shared", in: folder.path)
    let clones = try (1...2).map { number in
      try repository.git("clone --quiet shared clone\(number)", in: folder.path)
      return HistoryBranch("runs", in: folder.path(of: "clone\(number)"))
    }
    for number in 1...2 {
      _ = try RunHistory(clones[0]).add([(Self.record(ofStorage: number), "a.json")])
    }
    try clones[0].push(to: "origin")
    try repository.git("fetch --quiet", in: folder.path(of: "clone2"))
    // One removes the first run and its list, the other adds a run with the same list.
    #expect(try RunHistory(clones[0]).prune(keeping: 1).count == 2)
    var again = Self.record(ofStorage: 1)
    again.run.id = "00009999-0000"
    _ = try RunHistory(clones[1]).add([(again, "a.json")])
    for branch in clones { try branch.push(to: "origin") }
    let shared = RunHistory(HistoryBranch("runs", in: folder.path(of: "shared")))
    #expect(try shared.contents().runs.count == 2)
    #expect(try shared.check().contents.problems.isEmpty)
  }
}
