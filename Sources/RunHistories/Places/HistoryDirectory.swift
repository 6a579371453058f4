import Foundation
import Processes
package import RunRecords

/// A history in a directory.
package struct HistoryDirectory: HistoryFiles {
  /// The directory's path.
  private let path: String

  /// The history in the directory at `path`, which need not exist.
  package init(at path: String) { self.path = path }

  package var place: String { "the directory '\(path)'" }

  package func paths() throws(RunHistoryError) -> [String]? {
    let files = FileManager.default
    guard (try? files.attributesOfItem(atPath: path + "/.")) != nil else {
      guard !files.fileExists(atPath: path) else {
        throw .foreign(place: "'\(path)'", found: "it is no directory that can be read")
      }
      return nil
    }
    var paths: [String] = []
    do {
      // Unlike an enumerator, it tells of a directory that cannot be read.
      for name in try files.subpathsOfDirectory(atPath: path) {
        let type = try? files.attributesOfItem(atPath: "\(path)/\(name)")[.type]
        if type as? FileAttributeType != .typeDirectory { paths.append(name) }
      }
    } catch {
      throw .unreadable(path: path, reason: SystemError.message(of: error))
    }
    return paths.isEmpty ? nil : paths.sorted()
  }

  package func contents(of paths: [String]) throws(RunHistoryError) -> [[UInt8]?] {
    try paths.map { name throws(RunHistoryError) in
      do throws(InputError) {
        return try SystemFile.contents(of: "\(path)/\(name)")
      } catch .notRegular, .tooLarge {
        return nil
      } catch .system(let error) where [ENOENT, ENOTDIR, EISDIR, ELOOP].contains(error.code) {
        return nil
      } catch {
        // Not damaged, and not to be removed as that: whoever may read it must say.
        throw .unreadable(path: "\(path)/\(name)", reason: error.text)
      }
    }
  }

  package func lock() throws(RunHistoryError) -> FileLock? {
    guard FileManager.default.fileExists(atPath: path + "/.") else { return nil }
    return try lock(directory: path)
  }

  package func change(
    adding added: [HistoryFile], removing removed: [String], message: String
  ) throws(RunHistoryError) {
    for file in added {
      let target = URL(filePath: "\(path)/\(file.path)")
      do {
        try FileManager.default.createDirectory(
          at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try AtomicFile.write(file.text, to: target.path)
      } catch let error as RecordError {
        throw .unwritable(place: "'\(target.path)'", reason: error.reason)
      } catch {
        throw .unwritable(place: "'\(target.path)'", reason: SystemError.message(of: error))
      }
    }
    for name in removed {
      do {
        try FileManager.default.removeItem(atPath: "\(path)/\(name)")
      } catch {
        throw .unwritable(place: "'\(path)/\(name)'", reason: SystemError.message(of: error))
      }
    }
  }
}

extension RecordError {
  /// The system's reason, without the path.
  fileprivate var reason: String {
    if case .unwritable(_, let reason) = self { return reason }
    return description
  }
}
