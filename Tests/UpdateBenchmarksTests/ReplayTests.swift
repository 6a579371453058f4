import BasicAlgorithms
import Benchmarking
import Changesets
import Datasets
import Foundation
import Testing

import UpdateBenchmarks

/// Update traces, replayed over every pair of store and extent index.
@Suite struct ReplayTests {
  private let scenarios = Suite.update().scenarios.filter { $0.replays == .updates }

  /// Returns the context of scenarios for a trace in a file of `folder`.
  private func context(
    _ trace: UpdateTrace, in folder: String
  ) throws -> ScenarioContext {
    let path = folder + "/trace.jsonl"
    try Data(trace.jsonLines.utf8).write(to: URL(filePath: path))
    let planned = PlannedTrace(.updates, path: path, checksum: trace.checksum)
    return ScenarioContext(
      dataset: "updates:" + path, items: trace.summary.maximumItems, seed: 1, trace: planned)
  }

  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "replay-tests-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  /// A history of some hundred files, with renames into directories that come and out of ones that go.
  private func history(seed: UInt64, commits: Int, in folder: String) throws -> UpdateTrace {
    var numbers = SplitMix64(seed: seed)
    func number(_ bound: Int) -> Int { Int(numbers.next() % UInt64(bound)) }
    func path() -> String {
      // Some directories have one file at most, and so come and go with it.
      number(4) == 0 ? "s\(number(6))/f" : "d\(number(5))/f\(number(25))"
    }
    var files: Set<String> = []
    var log = ""
    for commit in 0..<commits {
      log += "commit \(1000 + commit) \(commit)\n"
      var touched: Set<String> = []
      for _ in 0..<number(commit == 0 ? 150 : 12) + 3 {
        let path = path()
        guard touched.insert(path).inserted else { continue }
        guard files.contains(path) else {
          files.insert(path)
          log += "A\t\(path)\n"
          continue
        }
        switch number(5) {
        case 0, 1:
          files.remove(path)
          log += "D\t\(path)\n"
        case 2: log += "M\t\(path)\n"
        default:
          let target = self.path(number(7), number(40), isNew: commit)
          guard !files.contains(target), touched.insert(target).inserted else { continue }
          files.remove(path)
          files.insert(target)
          log += "R\(number(2) == 0 ? "060" : "100")\t\(path)\t\(target)\n"
        }
      }
    }
    let file = folder + "/saved.log"
    try Data(log.utf8).write(to: URL(filePath: file))
    return try GitHistory(log: file).trace()
  }

  private func path(_ directory: Int, _ file: Int, isNew commit: Int) -> String {
    directory < 2 ? "new\(commit)/f\(file)" : "d\(directory)/f\(file)"
  }

  /// Moves and reloads of sections too, which no history of files has.
  private func sections() throws -> UpdateTrace {
    func items(_ name: String, _ count: Int) -> [UpdateTrace.Item] {
      (0..<count).map { UpdateTrace.Item(id: UpdateTrace.ID("\(name)\($0)"), revision: 0) }
    }
    let initial = ["a", "b", "c", "d"].enumerated().map { index, name in
      UpdateTrace.Section(id: UpdateTrace.ID(name), items: items(name, 3 + 10 * index))
    }
    return try UpdateTrace(
      initial,
      [
        UpdateTrace.Batch(
          name: "moves",
          changeset: Changeset(
            deletedSections: [1], insertedSections: [0],
            movedSections: [Changeset.Move(from: 3, to: 1)],
            movedItems: [
              Changeset.Move(from: ItemPath(section: 1, item: 4), to: ItemPath(section: 0, item: 1))
            ]),
          sections: [0: UpdateTrace.Section(id: UpdateTrace.ID("e"), items: items("e", 2))]),
        UpdateTrace.Batch(
          name: "reloads", changeset: Changeset(reloadedSections: [1]),
          sections: [1: UpdateTrace.Section(id: UpdateTrace.ID("d"), items: items("x", 30))]),
        UpdateTrace.Batch(name: "nothing", changeset: Changeset()),
        UpdateTrace.Batch(
          name: "everything goes", changeset: Changeset(deletedSections: [0, 1, 2, 3])),
      ])
  }

  @Test func everyStoreAndIndexIsReplayedInEveryLayout() {
    #expect(scenarios.count == 27)
    #expect(Set(scenarios.map(\.storage)).count == 9)
    #expect(Set(scenarios.map(\.name)).count == 3)
    let plain = PlannedDataset(spec: "uniform-1000", name: "uniform-1000", items: 1_000)
    var traced = plain
    traced.trace = PlannedTrace(.updates, path: "trace.jsonl", checksum: 1)
    for scenario in Suite.update().scenarios {
      #expect(scenario.runs(on: traced) == (scenario.replays == .updates), "\(scenario.name)")
    }
    traced.trace?.kind = .scroll
    for scenario in scenarios {
      #expect(!scenario.runs(on: plain) && !scenario.runs(on: traced), "\(scenario.name)")
    }
  }

