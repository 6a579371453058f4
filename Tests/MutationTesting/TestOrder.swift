import Mutations
import Processes

/// Runs the tests of a module against its mutants: those alone that come past a mutant, the quick ones
/// first.
struct TestOrder: CustomStringConvertible {
  private let package: ScratchPackage
  private let module: String
  private let reach: TestReach
  /// The processor's seconds that each test takes as it is, by its suite and name.
  private let seconds: [String: Double]
  private let reached: Int
  private let mutants: Int
  /// The tests that have killed mutants of a file, the latest first.
  private var killers: [String: [String]] = [:]
  private let isInterrupted = { Interrupts.isInterrupted }

  /// Runs each test but those in `skipped` alone and without a mutant, for ten minutes at most, and
  /// notes which mutants it comes past.
  ///
  /// - Throws: `MutationError` where one fails.
  init(
    _ package: ScratchPackage, _ module: String, mutants: Int, skipping skipped: [String]
  ) throws {
    (self.package, self.module, self.mutants) = (package, module, mutants)
    let tests = try Self.tests(of: package, skipping: skipped)
    var (reach, all) = (TestReach(), [:] as [String: Double])
    for test in tests {
      let (ending, reached) = try package.reach(
        of: test, mutants: mutants, seconds: 600, isInterrupted: isInterrupted)
      guard case .passed(let count, let seconds) = ending else {
        throw MutationError("\(test) does not pass as it is: \(ending)")
      }
      // A test that is not enabled here.
      if count == 0 { continue }
      guard count == 1 else { throw MutationError("\(count) tests are called \(test)") }
      let own = seconds.filter { !$0.key.isEmpty }
      reach.note(test, seconds: own.values.reduce(0, +), reached: reached)
      all.merge(seconds) { max($0, $1) }
    }
    guard reach.count > 0 else { throw MutationError("\(module) has no test that runs") }
    (self.reach, seconds) = (reach, all)
    self.reached = (0..<mutants).count { reach.reaches($0 + 1) }
  }

  /// The tests to run: all but those whose target, suite or name, or suite and name, is `skipped`.
  ///
  /// - Throws: `MutationError` if nothing is called like one of them.
  private static func tests(
    of package: ScratchPackage, skipping skipped: [String]
  ) throws -> [String] {
    let all = try package.tests()
    func names(_ test: String) -> Set<String> {
      let parts = test.split { "/.".contains($0) }.map { String($0.prefix { $0 != "(" }) }
      return Set(parts + zip(parts, parts.dropFirst()).map { "\($0)/\($1)" })
    }
    let known = all.map(names)
    let patterns = skipped.map { String($0.prefix { $0 != "(" }) }
    for pattern in patterns where !known.contains(where: { $0.contains(pattern) }) {
      throw MutationError("--skip: no test or suite is called '\(pattern)'")
    }
    return zip(all, known).filter { $1.isDisjoint(with: patterns) }.map(\.0)
  }

  var description: String {
    """
    \(module): \(reach.count) tests take \(Int(reach.seconds.rounded())) s and come past \
    \(reached) of \(mutants) mutants
    """
  }

  /// The seconds that a test may take: three times as many as it does, and two.
  private func limit(of test: String) -> Double { 2 + 3 * seconds[test, default: 0] }

  /// Runs the tests that come past a mutant up to the first failure.
  ///
  /// - Parameters:
  ///   - mutant: The mutant.
  ///   - number: Its number.
  ///   - killer: The test that killed it before.
  /// - Returns: What became of it.
  /// - Throws: `MutationError`, `ProcessError`.
  mutating func result(
    of mutant: Mutant, number: Int, killer: String?
  ) throws -> MutantResult {
    let likely = killers[mutant.path, default: []] + (killer.map { [$0] } ?? [])
    let batches = reach.batches(of: number, likely: likely)
    var passed = 0
    for batch in batches {
      switch try package.test(
        batch, mutant: number, seconds: limit, isInterrupted: isInterrupted)
      {
      // Fewer than these where the mutant disables a test.
      case .passed(let count, _): passed += count
      case .failed(let test):
        learn(test, mutant.path)
        return MutantResult(mutant: mutant, outcome: .killed, test: test)
      case .timedOut(let test):
        return MutantResult(mutant: mutant, outcome: .timedOut, test: test)
      }
    }
    return MutantResult(mutant: mutant, outcome: .survived, test: nil, passed: passed)
  }

  private mutating func learn(_ test: String?, _ path: String) {
    guard let test else { return }
    let others = killers[path, default: []].filter { $0 != test }
    killers[path] = Array(([test] + others).prefix(4))
  }
}
