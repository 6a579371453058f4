import Analysis
import RunRecords

/// The time, machine and builds of a record.
enum RecordFacts {
  private typealias Cell = Table.Cell

  /// The few facts that a reader wants first.
  static func headline(of record: RunRecord) -> [String] {
    let commits = record.builds.compactMap { side in
      side.git.sha.map { sha in
        let name = record.builds.count > 1 ? "\(side.id) " : "commit "
        return name + sha.prefix(12) + (side.git.dirty == true ? ", changed" : "")
      }
    }
    return [
      "\(record.tool.name) \(record.tool.version)",
      record.kind == .run ? "preset \(record.run.preset)" : record.kind.rawValue,
      record.run.startedAt,
    ] + commits + record.machineNames + ["seed \(record.run.seed)"]
  }

  /// All of them.
  static func table(of record: RunRecord, id: String, caption: String) -> Table {
    // Of several kinds of machine no fact of one is that of the record.
    let facts =
      run(record) + record.builds.flatMap(side)
      + (record.isOfSeveralMachines ? [] : machine(record.environment)) + machines(record)
    return Table(
      id: id, caption: caption, columns: [.init("fact"), .init("value")],
      rows: facts.compactMap { name, value in
        value.map { Table.Row([Cell(name, isRowHeader: true), Cell($0)]) }
      })
  }

  private typealias Fact = (String, String?)

  private static func run(_ record: RunRecord) -> [Fact] {
    let run = record.run
    let hosts = Set(record.parts.map(\.environment.hostKey)).count
    let shard =
      record.parts.isEmpty
      ? run.shard.total > 1 ? "\(run.shard.index + 1) of \(run.shard.total)" : nil
      : "\(record.parts.count) joined, on \(DisplayFormat.counted(hosts, "kind")) of machine"
    return [
      ("kind of record", record.kind.rawValue),
      ("schema", "\(record.schema.name) \(record.schema.version)"),
      ("tool", "\(record.tool.name) \(record.tool.version)"), ("tool's commit", record.tool.gitSHA),
      ("run", run.id), ("started", run.startedAt),
      ("took", DisplayFormat.duration(nanoseconds: run.durationSeconds * 1e9)),
      ("command line", run.argv.joined(separator: " ")), ("preset", run.preset),
      ("seed", "\(run.seed)"), ("part", shard), ("completed", run.completed ? "yes" : "no"),
      ("exit status", "\(record.summary.exitCode)"),
    ]
  }

  /// Each kind of machine of a merged record, with its cases.
  private static func machines(_ record: RunRecord) -> [Fact] {
    record.parts.isEmpty
      ? []
      : record.machineKinds.enumerated().map { place, kind in
        (
          "machine \(place + 1)",
          "\(kind.name): \(DisplayFormat.counted(kind.parts, "part")), "
            + DisplayFormat.cases(kind.cases)
        )
      }
  }

  private static func side(_ side: Build) -> [Fact] {
    [
      ("\(side.id): commit", side.git.sha), ("\(side.id): branch", side.git.branch),
      ("\(side.id): work tree", side.git.dirty.map { $0 ? "changed" : "as committed" }),
      ("\(side.id): executable, SHA-256", side.binary.sha256),
      ("\(side.id): its code, SHA-256", side.binary.textSHA256),
      ("\(side.id): compiler", "Swift \(side.compiler.swift) for \(side.compiler.target)"),
      ("\(side.id): flags", side.compiler.flags.joined(separator: " ")),
    ]
  }

