import Allocations
import Benchmarking

/// The capabilities that depend on the build of this executable.
extension Capability {
  /// Wall and CPU time; every machine has it.
  static var time: Capability {
    Capability(
      name: "time", isAvailable: true, detail: "wall and thread CPU time, in fresh processes")
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
      return Capability(
        name: name, isAvailable: true, detail: "exact to one request, by \(allocator) \(version)")
    case .unavailable(let reason):
      return Capability(name: name, isAvailable: false, detail: reason)
    }
  }

  /// Exact peaks of live bytes, by a library that worker processes preload.
  static var exactPeaks: Capability {
    let name = "exact peaks of live bytes"
    guard case .available = AllocationMeter.availability else {
      return Capability(name: name, isAvailable: false, detail: "needs counts of allocations")
    }
    guard let library = Worker.peakCounterPath else {
      return Capability(
        name: name, isAvailable: false,
        detail: "libAllocationInterposer.so is not beside the executable; build the product "
          + "AllocationInterposer")
    }
    return Capability(name: name, isAvailable: true, detail: "by \(library) in the count pass")
  }
}
