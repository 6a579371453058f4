import Foundation

/// One run's record: what was measured, on what, with what result. One JSON document.
///
/// ```swift
/// let record = try RunRecord.read(from: "results/quick.json")
/// for result in record.cases where result.status == .ok {
///   print(result.id, result.metric("cpu_time")?.median ?? .nan, "ns/op")
/// }
/// ```
///
/// In JSON the keys are in snake case, what is nil is absent, and each number stands in the one
/// unit that its key or its `unit` names. `schema/run-record-2.schema.json` is the published form.
/// Records of version 1 are read as well; what is written is version 2.
public struct RunRecord: Hashable, Sendable {
  /// The format of the document, so that a reader knows what it may expect.
  public var schema = SchemaReference.current
  /// The subject of the document.
  public var kind = Kind.run
  /// The tool that wrote it.
  public var tool: ToolIdentity
  /// The time, command line and seed of the run.
  public var run: RunIdentity
  /// The builds that were measured: one for a run, two for a comparison.
  public var builds: [Build]
  /// The machine, and what could be measured on it.
  public var environment: MachineContext
  /// The parts of a merged run, in the order of their numbers; empty otherwise.
  public var parts: [RunPart] = []
  /// The imported collections that were measured, by name; empty where all are generated.
  public var datasets: [MeasuredDataset] = []
  /// Warnings for readers of the figures.
  public var warnings: [Warning] = []
  /// The results, one for each case.
  public var cases: [CaseRecord]
  /// The growth of a metric with the number of items.
  public var curves: [Curve] = []
  /// The sizes at which another storage becomes the best.
  public var crossovers: [Crossover] = []
  /// The numbers of cases by the way they ended.
  public var summary: Summary

  /// The subject of a record.
  public enum Kind: String, Codable, Sendable {
    /// One build, measured once.
    case run
    /// Two builds, measured in pairs.
    case comparison
    /// A stress test.
    case stress
    /// Several shards of one run.
    case merged
  }

  /// Makes a run's record, in the current schema, without warnings, curves and crossovers.
  public init(
    tool: ToolIdentity, run: RunIdentity, builds: [Build], environment: MachineContext,
    cases: [CaseRecord], exitCode: Int
  ) {
    (self.tool, self.run) = (tool, run)
    (self.builds, self.environment) = (builds, environment)
    self.cases = cases
    summary = Summary(of: cases, exitCode: exitCode)
  }
}

/// The time and options of a run: enough to repeat it.
public struct RunIdentity: Codable, Hashable, Sendable {
  /// The identifier, which no other run has.
  public var id = UUID().uuidString.lowercased()
  /// ISO 8601 in UTC, as `2026-03-01T12:00:00Z`.
  public var startedAt = Date.now.ISO8601Format()
  /// The wall time of all sessions of the run, in seconds: the pauses before it was resumed are no
  /// part of it.
  public var durationSeconds = 0.0
  /// The command line, the executable first.
  public var argv: [String]
  /// The preset's name: `smoke`, `quick`, `full`.
  public var preset: String
  /// The seed of everything random in the run. In JSON it is text, as readers that keep numbers as
  /// doubles would round it.
  @DecimalText public var seed: UInt64
  /// The part of the plan that this run was to do.
  public var shard = Shard.whole
  /// The digest of the whole plan, which is the same for all of its shards; nil in older records and
  /// where there is no plan.
  public var planDigest: String?
  /// A Boolean value that indicates whether every planned case was reached; false after an
  /// interruption.
  public var completed = false

  /// One of `total` equal parts of a plan.
  public struct Shard: Codable, Hashable, Sendable {
    /// Counted from 0.
    public var index: Int
    /// The number of shards, at least 1.
    public var total: Int

    /// The shard of that index, counted from 0.
    public init(index: Int, total: Int) { (self.index, self.total) = (index, total) }

    /// The most shards of a plan.
    package static let most = 100_000

    /// Decodes a shard; an index beyond the number of shards is refused.
    public init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      (index, total) = (
        try fields.decode(Int.self, forKey: .index), try fields.decode(Int.self, forKey: .total)
      )
      guard (1...Self.most).contains(total), (0..<total).contains(index) else {
        throw DecodingError.dataCorruptedError(
          forKey: .total, in: fields,
          debugDescription: "there is no shard \(index) of \(total), counted from 0")
      }
    }

    private enum CodingKeys: String, CodingKey {
      case index, total
    }

