import ArgumentParser
import Foundation
import Mutations
import Processes

/// Tries mutants of one module after another, and prints what becomes of them.
struct MutationRun {
  private let arguments: MutationTesting
  private let known: EquivalentMutants
  private let root = URL(filePath: FileManager.default.currentDirectoryPath)
  private let isInterrupted = { Interrupts.isInterrupted }

  init(_ arguments: MutationTesting, _ known: EquivalentMutants) {
    (self.arguments, self.known) = (arguments, known)
  }

  /// The mutants of a module.
  private struct Choice {
    let files: [MutatedFile]
    /// The mutants that the build has, by their numbers less one.
    let built: [Mutant]
    /// The numbers of those to try.
    let tried: [Int]
    /// Those that an earlier run could not compile.
    var refused: Set<Mutant.Key> = []
    /// The tests that have killed some of them before.
    var killers: [Mutant.Key: String] = [:]
  }

  func run() throws {
    let graph = try packageGraph()
    // All of them first: a module that cannot be tried is no news for the end of a long run.
    let jobs = try arguments.modules.map { module in
      let folder = URL(filePath: arguments.scratch).appending(path: module)
      let package = try ScratchPackage(
        graph, module, testedBy: [module + "Tests"] + arguments.tests, root: root, folder: folder,
        configuration: arguments.configuration, sanitizer: arguments.sanitize)
      return (module: module, package: package, choice: try choose(module, graph))
    }
    var all: [MutantResult] = []
    for (module, package, choice) in jobs {
      if arguments.list {
        for number in choice.tried { write(choice.built[number - 1].shown) }
      } else if !choice.tried.isEmpty {
        all += try attempt(choice, of: module, in: package)
      }
    }
    guard !arguments.list else { return }
    let judged = known.judged(all)
    write(MutantTable(judged).description)
    if judged.contains(where: { $0.outcome == .survived }) || !known.mistakes(in: all).isEmpty {
      throw ExitCode(1)
    }
  }

  private func packageGraph() throws -> PackageGraph {
    guard let swift = ExternalProgram(named: "swift") else {
      throw ProcessError.missing(program: "swift")
    }
    // As make has it: tests that take longer to compile than to run are not optimised.
    let outcome = try swift.run(
      ["package", "dump-package"],
      environment: ExternalProgram.environment.merging(["CVBENCH_QUICK_TESTS": "1"]) { $1 })
    guard outcome.isSuccess else {
      throw MutationError("run this in the folder of the package: \(outcome.complaint)")
    }
    return try PackageGraph(outcome.output)
  }

  private func choose(_ module: String, _ graph: PackageGraph) throws -> Choice {
    guard let folder = graph.targets[module]?.path else {
      throw MutationError("there is no module '\(module)'")
    }
    let paths = try FileManager.default.subpathsOfDirectory(
      atPath: root.appending(path: folder).path()
    ).filter { $0.hasSuffix(".swift") }.map { folder + "/" + $0 }.sorted()
    let wanted = paths.filter { path in
      arguments.only.isEmpty || arguments.only.contains { path.contains($0) }
    }
    guard !wanted.isEmpty else {
      throw MutationError(
        "\(module) has no file whose path has \(arguments.only.joined(separator: " or "))")
    }
    let files = try wanted.map { path in
      MutatedFile(try String(contentsOf: root.appending(path: path), encoding: .utf8), path: path)
    }
    let all = files.flatMap(\.mutants)
    let usesEarlier = arguments.again != nil || arguments.continues
    let earlier = known.judged(usesEarlier ? try arguments.earlierResults() : [])
    let outcomes = Dictionary(
      earlier.map { ($0.mutant.key, $0.outcome) }, uniquingKeysWith: { $1 })
    if let again = arguments.again {
      // The same build as before, where nothing but tests has changed.
      let built = all.filter { outcomes[$0.key].map { $0 != .notCompiled } ?? false }
      let tried = built.indices.filter { index in
        outcomes[built[index].key].map(again.outcomes.contains) ?? false
      }
      let there = Set(all.map(\.key))
      let gone = outcomes.count { key, outcome in
        again.outcomes.contains(outcome) && wanted.contains(key.path) && !there.contains(key)
      }
      if gone > 0 { write("\(module): \(gone) of the results are of lines that are gone") }
      return Choice(
        files: files, built: built, tried: tried.map { $0 + 1 },
        killers: Dictionary(
          earlier.compactMap { result in result.test.map { (result.mutant.key, $0) } },
          uniquingKeysWith: { $1 }))
    }
    let built =
      switch arguments.sample {
      case .all: all
      case .some(let count): Mutant.sample(all, count: count, seed: arguments.seed)
      }
    write(
      "\(module): \(built.count) of \(all.count) mutants"
        + (built.count < all.count ? ", chosen by seed \(arguments.seed)" : ""))
    let tried = built.indices.filter { outcomes[built[$0].key] == nil }
    let refused = built.map(\.key).filter { outcomes[$0] == .notCompiled }
    return Choice(
      files: files, built: built, tried: tried.map { $0 + 1 }, refused: Set(refused))
  }

