import Allocations
import Benchmarking
import Foundation
import Processes
package import RunRecords

/// One thing that can, or cannot, be measured on this machine.
package struct Capability: Hashable {
  let name: String
  let isAvailable: Bool
  /// By what it is measured, or why it is not and what would help.
  let detail: String

  /// Returns an available capability.
  package static func available(_ name: String, _ detail: String) -> Capability {
    Capability(name: name, isAvailable: true, detail: detail)
  }

  /// Returns a missing capability, with the reason.
  private static func missing(_ name: String, _ reason: String) -> Capability {
    Capability(name: name, isAvailable: false, detail: reason)
  }
}

/// The capabilities that depend on the build of this executable.
extension Capability {
  /// Wall and CPU time; every machine has it.
  static var time: Capability {
    available("time", "wall and thread CPU time, in fresh processes")
  }

  /// The capability of `run` to leave a record.
  static var records: Capability {
    let refusal = Runner.refusalToRecord
    return Capability(
      name: "records of runs", isAvailable: refusal == nil,
      detail: refusal ?? "this is a release build")
  }

  /// Exact counts of requests and bytes.
  static var allocations: Capability {
    let name = "allocations and allocated bytes"
    switch AllocationMeter.availability {
    case .available(let allocator, let version):
      return available(name, "exact to one request, by \(allocator) \(version)")
    case .unavailable(let reason):
      return missing(name, reason)
    }
  }

  /// Exact peaks of live bytes, by a library that worker processes preload.
  static var exactPeaks: Capability {
    let name = "exact peaks of live bytes"
    guard case .available = AllocationMeter.availability else {
      return missing(name, "needs counts of allocations")
    }
    guard let library = PeakCounter.path else { return missing(name, PeakCounter.advice) }
    return available(name, "by \(library) in the count pass")
  }
}

extension Capability {
  /// Instructions, cycles and cache misses by the processor's own counters.
  package static func hardwareCounters(_ counters: MachineContext.HardwareCounters) -> Capability {
    Capability(
      name: "instructions by hardware counter", isAvailable: counters.available,
      detail: counters.reason ?? "the kernel lets this process count")
  }

  /// `perf stat` and `perf record`, on a case that `loop` runs.
  static func perf(_ counters: MachineContext.HardwareCounters) -> Capability {
    let name = "profiles by perf"
    guard let perf = ExternalProgram(named: "perf") else {
      return missing(name, "perf is not installed (Debian: linux-perf)")
    }
    guard let trial = try? perf.run(["stat", "-x,", "-e", "task-clock", "true"]), trial.isSuccess
    else {
      return missing(
        name,
        "\(perf.path) cannot count even task-clock; see /proc/sys/kernel/perf_event_paranoid "
          + "(\(paranoia))")
    }
    let events =
      counters.available ? "hardware events" : "software events only (task-clock, faults)"
    return available(
      name, "\(perf.path), \(events), perf_event_paranoid \(paranoia); start a case with loop")
  }

  /// Instructions by simulation, of the cases that a run names.
  static func callgrind() -> Capability {
    let name = "instructions by callgrind"
    guard let callgrind = Callgrind.installed else {
      return missing(name, "install valgrind (Debian: valgrind)")
    }
    let objcopy =
      ExternalProgram(named: "objcopy") == nil
      ? "; without objcopy (Debian: binutils) some builds with debug information cannot be read"
      : ""
    return available(name, "valgrind \(callgrind.version), with --instructions\(objcopy)")
  }

  /// The capability to start a child process with fixed addresses.
  static func fixedAddresses() -> Capability {
    let name = "counts with address randomisation off"
    guard let setarch = ExternalProgram(named: "setarch") else {
      return missing(name, "cannot be tried: setarch is not installed")
    }
    guard let trial = try? setarch.run(["-R", "true"]), trial.isSuccess else {
      return missing(
        name,
        "the system refuses it, as containers do; counts are taken all the same and the record "
          + "says so")
    }
    return available(name, "personality(2) is allowed")
  }

  private static var paranoia: String {
    let path = "/proc/sys/kernel/perf_event_paranoid"
    let text = try? String(contentsOfFile: path, encoding: .utf8)
    return text?.trimmingCharacters(in: .whitespacesAndNewlines) ?? "not there"
  }
}
