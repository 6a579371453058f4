package import Foundation
import Synchronization

/// Files and folders that killed processes have left behind.
///
/// A process locks what it makes for as long as it lives. Whoever can take the lock may remove it.
package enum Leftovers {
  /// The places that this process has looked through, with the kind of what it looked for.
  private static let tidied = Mutex<Set<String>>([])

  /// Removes leftovers from the directory at `path`, once for each process and kind: only this
  /// user's, unlocked and older than `seconds`. What cannot be removed stays.
  ///
  /// The age is for a process that has made its file and not locked it yet.
  ///
  /// - Parameters:
  ///   - path: The directory.
  ///   - kind: Of regular files or of directories.
  ///   - isLeftover: Returns whether a name is one that this tool gives.
  ///   - seconds: The least age.
  /// - Complexity: O(names in the directory).
  package static func remove(
    in path: String, _ kind: FileAttributeType, where isLeftover: (String) -> Bool,
    olderThan seconds: Double = 60
  ) {
    guard tidied.withLock({ $0.insert("\(kind.rawValue) \(path)").inserted }) else { return }
    let files = FileManager.default
    for name in (try? files.contentsOfDirectory(atPath: path)) ?? [] where isLeftover(name) {
      let leftover = "\(path)/\(name)"
      guard let attributes = try? files.attributesOfItem(atPath: leftover),
        attributes[.type] as? FileAttributeType == kind,
        (attributes[.ownerAccountID] as? NSNumber)?.uint32Value == getuid(),
        let changed = attributes[.modificationDate] as? Date,
        changed.timeIntervalSinceNow < -seconds,
        let file = try? SystemFile(opening: leftover, O_RDONLY | O_NOFOLLOW),
        (try? file.lock()) == true
      else { continue }
      try? files.removeItem(atPath: leftover)
    }
  }
}
