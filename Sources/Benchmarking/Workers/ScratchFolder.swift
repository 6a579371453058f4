public import Foundation

/// A folder for files that are expensive to make and that several worker processes of one run need: a
/// database, for instance.
///
/// The first process that needs it creates it, and the launcher of the processes removes it.
package final class ScratchFolder: Sendable {
  /// The place of the folder, which may not exist yet.
  package let url: URL

  /// The variable that tells a worker where it is.
  static let variable = "CVBENCH_SCRATCH"

  /// Names a folder that nobody else has.
  package init() {
    url = FileManager.default.temporaryDirectory.appending(path: "cvbench-\(UUID().uuidString)")
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}

extension ScenarioContext {
  /// The folder for files that the processes of this run share; nil where there is one process.
  ///
  /// It may not exist yet. A file in it may be there already, made by another process of the run for the
  /// same seed, and is removed at the end of the run.
  public static var scratchFolder: URL? {
    ProcessInfo.processInfo.environment[ScratchFolder.variable].map { URL(filePath: $0) }
  }
}
