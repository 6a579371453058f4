import Allocations
import Foundation
public import RunRecords

extension MachineContext {
  /// This machine, and what can be measured on it.
  ///
  /// What the system does not tell is absent. Clocks are tried out, which takes a millisecond.
  ///
  /// - Returns: The machine as it stands; `loadAvgEnd` and `stealRatio` are a run's to add.
  public static func current() -> MachineContext {
    let processor = SystemFiles.fields("/proc/cpuinfo", separator: ":")
    let allocator = allocator
    let exactKey = exactKey(allocator)
    return MachineContext(
      exactKey: exactKey, hostKey: hostKey(exactKey, processor), cpu: cpu(processor),
      virtualization: virtualization(processor),
      memoryBytes: Int(exactly: ProcessInfo.processInfo.physicalMemory),
      kernel: SystemFiles.text("/proc/sys/kernel/osrelease"),
      distro: first("PRETTY_NAME", SystemFiles.fields("/etc/os-release", separator: "=")),
      governor: SystemFiles.text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
      allocator: allocator, clock: Clock(ClockCalibration(measuring: SystemClock())),
      hwCounters: hardwareCounters, loadAvgStart: loadAverage)
  }

  /// The load of the last minute; nil where the system does not tell.
  static var loadAverage: Double? {
    SystemFiles.text("/proc/loadavg")?.split(separator: " ").first.flatMap { Double($0) }
  }

  private typealias Fields = [(key: String, value: String)]

  private static func first(_ key: String, _ fields: Fields) -> String? {
    fields.first { $0.key == key }?.value
  }

  private static var allocator: Allocator {
    let conf = ProcessInfo.processInfo.environment["MALLOC_CONF"]
    switch AllocationMeter.availability {
    case .available(let name, let version):
      return Allocator(name: name, version: version, conf: conf)
    case .unavailable: return Allocator(name: "system")
    }
  }

  /// Under which allocations, bytes and counts compare.
  private static func exactKey(_ allocator: Allocator) -> String {
    let compiler = BuildIdentity.compiler
    let name = [allocator.name, allocator.version].compactMap { $0 }.joined(separator: "-")
    return [
      "arch=" + BuildIdentity.architecture, "swift=" + compiler.swift,
      "flags=" + compiler.flags.joined(separator: ","), "allocator=" + name,
    ].joined(separator: ";")
  }

  /// Under which times compare too. No frequency, host name or kernel: they vary and say little.
  private static func hostKey(_ exactKey: String, _ processor: Fields) -> String {
    let model = ["vendor_id", "cpu family", "model"].map { first($0, processor) ?? "unknown" }
    return [
      exactKey, "cpu=" + model.joined(separator: "-"),
      "cpus=\(ProcessInfo.processInfo.activeProcessorCount)",
      "libc=" + (libraryVersion ?? "unknown"),
    ].joined(separator: ";")
  }

  /// `glibc-2.36`.
  private static var libraryVersion: String? {
    SystemTool.output(of: "getconf", ["GNU_LIBC_VERSION"])?.replacing(" ", with: "-")
  }

  private static func cpu(_ processor: Fields) -> CPU {
    CPU(
      model: first("model name", processor),
      logical: ProcessInfo.processInfo.activeProcessorCount, l2Bytes: cacheBytes(level: "2"),
      l3Bytes: cacheBytes(level: "3"))
  }

  private static func cacheBytes(level: String) -> Int? {
    for index in 0..<8 {
      let folder = "/sys/devices/system/cpu/cpu0/cache/index\(index)"
      if SystemFiles.text(folder + "/level") == level, let size = SystemFiles.text(folder + "/size")
      {
        return bytes(size)
      }
    }
    return nil
  }

  /// `1024K` in bytes.
  static func bytes(_ size: String) -> Int? {
    let units = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
    guard let last = size.last, let unit = units[String(last)] else { return Int(size) }
    return Int(size.dropLast()).map { $0 * unit }
  }

  /// Nil on bare metal, or where nothing tells; the product's name where the firmware has one.
  private static func virtualization(_ processor: Fields) -> String? {
    let flags = first("flags", processor)?.split(separator: " ") ?? []
    guard flags.contains("hypervisor") else { return nil }
    return SystemFiles.text("/sys/class/dmi/id/product_name")
      ?? SystemFiles.text("/sys/hypervisor/type") ?? "unnamed hypervisor"
  }

  private static var hardwareCounters: HardwareCounters {
    // A kernel that sees the processor's counters lists them as the device `cpu`.
    let device = "/sys/bus/event_source/devices/cpu"
    guard FileManager.default.fileExists(atPath: device) else {
      return HardwareCounters(
        available: false, reason: "the kernel has no \(device), as in most virtual machines")
    }
    let path = "/proc/sys/kernel/perf_event_paranoid"
    if let level = SystemFiles.text(path).flatMap({ Int($0) }), level > 2 {
      return HardwareCounters(available: false, reason: "\(path) is \(level); it must be at most 2")
    }
    return HardwareCounters(available: true)
  }
}
