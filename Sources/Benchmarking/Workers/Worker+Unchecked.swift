import CProcess
import Foundation
import RunRecords

extension Worker {
  /// Prepares this process for its pass, as far as the system lets it.
  ///
  /// For the allocations pass it restarts itself with addresses that are the same in every run. For
  /// the instructions pass the process that starts it arranges that.
  ///
  /// Unchecked because `getenv` returns a pointer, which is read before anything else can change it.
  /// Foundation would make a dictionary of all variables first, and the heap's layout from then on
  /// would depend on the environment of the caller.
  ///
  /// - Returns: A warning for each thing that could not be arranged.
  static func prepareProcess() -> [Warning] {
    cprocess_die_with_parent()
    let name = unsafe getenv(passVariable).map { unsafe String(cString: $0) } ?? ""
    let hasFixedAddresses =
      switch JournalEntry.Pass(rawValue: name) {
      case .allocations: cprocess_reexec_without_aslr() == 0
      case .instructions: cprocess_is_aslr_off()
      case .time, nil: true
      }
    if hasFixedAddresses { return [] }
    return [
      Warning(
        code: "address-randomisation", severity: "info",
        message: "the system does not let a process turn address randomisation off; "
          + "\(name) were counted with it")
    ]
  }
}
