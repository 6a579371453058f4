import Foundation

/// One worker process and the pipes to it.
///
/// Used from one thread; all that it waits for are the pipes.
final class WorkerProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let errors = Pipe()
  private var outputLines = LineBuffer()
  private var errorLines = LineBuffer()
  private var lastErrorLines: [String] = []
  private var isOutputOpen = true
  private var areErrorsOpen = true

  /// Starts `executable` as one of the tool's own processes.
  ///
  /// - Parameters:
  ///   - executable: The tool's, or a program that runs it.
  ///   - arguments: What makes such a process of it: a subcommand.
  ///   - environment: All of it.
  /// - Throws: Where the system starts no process.
  init(_ executable: URL, arguments: [String], environment: [String: String]) throws {
    process.executableURL = executable
    process.arguments = arguments
    process.environment = environment
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    try process.run()
  }

  /// Starts `executable` as a worker and hands it `job`.
  ///
  /// - Parameters:
  ///   - executable: The worker's, or a program that runs it.
  ///   - arguments: What makes a worker of it.
  ///   - environment: All of it.
  ///   - job: What to do.
  /// - Throws: Where the system starts no process.
  convenience init(
    _ executable: URL, arguments: [String] = [Worker.subcommand], environment: [String: String],
    job: WorkerJob
  ) throws {
    try self.init(executable, arguments: arguments, environment: environment)
    try send(job)
  }

  /// Writes `message` to the worker, as a line of JSON.
  func send(_ message: some Encodable) throws {
    try write(JSONEncoder().encode(message) + Data("\n".utf8))
  }

  /// Whether more may come from the worker.
  var isTalking: Bool { isOutputOpen || areErrorsOpen }

  /// Whether the process still is there.
  var isRunning: Bool { process.isRunning }

  /// What the worker has written since: the whole lines of its output.
  ///
  /// - Parameter milliseconds: The longest to wait for something.
  /// - Returns: None, where nothing came in that time.
  func read(milliseconds: Int32) -> [Data] {
    var open: [FileHandle] = []
    if isOutputOpen { open.append(output.fileHandleForReading) }
    if areErrorsOpen { open.append(errors.fileHandleForReading) }
    var lines: [Data] = []
    for position in PipePoll.readable(open, milliseconds: milliseconds) {
      let bytes = open[position].availableData
      if open[position] === output.fileHandleForReading {
        isOutputOpen = !bytes.isEmpty
        lines += outputLines.lines(completedBy: bytes)
      } else {
        areErrorsOpen = !bytes.isEmpty
        lastErrorLines += errorLines.lines(completedBy: bytes)
          .map { String(decoding: $0, as: UTF8.self) }
        lastErrorLines = lastErrorLines.suffix(5)
      }
    }
    return lines
  }

  /// Lets the worker begin its next case.
  func askForNext() {
    // A worker that has died meanwhile is seen when its pipes end.
    try? write(Data("\(Worker.goOn)\n".utf8))
  }

  /// How the process ended, once it has.
  func ending() -> WorkerEnding {
    waitForEnd()
    let status = process.terminationStatus
    let how: String
    switch process.terminationReason {
    case .exit where status == 0: return .finished
    case .uncaughtSignal: how = "the worker process was ended by signal \(status)"
    default: how = "the worker process ended with status \(status)"
    }
    let errors = lastErrorLines.joined(separator: "\n")
    return .crashed(message: errors.isEmpty ? how : "\(how); it last wrote: \(errors)")
  }

  /// Ends the process, if it still is there, and what it has started: as long as one of them has the
  /// pipes, it would count as running.
  func kill() {
    let id = process.processIdentifier
    if process.isRunning { Foundation.kill(getpgid(id) == id ? -id : id, SIGKILL) }
    waitForEnd()
    closePipes()
  }

  /// Closes this process's ends: Foundation keeps an ended process and its pipes, and a comparison
  /// starts more of them than a process may have files open.
  private func closePipes() {
    (isOutputOpen, areErrorsOpen) = (false, false)
    for handle in [
      input.fileHandleForWriting, output.fileHandleForReading, errors.fileHandleForReading,
    ] {
      try? handle.close()
    }
  }

  /// Foundation's own `waitUntilExit` rests for 50 ms at a time, longer than many a group takes.
  private func waitForEnd() {
    while process.isRunning { Thread.sleep(forTimeInterval: 0.001) }
  }

  private func write(_ data: Data) throws {
    try input.fileHandleForWriting.write(contentsOf: data)
  }
}
