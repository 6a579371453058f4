import Foundation
import Processes
import RunRecords

/// One command and its faults: a run without any, and then one for each call that fails.
struct Series {
  private let stage: Stage
  private let judge: Judge
  /// The calls of a run without faults.
  private let calls: FaultState
  /// The longest that a run may take.
  private let seconds: Double
  private let points: Int

  /// Runs the command twice without faults, to see what it leaves and what varies in that.
  init(_ stage: Stage) throws {
    self.stage = stage
    try stage.reset()
    let before = try FileTree(at: stage.folder, skipping: stage.subject.opaque)
    let begin = ContinuousClock.now
    let first = try Self.cleanRun(stage)
    let lasted = (ContinuousClock.now - begin) / .seconds(1)
    // The second run starts in another second, so that files that hold whole seconds differ.
    Thread.sleep(forTimeInterval: 1.1)
    try stage.reset()
    let second = try Self.cleanRun(stage)
    let varying = first.tree.paths.filter { !first.tree.agrees(with: second.tree, at: $0) }
    let records = varying.filter { (try? RunRecord.read(from: "\(stage.folder)/\($0)")) != nil }
    judge = Judge(
      subject: stage.subject, before: before, after: second.tree, varying: Set(varying),
      records: Set(records), folder: stage.folder)
    calls = second.state
    guard try calls.count(of: "open", in: .main) > 0 else {
      throw TortureError("'\(stage.arguments.interposer)' counts no calls: it is another library")
    }
    seconds = stage.subject.limitSeconds ?? stage.arguments.seconds + 20 * lasted
    // What takes long is tried at fewer calls.
    let most = stage.arguments.points
    points = most == 0 ? .max : max(1, lasted > 3 ? most / 4 : lasted > 1 ? most / 2 : most)
  }

  private static func cleanRun(_ stage: Stage) throws -> Stage.Outcome {
    let outcome = try stage.run(stage.subject.arguments, seconds: 120)
    guard case .exited(let status) = outcome.ending,
      stage.subject.usualStatuses.contains(status), outcome.orphans.isEmpty
    else {
      throw TortureError(
        "\(stage.subject.name) fails without faults: \(outcome.errors) \(outcome.orphans)")
    }
    return outcome
  }

  /// Injects `fault` at each call of its kind, or an even sample of them, which is told.
  func run(_ fault: Fault, adding result: inout Tally) throws {
    let count = try calls.count(of: fault.call, in: fault.place)
    let numbers = sample(count)
    if numbers.count < count {
      result.skipped += count - numbers.count
      tell("\(stage.subject.name), \(fault.name): \(numbers.count) of \(count) calls tried")
    }
    for number in numbers {
      try stage.reset()
      let outcome = try stage.run(stage.subject.arguments, (fault, number), seconds: seconds)
      // Not every run makes as many calls.
      guard outcome.state.injected > 0 else { continue }
      result.injected += 1
      if let ending = outcome.ending { result.endings[ending, default: 0] += 1 }
      var complaints = judge.complaints(about: outcome, with: fault)
      complaints += try complaintsAfterwards(outcome, fault)
      if complaints.isEmpty { result.survived += 1 }
      for complaint in complaints {
        tell(
          "\(stage.subject.name), \(fault.name) \(number) (\(outcome.state.what)): \(complaint)")
      }
    }
  }

  /// Returns numbers from 1 to `count`, the first and the last among them, evenly apart.
  private func sample(_ count: Int) -> [Int] {
    guard count > points else { return Array(1..<count + 1) }
    guard points > 1 else { return [count / 2 + 1] }
    return (0..<points).map { 1 + $0 * (count - 1) / (points - 1) }
  }

  /// Repeats the command, once a minute is over for what a killed one left, and runs the checks.
  private func complaintsAfterwards(_ outcome: Stage.Outcome, _ fault: Fault) throws -> [String] {
    var found: [String] = []
    for check in stage.subject.checks {
      let checked = try stage.run(check, seconds: seconds)
      if checked.ending != .exited(status: 0) {
        found.append("\(check.joined(separator: " ")) afterwards: \(checked.errors)")
      }
    }
    guard fault.killsCommand || outcome.wasKilled || outcome.ending == nil else { return found }
    try age(outcome.tree)
    let subject = stage.subject
    let hasJournal = outcome.tree.paths.contains { path in
      subject.leftovers.contains(where: path.hasSuffix)
    }
    func isUsual(_ outcome: Stage.Outcome) -> Bool {
      guard case .exited(let status) = outcome.ending else { return false }
      return subject.usualStatuses.contains(status)
    }
    let command = hasJournal ? subject.repair : nil
    var repaired = try stage.run(command ?? subject.arguments, seconds: seconds)
    if repaired.errors.contains("complete already") {
      // A journal that held nothing yet: the message says to go without it.
      repaired = try stage.run(subject.arguments, seconds: seconds)
    } else if let rest = subject.repairIfDone, repaired.ending == .exited(status: 5) {
      repaired = try stage.run(rest, seconds: seconds)
    }
    guard isUsual(repaired) else {
      return found + ["the next run failed: \(repaired.errors)"]
    }
    for path in Set(judge.after.paths).union(repaired.tree.paths).sorted()
    where !judge.isNew(path, in: repaired.tree) {
      found.append("after the next run '\(path)' is not what it should be")
    }
    return found
  }

  /// Makes what was left a few minutes old.
  private func age(_ tree: FileTree) throws {
    for path in tree.paths
    where Judge.isLeftover(String(path.split(separator: "/").last ?? "")) {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -300)],
        ofItemAtPath: "\(stage.folder)/\(path)")
    }
  }
}
