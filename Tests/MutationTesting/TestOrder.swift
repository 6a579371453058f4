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

  /// Runs each test but `skipped` in a process of its own without a mutant, with ten minutes for each,
  /// and notes which of `mutants` it comes past.
  ///
  /// - Throws: `MutationError` where one fails.
  init(
    _ package: ScratchPackage, _ module: String, mutants: Int, skipping skipped: [String]
  ) throws {
    (self.package, self.module, self.mutants) = (package, module, mutants)
    let tests = try package.tests().filter { test in
      !test.split { "/.".contains($0) }.contains {
        skipped.contains(String($0.prefix { $0 != "(" }))
      }
    }
    var (reach, all) = (TestReach(), [:] as [String: Double])
    for test in tests {
      let (ending, reached) = try package.reach(
        of: test, mutants: mutants, seconds: 600, isInterrupted: isInterrupted)
      guard case .passed(let count, let seconds) = ending else {
        throw MutationError("\(test) does not pass as it is: \(ending)")
      }
      // A test that is not enabled here.
      guard count == 1 else { continue }
      reach.note(test, seconds: seconds.values.reduce(0, +), reached: reached)
      all.merge(seconds) { max($0, $1) }
    }
    guard reach.count > 0 else { throw MutationError("\(module) has no test that runs") }
    (self.reach, seconds) = (reach, all)
    self.reached = (0..<mutants).count { reach.reaches($0 + 1) }
  }

  var description: String {
    """
    \(module): \(reach.count) tests take \(Int(reach.seconds.rounded())) s and come past \
    \(reached) of \(mutants) mutants
    """
  }

  /// The seconds that a test may take: three times as many as it does, and ten.
  private func limit(of test: String) -> Double { 10 + 3 * seconds[test, default: 0] }

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
    for batch in batches {
      switch try package.test(
        batch, mutant: number, seconds: limit, isInterrupted: isInterrupted)
      {
      case .passed(count: batch.count, _): continue
      case .passed(let count, _):
        throw MutationError("\(count) of \(batch.count) tests ran: \(batch)")
      case .failed(let test):
        learn(test, mutant.path)
        return MutantResult(mutant: mutant, outcome: .killed, test: test)
      case .timedOut(let test):
        return MutantResult(mutant: mutant, outcome: .timedOut, test: test)
      }
    }
    return MutantResult(
      mutant: mutant, outcome: .survived, test: nil, passed: batches.reduce(0) { $0 + $1.count })
  }

  private mutating func learn(_ test: String?, _ path: String) {
    guard let test else { return }
    let others = killers[path, default: []].filter { $0 != test }
    killers[path] = Array(([test] + others).prefix(4))
  }
}
