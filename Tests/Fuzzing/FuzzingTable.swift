import Foundation

/// Starts a process for each reader, sees it crash or hang, and prints the results.
struct FuzzingTable {
  private let arguments: FuzzingArguments
  /// The failures after which a reader is fed no more.
  private static let mostFailures = 20
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

    /// Adds what one process did from input `first` on.
    mutating func add(_ process: FuzzedProcess, from first: Int) {
      inputs += process.progress.number - first
      accepted += process.progress.accepted
      peakBytes = max(peakBytes, process.progress.peakBytes)
      longestMicroseconds = max(longestMicroseconds, process.progress.longestMicroseconds)
    }

    /// Whether so little is accepted that the inputs try nothing.
    var isHardlyTried: Bool {
      inputs >= FuzzingLimits.inputsOfShare
        && accepted * 100 < inputs * FuzzingLimits.leastPercentAccepted
    }

    var wentWrong: Bool {
      !failures.isEmpty || unrepeated > 0 || isRefusal || isHardlyTried || inputs == 0
    }

    /// A row of the table.
    func row(_ name: String) -> String {
      guard !isRefusal else { return "| \(name) | it does not read its examples | | | | | | |" }
      let percent = inputs > 0 ? accepted * 100 / inputs : 0
      let hangs = failures.count { $0 == .hang }
      let large = failures.count { $0 == .memory }
      let cells = [
        name, "\(inputs)", "\(percent) %", "\(failures.count - hangs - large)", "\(hangs)",
        "\(large)", "\(peakBytes >> 20) MiB", "\(longestMicroseconds / 1_000) ms",
      ]
      return "| \(cells.joined(separator: " | ")) |"
    }
  }

  /// Feeds all readers; returns whether none went wrong.
  func run() throws -> Bool {
    let names = arguments.names.isEmpty ? Readers.all.map(\.name) : arguments.names
    write("| reader | inputs | accepted | crashes | hangs | too large | memory | longest |")
    write("|---|---:|---:|---:|---:|---:|---:|---:|")
    var isFine = true
    for name in names {
      let found = try feed(name)
      isFine = isFine && !found.wentWrong
      write(found.row(name))
      if found.isHardlyTried {
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
    while first < arguments.inputs, total.failures.count + total.unrepeated < Self.mostFailures {
      let left = (end - .now) / .seconds(1)
      guard left > 0 else { break }
      let process = try FuzzedProcess.run(
        name, from: first, to: arguments.inputs, seed: arguments.seed, seconds: left,
        isTraced: false)
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
      name, from: first, to: last, seed: arguments.seed, seconds: 1e6, isTraced: true)
    total.add(traced, from: first)
    guard let found = traced.failure else {
      total.unrepeated += 1
      tell("\(name): not repeated from \(first): \(failure.text)")
      return traced.progress.number
    }
    total.failures.append(found)
    total.inputs += 1
    try keep(name, traced.progress.number, found.text)
    return traced.progress.number + 1
  }

  /// Writes an input that went wrong to a file, and says so.
  private func keep(_ name: String, _ number: Int, _ words: String) throws {
    guard let reader = Readers.all.first(where: { $0.name == name }) else { return }
    let path = "fuzzing-\(Corpus.folderName(of: name))-\(arguments.seed)-\(number)"
    try Data(InputGenerator(reader, seed: arguments.seed).input(number)).write(
      to: URL(filePath: path))
    tell("\(path): \(words)")
  }

  private func tell(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}
