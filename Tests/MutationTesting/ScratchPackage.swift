import Foundation
import Mutations
import Processes

/// A copy of a module and its tests, with mutants in it.
struct ScratchPackage {
  private let root: URL
  private let folder: URL
  private let module: String
  /// The targets of the tests.
  private let testTargets: [String]
  private let closure: [PackageGraph.Target]
  private let manifest: String
  private let configuration: String
  private let sanitizer: MutationTesting.Sanitizer?
  private let swift: ExternalProgram

  /// A copy below `folder` of what the module of `graph` and its tests need.
  ///
  /// - Throws: `MutationError`, `ProcessError`.
  init(
    _ graph: PackageGraph, _ module: String, testedBy testTargets: [String], root: URL, folder: URL,
    configuration: String, sanitizer: MutationTesting.Sanitizer?
  ) throws {
    guard let swift = ExternalProgram(named: "swift") else {
      throw ProcessError.missing(program: "swift")
    }
    (self.root, self.module, self.swift) = (root, module, swift)
    (self.configuration, self.sanitizer) = (configuration, sanitizer)
    self.folder = folder.resolvingSymlinksInPath()
    self.testTargets = testTargets
    closure = try graph.closure(of: module, testedBy: testTargets)
    manifest = graph.manifest(of: closure, mutating: module)
  }

  // MARK: Files

  /// Makes the copy the same as the original, but for the files in `changed`, by path. What is the
  /// same already keeps its date, so that a second run compiles what has changed alone.
  func write(_ changed: [String: String], _ switches: String) throws {
    var wanted = changed.mapValues { Data($0.utf8) }
    for target in closure {
      for path in try Self.files(below: root, target.path) where wanted[path] == nil {
        wanted[path] = try Data(contentsOf: root.appending(path: path))
      }
    }
    wanted["Package.swift"] = Data(manifest.utf8)
    wanted["Sources/\(module)/MutantSwitches.swift"] = Data(switches.utf8)
    wanted["Sources/CMutant/include/CMutant.h"] = Data(MutantSwitches.header.utf8)
    wanted["Sources/CMutant/CMutant.c"] = Data(MutantSwitches.source.utf8)
    if let pins = try? Data(contentsOf: root.appending(path: "Package.resolved")) {
      wanted["Package.resolved"] = pins
    }
    for folder in ["Sources", "Tests"] {
      for path in (try? Self.files(below: self.folder, folder)) ?? [] where wanted[path] == nil {
        try FileManager.default.removeItem(at: self.folder.appending(path: path))
      }
    }
    for (path, bytes) in wanted { try write(bytes, to: path) }
  }