  // MARK: Trying

  private func attempt(
    _ choice: Choice, of module: String, in package: ScratchPackage
  ) throws -> [MutantResult] {
    let dropped = try build(choice, module, package)
    let (refused, tried) = (
      choice.tried.filter { dropped.contains(choice.built[$0 - 1].key) },
      choice.tried.filter { !dropped.contains(choice.built[$0 - 1].key) }
    )
    let notCompiled = try refused.map { number in
      let result = MutantResult(
        mutant: choice.built[number - 1], outcome: .notCompiled, test: nil)
      try keep(result)
      return result
    }
    guard !tried.isEmpty else { return notCompiled }
    var order = try TestOrder(
      package, module, mutants: choice.built.count, skipping: arguments.skip)
    write(order.description)
    return try notCompiled
      + tried.map { number in
        let mutant = choice.built[number - 1]
        let result = try order.result(
          of: mutant, number: number, killer: choice.killers[mutant.key])
        try keep(result)
        return result
      }
  }

  /// Builds all mutants at once, but for those that the compiler refuses.
  ///
  /// - Returns: What it refuses.
  private func build(
    _ choice: Choice, _ module: String, _ package: ScratchPackage
  ) throws -> Set<Mutant.Key> {
    var dropped = choice.refused
    var numbers = Dictionary(
      choice.built.enumerated().map { ($1.key, $0 + 1) }, uniquingKeysWith: { $1 }
    ).filter { !dropped.contains($0.key) }
    while true {
      let changed = choice.files.map { ($0.path, $0.switched(numbers)) }
      try package.write(
        Dictionary(uniqueKeysWithValues: changed.map { ($0.0, $0.1.text) }),
        MutantSwitches.swift(changed.flatMap { $0.1.switches }))
      switch try package.build(withTests: false, isInterrupted: isInterrupted) {
      case .built: break
      case .failed(let words): throw MutationError("\(module) does not compile:\n\(words)")
      case .errors(let errors):
        let refused = errors.flatMap { error in
          choice.files.filter { $0.path == error.path }
            .flatMap { $0.suspects(line: error.line, among: numbers) }
        }
        guard !refused.isEmpty else {
          throw MutationError("\(module) does not compile without these mutants: \(errors)")
        }
        for mutant in refused {
          numbers[mutant.key] = nil
          dropped.insert(mutant.key)
        }
        write("\(dropped.count) mutants do not compile")
        continue
      }
      let whole = try package.build(withTests: true, isInterrupted: isInterrupted)
      guard case .built = whole else {
        throw MutationError("the tests of \(module) do not compile: \(whole)")
      }
      return dropped
    }
  }

  private func keep(_ result: MutantResult) throws {
    if let path = arguments.results {
      let line = Data((try result.line() + "\n").utf8)
      if let file = FileHandle(forWritingAtPath: path) {
        defer { try? file.close() }
        try file.seekToEnd()
        try file.write(contentsOf: line)
      } else {
        try line.write(to: URL(filePath: path))
      }
    }
    for judged in known.judged([result]) { write(judged.shown) }
  }

  /// Writes a line at once, whatever standard output is.
  private func write(_ line: String) {
    // If the reader has gone, the run goes on: the file of results has every line.
    try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
  }
}

extension Mutant {
  /// The place and the change, for people.
  var shown: String {
    "\(path):\(line): \(`operator`.rawValue)\n- \(before)\n+ \(after)"
  }
}

extension MutantResult {
  var shown: String { "\(outcome.rawValue)\(reason): \(mutant.shown)" }

  private var reason: String {
    switch (test, passed) {
    case (let test?, _): " by \(test)"
    case (nil, 0): ", as no test comes past it"
    case (nil, let passed?): " \(passed) \(passed == 1 ? "test" : "tests")"
    case (nil, nil): ""
    }
  }
}
