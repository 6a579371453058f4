package import Foundation
import Processes
package import RunRecords

/// Starts worker processes of an executable.
package struct ProcessLauncher: WorkerLauncher {
  /// The executable; by default the running one, even when its file has been replaced since.
  var executable: URL
  /// The library that counts exact peaks, which is preloaded in the allocations pass; nil where
  /// there is none.
  var interposer: URL?
  /// The executable as callgrind runs it, once it has been asked to.
  let client = CallgrindClientCache()

  package init(
    executable: URL = URL(filePath: "/proc/self/exe"),
    interposer: URL? = ProcessLauncher.interposerBesideExecutable
  ) {
    self.executable = executable
    self.interposer = interposer
  }

  /// `libAllocationInterposer.so` in the directory of the running executable; nil if missing.
  static var interposerBesideExecutable: URL? {
    let executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    let library = executable.deletingLastPathComponent()
      .appending(path: "libAllocationInterposer.so")
    return FileManager.default.fileExists(atPath: library.path) ? library : nil
  }

  package func run(
    _ job: WorkerJob, caseTimeoutSeconds: Double, isToStop: () -> Bool,
    receive: (JournalEntry) throws(RunError) -> Void
  ) throws(RunError) -> WorkerEnding {
    if job.pass == .instructions {
      return try count(
        job, caseTimeoutSeconds: caseTimeoutSeconds, isToStop: isToStop, receive: receive)
    }
    let worker: ChildProcess
    do {
      worker = try ChildProcess(
        executable.path, [Worker.subcommand], environment: environment(for: job.pass))
      try worker.send(job)
    } catch {
      throw .workerCannotStart(reason: "\(error)")
    }
    defer { worker.kill() }
    return try talk(
      to: worker, caseTimeoutSeconds: caseTimeoutSeconds, isToStop: isToStop, receive: receive)
  }

  /// Takes what `worker` reports, and lets it go on, until it ends or has to.
  func talk(
    to worker: ChildProcess, caseTimeoutSeconds: Double, isToStop: () -> Bool,
    receive: (JournalEntry) throws(RunError) -> Void
  ) throws(RunError) -> WorkerEnding {
    var timeout = AnswerTimeout(seconds: caseTimeoutSeconds)
    // A worker may close its pipes and go on: only its end is the end.
    while worker.isTalking || worker.isRunning {
      if isToStop() { return .stopped }
      // What has come, or has ended, is seen before the time is looked at.
      let lines = worker.readLines(milliseconds: worker.isTalking ? 50 : 1)
      if lines.isEmpty, worker.isTalking || worker.isRunning {
        timeout.look()
        if timeout.isOver { return .timedOut }
      }
      for line in lines {
        guard let entry = try? JSONDecoder().decode(JournalEntry.self, from: line) else {
          return .crashed(message: "the worker wrote a line that is no result: \(line.count) bytes")
        }
        try receive(entry)
        worker.askForNext()
        timeout = AnswerTimeout(seconds: caseTimeoutSeconds)
      }
    }
    let ending = worker.workerEnding()
    // An interrupt from the terminal goes to the worker too.
    return isToStop() ? .stopped : ending
  }

  /// The runner's own environment, with what the pass needs.
  ///
  /// - Parameters:
  ///   - pass: What the worker is for.
  ///   - libraries: A directory to look for libraries in; nil where they are beside the executable.
  /// - Returns: All variables of a worker.
  package func environment(
    for pass: Scenario.Pass, libraries: String? = nil
  ) -> [String: String] {
    var environment = ProcessInfo.processInfo.environment
    func add(_ text: String, to name: String, separator: String) {
      environment[name] = [environment[name], text].compactMap(\.self).joined(separator: separator)
    }
    environment[Worker.passVariable] = pass.rawValue
    environment["SWIFT_DETERMINISTIC_HASHING"] = pass == .time ? nil : "1"
    // A backtrace of a crash takes seconds and says little of a release build.
    environment["SWIFT_BACKTRACE"] = environment["SWIFT_BACKTRACE"] ?? "enable=no"
    switch pass {
    case .time: break
    case .allocations:
      if let interposer {
        environment["LD_PRELOAD"] =
          [interposer.path, environment["LD_PRELOAD"]].compactMap { $0 }.joined(separator: ":")
      }
    case .instructions:
      // Jemalloc gives pages back after some time, wherever the program is then.
      add("dirty_decay_ms:-1,muzzy_decay_ms:-1", to: "MALLOC_CONF", separator: ",")
    }
    if let libraries { add(libraries, to: "LD_LIBRARY_PATH", separator: ":") }
    return environment
  }
}
