#if SQLITE
  import Foundation

  extension FetchedDataError.LockHolder {
    /// Returns the process that holds a lock on a database or on the files beside it; nil if it is
    /// not listed in /proc/locks, which only Linux has.
    ///
    /// A lock of this process is returned if no other process has one.
    static func ofDatabase(at path: String) -> Self? {
      guard let list = try? String(contentsOfFile: "/proc/locks", encoding: .utf8) else {
        return nil
      }
      let files = Set(["", "-wal", "-shm", "-journal"].compactMap { inode(of: path + $0) })
      let processes = list.split(separator: "\n").compactMap { line -> Int? in
        let fields = line.split(separator: " ")
        // "1: POSIX  ADVISORY  WRITE 1234 08:01:5678 0 EOF", with an arrow where one waits.
        guard fields.count >= 8, fields[1] == "POSIX", let process = Int(fields[4]),
          let file = fields[5].split(separator: ":").last.flatMap({ Int($0) }), files.contains(file)
        else { return nil }
        // Readers of a log hold shared locks at all times.
        return fields[3] == "WRITE" ? process : nil
      }
      let own = Int(ProcessInfo.processInfo.processIdentifier)
      guard let holder = processes.first(where: { $0 != own }) ?? processes.first else {
        return nil
      }
      let name = try? String(contentsOfFile: "/proc/\(holder)/comm", encoding: .utf8)
      return Self(
        processID: holder,
        name: name?.trimmingCharacters(in: .whitespacesAndNewlines) ?? "unknown")
    }

    private static func inode(of path: String) -> Int? {
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      return (attributes?[.systemFileNumber] as? NSNumber)?.intValue
    }
  }
#endif
