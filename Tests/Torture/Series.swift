import Foundation
import Processes
import RunRecords

/// One command and its faults: a run without any, and then one for each call that fails.
struct Series: Sendable {
  private let subject: Subject
  private let judge: Judge
  /// The calls of a run without faults.
  private let calls: FaultState
  /// The longest that a run may take.
  private let seconds: Double
  private let points: Int
  /// The word for the counted events: "calls" or "call sites".
  private let unit: String

  /// One call to make fail.
  struct Trial: Sendable {
    let fault: Fault
    /// The number of the call among those of its kind, from 1.
    let number: Int
  }

  /// Runs the command twice without faults, to see what it leaves and what varies in that.
  init(_ stage: Stage, _ arguments: TortureArguments) throws {
    subject = stage.subject
    try stage.reset()
    let before = try FileTree(at: stage.folder, skipping: subject.opaque)
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
      subject: subject, before: before, after: second.tree, varying: Set(varying),
      records: Set(records))
    calls = second.state
    guard try calls.count(of: "open", in: .main) > 0 else {
      throw TortureError("'\(stage.interposer)' counts no calls: it is another library")
    }
    seconds = subject.limitSeconds ?? arguments.seconds + 20 * lasted
    // What takes long is tried at fewer calls.
    let most = arguments.points
    unit = arguments.countsCallSites ? "call sites" : "calls"
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

  /// Returns the calls to make fail with `fault`: all, or an even sample; tells how many are left out.
  func trials(of fault: Fault, adding result: inout Tally) throws -> [Trial] {
    let count = try calls.count(of: fault.call, in: fault.place)
    let numbers = sample(count)
    if numbers.count < count {
      result.skipped += count - numbers.count
      tell("\(subject.name), \(fault.name): \(numbers.count) of \(count) \(unit) tried")
    }
    return numbers.map { Trial(fault: fault, number: $0) }
  }

  /// Makes one call fail, in a run of the command on `stage`, and tells what is wrong then.
  func run(_ trial: Trial, on stage: Stage) throws -> Tally {
    var result = Tally()
    let fault = trial.fault
    try stage.reset()
    let outcome = try stage.run(subject.arguments, trial, seconds: seconds)
    guard outcome.state.injected > 0 else {
      // Not every run makes as many calls; all end well.
      guard isUsual(outcome) else {
        throw TortureError("\(subject.name) fails without the fault: \(outcome.errors)")
      }
      result.missed = 1
      return result
    }
    result.injected = 1
    if let ending = outcome.ending, fault.place == .main { result.endings[ending] = 1 }
    var complaints = judge.complaints(about: outcome, with: fault)
    complaints += try complaintsAfterwards(outcome, fault, on: stage)
    if complaints.isEmpty { result.survived = 1 }
    for complaint in complaints {
      tell("\(subject.name), \(fault.name) \(trial.number) (\(outcome.state.what)): \(complaint)")
    }
    return result
  }

  /// Returns numbers from 1 to `count`, the first and the last among them, evenly apart.
  private func sample(_ count: Int) -> [Int] {
    guard count > points else { return Array(1..<count + 1) }
    guard points > 1 else { return [count / 2 + 1] }
    return (0..<points).map { 1 + $0 * (count - 1) / (points - 1) }
  }

  /// Repeats the command, once a minute is over for what a killed one left, and runs the checks.
  private func complaintsAfterwards(
    _ outcome: Stage.Outcome, _ fault: Fault, on stage: Stage
  ) throws -> [String] {
    var found: [String] = []
    for check in subject.checks {
      let checked = try stage.run(check, seconds: seconds)
      if checked.ending != .exited(status: 0) {
        found.append("\(check.joined(separator: " ")) afterwards: \(checked.errors)")
      }
    }
    guard fault.killsCommand || outcome.wasKilled || outcome.ending == nil else { return found }
    try age(outcome.tree)
    let hasJournal = outcome.tree.paths.contains { path in
      subject.leftovers.contains(where: path.hasSuffix)
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

  /// Whether a run ended as one without faults.
  private func isUsual(_ outcome: Stage.Outcome) -> Bool {
    guard case .exited(let status) = outcome.ending else { return false }
    return subject.usualStatuses.contains(status)
  }

  /// Makes what was left a few minutes old.
  private func age(_ tree: FileTree) throws {
    for path in tree.paths
    where Judge.isLeftover(String(path.split(separator: "/").last ?? "")) {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -300)],
        ofItemAtPath: "\(tree.folder)/\(path)")
    }
  }
}
