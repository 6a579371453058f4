import BasicAlgorithms
import Foundation

/// The records of all parts of one run, joined to one record.
///
///     var merge = RecordMerge()
///     for path in paths { try merge.add(try RunRecord.read(from: path), from: path) }
///     let record = try merge.record(allowsMissing: false)
///
/// Every case keeps its part, and with it the machine that measured it. Cases that are compared with
/// each other were measured in one part.
package struct RecordMerge {
  /// A part by its place in the run.
  private var parts: [Int: (record: RunRecord, path: String)] = [:]
  /// The paths of the cases by id.
  private var owners: [String: String] = [:]

  /// A merge of nothing yet.
  package init() {}

  /// Takes one part; one that was taken before counts once.
  ///
  /// - Parameters:
  ///   - part: The record of a part.
  ///   - path: Its path, for errors.
  /// - Throws: `MergeError`.
  /// - Complexity: O(cases).
  package mutating func add(_ part: RunRecord, from path: String) throws(MergeError) {
    let shard = part.run.shard
    if part.kind == .merged || !part.parts.isEmpty { throw .alreadyMerged(path: path) }
    guard [.run, .comparison].contains(part.kind), part.run.planDigest != nil, shard.total > 0,
      (0..<shard.total).contains(shard.index)
    else {
      throw .noPart(path: path)
    }
    if let first { try Self.check(part, path, against: first.record, first.path) }
    if let known = parts[shard.index] {
      guard known.record == part else {
        throw .twice(part: shard.index + 1, paths: [known.path, path])
      }
      return
    }
    for result in part.cases {
      if let owner = owners.updateValue(path, forKey: result.id) {
        throw .overlap(id: result.id, paths: [owner, path])
      }
    }
    parts[shard.index] = (part, path)
  }

  private var first: (record: RunRecord, path: String)? {
    parts.min { $0.key < $1.key }?.value
  }

  /// Refuses a part of another run: of another plan, build or library.
  private static func check(
    _ part: RunRecord, _ path: String, against first: RunRecord, _ firstPath: String
  ) throws(MergeError) {
    var facts = planFacts(part, first)
    let (key, other) = (part.environment.exactKey, first.environment.exactKey)
    facts += zip(key.split(separator: ";"), other.split(separator: ";")).map {
      ("exact key", String($0), String($1))
    }
    facts.append(("exact key", key, other))
    if let own = part.environment.instructionCounter,
      let other = first.environment.instructionCounter
    {
      facts.append(("instruction counter", own, other))
    }
    try requireEqual(facts, path, firstPath)
  }

  /// Refuses a record of another plan, or of other builds, than `first`.
  ///
  /// - Parameters:
  ///   - record: A record.
  ///   - path: Its path, for errors.
  ///   - first: The record to be alike.
  ///   - firstPath: The path of that.
  /// - Throws: `MergeError.different`.
  package static func requireOnePlan(
    _ record: RunRecord, _ path: String, as first: RunRecord, _ firstPath: String
  ) throws(MergeError) {
    try requireEqual(planFacts(record, first), path, firstPath)
  }

  private static func requireEqual(
    _ facts: [(String, String, String)], _ path: String, _ firstPath: String
  ) throws(MergeError) {
    for (name, found, expected) in facts where found != expected {
      throw .different(name: name, found: found, path: path, expected: expected, in: firstPath)
    }
  }

  /// What tells two plans and their builds apart.
  private static func planFacts(
    _ part: RunRecord, _ first: RunRecord
  ) -> [(String, String, String)] {
    var facts: [(String, String, String)] = [
      ("kind", part.kind.rawValue, first.kind.rawValue),
      ("number of parts", "\(part.run.shard.total)", "\(first.run.shard.total)"),
      ("seed", "\(part.run.seed)", "\(first.run.seed)"),
      ("plan", part.run.planDigest ?? "unknown", first.run.planDigest ?? "unknown"),
      ("number of builds", "\(part.builds.count)", "\(first.builds.count)"),
    ]
    for (build, other) in zip(part.builds, first.builds) {
      facts += self.facts(build, other, prefix: part.builds.count > 1 ? "\(build.id)'s " : "")
    }
    return facts
  }

  /// What tells two builds apart: their code too, where no commit stands for it.
  private static func facts(
    _ build: Build, _ other: Build, prefix: String
  ) -> [(String, String, String)] {
    func tree(_ build: Build) -> String { build.git.dirty == true ? "with changes" : "clean" }
    var facts = [
      ("commit", build.git.sha ?? "unknown", other.git.sha ?? "unknown"),
      ("work tree", tree(build), tree(other)),
      ("compiler", build.compiler.swift, other.compiler.swift),
      (
        "flags", build.compiler.flags.joined(separator: " "),
        other.compiler.flags.joined(separator: " ")
      ),
    ]
    if build.git.sha == nil || build.git.dirty != false {
      facts.append(
        ("code", build.binary.textSHA256 ?? "unknown", other.binary.textSHA256 ?? "unknown"))
    }
    return facts.map { (prefix + $0, $1, $2) }
  }

  /// The record of the whole.
  ///
  /// - Parameter allowsMissing: Whether parts may be missing or incomplete; the record then says so,
  ///   and is not complete.
  /// - Returns: The record, without curves.
  /// - Throws: `MergeError`: `nothing`, `missing` or `incomplete`.
  /// - Complexity: O(*n* log *n*) for *n* cases.
  package func record(allowsMissing: Bool) throws(MergeError) -> RunRecord {
    guard let first = first?.record else { throw .nothing }
    let total = first.run.shard.total
    let missing = (0..<total).filter { parts[$0] == nil }.map { $0 + 1 }
    let isComparison = first.kind == .comparison
    let ordered = parts.sorted { $0.key < $1.key }
    let incomplete = ordered.filter { Self.isInterrupted($0.value.record) }
    if !allowsMissing {
      guard missing.isEmpty else { throw .missing(parts: missing, total: total) }
      if let (index, part) = incomplete.first {
        throw .incomplete(part: index + 1, path: part.path, isGate: isComparison)
      }
    }
    var run = Self.run(of: ordered.map(\.value.record))
    run.planDigest = first.run.planDigest
    run.completed = missing.isEmpty && ordered.allSatisfy(\.value.record.run.completed)
    var cases: [CaseRecord] = []
    for (place, (_, part)) in ordered.enumerated() {
      cases += part.record.cases.map { result in
        var result = result
        result.part = place
        return result
      }
    }
    cases.sort(by: RunRecord.precedes)
    let hasFailures = cases.contains { $0.status == .failed || $0.status == .timeout }
    var record = RunRecord(
      tool: first.tool, run: run, builds: first.builds, environment: first.environment,
      cases: cases, exitCode: hasFailures ? 3 : 0)
    record.kind = isComparison ? .comparison : .merged
    record.parts = ordered.map {
      RunPart(run: $0.value.record.run, environment: $0.value.record.environment)
    }
    record.environment.instructionCounter =
      record.parts.lazy
      .compactMap(\.environment.instructionCounter).first
    record.environment.hostKey = Self.hostKey(of: record.parts.map(\.environment.hostKey))
    record.datasets = Set(ordered.flatMap(\.value.record.datasets)).sorted {
      ($0.name, $0.digest) < ($1.name, $1.digest)
    }
    record.warnings = warnings(of: ordered.map(\.value.record), missing, incomplete.map(\.key))
    return record
  }

  /// A gate whose time budget was spent has a verdict, or an inconclusive one, for each of its cases.
  private static func isInterrupted(_ part: RunRecord) -> Bool {
    part.kind == .comparison ? part.summary.exitCode == 130 : !part.run.completed
  }

  /// The exit statuses of the parts that were taken.
  package var exitCodes: [Int] { parts.values.map(\.record.summary.exitCode) }

  /// The run that several records are of: since the first began, as long as all of them took. Of the
  /// same records it is the same run.
  ///
  /// - Parameter records: The records, at least one.
  /// - Returns: The run, which is not completed, without its plan.
  package static func run(of records: [RunRecord]) -> RunIdentity {
    let first = records[0].run
    var run = RunIdentity(argv: first.argv, preset: first.preset, seed: first.seed)
    run.id = identifier(of: records.map(\.run.id))
    run.startedAt = records.map(\.run.startedAt).min() ?? first.startedAt
    run.durationSeconds = records.reduce(0) { $0 + $1.run.durationSeconds }
    return run
  }

  /// An identifier in the form of a UUID, the same for the same parts.
  private static func identifier(of ids: [String]) -> String {
    let text = ids.joined(separator: "\n")
    let digits = ["", "\n"].map { FNV1a.hash((text + $0).utf8).hexadecimalDigits }.joined()
    var rest = Substring(digits)
    return [8, 4, 4, 4, 12].map { count in
      defer { rest = rest.dropFirst(count) }
      return String(rest.prefix(count))
    }.joined(separator: "-")
  }

  private func warnings(
    of records: [RunRecord], _ missing: [Int], _ incomplete: [Int]
  ) -> [Warning] {
    var seen: Set<Warning> = []
    var warnings = records.flatMap(\.warnings).filter { seen.insert($0).inserted }
    let gaps = missing + incomplete.map { $0 + 1 }
    let hosts = Set(records.map(\.environment.hostKey)).count
    if hosts > 1 {
      warnings.append(
        Warning(
          code: "several-machines",
          message:
            "\(hosts) kinds of machine measured: times of different sizes or scenarios do not "
            + "compare, those of the storages of one do"))
    }
    if !gaps.isEmpty {
      warnings.append(
        Warning(
          code: Warning.missingParts,
          message: "parts \(MergeError.list(gaps.sorted())) of \(records[0].run.shard.total) are "
            + "missing or incomplete; merge again with them"))
    }
    return warnings
  }

  /// The key of several machines: theirs where they share one; else each field with all of its
  /// values, and which part had which, so that times compare only where every case had an equal
  /// machine.
  package static func hostKey(of keys: [String]) -> String {
    guard let first = keys.first, Set(keys).count > 1 else { return keys.first ?? "" }
    var names: [Substring] = []
    var values: [Substring: Set<Substring>] = [:]
    for key in Set(keys) {
      for field in key.split(separator: ";") {
        let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        values[parts[0], default: []].insert(parts.count > 1 ? parts[1] : "")
      }
    }
    names = first.split(separator: ";").map { $0.split(separator: "=", maxSplits: 1)[0] }
    names += values.keys.filter { !names.contains($0) }.sorted()
    let fields = names.map { name in
      "\(name)=" + (values[name] ?? []).sorted().joined(separator: "|")
    }
    let order = FNV1a.hash(keys.joined(separator: "\n").utf8).hexadecimalDigits
    return fields.joined(separator: ";") + ";parts=\(order)"
  }
}

