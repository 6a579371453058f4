import Changesets
import ItemStores
import StressTesting
import TestSupport
import Testing

@Suite struct StoreConformanceTests {
  @Test func theModelConformsToItself() throws {
    try StoreConformance.check(ArrayOfArraysModel<Int>.self, maxItems: 2, operations: 300)
  }

  @Test func aStoreOfDefaultsConforms() throws {
    try StoreConformance.check(MinimalStore<Int>.self, maxItems: 3)
    try StoreConformance.check(MinimalStore<String>.self, maxItems: 2, operations: 300) { "\($0)" }
  }

  @Test func theBrokenStoreConformsWithoutAFlaw() throws {
    try StoreConformance.check(BrokenStore.self, maxItems: 2, operations: 300)
  }

  @Test(arguments: Flaw.allCases)
  func aFlawIsFound(_ mutation: Flaw) {
    Flaw.$planted.withValue(mutation) {
      #expect(throws: StoreConformanceFailure.self) {
        try StoreConformance.check(BrokenStore.self, maxItems: 3)
      }
    }
  }

  @Test(arguments: Flaw.allCases)
  func aFlawIsFoundAtRandomAndShrunk(_ mutation: Flaw) throws {
    try Flaw.$planted.withValue(mutation) {
      let failure = try #require(throws: StoreConformanceFailure.self) {
        try StoreConformance.checkRandomOperations(
          BrokenStore.self, operations: 10_000, seed: 7
        ) { $0 }
      }
      #expect(failure.script.count <= 4, "\(failure)")
      #expect(failure.script.joined().count <= 240, "\(failure)")
      #expect(failure.seed == 7)
      #expect(failure.expected != failure.found, "\(failure)")
    }
  }

  @Test func aFailureSaysWhatHappened() throws {
    try Flaw.$planted.withValue(.removeReturnsNeighbour) {
      let failure = try #require(throws: StoreConformanceFailure.self) {
        try StoreConformance.checkRandomOperations(
          BrokenStore.self, operations: 10_000, seed: 7
        ) { $0 }
      }
      #expect(failure.headline == "BrokenStore does not conform")
      #expect(failure.operationNumber > 1)
      #expect(failure.observation == "the value returned")
      #expect(failure.script.first?.hasPrefix("init(sections: [[") == true)
      #expect(failure.script.last?.hasPrefix("remove(at: [") == true)
      #expect(failure.description.contains("seed 7"))
      #expect(failure.description.contains("expected: [\(failure.expected.dropFirst())"))
    }
  }

  @Test func theSameSeedGivesTheSameFailure() throws {
    try Flaw.$planted.withValue(.longRunLosesItem) {
      let failures = try (0..<2).map { _ in
        try #require(throws: StoreConformanceFailure.self) {
          try StoreConformance.checkRandomOperations(
            BrokenStore.self, operations: 10_000, seed: 3
          ) { $0 }
        }
      }
      #expect(failures[0].description == failures[1].description)
    }
  }
}
