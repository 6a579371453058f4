/// When and how a run was made: enough to make it again.
public struct RunIdentity: Codable, Hashable, Sendable {
  /// Unlike that of any other run.
  public var id: String
  /// ISO 8601 in UTC, as `2026-03-01T12:00:00Z`.
  public var startedAt: String
  /// The wall time of all sessions of the run, in seconds: the pauses before it was resumed are no
  /// part of it.
  public var durationSeconds: Double
  /// The command line, the executable first.
  public var argv: [String]
  /// The preset's name: `smoke`, `quick`, `full`.
  public var preset: String
  /// The seed of everything random in the run.
  public var seed: UInt64
  /// The part of the plan that this run was to do.
  public var shard: Shard
  /// Whether every planned case was reached; false after an interruption.
  public var completed: Bool

  /// One of `total` equal parts of a plan.
  public struct Shard: Codable, Hashable, Sendable {
    /// Counted from 0.
    public var index: Int
    /// The number of shards, at least 1.
    public var total: Int

    /// The whole plan.
    public static let whole = Shard(index: 0, total: 1)

    /// Names a shard.
    public init(index: Int, total: Int) {
      self.index = index
      self.total = total
    }
  }

  private enum CodingKeys: String, CodingKey {
    case id, argv, preset, seed, shard, completed
    case startedAt = "started_at"
    case durationSeconds = "duration_s"
  }

  /// Describes a run.
  public init(
    id: String, startedAt: String, durationSeconds: Double, argv: [String], preset: String,
    seed: UInt64, shard: Shard = .whole, completed: Bool
  ) {
    self.id = id
    self.startedAt = startedAt
    self.durationSeconds = durationSeconds
    self.argv = argv
    self.preset = preset
    self.seed = seed
    self.shard = shard
    self.completed = completed
  }
}
