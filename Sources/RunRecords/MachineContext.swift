/// The machine a run was made on, and what could be measured there.
///
/// A fact that cannot be told is nil.
public struct MachineContext: Codable, Hashable, Sendable {
  /// Architecture, compiler version, flags, allocator and its version: allocations, bytes and
  /// operation counts compare where this is equal.
  public var exactKey: String
  /// `exactKey` with CPU vendor, family, model and count, and libc: times compare only where this
  /// is equal, and instructions, as libc picks code by the CPU.
  public var hostKey: String
  /// The processor.
  public var cpu: CPU
  /// The hypervisor or container: `kvm`, `docker`; nil on bare metal or where unknown.
  public var virtualization: String?
  /// Main memory, in bytes.
  public var memoryBytes: Int?
  /// The kernel's release, for reading only.
  public var kernel: String?
  /// The operating system: `Debian GNU/Linux 12 (bookworm)`.
  public var distro: String?
  /// The CPU frequency governor: `performance`.
  public var governor: String?
  /// The allocator behind `malloc`.
  public var allocator: Allocator
  /// The clocks, as calibrated at the start of the run.
  public var clock: Clock
  /// A Boolean value that indicates whether the processor's own counters can be read.
  public var hwCounters: HardwareCounters
  /// The exact counter of instructions: `callgrind-3.19.0`; nil if the run asked for none or the
  /// machine has none. Another version may simulate another processor, so instructions compare only
  /// where this is equal too.
  public var instructionCounter: String?
  /// The load average over one minute, before the first case.
  public var loadAvgStart: Double?
  /// The load average over one minute, after the last case.
  public var loadAvgEnd: Double?
  /// The share of the run's CPU time that the hypervisor took, from 0 to 1.
  public var stealRatio: Double?

  /// A processor.
  public struct CPU: Codable, Hashable, Sendable {
    /// The name it gives itself.
    public var model: String?
    /// Logical CPUs that the run could use.
    public var logical: Int
    /// The second-level cache of one core, in bytes.
    public var l2Bytes: Int?
    /// The third-level cache, in bytes.
    public var l3Bytes: Int?

    private enum CodingKeys: String, CodingKey {
      case model, logical
      case l2Bytes = "l2_bytes"
      case l3Bytes = "l3_bytes"
    }

    /// Describes a processor without its caches.
    public init(model: String? = nil, logical: Int) {
      self.model = model
      self.logical = logical
    }
  }

  /// An allocator.
  public struct Allocator: Codable, Hashable, Sendable {
    /// `jemalloc`, `glibc`.
    public var name: String
    /// Its version.
    public var version: String?
    /// Its settings, as its environment variable gave them.
    public var conf: String?

    /// Names an allocator.
    public init(name: String, version: String? = nil) {
      (self.name, self.version) = (name, version)
    }
  }

  /// The clocks' steps and costs, in nanoseconds.
  public struct Clock: Codable, Hashable, Sendable {
    /// The smallest step of the wall clock.
    public var resolutionNs: Double
    /// One read of the wall clock.
    public var wallReadNs: Double
    /// One read of the thread's CPU clock.
    public var cpuReadNs: Double

    private enum CodingKeys: String, CodingKey {
      case resolutionNs = "resolution_ns"
      case wallReadNs = "wall_read_ns"
      case cpuReadNs = "cpu_read_ns"
    }

    /// Describes the clocks.
    public init(resolutionNs: Double, wallReadNs: Double, cpuReadNs: Double) {
      self.resolutionNs = resolutionNs
      self.wallReadNs = wallReadNs
      self.cpuReadNs = cpuReadNs
    }
  }

  /// A Boolean value that indicates whether the processor's own counters can be read.
  public struct HardwareCounters: Codable, Hashable, Sendable {
    /// A Boolean value that indicates whether they can.
    public var available: Bool
    /// The reason why not; nil where they can.
    public var reason: String?

    /// Says whether the counters can be read, or why not.
    public init(available: Bool, reason: String? = nil) {
      self.available = available
      self.reason = reason
    }
  }

  private enum CodingKeys: String, CodingKey {
    case cpu, virtualization, kernel, distro, governor, allocator, clock
    case exactKey = "exact_key"
    case hostKey = "host_key"
    case memoryBytes = "memory_bytes"
    case hwCounters = "hw_counters"
    case instructionCounter = "instruction_counter"
    case loadAvgStart = "load_avg_start"
    case loadAvgEnd = "load_avg_end"
    case stealRatio = "steal_ratio"
  }

  /// Describes a machine of which no optional fact is known.
  public init(
    exactKey: String, hostKey: String, cpu: CPU, allocator: Allocator, clock: Clock,
    hwCounters: HardwareCounters
  ) {
    (self.exactKey, self.hostKey) = (exactKey, hostKey)
    (self.cpu, self.allocator) = (cpu, allocator)
    (self.clock, self.hwCounters) = (clock, hwCounters)
  }
}
