import Benchmarking
import Testing
import UpdateBenchmarks

@Test func everyScenarioHasAUniqueID() {
  var seen: Set<[String]> = []
  for scenario in Suite.update.scenarios {
    let id = [scenario.name, scenario.storage, scenario.payload]
    #expect(seen.insert(id).inserted, "\(id) comes twice")
  }
}
