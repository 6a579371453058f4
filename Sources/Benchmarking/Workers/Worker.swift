import Foundation
import RunRecords

/// The worker process: the same executable as the runner's, started anew for each group of cases.
///
/// It reads one `WorkerJob` from standard input, and writes each finished case to standard output
/// as one line of JSON. Between cases it waits for a line that asks for the next one, so that the
/// runner's own work never falls into a measurement; the end of its input ends it.
public enum Worker {
  /// The hidden subcommand under which an executable has to call `run(suites:)`.
  public static let subcommand = "worker"
  /// The library that counts exact peaks in the allocations pass; nil where none is beside the
  /// executable.
  public static var peakCounterPath: String? { ProcessLauncher.interposerBesideExecutable?.path }
  /// The line that asks for the next case.
  static let goOn = "go on"
  /// Tells a worker which pass to prepare its process for, before it reads its job.
  static let passVariable = "CVBENCH_WORKER_PASS"

  /// Does the work of this worker process.
  ///
  /// - Parameter suites: Those of the executable; the job names one of them.
  /// - Returns: The status to end the process with: 0, or 2 when there is no job to read, as when
  ///   somebody types the subcommand.
  public static func run(suites: [Suite]) -> Int32 {
    let warnings = prepareProcess()
    guard let line = readLine(),
      let job = try? JSONDecoder().decode(WorkerJob.self, from: Data(line.utf8))
    else {
      try? FileHandle.standardError.write(
        contentsOf: Data("the \(subcommand) subcommand is for this tool's own processes\n".utf8))
      return 2
    }
    // What a scenario prints must not end up between the entries.
    let output = FileHandle(fileDescriptor: dup(STDOUT_FILENO), closeOnDealloc: true)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    let session = WorkerSession(suites: suites, clock: SystemClock(), warnings: warnings)
    do {
      try session.run(job) { entry in
        try output.write(contentsOf: JSONEncoder().encode(entry) + Data("\n".utf8))
        return readLine() == goOn
      }
      return 0
    } catch {
      // The runner is gone, or an entry holds what JSON cannot: the runner sees a crash.
      try? FileHandle.standardError.write(contentsOf: Data("\(error)\n".utf8))
      return 70
    }
  }
}