  private static func machine(_ machine: MachineContext) -> [Fact] {
    let bytes = { (count: Int?) in count.map { DisplayFormat.bytes(Double($0)) } }
    let allocator = [machine.allocator.name, machine.allocator.version].compactMap(\.self)
    let counters = machine.hwCounters
    return [
      ("CPU", machine.cpu.model), ("logical CPUs", "\(machine.cpu.logical)"),
      ("L2 cache", bytes(machine.cpu.l2Bytes)), ("L3 cache", bytes(machine.cpu.l3Bytes)),
      ("memory", bytes(machine.memoryBytes)), ("virtualization", machine.virtualization),
      ("kernel", machine.kernel), ("system", machine.distro), ("governor", machine.governor),
      ("allocator", allocator.joined(separator: " ")),
      ("allocator's settings", machine.allocator.conf),
      ("clock's step", DisplayFormat.duration(nanoseconds: machine.clock.resolutionNs)),
      ("reading the wall clock", DisplayFormat.duration(nanoseconds: machine.clock.wallReadNs)),
      ("reading the CPU clock", DisplayFormat.duration(nanoseconds: machine.clock.cpuReadNs)),
      (
        "hardware counters",
        counters.available ? "available" : "none: \(counters.reason ?? "no reason is given")"
      ),
      ("load before", machine.loadAvgStart.map(DisplayFormat.significant)),
      ("load after", machine.loadAvgEnd.map(DisplayFormat.significant)),
      ("stolen CPU time", machine.stealRatio.map(DisplayFormat.share)),
      ("exact key", machine.exactKey), ("host key", machine.hostKey),
    ]
  }
}

/// Something to know before trusting the figures of a record.
struct RecordNotice {
  var mark: String
  var label: String
  var message: String
  /// Identifiers of the cases it is about.
  var ids: [String] = []
  var hasCases: Bool

  private init(mark: String, label: String, message: String, ids: [String] = []) {
    self.mark = mark
    self.label = label
    self.message = message
    self.ids = ids
    hasCases = !ids.isEmpty
  }

  /// Cases without a result, warnings, and what could not be measured.
  static func all(in record: RunRecord, _ report: RunFindings) -> [RecordNotice] {
    let problems = report.problems.map { problem in
      RecordNotice(
        mark: problem.status == .skipped ? "info" : "error",
        label: "\(problem.status.rawValue), \(DisplayFormat.cases(problem.ids.count))",
        message: problem.message, ids: problem.ids)
    }
    let warnings = record.warnings.map { warning in
      let isKnown = ["info", "warning", "error"].contains(warning.severity)
      return RecordNotice(
        mark: isKnown ? warning.severity : "warning", label: "\(warning.severity): \(warning.code)",
        message: warning.message)
    }
    let absences = report.absences.map { absence in
      RecordNotice(
        mark: "info", label: "could not be measured, \(DisplayFormat.cases(absence.caseCount))",
        message: "\(absence.metrics.joined(separator: ", ")): \(absence.reason)")
    }
    let counters = record.environment.hwCounters
    let hardware = RecordNotice(
      mark: "info", label: "no hardware counters",
      message: counters.reason ?? "the record gives no reason")
    return problems + warnings + absences + (counters.available ? [] : [hardware])
  }

  /// `2 warnings.`; nil where there is none.
  static func summary(of record: RunRecord) -> String? {
    let count = record.warnings.count { $0.severity != "info" }
    return count > 0 ? DisplayFormat.counted(count, "warning") + "." : nil
  }
}

extension RunRecord {
  /// A Boolean value that indicates whether several kinds of machine measured the parts.
  var isOfSeveralMachines: Bool { Set(parts.map(\.environment.hostKey)).count > 1 }

  /// The CPUs that measured: model and number, or, of several kinds of machine, each of them.
  var machineNames: [String] {
    guard isOfSeveralMachines else { return Self.names(of: environment) }
    let kinds = machineKinds
    return ["\(kinds.count) kinds of machine (\(kinds.map(\.name).joined(separator: "; ")))"]
  }

  /// The kinds of machine that measured, the one with the most cases first.
  fileprivate var machineKinds: [(name: String, parts: Int, cases: Int)] {
    let cases = Dictionary(grouping: self.cases) { machine(of: $0).hostKey }.mapValues(\.count)
    let parts = Dictionary(grouping: self.parts, by: \.environment.hostKey)
    return parts.map { key, parts in
      (
        name: Self.names(of: parts[0].environment).joined(separator: ", "), parts: parts.count,
        cases: cases[key] ?? 0
      )
    }.sorted { ($1.cases, $0.name) < ($0.cases, $1.name) }
  }

  private static func names(of machine: MachineContext) -> [String] {
    [
      machine.cpu.model ?? "unknown CPU",
      machine.cpu.logical == 1 ? "1 CPU" : "\(machine.cpu.logical) CPUs",
    ]
  }
}
