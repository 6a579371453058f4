import CProcess
import Foundation
import Synchronization

/// A started process with its pipes: the one place where this package starts processes.
///
/// The system's `posix_spawn` starts it:
///
/// - Foundation's `Process` watches its processes on a thread of its own. If memory is short, that
///   thread cannot be started, and `Process` waits for it for ever.
/// - The `run` of swift-subprocess 1.0.2 is asynchronous. Every command here is synchronous, as nothing
///   but the measured call may run in a process. A synchronous caller would block until a task ends. On
///   the main thread that works. On the threads of the concurrency pool, where tests run, it deadlocks
///   once each of them has a blocked caller: two parallel tests on two processors do, as a trial has
///   shown. The library also adds two packages and 20 s to every fresh build.
///
/// Unchecked because `posix_spawn`, `poll` and `pthread_sigmask` take pointers, which do not outlive
/// their calls.
final class PipedProcess {
  /// The number that the system knows the process by, and the group that it leads.
  let identifier: Int32
  /// The end to write to; nil without a pipe, and while another thread writes to it.
  private var input: FileHandle?
  private let output: FileHandle?
  private let errors: FileHandle?
  private var isOutputOpen: Bool
  private var areErrorsOpen: Bool
  /// The ending of the process; nil until it was observed.
  private var knownEnding: ProcessEnding?
  /// Whether the child was reaped, so that its number may be another's.
  private var isReaped = false
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
    let pipes = (
      input: try hasInput ? Self.pipe(to: path) : nil,
      output: try isCaptured ? Self.pipe(to: path) : nil,
      errors: try isCaptured ? Self.pipe(to: path) : nil
    )
    let childEnds = [
      pipes.input?.fileHandleForReading, pipes.output?.fileHandleForWriting,
      pipes.errors?.fileHandleForWriting,
    ]
    // The variables lie on the stack of the process: in a fixed order, counts do not depend on that of a
    // dictionary.
    identifier = try Self.start(
      path, [path] + arguments, environment: environment.map { "\($0)=\($1)" }.sorted(),
      streams: childEnds.map { $0?.fileDescriptor ?? -1 })
    // A pipe is at its end once nobody has its other end.
    for file in childEnds { try? file?.close() }
    input = pipes.input?.fileHandleForWriting
    output = pipes.output?.fileHandleForReading
    errors = pipes.errors?.fileHandleForReading
    (isOutputOpen, areErrorsOpen) = (isCaptured, isCaptured)
  }

  deinit {
    // The number of a reaped child may belong to another one.
    if !isReaped { cprocess_reap_child(identifier) }
  }

  /// Starts `path`, and returns its number.
  private static func start(
    _ path: String, _ arguments: [String], environment: [String], streams: [Int32]
  ) throws(ProcessError) -> Int32 {
    guard !(arguments + environment).contains(where: { $0.utf8.contains(0) }) else {
      throw .cannotStart(path: path, reason: "an argument or a variable of it has a byte 0")
    }
    var identifier: Int32 = -1
    let error = unsafe withPointers(to: arguments) { arguments in
      unsafe withPointers(to: environment) { environment in
        unsafe cprocess_start_child(path, arguments, environment, streams, &identifier)
      }
    }
    guard error == 0 else {
      throw .cannotStart(path: path, reason: SystemError(code: error).text)
    }
    return identifier
  }

  /// Returns what `body` makes of pointers to `texts` as C has them, and nil behind them.
  private static func withPointers<Result>(
    to texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var bytes: [CChar] = []
    let starts = texts.map { text in
      defer { bytes += text.utf8.map { CChar(bitPattern: $0) } + [0] }
      return bytes.count
    }
    return unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      let pointers = unsafe starts.map { unsafe buffer.baseAddress?.advanced(by: $0) } + [nil]
      return unsafe body(pointers)
    }
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

  /// A Boolean value that indicates whether more may come from the process.
  var isOpen: Bool { isOutputOpen || areErrorsOpen }

  /// A Boolean value that indicates whether the process has not ended.
  var isRunning: Bool { ending(waits: false) == nil }

  /// The ending of the process; waits for it.
  var ending: ProcessEnding {
    while true {
      if let ending = ending(waits: true) { return ending }
    }
  }

  /// Returns how the process has ended, if it has. The system keeps its number until `kill()`.
  private func ending(waits: Bool) -> ProcessEnding? {
    if let knownEnding { return knownEnding }
    var number: Int32 = 0
    switch unsafe cprocess_child_ending(identifier, waits, &number) {
    case CPROCESS_EXITED:
      knownEnding = .exited(status: number)
      isReaped = number == -1
    case CPROCESS_KILLED: knownEnding = .killed(signal: number)
    default: break
    }
    return knownEnding
  }

  /// Writes `bytes` to the process, and waits until it has read what does not fit into the pipe; does
  /// nothing if there is no pipe, or no more.
  func write(_ bytes: Data) throws {
    guard let input else { return }
    try firstFailure.noting { () throws(SystemError) in
      try Descriptor.write(Array(bytes), to: input.fileDescriptor)
    }
  }

  /// Closes the pipe to the process.
  func closeInput() {
    try? input?.close()
    input = nil
  }

  /// Writes `bytes` and closes the pipe, while the caller reads what the process answers.
  ///
  /// The thread that writes owns the pipe from now on. If `kill()` closed it too, the system could
  /// give its number to another file meanwhile, and that file would receive the rest of `bytes`.
  ///
  /// - Throws: The system's error, if it starts no thread.
  func writeInBackground(_ bytes: Data) throws(SystemError) {
    guard let file = input else { return }
    let thread = try SystemThread.start { [firstFailure] in
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
    pthread_detach(thread)
    input = nil
  }

  /// Reads what has come since.
  ///
  /// - Parameter milliseconds: The longest to wait for something.
  /// - Returns: The bytes of both outputs; none if nothing came in that time.
  func read(milliseconds: Int32) -> (output: Data, errors: Data) {
    var found = (output: Data(), errors: Data())
    var open: [(file: FileHandle, isOutput: Bool)] = []
    if isOutputOpen, let output { open.append((output, true)) }
    if areErrorsOpen, let errors { open.append((errors, false)) }
    for position in readable(open.map(\.file), milliseconds: milliseconds) {
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
    _ = Pause.wait(upTo: graceSeconds, every: 0.01) { !isRunning }
    signal(SIGKILL)
    _ = ending
  }

  /// Kills the process if it still runs, with everything that it started, and closes its pipes.
  func kill() {
    // Notices if it was reaped elsewhere: its number may belong to a stranger.
    _ = isRunning
    // Processes that it started may still run after its end, in the group that it led.
    signal(SIGKILL)
    _ = ending
    if !isReaped { cprocess_reap_child(identifier) }
    isReaped = true
    (isOutputOpen, areErrorsOpen) = (false, false)
    for file in [output, errors, input] { try? file?.close() }
  }

  /// Sends a signal to the process and its group.
  private func signal(_ number: Int32) {
    guard !isReaped else { return }
    let isReceived = Foundation.kill(-identifier, number) == 0
    // The process may have left its group to others. SIGKILL alone may come twice.
    if !isReceived || number == SIGKILL { Foundation.kill(identifier, number) }
  }

  /// Waits until one of `files` can be read without waiting, or is at its end.
  ///
  /// - Parameters:
  ///   - files: Open pipes.
  ///   - milliseconds: The longest to wait; a signal ends it earlier.
  /// - Returns: The positions in `files` of those that can be read.
  private func readable(_ files: [FileHandle], milliseconds: Int32) -> [Int] {
    var requests = files.map { pollfd(fd: $0.fileDescriptor, events: Int16(POLLIN), revents: 0) }
    let count = try? firstFailure.noting { () throws(SystemError) in
      var count = unsafe poll(&requests, nfds_t(requests.count), milliseconds)
      // A signal has interrupted it. Look again without waiting: the last output of an ended process
      // may be there.
      while count < 0, errno == EINTR {
        count = unsafe poll(&requests, nfds_t(requests.count), 0)
      }
      guard count >= 0 else { throw SystemError(code: errno) }
      return count
    }
    guard let count, count > 0 else { return [] }
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
