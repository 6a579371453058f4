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
      let files = Set(["", "-wal", "-shm", "-journal"].compactMap { file(at: path + $0) })
      let processes = list.split(separator: "\n").compactMap { line -> Int? in
        let fields = line.split(separator: " ")
        // "1: POSIX  ADVISORY  WRITE 1234 08:01:5678 0 EOF", with an arrow where one waits.
        guard fields.count >= 8, fields[1] == "POSIX", let process = Int(fields[4]),
          files.contains(String(fields[5]))
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

    /// The file as /proc/locks names it: the numbers of its device in hexadecimal, and its own.
    private static func file(at path: String) -> String? {
      guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
        let device = attributes[.systemNumber] as? NSNumber,
        let number = attributes[.systemFileNumber] as? NSNumber
      else { return nil }
      // As Linux packs them: 12 bits of the major number above the low 8 of the minor one.
      let (packed, low) = (device.uint64Value, UInt64(0xFF))
      let major = packed >> 8 & 0xFFF
      let minor = packed & low | packed >> 12 & ~low
      func hexadecimal(_ value: UInt64) -> String {
        (value < 16 ? "0" : "") + String(value, radix: 16)
      }
      return "\(hexadecimal(major)):\(hexadecimal(minor)):\(number.uint64Value)"
    }
  }
#endif
