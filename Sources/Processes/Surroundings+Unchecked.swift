import CProcess

/// The limits and the standard streams that this process was started with.
///
/// Unchecked because a name is lent to C, for the time of one call.
package enum Surroundings {
  /// The fewest open files with which a run works: two workers, their pipes, the journal and the
  /// libraries.
  package static let leastOpenFiles = 64
  /// The fewest further files that a process may open from its start. Fewer than the limit leaves,
  /// because some programs start others with a few files open.
  static let leastFreeFiles = 48
  /// The least address space, in bytes, in which this process and its workers start.
  package static let leastAddressSpace = 1 << 29

  /// Prepares for closed standard streams and small limits, so that they lead to errors and not to
  /// signals; raises the limit of open files as far as it may, and resets SIGCHLD if it was ignored.
  package static func settle() { cprocess_settle() }

  /// The reason why nothing can be measured under this process's limits; nil if it can.
  package static var problem: String? {
    problem(
      openFiles: cprocess_open_file_limit(),
      freeFiles: cprocess_free_files(Int64(leastFreeFiles)),
      addressSpace: cprocess_address_space_limit())
  }

  /// Returns the reason why nothing can be measured under these limits, which are negative where
  /// there is none, and with so many files that may still be opened; nil if it can.
  package static func problem(
    openFiles: Int64, freeFiles: Int64, addressSpace: Int64
  ) -> String? {
    if openFiles >= 0, openFiles < leastOpenFiles {
      return "at most \(openFiles) files may be open (ulimit -n); allow \(leastOpenFiles) or more"
    }
    if freeFiles < leastFreeFiles {
      return "\(openFiles - freeFiles) of \(openFiles) files that may be open (ulimit -n) are open "
        + "from the start; allow \(openFiles - freeFiles + Int64(leastFreeFiles)) or more, or close "
        + "some"
    }
    if addressSpace >= 0, addressSpace < leastAddressSpace {
      return "at most \(addressSpace >> 10) KiB of address space may be used (ulimit -v); allow "
        + "\(leastAddressSpace >> 10) or more"
    }
    return nil
  }

  /// Claims `name` for this process until it ends; false where it is claimed already, by this or
  /// another process of the machine.
  package static func claim(_ name: String) -> Bool { unsafe cprocess_claim(name) }
}
