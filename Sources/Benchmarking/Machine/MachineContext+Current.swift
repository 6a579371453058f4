import Allocations
import CProcess
import Foundation
import Processes
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
    var context = MachineContext(
      exactKey: exactKey, hostKey: hostKey(exactKey, processor), cpu: cpu(processor),
      allocator: allocator, clock: ClockCalibration(measuring: SystemClock()).clock,
      hwCounters: .current)
    context.virtualization = hypervisor
    context.memoryBytes = known(cprocess_physical_memory_bytes())
    context.kernel = SystemFiles.text("/proc/sys/kernel/osrelease")
    context.distro = first("PRETTY_NAME", SystemFiles.fields("/etc/os-release", separator: "="))
    context.governor = SystemFiles.text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
    context.loadAvgStart = loadAverage
    return context
  }

  /// The processes that ran or waited to, on average over the last minute; nil where the system
  /// does not tell.
  package static var loadAverage: Double? {
    let load = cprocess_load_average()
    return load < 0 ? nil : load
  }

  /// The number, where the system told it: the shims say so with a negative one.
  private static func known(_ number: Int64) -> Int? { number < 0 ? nil : Int(number) }

  private typealias Fields = [(key: String, value: String)]

  private static func first(_ key: String, _ fields: Fields) -> String? {
    fields.first { $0.key == key }?.value
  }

  private static var allocator: Allocator {
    switch AllocationMeter.availability {
    case .available(let name, let version):
      // What was compiled in, then what the environment adds to it.
      let options = [
        AllocationMeter.configuration, ProcessInfo.processInfo.environment["MALLOC_CONF"],
      ].compactMap { $0 }
      var allocator = Allocator(name: name, version: version)
      allocator.conf = options.isEmpty ? nil : options.joined(separator: ",")
      return allocator
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
      "cpus=\(processorCount)",
      "libc=" + (libraryVersion ?? "unknown"),
    ].joined(separator: ";")
  }

  /// `glibc-2.36`.
  private static var libraryVersion: String? {
    ExternalProgram.answer(of: "getconf", ["GNU_LIBC_VERSION"])?.replacing(" ", with: "-")
  }

  private static var processorCount: Int { max(1, known(cprocess_processor_count()) ?? 1) }

  private static func cpu(_ processor: Fields) -> CPU {
    var cpu = CPU(model: first("model name", processor), logical: processorCount)
    cpu.l2Bytes = known(cprocess_l2_cache_bytes())
    cpu.l3Bytes = known(cprocess_l3_cache_bytes())
    return cpu
  }

  /// The machine's name for itself; nil on bare metal, or where nothing tells.
  private static var hypervisor: String? {
    guard cprocess_has_hypervisor() == 1 else { return nil }
    return SystemFiles.text("/sys/class/dmi/id/product_name")
      ?? SystemFiles.text("/sys/hypervisor/type") ?? "unnamed hypervisor"
  }
}

/// The small text files in which the system describes itself.
enum SystemFiles {
  /// The text of `path` without surrounding white space; nil where it is missing or empty.
  static func text(_ path: String) -> String? {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return trimmed.isEmpty ? nil : trimmed
  }

  /// The lines of `path`, cut at the first `separator` into a key and a value.
  static func fields(_ path: String, separator: Character) -> [(key: String, value: String)] {
    (text(path) ?? "").split(separator: "\n").compactMap { line in
      let parts = line.split(separator: separator, maxSplits: 1)
      guard parts.count == 2 else { return nil }
      return (
        parts[0].trimmingCharacters(in: .whitespaces),
        parts[1].trimmingCharacters(in: CharacterSet(charactersIn: " \t\""))
      )
    }
  }
}

/// The time that the machine's CPUs have spent since it started, in ticks over all CPUs.
package struct ProcessorTime: Hashable {
  /// All time, idle too.
  package var total: Int
  /// Time that a hypervisor gave to other machines while this one wanted it.
  package var stolen: Int

  /// As of now; nil where the system does not tell.
  static var current: ProcessorTime? {
    SystemFiles.text("/proc/stat").flatMap { ProcessorTime(statistics: $0) }
  }

  /// Reads the first line of `/proc/stat`: user, nice, system, idle, iowait, irq, softirq, steal;
  /// guests' time, behind them, is in user and nice already.
  package init?(statistics text: String) {
    let words = text.prefix { $0 != "\n" }.split(separator: " ")
    let ticks = words.dropFirst().prefix(8).compactMap { Int($0) }
    guard words.first == "cpu", ticks.count == 8 else { return nil }
    total = ticks.reduce(0, +)
    stolen = ticks[7]
  }

  /// The part of the time from here to `end` that was stolen, from 0 to 1; nil where either is
  /// unknown or no time has passed.
  package func stealRatio(until end: ProcessorTime?) -> Double? {
    guard let end, end.total > total, end.stolen >= stolen else { return nil }
    return Double(end.stolen - stolen) / Double(end.total - total)
  }
}
