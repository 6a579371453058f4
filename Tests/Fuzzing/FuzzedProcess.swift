import Foundation
import Processes

/// A process that feeds one reader, seen from outside until it ends, crashes or hangs.
struct FuzzedProcess {
  /// What an input has brought about.
  enum Failure: Equatable {
    case crash(String)
    case hang
    case memory

    var text: String {
      switch self {
      case .crash(let words): words
      case .hang: "took more than \(FuzzingLimits.secondsPerInput) s of CPU time"
      case .memory: "took more than \(FuzzingLimits.residentBytes >> 20) MiB of memory"
      }
    }
  }

  /// How far it came.
  private(set) var progress: FuzzingProgress
  private(set) var failure: Failure?
  /// The input of a failure, where the process has written it down.
  private(set) var input: [UInt8]?
  /// The number of control-flow edges that inputs have taken; nil where nobody counted.
  private(set) var edges: Int?
  /// Why the reader did not even read its examples; nil if it did.
  private(set) var refusal: String?

  /// Starts a process for inputs from `first` to `end`, and waits for its end; `options` are its other
  /// ones, as `--traced`.
  ///
  /// - Throws: `ProcessError`.
  static func run(
    _ name: String, from first: Int, to end: Int, seed: UInt64, seconds: Double,
    _ options: [String] = []
  ) throws -> FuzzedProcess {
    let words =
      ["--child", name, "--first", "\(first)", "--inputs", "\(end)", "--seed", "\(seed)"]
      + ["--seconds", "\(seconds)"] + options
    let process = try start(words)
    var found = FuzzedProcess(progress: FuzzingProgress(number: first))
    found.watch(process)
    process.kill()
    found.addRecords(of: process.identifier)
    Readers.removeScratch(of: process.identifier)
    return found
  }

  /// Adds what a process whose inputs libFuzzer chose has written to files.
  private mutating func addRecords(of identifier: Int32) {
    let errors = Readers.recordedErrors(of: identifier)
    // As in "#20000 DONE cov: 2490 ft: 4376 corp: 252/52Kb".
    let words = errors.last { $0.contains(" cov: ") }?.split(whereSeparator: \.isWhitespace) ?? []
    edges = words.firstIndex(of: "cov:").flatMap { Int(words[($0 + 1)...].first ?? "") }
    guard let failure else { return }
    input = Readers.recordedInput(of: identifier)
    if case .crash(let ending) = failure, !errors.isEmpty {
      // The reader's own last words: libFuzzer writes into the same file.
      let told = errors.prefix { !$0.contains("ERROR: libFuzzer") }
        .filter { !$0.hasPrefix("INFO: ") && !$0.hasPrefix("#") }.suffix(2)
      self.failure = .crash(([ending] + told.map(String.init)).joined(separator: " "))
    }
  }

  private static func start(_ words: [String]) throws -> ChildProcess {
    let executable = URL(filePath: ExternalProgram.current.path).resolvingSymlinksInPath().path
    let limit = "ulimit -v \(FuzzingLimits.addressSpaceKilobytes) && exec \"$0\" \"$@\""
    var environment = ProcessInfo.processInfo.environment
    environment["SWIFT_BACKTRACE"] = "enable=no"
    return try ChildProcess(
      "/bin/sh", ["-c", limit, executable] + words, environment: environment)
  }

  /// Reads what `process` tells until it ends or hangs.
  private mutating func watch(_ process: ChildProcess) {
    var lastLine = ContinuousClock.now
    let most = FuzzingLimits.secondsPerInput + FuzzingLimits.secondsBetweenLines + 0.1
    while process.isTalking || process.isRunning {
      // The order matters: a line that was written before this time is read after it.
      let taken = FuzzingLimits.seconds(of: process.identifier) ?? 0
      let lines = process.readLines(milliseconds: process.isTalking ? 50 : 1)
      for line in lines { progress = FuzzingProgress.read(line) ?? progress }
      if !lines.isEmpty { lastLine = .now }
      // It waits for something that does not come, without taking time of the processor.
      guard ContinuousClock.now - lastLine < FuzzingLimits.longestSilence else {
        failure = .hang
        return
      }
      let told = Double(progress.microseconds) / 1e6
      // Once a process has ended, its time includes the release of its memory, which is no hang.
      if lines.isEmpty, told > 0, taken - told > most, process.isRunning {
        failure = .hang
        return
      }
    }
    switch process.waitForEnding() {
    case .exited(status: 0): break
    case .exited(status: FuzzingStatus.refusedExample): refusal = process.lastWords
    case .exited(status: FuzzingStatus.hang): failure = .hang
    case .exited(status: FuzzingStatus.memory): failure = .memory
    case let ending: failure = .crash("\(ending): \(process.lastWords)")
    }
  }
}
