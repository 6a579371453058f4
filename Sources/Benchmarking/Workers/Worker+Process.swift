import CProcess
import Foundation
import RunRecords

extension Worker {
  /// Makes this process one that its pass can trust, as far as the system lets it.
  ///
  /// For the allocations pass it starts itself anew with its addresses where they always are.
  ///
  /// - Returns: What could not be arranged.
  static func prepareProcess() -> [Warning] {
    cprocess_die_with_parent()
    let pass = ProcessInfo.processInfo.environment[passVariable]
    guard pass == Scenario.Pass.allocations.rawValue else { return [] }
    guard cprocess_reexec_without_aslr() == 0 else {
      return [
        Warning(
          code: "address-randomisation", severity: "info",
          message: "the system does not let a process turn address randomisation off; "
            + "allocations were counted with it")
      ]
    }
    return []
  }
}
