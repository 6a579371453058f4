import Foundation

/// Starts a process for each reader, sees it crash or hang, and prints the results.
struct FuzzingTable {
  private let arguments: FuzzingArguments
  /// The failures after which a reader is fed no more.
  private var mostFailures: Int { arguments.isPlanted ? 1 : 20 }
  /// The inputs in which a failure is looked for again.
  private static let mostTraced = 100_000

  init(_ arguments: FuzzingArguments) { self.arguments = arguments }

  /// The results of all processes of a reader.
  private struct Total {
    var inputs = 0
    var accepted = 0
    var failures: [FuzzedProcess.Failure] = []
    /// What went wrong once, and not again.
    var unrepeated = 0
    var isRefusal = false
    var peakBytes = 0
    var longestMicroseconds = 0
    /// The number of control-flow edges that inputs have taken; nil where nobody counted.
    var edges: Int?

    /// Adds what one process did from input `first` on.
    mutating func add(_ process: FuzzedProcess, from first: Int) {
      inputs += process.progress.number - first
      accepted += process.progress.accepted
      peakBytes = max(peakBytes, process.progress.peakBytes)
      longestMicroseconds = max(longestMicroseconds, process.progress.longestMicroseconds)
      edges = process.edges
    }

    /// Whether so little is accepted that the inputs try nothing.
    var isHardlyTried: Bool {
      inputs >= FuzzingLimits.inputsOfShare
        && accepted * 100 < inputs * FuzzingLimits.leastPercentAccepted
    }

    var wentWrong: Bool {
      !failures.isEmpty || unrepeated > 0 || isRefusal || inputs == 0
    }

    /// A row of the table, with the edges where they are counted.
    func row(_ name: String, countsEdges: Bool) -> String {
      guard !isRefusal else {
        return "| \(name) | it does not read its examples |" + (countsEdges ? " |" : "")
          + " | | | | | |"
      }
      let percent = inputs > 0 ? accepted * 100 / inputs : 0
      let hangs = failures.count { $0 == .hang }
      let large = failures.count { $0 == .memory }
      let cells =
        [
          name, "\(inputs)", "\(percent) %", "\(failures.count - hangs - large)", "\(hangs)",
          "\(large)", "\(peakBytes >> 20) MiB", "\(longestMicroseconds / 1_000) ms",
        ] + (countsEdges ? [edges.map(String.init) ?? "unknown"] : [])
      return "| \(cells.joined(separator: " | ")) |"
    }
  }

  /// Feeds readers with a planted mistake each; returns whether it was found.
  func runPlanted() throws -> Bool {
    var isFine = true
    for planted in PlantedReader.allCases {
      let found = try arguments.isGuided ? guide(planted.rawValue) : feed(planted.rawValue)
      let failures = found.failures.map(\.text).joined(separator: "; ")
      let isFound = planted.isFound(in: found.failures) && found.unrepeated == 0
      isFine = isFine && isFound
      write(
        "\(planted.rawValue): \(failures.isEmpty ? "no failure" : failures)"
          + (isFound ? "" : ", which is wrong"))
    }
    return isFine
  }

  /// Feeds all readers; returns whether none went wrong.
  func run() throws -> Bool {
    let names = arguments.names.isEmpty ? Readers.all.map(\.name) : arguments.names
    let isGuided = arguments.isGuided
    write(
      "| reader | inputs | accepted | crashes | hangs | too large | memory | longest |"
        + (isGuided ? " edges |" : ""))
    write("|---|---:|---:|---:|---:|---:|---:|---:|" + (isGuided ? "---:|" : ""))
    var isFine = true
    for name in names {
      let found = try isGuided ? guide(name) : feed(name)
      // Readers refuse most of what libFuzzer changes byte by byte, but only after reading into it.
      let isHardlyTried = found.isHardlyTried && !isGuided
      isFine = isFine && !found.wentWrong && !isHardlyTried
      write(found.row(name, countsEdges: isGuided))
      if isHardlyTried {
        tell("\(name): under \(FuzzingLimits.leastPercentAccepted) % of its inputs are accepted")
      }
    }
    // Some examples are made through files.
    Readers.removeScratch(of: ProcessInfo.processInfo.processIdentifier)
    return isFine
  }

  /// Writes a line at once, whatever standard output is.
  private func write(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  private func feed(_ name: String) throws -> Total {
    let end = ContinuousClock.now + .seconds(arguments.seconds)
    var total = Total()
    var first = arguments.first
    while first < arguments.inputs, total.failures.count + total.unrepeated < mostFailures {
      let left = (end - .now) / .seconds(1)
      guard left > 0 else { break }
      let process = try FuzzedProcess.run(
        name, from: first, to: arguments.inputs, seed: arguments.seed, seconds: left)
      total.add(process, from: first)
      first = process.progress.number
      if let words = process.refusal {
        tell("\(name): \(words)")
        total.isRefusal = true
      }
      guard let failure = process.failure else { break }
      first = try find(failure, of: name, from: first, &total)
    }
    return total
  }

  /// Looks for the input of a failure, and keeps it; returns the number of the one behind it.
  private func find(
    _ failure: FuzzedProcess.Failure, of name: String, from first: Int, _ total: inout Total
  ) throws -> Int {
    let last = first + min(Self.mostTraced, arguments.inputs - first)
    let traced = try FuzzedProcess.run(
      name, from: first, to: last, seed: arguments.seed, seconds: 1e6, ["--traced"])
    total.add(traced, from: first)
    guard let found = traced.failure else {
      total.unrepeated += 1
      tell("\(name): not repeated from \(first): \(failure.text)")
      return traced.progress.number
    }
    total.failures.append(found)
    total.inputs += 1
    let number = traced.progress.number
    if let reader = Readers.named(name) {
      let input = InputGenerator(reader, seed: arguments.seed).input(number)
      try keep(input, of: name, "\(number)", found.text)
    }
    return number + 1
  }

  /// Feeds the reader with what libFuzzer chooses, until the first failure.
  private func guide(_ name: String) throws -> Total {
    let process = try FuzzedProcess.run(
      name, from: 0, to: arguments.inputs, seed: arguments.seed, seconds: arguments.seconds,
      ["--guided"] + (arguments.isBlind ? ["--blind"] : []))
    var total = Total()
    total.add(process, from: 0)
    if let words = process.refusal {
      tell("\(name): \(words)")
      total.isRefusal = true
    }
    if let failure = process.failure {
      total.failures.append(failure)
      if let input = process.input {
        try keep(input, of: name, "guided", failure.text)
      } else {
        tell("\(name): \(failure.text); the input is lost")
      }
    }
    return total
  }

  /// Writes an input that went wrong to a file, and says so.
  private func keep(
    _ input: [UInt8], of name: String, _ number: String, _ words: String
  ) throws {
    guard !arguments.isPlanted else { return }
    let path = "fuzzing-\(Corpus.folderName(of: name))-\(arguments.seed)-\(number)"
    try Data(input).write(to: URL(filePath: path))
    tell("\(path): \(words)")
  }

  private func tell(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}
