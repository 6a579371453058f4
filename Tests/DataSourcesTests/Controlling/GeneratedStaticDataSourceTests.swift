import DataSources
import ItemStores
import TestSupport
import Testing

/// Random sequences of registrations, reloads, foreign updates and scrolls over each store.
@Suite struct GeneratedStaticDataSourceTests {
  private func check<Store: ItemStore<Int>>(_: Store.Type, seed: UInt64) throws {
    var model = try StaticDataSourceModel<Store>(seed: seed)
    for step in 0..<1_500 {
      do {
        try model.step()
      } catch {
        Issue.record("\(Store.self), seed \(seed), step \(step): \(error)")
        return
      }
    }
    #expect(model.refusals > 100 && model.missingMatches > 10, "\(Store.self), seed \(seed)")
  }

  /// L-2, L-3, L-7, L-14, L-17, NX-3, NX-4c.
  @Test(arguments: UInt64(0)..<20)
  func theSourceDoesWhatTheModelDoes(seed: UInt64) throws {
    switch seed % 4 {
    case 0: try check(NestedArrayStore<Int>.self, seed: seed)
    case 1: try check(FlatIndexedStore<Int>.self, seed: seed)
    case 2: try check(BTreeStore<Int>.self, seed: seed)
    default: try check(MinimalStore<Int>.self, seed: seed)
    }
  }
}