    /// The whole plan.
    public static let whole = Shard(index: 0, total: 1)
  }

  private enum CodingKeys: String, CodingKey {
    case id, argv, preset, seed, shard, completed
    case startedAt = "started_at"
    case durationSeconds = "duration_s"
    case planDigest = "plan"
  }

  /// Describes a run that begins now, under a new identifier.
  public init(argv: [String], preset: String, seed: UInt64) {
    self.argv = argv
    (self.preset, self.seed) = (preset, seed)
  }
}

/// The tool that wrote a record.
public struct ToolIdentity: Codable, Hashable, Sendable {
  /// The name of the executable.
  public var name: String
  /// Its own version, `major.minor.patch`.
  public var version: String
  /// The commit it was built from; nil where the build does not know it.
  public var gitSHA: String?

  private enum CodingKeys: String, CodingKey {
    case name, version
    case gitSHA = "git_sha"
  }

  /// Names a tool and its version.
  public init(name: String, version: String, gitSHA: String? = nil) {
    (self.name, self.version) = (name, version)
    self.gitSHA = gitSHA
  }
}

/// The format a document is written in.
public struct SchemaReference: Codable, Hashable, Sendable {
  /// The kind of document: `cvbench-run-record` or `cvbench-journal`.
  public var name: String
  /// `major.minor`: a reader refuses a newer major, and ignores fields that a minor added.
  public var version: String
  /// The `$id` of the published JSON Schema of this major version.
  public var uri: String

  /// Names a format.
  package init(name: String, version: String, uri: String) {
    (self.name, self.version, self.uri) = (name, version, uri)
  }

  /// The record format that this module writes.
  public static let current = SchemaReference(
    name: "cvbench-run-record", version: "2.1", uri: "urn:cvbench:schema:run-record-2")
  /// The journal format that this module writes.
  public static let journal = SchemaReference(
    name: "cvbench-journal", version: "2.0", uri: "urn:cvbench:schema:journal-2")
}

extension SchemaReference {
  /// The first part of the version; nil where that is no whole number above 0.
  var major: Int? {
    guard let first = version.split(separator: ".").first, let major = Int(first), major > 0 else {
      return nil
    }
    return major
  }
}

/// Something a reader should know before trusting the figures.
public struct Warning: Codable, Hashable, Sendable {
  /// A stable name in kebab case, to filter by: `drift`, `torn-journal`.
  public var code: String
  /// `info`, `warning` or `error`.
  public var severity: String
  /// The finding and the next step, in one sentence.
  public var message: String

  /// The code of a record that has no hash of its executable; the message has the reason.
  package static let unhashedBuild = "unhashed-build"

  /// States a warning.
  public init(code: String, severity: String = "warning", message: String) {
    self.code = code
    self.severity = severity
    self.message = message
  }
}

/// One build that was measured.
public struct Build: Codable, Hashable, Sendable {
  /// The build's name in the record: `run`, or `base` and `head` in a comparison.
  public var id: String
  /// The commit of the sources.
  public var git: Git
  /// The executable file.
  public var binary: Binary
  /// The compiler.
  public var compiler: Compiler

  /// A commit; each field is nil where it cannot be told.
  public struct Git: Codable, Hashable, Sendable {
    /// The full hash.
    public var sha: String?
    /// The branch's name.
    public var branch: String?
    /// A Boolean value that indicates whether the work tree differed from the commit.
    public var dirty: Bool?

    /// Names a commit.
    public init(sha: String? = nil, branch: String? = nil, dirty: Bool? = nil) {
      self.sha = sha
      self.branch = branch
      self.dirty = dirty
    }
  }

  /// An executable file by its hashes, in hexadecimal digits.
  public struct Binary: Codable, Hashable, Sendable {
    /// Of the whole file.
    public var sha256: String?
    /// Of its `.text` section: equal where the same code was linked.
    public var textSHA256: String?

    private enum CodingKeys: String, CodingKey {
      case sha256
      case textSHA256 = "text_sha256"
    }

    /// Names a file by its hashes.
    public init(sha256: String? = nil, textSHA256: String? = nil) {
      self.sha256 = sha256
      self.textSHA256 = textSHA256
    }
  }

  /// A compiler and how it was called.
  public struct Compiler: Codable, Hashable, Sendable {
    /// The Swift version: `6.3.1`.
    public var swift: String
    /// The target triple: `x86_64-unknown-linux-gnu`.
    public var target: String
    /// The flags that change the code.
    public var flags: [String]

    /// Names a compiler.
    public init(swift: String, target: String, flags: [String]) {
      self.swift = swift
      self.target = target
      self.flags = flags
    }
  }

  /// Describes a build.
  public init(id: String, git: Git, binary: Binary, compiler: Compiler) {
    self.id = id
    self.git = git
    self.binary = binary
    self.compiler = compiler
  }
}