extension Warning {
  /// The code of the warning about parts that are missing in a merged record, or incomplete.
  package static let missingParts = "missing-parts"
}

/// One part of a merged run: its run, and the machine that made it.
public struct RunPart: Codable, Hashable, Sendable {
  /// The time, options and shard of the part.
  public var run: RunIdentity
  /// The machine.
  public var environment: MachineContext

  /// Names a part.
  public init(run: RunIdentity, environment: MachineContext) {
    (self.run, self.environment) = (run, environment)
  }
}

extension RunRecord {
  /// The machine that measured `result`.
  public func machine(of result: CaseRecord) -> MachineContext {
    guard let part = result.part, parts.indices.contains(part) else { return environment }
    return parts[part].environment
  }
}

/// The reason why records cannot be joined.
package enum MergeError: Error, Hashable, CustomStringConvertible {
  case nothing
  /// The record is of no part of a run.
  case noPart(path: String)
  /// The record is of parts that were joined.
  case alreadyMerged(path: String)
  /// The record is not that of a gate.
  case noGate(path: String)
  /// The record is of a part of a gate.
  case partOfAGate(path: String)
  /// A gate that went by a rule of its own, by this option.
  case ownRule(path: String, option: String)
  /// A single gate, where several are joined.
  case oneGate(path: String)
  /// Two gates of one kind of machine.
  case oneHost(paths: [String])
  /// A case gave different answers on two machines.
  case answers(id: String, paths: [String])
  /// Two parts are of different runs.
  case different(name: String, found: String, path: String, expected: String, in: String)
  /// Two different records of one part.
  case twice(part: Int, paths: [String])
  /// One case in two parts.
  case overlap(id: String, paths: [String])
  /// Parts that no record is of.
  case missing(parts: [Int], total: Int)
  /// A part that was interrupted.
  case incomplete(part: Int, path: String, isGate: Bool)

  package var description: String {
    switch self {
    case .nothing: "there is no part to merge"
    case .noPart(let path):
      "'\(path)' is no part of a run; parts are made by run --shard and gate --shard"
    case .alreadyMerged(let path):
      "'\(path)' is of parts that were joined already; name the parts"
    case .noGate(let path):
      "'\(path)' is no record of a gate of this version, which --hosts joins"
    case .partOfAGate(let path):
      "'\(path)' is of a part of a gate; merge its parts first, and then the gates of all machines"
    case .ownRule(let path, let option):
      "'\(path)' is of a gate with \(option), and --hosts joins those of the usual rule; gate again "
        + "without it"
    case .oneGate(let path):
      "'\(path)' is the only gate; name those of the other machines, too"
    case .oneHost(let paths):
      "'\(paths[0])' and '\(paths[1])' are of the same kind of machine; leave one out"
    case .answers(let id, let paths):
      "\(id) gave another answer in '\(paths[1])' than in '\(paths[0])': their times are of "
        + "different work"
    case .different(let name, let found, let path, let expected, let first):
      "'\(path)' is of another run: its \(name) is \(found), and that of '\(first)' is \(expected)"
    case .twice(let part, let paths):
      "two different records of part \(part), '\(paths[0])' and '\(paths[1])'; leave one out"
    case .overlap(let id, let paths):
      "'\(paths[0])' and '\(paths[1])' both have \(id); make all parts with the same --durations"
    case .missing(let parts, let total):
      "\(parts.count) of \(total) parts \(parts.count == 1 ? "is" : "are") missing: "
        + "\(Self.list(parts)); measure them, or join what is there with --allow-missing"
    case .incomplete(let part, let path, let isGate):
      "part \(part), '\(path)', was interrupted; "
        + (isGate ? "gate it again" : "continue it with --resume")
        + ", or join what is there with --allow-missing"
    }
  }

  /// `3, 5, 7`, of many the first ten.
  static func list(_ parts: [Int]) -> String {
    parts.prefix(10).map(String.init).joined(separator: ", ")
      + (parts.count > 10 ? " and \(parts.count - 10) more" : "")
  }
}
