import Foundation
import Processes
import RunHistories
import RunRecords
import TestSupport
import Testing

@Suite struct RunHistoryTests {
  private let repository: SampleRepository

  init() throws { repository = try SampleRepository() }

  private func history(_ place: SampleRepository.Place) -> RunHistory { repository.history(place) }

  @Test(arguments: SampleRepository.Place.allCases)
  func runsAreAddedOnce(place: SampleRepository.Place) throws {
    let history = history(place)
    #expect(message { try history.contents() }.contains("there is no history"))
    let first = try HistorySample.add(history, commit: 3, run: 1)
    #expect(!first.isDuplicate && first.bytes > 0)
    let second = try HistorySample.add(history, commit: 2, run: 2)
    // The list of cases is there already.
    #expect(second.bytes < first.bytes)
    let again = try HistorySample.add(history, commit: 3, run: 1)
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

  @Test(arguments: SampleRepository.Place.allCases)
  func otherPlacesAreLeftAlone(place: SampleRepository.Place) throws {
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
    let text = message { try HistorySample.add(history, commit: 1, run: 1) }
    #expect(text.contains("is no history of runs") && text.contains("notes.txt"), "\(text)")
    #expect(message { try history.contents() }.contains("is no history"))
  }

  @Test func aBranchThatIsCheckedOutIsLeftAlone() throws {
    let history = history(.branch)
    _ = try HistorySample.add(history, commit: 1, run: 1)
    try repository.git("checkout --quiet runs")
    let text = message { try HistorySample.add(history, commit: 1, run: 2) }
    #expect(text.contains("checked out at"), "\(text)")
    try repository.git("checkout --quiet main")
    _ = try HistorySample.add(history, commit: 1, run: 2)
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

  /// A git that is killed says nothing of the history: neither that there is none nor of damage.
  @Test func aGitThatIsKilledIsNoMissingHistory() throws {
    _ = try HistorySample.add(history(.branch), commit: 1, run: 1)
    let whole = try history(.branch).contents()
    let git = try #require(ExternalProgram(named: "git")).path
    let folder = repository.folder
    let count = folder.path(of: "count")
    let script = """
      #!/bin/sh
      echo >>'\(count)'
      if [ "$(wc -l <'\(count)')" -eq "$(cat '\(folder.path(of: "last"))')" ]; then kill -9 $$; fi
      exec '\(git)' "$@"
      """
    let path = try folder.write(script.utf8, to: "bin/git")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    let branch = HistoryBranch(
      "runs", in: repository.path, searchPath: folder.path(of: "bin"))
    var last = 0
    while last < 100 {
      last += 1
      try folder.write("\(last)".utf8, to: "last")
      try folder.write([], to: "count")
      var contents: RunHistory.Contents?
      let text = message { contents = try RunHistory(branch).contents() }
      guard let contents else {
        #expect(text.contains("/git' was ended by signal 9"), "call \(last): \(text)")
        #expect(!text.contains("there is no"), "call \(last): \(text)")
        continue
      }
      // No call was the last one.
      #expect(contents.problems.isEmpty)
      #expect(contents.runs.map(\.summary) == whole.runs.map(\.summary))
      break
    }
    #expect(last > 3 && last < 100, "\(last)")
    // Nor is a commit called unknown.
    try folder.write("1".utf8, to: "last")
    try folder.write([], to: "count")
    let commit = message {
      try GitRepository(at: repository.path, searchPath: folder.path(of: "bin"))
        .commit(named: "HEAD")
    }
    #expect(commit.contains("was ended by signal 9"), "\(commit)")
  }

  /// Git takes a branch with a damaged file for none.
  @Test func aBranchOfADamagedFileIsNoMissingHistory() throws {
    _ = try HistorySample.add(history(.branch), commit: 1, run: 1)
    try Data().write(to: URL(filePath: repository.path + "/.git/refs/heads/runs"))
    let text = message { try history(.branch).contents() }
    #expect(text.contains("broken ref"), "\(text)")
  }

  @Test func damagedFilesAreToldAndTheRestIsRead() throws {
    let history = history(.directory)
    for run in 1...4 { _ = try HistorySample.add(history, commit: run, run: run) }
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

  @Test func aFileOfImpossibleSizeIsDamagedAndTheRestIsRead() throws {
    let history = history(.directory)
    for run in 1...2 { _ = try HistorySample.add(history, commit: run, run: run) }
    let path = "history/" + (try history.contents().runs[0].summary.path)
    try SystemFile(opening: repository.folder.path(of: path), O_RDWR).truncate(to: 1 << 40)
    let check = try history.check()
    #expect(check.contents.runs.map(\.summary.commit.sha) == [HistorySample.hash(2)])
    #expect(check.contents.problems.map(\.description).allSatisfy { $0.contains("damaged") })
    #expect(check.contents.problems.count == 1)
  }

  @Test func aListOfCasesThatChangedTakesItsRunsWithIt() throws {
    let history = history(.directory)
    _ = try HistorySample.add(history, commit: 1, run: 1)
    let list = try #require(try history.contents().runs.first?.cases.path)
    _ = try repository.folder.write(Array("other\n".utf8), to: "history/" + list)
    let contents = try history.contents()
    #expect(contents.runs.isEmpty)
    #expect(contents.problems.count == 2)
  }

  @Test(arguments: SampleRepository.Place.allCases)
  func pruningKeepsTheNewest(place: SampleRepository.Place) throws {
    let history = history(place)
    for run in 1...5 { _ = try HistorySample.add(history, commit: run, run: run) }
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
    _ = try HistorySample.add(history, commit: 1, run: 1)
    let newer = """
      {"schema": {"name": "cvbench-history-blessing", "version": "2.0", "uri": "u"}, "why": "a"}
      """
    _ = try repository.folder.write(Array(newer.utf8), to: "history/blessings/a.json")
    #expect(try history.contents().problems.map(\.description).first?.contains("newer") == true)
    #expect(try history.removeDamaged() == [])
  }

  @Test(arguments: SampleRepository.Place.allCases)
  func textsThatATerminalObeysAreRefused(place: SampleRepository.Place) throws {
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
    #expect(try history.add(blessing) == nil)
    #expect(try history.contents().blessings.isEmpty)
    #expect(try history.contents().problems.count == 1)
  }

  @Test func aDamagedMarkIsMended() throws {
    let history = history(.directory)
    _ = try HistorySample.add(history, commit: 1, run: 1)
    let mark = Array(HistoryFile.mark.text.utf8)
    for damaged in [Array(mark.prefix(30)), Array("x".utf8)] {
      _ = try repository.folder.write(damaged, to: "history/history.json")
      #expect(try history.contents().runs.map(\.summary.commit.sha).first == HistorySample.hash(1))
      #expect(try history.contents().problems.count == 1)
      #expect(try history.removeDamaged() == [])
      #expect(try repository.folder.bytes(of: "history/history.json") == mark)
      _ = try repository.folder.write(damaged, to: "history/history.json")
      _ = try HistorySample.add(history, commit: 2, run: 2)
      #expect(try history.contents().problems.isEmpty)
    }
  }

  /// A file of that name may be anybody's.
  @Test func aForeignMarkIsNotTouched() throws {
    let foreign = Array(#"{"name": "my app's history"}"#.utf8)
    _ = try repository.folder.write(foreign, to: "history/history.json")
    let history = history(.directory)
    #expect(
      message { try HistorySample.add(history, commit: 1, run: 1) }.contains(
        "'history.json' is not that of a history"))
    #expect(try repository.folder.bytes(of: "history/history.json") == foreign)
  }

  /// What a later minor version wrote is read, and stays as it is.
  @Test func aLaterMinorVersionStays() throws {
    let history = history(.directory)
    _ = try HistorySample.add(history, commit: 1, run: 1)
    let later = Array(HistoryFile.mark.text.replacing("1.0", with: "1.7").utf8)
    _ = try repository.folder.write(later, to: "history/history.json")
    _ = try HistorySample.add(history, commit: 2, run: 2)
    #expect(try history.contents().problems.isEmpty && history.contents().runs.count == 2)
    #expect(try repository.folder.bytes(of: "history/history.json") == later)
  }

  /// A part would count as a run of few cases.
  @Test func partsAreNotAdded() throws {
    var record = HistorySample.record(1, run: 1, allocations: 5)
    record.run.shard = .init(index: 1, total: 3)
    #expect(
      message { try history(.directory).add([(record, "a.json")]) }.contains(
        "it is part 2 of 3; merge the parts"))
  }

  @Test func oddNamesInABranchAreRemovedLikeOthers() throws {
    let history = history(.branch)
    _ = try HistorySample.add(history, commit: 1, run: 1)
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
      message { try HistorySample.add(history(.branch), commit: 1, run: 1) }.contains(
        "is no history of runs"))
  }

  @Test func aNewerHistoryIsNotTouched() throws {
    _ = try repository.folder.write(
      Array(HistoryFile.mark.text.replacing("1.0", with: "2.0").utf8), to: "history/history.json")
    let history = history(.directory)
    #expect(message { try HistorySample.add(history, commit: 1, run: 1) }.contains("newer"))
  }

  @Test(arguments: SampleRepository.Place.allCases)
  func acceptedChangesAreKept(place: SampleRepository.Place) throws {
    let history = history(place)
    _ = try HistorySample.add(history, commit: 1, run: 1)
    let blessing = Blessing(
      pattern: "batch-*", metric: "allocations", commit: HistorySample.hash(1),
      reason: "undo needs copies", blessedAt: "2026-03-02T00:00:00Z",
      limits: [.init(id: HistorySample.id("flat"), metric: "allocations", figure: 12)])
    #expect(try history.add(blessing) == nil)
    #expect(try history.add(blessing) == blessing)
    // Of another day, as after an interruption.
    var repeated = blessing
    repeated.blessedAt = "2026-03-03T00:00:00Z"
    #expect(try history.add(repeated) == blessing)
    #expect(try history.contents().blessings == [blessing])
    // Another reason, or another figure, is another acceptance.
    var others = [repeated, repeated]
    others[0].reason = "so it is"
    others[1].limits[0].figure = 13
    for other in others { #expect(try history.add(other) == nil) }
    let kept = try history.contents().blessings
    #expect(kept.count == 3 && others.allSatisfy(kept.contains))
    let id = HistorySample.id("flat")
    #expect(blessing.covers("allocations", of: id, figure: 12))
    #expect(!blessing.covers("allocations", of: id, figure: 13))
    #expect(!blessing.covers("cpu_time", of: id, ratio: 1))
  }

  @Test func aListOfCasesComesBackWithItsRun() throws {
    let history = history(.directory)
    _ = try HistorySample.add(history, commit: 1, run: 1)
    let list = try #require(try history.contents().runs.first?.cases.path)
    for damage in ["other\n", ""] {
      _ = try repository.folder.write(Array(damage.utf8), to: "history/" + list)
      #expect(try HistorySample.add(history, commit: 1, run: 1).isDuplicate)
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
}
