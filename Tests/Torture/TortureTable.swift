import Foundation
import Processes
import RunRecords

/// Makes every call of every command fail, and prints how often the command survived that.
struct TortureTable {
  private let arguments: TortureArguments
  private let root: String

  init(_ arguments: TortureArguments) {
    self.arguments = arguments
    root =
      FileManager.default.temporaryDirectory
      .appending(path: "cvbench-torture-\(UUID().uuidString)").path
  }

  private typealias Row = (name: String, cells: [Fault.Column: Tally])

  /// Tries every command, and prints the table.
  ///
  /// - Returns: Whether every fault was survived.
  func run() throws -> Bool {
    let subjects = Subjects.all.filter {
      arguments.commands.isEmpty || arguments.commands.contains($0.name)
    }
    let tallies = try rows(of: subjects, tool: arguments.tool).flatMap(\.cells.values)
    guard tallies.contains(where: { $0.injected > 0 }) else {
      throw TortureError(
        "no fault could be injected: none of these commands makes such calls")
    }
    return tallies.allSatisfy { $0.injected == $0.survived }
  }

  /// Tries this tool with planted mistakes.
  ///
  /// - Returns: Whether each mistake was found, and none where there is none.
  func runPlanted() throws -> Bool {
    let path = URL(filePath: ExternalProgram.current.path).resolvingSymlinksInPath().path
    let rows = try rows(of: FaultyTool.allCases.map(\.subject), tool: path)
    let unlike = zip(FaultyTool.allCases, rows).filter { plant, row in
      let isClean = row.cells.values.allSatisfy { $0.injected == $0.survived }
      return row.cells.values.allSatisfy { $0.injected == 0 } || isClean != (plant == .sound)
    }
    for (plant, _) in unlike { tell("\(plant) was misjudged") }
    return unlike.isEmpty
  }

  private func rows(
    of subjects: [Subject], tool: String
  ) throws -> [Row] {
    defer { try? FileManager.default.removeItem(atPath: root) }
    let files = FileManager.default
    try files.createDirectory(atPath: "\(root)/fixtures", withIntermediateDirectories: true)
    let fixtures = try Fixtures(in: "\(root)/fixtures", tool: tool)
    var rows: [Row] = []
    for (number, subject) in subjects.enumerated() {
      let folder = "\(root)/\(number)"
      let before = "\(folder)/before"
      try files.createDirectory(atPath: before, withIntermediateDirectories: true)
      try subject.prepare(fixtures, before)
      let stages = (0..<arguments.jobs).map {
        Stage(
          subject, arguments, tool: fixtures.tool, template: before, root: "\(folder)/\($0)")
      }
      let cells = try self.cells(of: subject, on: stages)
      rows.append((subject.name, cells))
      tell("\(subject.name): \(sum(cells.values))")
      try? files.removeItem(atPath: folder)
    }
    show(rows)
    return rows
  }

  /// Runs `subject` with each of its faults, on all `stages` at once.
  private func cells(
    of subject: Subject, on stages: [Stage]
  ) throws -> [Fault.Column: Tally] {
    let series = try Series(stages[0], arguments)
    var cells: [Fault.Column: Tally] = [:]
    var trials: [Series.Trial] = []
    for fault in subject.faults where isAsked(fault) {
      trials += try series.trials(of: fault, adding: &cells[fault.column, default: Tally()])
    }
    tell("\(subject.name): \(trials.count) faults to try")
    let count = trials.count
    let pool = ThreadPool(trials) {
      tell("\(subject.name): \($0) of \(count) faults tried")
    } body: { thread, trial in
      try series.run(trial, on: stages[thread])
    }
    for (trial, tally) in zip(trials, try pool.run(threadCount: stages.count)) {
      cells[trial.fault.column]?.add(tally)
    }
    return cells
  }

  private func isAsked(_ fault: Fault) -> Bool {
    arguments.columns.isEmpty || arguments.columns.contains(fault.column)
  }

  private func show(_ rows: [Row]) {
    let columns = Fault.Column.allCases.filter { column in rows.contains { $0.cells[column] != nil }
    }
    tell("\n\(sum(rows.flatMap(\.cells.values)))\n")
    tell("| command | " + columns.map(\.rawValue).joined(separator: " | ") + " |")
    tell("|---|" + String(repeating: "---:|", count: columns.count))
    for row in rows {
      let cells = columns.map { column in
        guard let tally = row.cells[column], tally.injected > 0 else { return "–" }
        return "\(tally.survived) of \(tally.injected)"
      }
      tell("| `\(row.name)` | " + cells.joined(separator: " | ") + " |")
    }
    var endings: [ProcessEnding: Int] = [:]
    for row in rows { endings.merge(row.cells[.memory]?.endings ?? [:], uniquingKeysWith: +) }
    if !endings.isEmpty {
      let texts = endings.map { "\($0.key): \($0.value)" }.sorted()
      tell("\nWithout memory a command " + texts.joined(separator: "; "))
    }
  }

  private func sum(_ tallies: some Collection<Tally>) -> String {
    let injected = tallies.reduce(0) { $0 + $1.injected }
    let survived = tallies.reduce(0) { $0 + $1.survived }
    let skipped = tallies.reduce(0) { $0 + $1.skipped }
    let missed = tallies.reduce(0) { $0 + $1.missed }
    let what = arguments.countsCallSites ? "call site" : "call"
    return "\(injected) faults injected, \(survived) survived, "
      + (skipped > 0
        ? "\(skipped) \(what)s not tried; --points 0 tries each" : "each counted \(what) tried")
      + (missed > 0 ? "; in \(missed) more runs the \(what) did not come again" : "")
  }
}

/// The trials of one cell.
struct Tally: Sendable {
  var injected = 0
  var survived = 0
  /// Calls that were not made to fail.
  var skipped = 0
  /// Runs that ended before the call to fail: not every run makes as many.
  var missed = 0
  /// The number of runs for each ending of the command; faults in its child processes are left out.
  var endings: [ProcessEnding: Int] = [:]

  /// Adds the trials of `other`.
  mutating func add(_ other: Tally) {
    injected += other.injected
    survived += other.survived
    skipped += other.skipped
    missed += other.missed
    endings.merge(other.endings, uniquingKeysWith: +)
  }
}
