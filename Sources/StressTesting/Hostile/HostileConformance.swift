/// A check of a collection view whose layouts lie, throw and call it back.
///
/// Each call of the view ends with an answer or an error of the view. Once the layouts tell the truth,
/// the view shows what the data says.
enum HostileConformance {
  /// Performs runs of a few hundred random operations, each on a new view.
  ///
  /// The runs have consecutive seeds. At least one run is performed, and each to its end: so a script of
  /// a run's seed and one operation is that run.
  ///
  /// - Parameters:
  ///   - operations: The number of operations, those from inside of others included.
  ///   - seed: The seed of the first run.
  ///   - journal: A journal that gets the script of each run before it is performed.
  ///   - mutation: A mistake planted on purpose.
  /// - Returns: The number of operations performed: some more where the last run ends later.
  /// - Throws: The first difference from the data.
  static func check(
    operations: Int, seed: UInt64, journal: (any StressJournal)?, mutation: Mutation?
  ) throws(StressFailure) -> Int {
    var (performed, runSeed) = (0, seed)
    while performed < operations {
      let script = StressScript.hostile(seed: runSeed, operations: 1)
      journal?.begin(script.text)
      let app = HostileApp(seed: runSeed, mutation: mutation)
      do throws(Mismatch) {
        // The view is to show the truth again now and then, so that a mistake is found near its cause.
        for _ in 0..<20 {
          for _ in 0..<25 { app.step() }
          try app.recover()
        }
      } catch {
        throw failure(error, script, seed: runSeed, operationNumber: app.operations)
      }
      performed += app.operations
      runSeed &+= 1
    }
    return performed
  }

  private static func failure(
    _ mismatch: Mismatch, _ script: StressScript, seed: UInt64, operationNumber: Int
  ) -> StressFailure {
    let description = """
      the collection view does not show its data after layouts that lied (seed \(seed), operation \(operationNumber)):
      \(script.text)after which \(mismatch.observation)
        expected: \(mismatch.expected)
        found:    \(mismatch.found)
      """
    return StressFailure(description: description, script: script)
  }
}
