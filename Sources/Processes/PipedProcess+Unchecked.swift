import Foundation
import Synchronization

/// A started process with its pipes: the one place where this package starts processes.
///
/// Foundation starts it, and not swift-subprocess 1.0.2, whose `run` is asynchronous. Every command
/// here is synchronous, as nothing but the measured call may run in a process. A synchronous caller
/// would block until a task ends. On the main thread that works. On the threads of the concurrency
/// pool, where tests run, it deadlocks once each of them has a blocked caller: two parallel tests on
/// two processors do, as a trial has shown. The library also adds two packages and 20 s to every
/// fresh build.
///
/// Unchecked because `poll` and `pthread_sigmask` take pointers, which do not outlive their calls.
final class PipedProcess {
  private let process = Process()
  /// The end to write to; nil without a pipe, and while another thread writes to it.
  private var input: FileHandle?
  private let output: Pipe?
  private let errors: Pipe?
  private var isOutputOpen: Bool
  private var areErrorsOpen: Bool
  /// The number of the group that the process leads; nil if it leads none.
  private var group: Int32?
  private let firstFailure = PipeFailure()

  /// Starts `path`.
  ///
  /// - Parameters:
  ///   - path: An executable file.
  ///   - arguments: The arguments after its name.
  ///   - environment: All variables.
  ///   - hasInput: Whether its standard input is a pipe; it is empty otherwise.
  ///   - isCaptured: Whether its outputs are pipes; they are this process's own otherwise.
  /// - Throws: `ProcessError.cannotStart`.
  init(
    _ path: String, _ arguments: [String], environment: [String: String], hasInput: Bool,
    isCaptured: Bool
  ) throws(ProcessError) {
    let pipe = try hasInput ? Self.pipe(to: path) : nil
    input = pipe?.fileHandleForWriting
    output = try isCaptured ? Self.pipe(to: path) : nil
    errors = try isCaptured ? Self.pipe(to: path) : nil
    (isOutputOpen, areErrorsOpen) = (isCaptured, isCaptured)
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.environment = environment
    process.standardInput = pipe ?? FileHandle.nullDevice
    if let output, let errors {
      process.standardOutput = output
      process.standardError = errors
    }
    do {
      try process.run()
    } catch {
      throw .cannotStart(path: path, reason: Self.reason(of: error))
    }
    // Foundation has it lead a group. One that has ended already cannot be asked any more.
    let id = process.processIdentifier
    let found = getpgid(id)
    group = found == id || found == -1 ? id : nil
  }

  /// Returns why Foundation has not started a process.
  private static func reason(of error: any Error) -> String {
    let reason = SystemError.message(of: error)
    // Foundation says so where it cannot list the open files that the process must not inherit.
    guard reason == SystemError(code: EBADF).text else { return reason }
    return "/proc/self/fd cannot be listed, as where no more files may be open (ulimit -n)"
  }

  /// A pipe to what is about to be started.
  private static func pipe(to path: String) throws(ProcessError) -> Pipe {
    errno = EMFILE
    let pipe = Pipe()
    // Foundation's way of saying that there is none.
    guard pipe.fileHandleForReading.fileDescriptor >= 0 else {
      throw .cannotStart(path: path, reason: SystemError(code: errno).text)
    }
    return pipe
  }

  /// The first error of a pipe, other than that the process reads no more; nil without one.
  var failure: SystemError? { firstFailure.error }

  /// The number that the system knows the process by.
  var identifier: Int32 { process.processIdentifier }

  /// A Boolean value that indicates whether more may come from the process.
  var isOpen: Bool { isOutputOpen || areErrorsOpen }

  /// A Boolean value that indicates whether the process has not ended.
  var isRunning: Bool { process.isRunning }

  /// The ending of the process; waits for it.
  var ending: ProcessEnding {
    waitForEnd()
    let number = process.terminationStatus
    return process.terminationReason == .exit
      ? .exited(status: number) : .killed(signal: number)
  }

  /// Writes `bytes` to the process, and waits until it has read what does not fit into the pipe.
  func write(_ bytes: Data) throws {
    guard let input else { return }
    try firstFailure.noting { () throws(SystemError) in
      try Descriptor.write(Array(bytes), to: input.fileDescriptor)
    }
  }

  /// Closes the pipe to the process.
  func closeInput() { try? input?.close() }

