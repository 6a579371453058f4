import CProcess
import Foundation
import RunRecords

extension Worker {
  /// Makes this process one that its pass can trust, as far as the system lets it.
  ///
  /// For the allocations pass it starts itself anew with its addresses where they always are; for
  /// the instructions pass whoever starts it sees to that.
  ///
  /// - Returns: What could not be arranged.
  static func prepareProcess() -> [Warning] {
    cprocess_die_with_parent()
    let name = EnvironmentVariable.value(of: passVariable) ?? ""
    let hasFixedAddresses =
      switch Scenario.Pass(rawValue: name) {
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
