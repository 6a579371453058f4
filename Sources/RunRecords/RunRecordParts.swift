public struct SchemaReference: Codable, Hashable, Sendable {
  public var name: String
  public var version: String
  public var uri: String
}
public struct ToolIdentity: Codable, Hashable, Sendable {
  public var name: String
  public var version: String
  public var gitSHA: String?
}
public struct RunIdentity: Codable, Hashable, Sendable {
  public var id: String
  public var startedAt: String
  public var durationSeconds: Double
  public var argv: [String]
  public var preset: String
  public var seed: UInt64
  public var shard: Shard
  public var completed: Bool
  public struct Shard: Codable, Hashable, Sendable {
    public var index: Int
    public var total: Int
  }
}
public struct Side: Codable, Hashable, Sendable {
  public var id: String
  public var git: Git
  public var binary: Binary
  public var compiler: Compiler
  public struct Git: Codable, Hashable, Sendable {
    public var sha: String?
    public var branch: String?
    public var dirty: Bool?
  }
  public struct Binary: Codable, Hashable, Sendable {
    public var sha256: String?
    public var textSHA256: String?
  }
  public struct Compiler: Codable, Hashable, Sendable {
    public var swift: String
    public var target: String
    public var flags: [String]
  }
}
public struct MachineContext: Codable, Hashable, Sendable {
  public var exactKey: String
  public var hostKey: String
  public var cpu: CPU
  public var virtualization: String?
  public var memoryBytes: Int?
  public var kernel: String?
  public var distro: String?
  public var governor: String?
  public var allocator: Allocator
  public var clock: Clock
  public var hwCounters: HardwareCounters
  public var loadAvgStart: Double?
  public var loadAvgEnd: Double?
  public var stealRatio: Double?
  public struct CPU: Codable, Hashable, Sendable {
    public var model: String?
    public var logical: Int
    public var l2Bytes: Int?
    public var l3Bytes: Int?
  }
  public struct Allocator: Codable, Hashable, Sendable {
    public var name: String
    public var version: String?
    public var conf: String?
  }
  public struct Clock: Codable, Hashable, Sendable {
    public var resolutionNs: Double
    public var wallReadNs: Double
    public var cpuReadNs: Double
  }
  public struct HardwareCounters: Codable, Hashable, Sendable {
    public var available: Bool
    public var reason: String?
  }
}
public struct Warning: Codable, Hashable, Sendable {
  public var code: String
  public var severity: String  // info | warning | error
  public var message: String
}
public struct Curve: Codable, Hashable, Sendable {
  public var family: String
  public var metric: String
  public var storage: String
  public var points: [Point]
  public var exponent: Exponent?
  public struct Point: Codable, Hashable, Sendable {
    public var items: Int
    public var value: Double
    public var ci: [Double]?
  }
  public struct Exponent: Codable, Hashable, Sendable {
    public var value: Double
    public var ci: [Double]?
  }
}
public struct Crossover: Codable, Hashable, Sendable {
  public var family: String
  public var metric: String
  public var from: String
  public var to: String
  public var items: Int
}
public struct Summary: Codable, Hashable, Sendable {
  public var ok: Int
  public var failed: Int
  public var skipped: Int
  public var timeout: Int
  public var exitCode: Int
}
