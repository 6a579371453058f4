import Benchmarking
import Foundation
import Testing

import Commands

@Testing.Suite struct MemoryCheckTests {
  private func planned(
    _ items: Int, name: String = "d", sections: Int? = nil, bytesPerItem: Int? = nil
  ) -> PlannedCase {
    PlannedCase(
      suite: "s",
      scenario: Scenario(
        "n", summary: "", storage: "flat", payload: "item8", bytesPerItem: bytesPerItem
      ) { _ in
        Benchmarking.Measurement(operationsPerCall: 1) { 0 }
      },
      dataset: PlannedDataset(spec: "uniform-10", name: name, items: items, sections: sections))
  }

  @Test func whatFitsIsLetThrough() throws {
    try MemoryCheck.check([planned(1_000)], availableBytes: 1 << 20)
    try MemoryCheck.check([])
    #expect(MemoryCheck.availableBytes > 1 << 20)
  }

  @Test(arguments: [100_000, 1 << 40, Int.max])
  func whatDoesNotFitSaysHowMuchAndWhatToDo(items: Int) throws {
    let error = try #require(throws: ToolError.self) {
      try MemoryCheck.check([planned(1_000), planned(items)], availableBytes: 1 << 20)
    }
    #expect(error.status == .usage)
    #expect("\(error)".contains("1 MiB of memory"))
    #expect("\(error)".contains("--sizes"))
  }

  @Test func computedItemsTakeNoMemory() throws {
    func check(_ items: Int, bytesPerItem: Int) throws(ToolError) {
      let planned = planned(items, name: "uniform-10", bytesPerItem: bytesPerItem)
      try MemoryCheck.check([planned], availableBytes: 1_600)
    }
    // Ten sections of 80 bytes, twice; and as soon as an item or a section more takes anything.
    try check(100, bytesPerItem: 0)
    #expect(throws: ToolError.self) { try check(100, bytesPerItem: 1) }
    #expect(throws: ToolError.self) { try check(101, bytesPerItem: 0) }
  }

  @Test func bothSidesOfAPairHoldACase() throws {
    let planned = planned(100, name: "uniform-10", bytesPerItem: 0)
    try MemoryCheck.check([planned], inProcesses: 2, availableBytes: 3_200)
    let error = try #require(throws: ToolError.self) {
      try MemoryCheck.check([planned], inProcesses: 2, availableBytes: 3_199)
    }
    #expect("\(error)".contains("in each of 2 processes; this machine has 3.1 KiB"), "\(error)")
  }

  @Test func realCollectionsStandInMemoryBesideTheStore() throws {
    // Two stores of 1,000 items at 10 bytes and their sections fit; with the collection, not.
    let room = 50_000
    try MemoryCheck.check([planned(1_000)], availableBytes: room)
    #expect(throws: ToolError.self) {
      try MemoryCheck.check([planned(1_000, sections: 5)], availableBytes: room)
    }
  }

  @Test func filesLargerThanTheMemoryAreNotRead() throws {
    try inTemporaryDirectory { directory in
      let path = directory + "/file.csv"
      try Data(repeating: 65, count: 100).write(to: URL(filePath: path))
      try MemoryCheck.checkFile(path, dataset: "csv:x", availableBytes: 100)
      #expect(throws: ToolError.self) {
        try MemoryCheck.checkFile(path, dataset: "csv:x", availableBytes: 99)
      }
      try MemoryCheck.checkFile(directory + "/missing", dataset: "csv:x", availableBytes: 1)
    }
  }
}
