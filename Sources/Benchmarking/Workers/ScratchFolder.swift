public import Foundation
import Processes

/// A folder for files that are expensive to make and that several worker processes of one run need: a
/// database, for instance.
///
/// It is removed with its value. What a killed process left, the next one removes that makes such a
/// folder in the same place, a minute later at the earliest.
package final class ScratchFolder: Sendable {
  /// The place of the folder, which does not exist where it could not be made.
  package let url: URL
  /// Locked while the folder is in use; nil where it could not be made.
  private let lock: SystemFile?

  /// The variable that tells a worker where it is.
  static let variable = "CVBENCH_SCRATCH"
  private static let prefix = "cvbench-scratch-"

  /// Makes a folder that nobody else has.
  ///
  /// - Parameter directory: Where to make it.
  package init(in directory: URL = FileManager.default.temporaryDirectory) {
    Leftovers.remove(in: directory.path, .typeDirectory, where: Self.isName)
    url = directory.appending(path: "\(Self.prefix)\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    lock = try? SystemFile(opening: url.path, O_RDONLY | O_DIRECTORY)
    _ = try? lock?.lock()
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Returns whether `name` is that of such a folder.
  private static func isName(_ name: String) -> Bool {
    name.hasPrefix(prefix) && UUID(uuidString: String(name.dropFirst(prefix.count))) != nil
  }
}

extension ScenarioContext {
  /// The folder for files that the processes of this run share; nil where there is one process.
  ///
  /// A file in it may be there already, made by another process of the run for the
  /// same seed, and is removed at the end of the run.
  public static var scratchFolder: URL? {
    ProcessInfo.processInfo.environment[ScratchFolder.variable].map { URL(filePath: $0) }
  }
}
