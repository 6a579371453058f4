import StressTesting
import TestSupport
import Testing

/// Section snapshots against the model, and the model's eye against mistakes made on purpose.
@Suite struct OutlineConformanceTests {
  @Test func sectionSnapshotsConform() throws {
    var run = try StressRun(
      "section snapshots", filter: "sectionSnapshotsConform", usualSeconds: 2, share: 0.25)
    var performed = 0
    // Fifty at most, under five of the configurations.
    run.forEachSeed { performed += try OutlineConformance.check(operations: 900, seed: $0) }
    run.summarize("\(performed) operations, prefetching or not, nine layouts")
  }

  @Test func everyConfigurationIsPerformed() throws {
    let count = OutlineConfiguration.all.count
    #expect(count == 18)
    let journal = ConfigurationJournal()
    // A run is 50 operations at most, under five of the configurations.
    _ = try OutlineConformance.check(
      operations: count * 5 * 50, seed: 11, journal: journal, mutation: nil)
    #expect(journal.drawn.count == count && journal.performedAgain.count == count)
  }

  @Test(arguments: OutlineMutation.allCases)
  func aMutationIsFoundAndShrunk(_ mutation: OutlineMutation) throws {
    let failure = try #require(throws: OutlineConformanceFailure.self) {
      _ = try OutlineConformance.check(operations: 20_000, seed: 7, mutation: mutation)
    }
    #expect(failure.script.operations.count <= 6, "\(failure)")
    #expect(failure.expected != failure.found, "\(failure)")
    #expect(failure.seed == 7)
    // Without the mistake the same script does nothing wrong, and a file has it.
    let script = try StressScript(text: failure.script.text)
    #expect(try script.check() == failure.script.operations.count)
  }

  /// The script that found an item which left its outline in another order than its section: it was
  /// expanded while it was held.
  @Test func scriptsThatFoundMistakesPass() throws {
    let script = try StressScript(
      text: """
        {"outlines":{"layout":"list","prefetches":false}}
        {"apply":{"edits":[{"append":{"count":4}},{"appendTo":{"count":2,"place":0}}],"isAnimated":false,"section":0}}
        {"beginMovement":{"isAllowed":true,"row":0,"section":0}}
        {"setExpanded":{"answer":"allowed","isAnimated":false,"isExpanded":true,"place":0,"section":0}}
        {"holdItem":{"row":3,"section":0}}
        {"endMovement":{}}
        {"layOut":{}}
        """)
    #expect(try script.check() == 6)
  }

  /// What a file may hold and no app would mean is passed over.
  @Test func operationsBeyondTheLimitsAreSkipped() throws {
    let script = try StressScript(
      text: """
        {"outlines":{"layout":"flow","prefetches":true}}
        {"apply":{"edits":[{"append":{"count":1000000}}],"isAnimated":false,"section":0}}
        {"tick":{"seconds":-1}}
        {"scroll":{"y":1e300}}
        {"apply":{"edits":[{"append":{"count":-3}}],"isAnimated":false,"section":-7}}
        """)
    #expect(try script.check() == 1)
  }
}
