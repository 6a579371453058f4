import Mutations
import Processes

/// Runs the tests of a module against its mutants, in the order that is likely to fail soonest.
struct TestOrder: CustomStringConvertible {
  private let package: ScratchPackage
  private let module: String
  /// The processor's seconds that each test takes as it is, by suite and name.
  private let seconds: [String: Double]
  /// The few tests that take most of the time: they run last.
  private let slow: [String]
  /// The tests that are left out.
  private let skipped: [String]
  /// The names of all suites.
  private let suites: Set<String>
  /// The suites that have killed mutants of a file, the latest first.
  private var killers: [String: [String]] = [:]
  private let isInterrupted = { Interrupts.isInterrupted }

  /// Runs all tests but `skipped` without a mutant, with ten minutes for each.
  ///
  /// - Throws: `MutationError` where one fails.
  init(_ package: ScratchPackage, _ module: String, skipping skipped: [String]) throws {
    (self.package, self.module, self.skipped) = (package, module, skipped)
    let all = ScratchPackage.Selection(without: skipped)
    let ending = try package.test(
      all, mutant: 0, seconds: { _ in 600 }, isInterrupted: isInterrupted)
    guard case .passed(let count, let seconds) = ending, count > 0 else {
      throw MutationError("\(module)Tests do not pass as they are: \(ending)")
    }
    self.seconds = seconds
    let total = seconds.values.reduce(0, +)
    suites = Set(seconds.keys.compactMap { $0.split(separator: "/").first.map(String.init) })
    slow = seconds.filter { $0.value > max(2, total / 5) }
      .compactMap { $0.key.split(separator: "/").last.map(String.init) }.sorted()
  }

  var description: String {
    let last = slow.isEmpty ? "" : "; \(slow.joined(separator: " and ")) run last"
    let total = seconds.values.reduce(0, +)
    return "\(module)Tests take \(Int(total.rounded())) s\(last)"
  }

  /// The seconds that a test may take: three times as many as it does, and ten.
  private func limit(of test: String) -> Double { 10 + 3 * seconds[test, default: 0] }

  /// Runs the suite named after the file or those that have killed mutants of it, then all quick
  /// tests, then the slow ones.
  mutating func result(of mutant: Mutant, number: Int) throws -> MutantResult {
    var selections: [ScratchPackage.Selection] = []
    let first = killers[mutant.path] ?? [Self.suite(of: mutant.path)].filter(suites.contains)
    if !first.isEmpty { selections.append(.init(only: first, without: skipped + slow)) }
    selections.append(.init(without: skipped + slow))
    if !slow.isEmpty { selections.append(.init(only: slow, without: skipped)) }
    for selection in selections {
      switch try package.test(
        selection, mutant: number, seconds: limit, isInterrupted: isInterrupted)
      {
      case .passed: continue
      case .failed(let test):
        learn(test, mutant.path)
        return MutantResult(mutant: mutant, outcome: .killed, test: test)
      case .timedOut(let test):
        return MutantResult(mutant: mutant, outcome: .timedOut, test: test)
      }
    }
    return MutantResult(mutant: mutant, outcome: .survived, test: nil)
  }

  /// The usual name of the suite for a file: `FlowLayoutTests` for `FlowLayout+Queries.swift`.
  private static func suite(of path: String) -> String {
    let file = path.split(separator: "/").last ?? ""
    return file.prefix { $0.isLetter || $0.isNumber } + "Tests"
  }

  private mutating func learn(_ test: String?, _ path: String) {
    guard let words = test?.split(separator: "/"), words.count == 2 else { return }
    let suite = String(words[0])
    let others = killers[path, default: []].filter { $0 != suite }
    killers[path] = Array(([suite] + others).prefix(4))
  }
}