  /// Writes `bytes` and closes the pipe, while the caller reads what the process answers.
  ///
  /// The thread that writes owns the pipe from now on. If `kill()` closed it too, the system could
  /// give its number to another file meanwhile, and that file would receive the rest of `bytes`.
  func writeInBackground(_ bytes: Data) {
    guard let file = input else { return }
    input = nil
    Thread.detachNewThread { [firstFailure] in
      // A program that ends before it has read everything needs no more: no signal says so.
      var signals = sigset_t()
      unsafe sigemptyset(&signals)
      unsafe sigaddset(&signals, SIGPIPE)
      unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
      try? firstFailure.noting { () throws(SystemError) in
        try Descriptor.write(Array(bytes), to: file.fileDescriptor)
      }
      try? file.close()
    }
  }

  /// Reads what has come since.
  ///
  /// - Parameter milliseconds: The longest to wait for something.
  /// - Returns: The bytes of both outputs; none if nothing came in that time.
  func read(milliseconds: Int32) -> (output: Data, errors: Data) {
    var found = (output: Data(), errors: Data())
    var open: [(file: FileHandle, isOutput: Bool)] = []
    if isOutputOpen, let output { open.append((output.fileHandleForReading, true)) }
    if areErrorsOpen, let errors { open.append((errors.fileHandleForReading, false)) }
    for position in Self.readable(open.map(\.file), milliseconds: milliseconds) {
      let bytes = available(in: open[position].file)
      if open[position].isOutput {
        isOutputOpen = !bytes.isEmpty
        found.output = bytes
      } else {
        areErrorsOpen = !bytes.isEmpty
        found.errors = bytes
      }
    }
    return found
  }

  /// Reads what a pipe has; nothing at its end and after an error.
  private func available(in file: FileHandle) -> Data {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = try? firstFailure.noting { () throws(SystemError) in
      try Descriptor.read(file.fileDescriptor, into: &chunk)
    }
    return Data(chunk.prefix(count ?? 0))
  }

  /// Ends the process and everything that it started.
  ///
  /// - Parameter graceSeconds: The time between SIGTERM and SIGKILL.
  func terminate(graceSeconds: Double) {
    signal(SIGTERM)
    _ = Pause.wait(upTo: graceSeconds, every: 0.01) { !process.isRunning }
    signal(SIGKILL)
    waitForEnd()
  }

  /// Kills the process if it still runs, with everything that it started, and closes its pipes.
  func kill() {
    // Processes that it started may still run after its end, in the group that it led.
    if process.isRunning || group != nil { signal(SIGKILL) }
    waitForEnd()
    // The system may give the number to others from now on.
    group = nil
    // Foundation keeps an ended process and its pipes, and a comparison starts more of them than a
    // process may have files open.
    (isOutputOpen, areErrorsOpen) = (false, false)
    for pipe in [output, errors] { try? pipe?.fileHandleForReading.close() }
    try? input?.close()
  }

  /// Sends a signal to the process, and to its group if it leads one.
  private func signal(_ number: Int32) {
    Foundation.kill(group.map { -$0 } ?? identifier, number)
  }

  /// Foundation's own `waitUntilExit` rests for 50 ms at a time, longer than many a worker takes.
  private func waitForEnd() {
    while process.isRunning { Pause.wait(seconds: 0.001) }
  }

  /// Waits until one of `files` can be read without waiting, or is at its end.
  ///
  /// - Parameters:
  ///   - files: Open pipes.
  ///   - milliseconds: The longest to wait; a signal ends it earlier.
  /// - Returns: The positions in `files` of those that can be read.
  private static func readable(_ files: [FileHandle], milliseconds: Int32) -> [Int] {
    var requests = files.map { pollfd(fd: $0.fileDescriptor, events: Int16(POLLIN), revents: 0) }
    var count = unsafe poll(&requests, nfds_t(requests.count), milliseconds)
    // A signal has interrupted it. Look again without waiting: the last output of an ended process may
    // be there.
    while count < 0, errno == EINTR {
      count = unsafe poll(&requests, nfds_t(requests.count), 0)
    }
    guard count > 0 else { return [] }
    return requests.indices.filter { requests[$0].revents != 0 }
  }
}

/// The first error of a process's pipes. A second thread may write to one of them.
private final class PipeFailure: Sendable {
  private let first = Mutex<SystemError?>(nil)

  var error: SystemError? { first.withLock { $0 } }

  /// Returns what `call` returns, and keeps its error; that of a process that reads no more is none.
  func noting<Value>(_ call: () throws(SystemError) -> Value) throws(SystemError) -> Value {
    do throws(SystemError) {
      return try call()
    } catch {
      if error.code != EPIPE { first.withLock { $0 = $0 ?? error } }
      throw error
    }
  }
}