  @Test(arguments: [1, 2] as [UInt64])
  func historiesAreReplayedOverEveryStoreAndIndex(seed: UInt64) throws {
    try inFolder { folder in
      let trace = try history(seed: seed, commits: 16, in: folder)
      let kinds = trace.summary.operations
      for kind: UpdateTrace.Kind in [.insertedSections, .deletedSections, .moves, .reconfigures] {
        #expect(kinds[kind] ?? 0 > 0, "seed \(seed) has no \(kind.rawValue)")
      }
      try replay(trace, in: folder)
    }
  }

  @Test func sectionMovesAndReloadsAreReplayed() throws {
    try inFolder { folder in try replay(sections(), in: folder) }
  }

  /// Replays a trace as the time pass and the count pass do.
  private func replay(_ trace: UpdateTrace, in folder: String) throws {
    let context = try self.context(trace, in: folder)
    for scenario in scenarios {
      let place: Comment = "\(scenario.name), \(scenario.storage)"
      let measurement = try scenario.setUp(context)
      #expect(measurement.operationsPerCall == trace.batches.count, place)
      for _ in 0..<2 {
        let answer = measurement.body()
        #expect(answer == measurement.expectedAnswer, place)
      }
      let counts = try measurement.counts?() ?? []
      let values = Dictionary(uniqueKeysWithValues: counts.map { ($0.name, $0.value) })
      #expect(values["divergences"] == 0, place)
      #expect(values["commits"] == trace.batches.count, place)
      let frames = try #require(measurement.frames)
      #expect(frames.count == trace.batches.count, place)
      try frames.rewind()
      for number in 0..<frames.count { try frames.perform(number) }
      let answer = frames.answer()
      #expect(answer == measurement.expectedAnswer, place)
    }
  }

  // MARK: What is refused

  /// Any difference between the view and the model after a batch is reported.
  @Test(arguments: ["item", "revision", "header", "count", "order"])
  func aDivergenceIsReportedWithItsCommit(kind: String) throws {
    try inFolder { folder in
      let script = try UpdateScript(history(seed: 1, commits: 12, in: folder))
      let wrong = script.batches.enumerated().map { number, batch in
        var after = batch.after
        let item = after.sections[0][0]
        if number >= 7 {
          switch kind {
          case "item":
            after.sections[0][0] = ReplayItem(id: 99_999, revision: item.revision)
          case "revision":
            after.sections[0][0] = ReplayItem(id: item.id, revision: item.revision + 1)
          case "header": after.sectionIDs[0] = 99_999
          case "count": after.sections[0].append(ReplayItem(id: 99_999, revision: 0))
          default: after.sections.swapAt(0, 1)
          }
        }
        var changed = batch
        // What headers show comes from the same place, and must not be wrong alike.
        if number != 8 || kind != "header" { changed.after = after }
        return changed
      }
      let model = UpdateScript(initial: script.initial, batches: wrong)
      let rig = try ReplayRig(script, ReplayStorage.all[0], .list, isFollowing: false)
      try rig.rewind()
      for number in script.batches.indices {
        try rig.perform(number)
        let problem = rig.problem(with: model.batches[number].after)
        let isWrong = number >= 7 && !(number == 8 && kind == "header")
        #expect((problem != nil) == isWrong, "batch \(number): \(problem ?? "nothing")")
      }
      guard kind != "header" else { return }
      let other = try ReplayRig(model, ReplayStorage.all[0], .list, isFollowing: false)
      let error = #expect(throws: UpdateDivergence.self) { try other.verify() }
      let text = "\(error.map { "\($0)" } ?? "")"
      #expect(text.contains("after batch 8, commit 1007, in list: "), "\(text)")
      #expect(text.contains("5 batches differ in all"), "\(text)")
    }
  }

  @Test func aChangedTraceIsRefused() throws {
    try inFolder { folder in
      let trace = try sections()
      let context = try self.context(trace, in: folder)
      let other = trace.jsonLines.replacing("moves", with: "others")
      try Data(other.utf8).write(to: URL(filePath: folder + "/trace.jsonl"))
      #expect(throws: PlannedTrace.Problem.changed(path: folder + "/trace.jsonl")) {
        try scenarios[0].setUp(context)
      }
      let none = ScenarioContext(dataset: "x", items: 1, seed: 1)
      #expect(throws: PlannedTrace.Problem.missing(.updates)) { try scenarios[0].setUp(none) }
    }
  }
}
