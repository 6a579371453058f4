package import RunRecords

/// The report of `doctor`: the machine, and its capabilities.
package struct DoctorReport {
  let context: MachineContext
  let capabilities: [Capability]

  package init(context: MachineContext, capabilities: [Capability]) {
    self.context = context
    self.capabilities = capabilities
  }

  /// The report as text: facts, then what can be measured, then what cannot and why.
  package var text: String {
    let possible = capabilities.filter(\.isAvailable).map { "  yes  \($0.name): \($0.detail)" }
    let impossible = capabilities.filter { !$0.isAvailable }
      .map { "  no   \($0.name): \($0.detail)" }
    let lines =
      ["Machine"] + facts.map(Self.line) + ["", "Clocks"] + clocks.map(Self.line)
      + ["", "What can be measured here"] + (possible.isEmpty ? ["  nothing"] : possible)
      + ["", "What cannot, and why"] + (impossible.isEmpty ? ["  nothing"] : impossible)
    return lines.joined(separator: "\n") + "\n"
  }

  private typealias Fact = (name: String, value: String)

  private var facts: [Fact] {
    let cpu = context.cpu
    return [
      ("CPU", "\(cpu.model ?? Self.unknown), \(cpu.logical) logical"),
      ("caches", "L2 \(Self.bytes(cpu.l2Bytes)), L3 \(Self.bytes(cpu.l3Bytes))"),
      ("memory", Self.bytes(context.memoryBytes)),
      ("virtualisation", context.virtualization ?? "none found"),
      ("governor", context.governor ?? "unknown (the system shows none, as in most VMs)"),
      ("load", load),
      ("kernel", context.kernel ?? Self.unknown),
      ("system", context.distro ?? Self.unknown),
      (
        "allocator",
        [context.allocator.name, context.allocator.version ?? ""]
          .filter { !$0.isEmpty }.joined(separator: " ")
      ),
    ]
  }

  private var clocks: [Fact] {
    let clock = context.clock
    return [
      (
        "wall",
        "step \(Self.nanoseconds(clock.resolutionNs)), "
          + "read \(Self.nanoseconds(clock.wallReadNs)) (CLOCK_MONOTONIC)"
      ),
      ("thread CPU", "read \(Self.nanoseconds(clock.cpuReadNs)) (CLOCK_THREAD_CPUTIME_ID)"),
    ]
  }

  /// The load, and what it means for times: above one busy CPU of two, a launch has to share.
  private var load: String {
    guard let load = context.loadAvgStart else { return Self.unknown }
    let tenths = Int((load * 10).rounded())
    let text = "\(tenths / 10).\(tenths % 10) over the last minute"
    return load > Double(context.cpu.logical) / 2
      ? text + ": other processes will disturb times (exact metrics stay exact)" : text
  }

  private static let unknown = "unknown"

  private static func line(_ fact: Fact) -> String {
    "  " + fact.name + String(repeating: " ", count: max(1, 16 - fact.name.count)) + fact.value
  }

  private static func nanoseconds(_ value: Double) -> String { "\(Int(value.rounded())) ns" }

  private static func bytes(_ count: Int?) -> String {
    count.map(ByteCount.spelled) ?? unknown
  }
}