  private static func files(below root: URL, _ path: String) throws -> [String] {
    let folder = root.appending(path: path)
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path()).filter { name in
      let values = try folder.appending(path: name).resourceValues(forKeys: [.isRegularFileKey])
      return values.isRegularFile == true
    }.map { path + "/" + $0 }
  }

  private func write(_ bytes: Data, to path: String) throws {
    let file = folder.appending(path: path)
    guard (try? Data(contentsOf: file)) != bytes else { return }
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    // Another file, as the one there may have a second name.
    try bytes.write(to: file, options: .atomic)
  }

  // MARK: Builds

  /// An error of the compiler.
  struct CompilerError: Hashable {
    /// The file, from the root of the copy.
    let path: String
    let line: Int
  }

  /// The end of a build.
  enum BuildEnding {
    case built
    /// In files of the module.
    case errors(Set<CompilerError>)
    /// Something else, in words.
    case failed(String)
  }

  /// Compiles the module, or with its tests.
  func build(withTests: Bool, isInterrupted: () -> Bool) throws(ProcessError) -> BuildEnding {
    let outcome = try swift.run(
      ["build", "-c", configuration, "--package-path", folder.path()]
        + (sanitizer.map { ["--sanitize", $0.rawValue] } ?? [])
        + (withTests ? ["--build-tests"] : ["--target", module]),
      isInterrupted: isInterrupted)
    guard !outcome.isSuccess else { return .built }
    let lines = (outcome.output + outcome.errors).split(separator: UInt8(ascii: "\n"))
      .map { String(decoding: $0, as: UTF8.self) }
    let errors = Set(lines.compactMap(compilerError))
    guard errors.isEmpty else { return .errors(errors) }
    let told = lines.filter { $0.contains("error:") }
    return .failed((told.isEmpty ? lines.suffix(10) : told.prefix(10)).joined(separator: "\n"))
  }

  private func compilerError(_ line: String) -> CompilerError? {
    let parts = line.split(separator: ":", maxSplits: 4)
    guard parts.count == 5, parts[3] == " error", let number = Int(parts[1]),
      let start = parts[0].firstRange(of: "/Sources/\(module)/")
    else { return nil }
    return CompilerError(
      path: String(parts[0][start.lowerBound...].dropFirst()), line: number)
  }

  // MARK: Tests

  /// The end of a run of all tests.
  enum TestEnding {
    /// Also tells the number of tests, and the processor's seconds of each.
    case passed(count: Int, seconds: [String: Double])
    case failed(test: String?)
    case timedOut(test: String?)
  }

  /// Returns the names of all tests, as `LayoutsTests.FlowLayoutTests/rows()`.
  ///
  /// - Throws: `MutationError` where the runner does not list them, `ProcessError`.
  func tests() throws -> [String] {
    let outcome = try ExternalProgram(path: program).run(
      ["--testing-library", "swift-testing", "--list-tests"], environment: Self.environment)
    guard outcome.isSuccess else {
      throw MutationError("the tests of \(module) cannot be listed: \(outcome.complaint)")
    }
    return String(decoding: outcome.output, as: UTF8.self).split(separator: "\n").map(String.init)
      .filter { test in testTargets.contains { test.hasPrefix($0 + ".") } }
  }

  /// Returns a pattern that matches a name alone.
  private static func pattern(_ test: String) -> String {
    test.map { $0.isLetter || $0.isNumber || "/_:".contains($0) ? "\($0)" : "\\\($0)" }.joined()
  }

  /// The variables of a process of tests. Memory that is never freed is no mistake of a test.
  private static let environment = ExternalProgram.environment.merging(
    ["ASAN_OPTIONS": "detect_leaks=0"]
  ) { $1 }

  private var program: String {
    folder.appending(path: ".build/\(configuration)/MutatedPackageTests.xctest").path()
  }

  /// Runs one test without a mutant, and reads what it comes past.
  ///
  /// - Returns: How it ended, and a byte for each number up to `mutants`, 0 for what it does not reach.
  /// - Throws: `ProcessError`, or an error of Foundation where the file of the bytes cannot be written.
  func reach(
    of test: String, mutants: Int, seconds: Double, isInterrupted: () -> Bool
  ) throws -> (ending: TestEnding, reached: [UInt8]) {
    let file = folder.appending(path: "reached")
    try Data(count: mutants + 1).write(to: file)
    let ending = try self.test(
      [test], mutant: -1, seconds: { _ in seconds }, isInterrupted: isInterrupted,
      environment: [MutantSwitches.reachVariable: file.path()])
    return (ending, Array(try Data(contentsOf: file)))
  }

  /// Runs tests, one after another, up to the first failure.
  ///
  /// - Parameters:
  ///   - tests: Their names; it is no failure if there are none.
  ///   - mutant: The number of the mutant that is on; 0 for none.
  ///   - seconds: The most of the processor's seconds of one test, by its name, and ten times that and
  ///     a minute by the clock; under an empty name, of what is between two tests.
  ///   - isInterrupted: Asked several times a second; the run ends once it is true.
  ///   - further: Further variables of the environment.
  /// - Returns: How it ended.
  /// - Throws: `ProcessError`.
  func test(
    _ tests: [String], mutant: Int, seconds: (String) -> Double, isInterrupted: () -> Bool,
    environment further: [String: String] = [:]
  ) throws(ProcessError) -> TestEnding {
    // A mutant may take all memory there is; limits end it instead of the machine. A sanitizer
    // reserves terabytes of addresses.
    let script = """
      \(sanitizer == nil ? "ulimit -v 8000000;" : "") ulimit -c 0
      exec "$0" --testing-library swift-testing --no-parallel "$@" 2>&1
      """
    let environment = Self.environment.merging(
      [
        "SWIFT_BACKTRACE": "enable=no", "NO_COLOR": "1", "TERM": "dumb",
        MutantSwitches.variable: String(mutant),
      ]
    ) { $1 }.merging(further) { $1 }
    let names = tests.map(Self.pattern).joined(separator: "|")
    let process = try ChildProcess(
      "/bin/sh", ["-c", script, program, "--filter", "^(\(names))(/|$)"],
      environment: environment)
    defer { process.kill() }
    var transcript = TestTranscript()
    var stopwatch = TestStopwatch(process: process.identifier)
    var (current, start) = ("", ContinuousClock.now)
    while process.isTalking || process.isRunning {
      for line in process.readLines(milliseconds: 50) {
        transcript.read(String(decoding: line, as: UTF8.self))
        if let test = transcript.current { stopwatch.note(test) }
      }
      if let test = transcript.failed { return .failed(test: test) }
      if isInterrupted() { throw .interrupted }
      let running = transcript.current ?? ""
      stopwatch.look(at: running)
      if running != current { (current, start) = (running, .now) }
      // A test that waits takes no processor.
      let most = seconds(current)
      if stopwatch.elapsed > most || (.now - start) / .seconds(1) > 60 + 10 * most {
        return .timedOut(test: transcript.current)
      }
    }
    // An interrupt may have ended the tests, too.
    let ending = process.waitForEnding()
    if isInterrupted() { throw .interrupted }
    switch ending {
    case .exited(status: 0) where transcript.hasPassed:
      return .passed(count: transcript.passed, seconds: stopwatch.seconds)
    // How the testing library says that no test was chosen.
    case .exited(status: 69) where transcript.hasPassed && transcript.passed == 0:
      return .passed(count: 0, seconds: [:])
    default: return .failed(test: transcript.current)
    }
  }
}
