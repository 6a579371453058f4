import Foundation
import Testing

import Benchmarking

/// The sentence that says how to get peaks of live bytes in somebody's own package.
struct PeakCounterTests {
  private func advice(_ executable: String) -> String {
    PeakCounter.advice(for: URL(filePath: executable))
  }

  @Test func theCommandBuildsIntoTheExecutablesDirectory() {
    let start = "libAllocationInterposer.so is not beside the executable"
    #expect(
      advice("/app/.build/x86_64-unknown-linux-gnu/release/MyTool")
        == "\(start); in the executable's package run: "
        + "swift build -c release --product AllocationInterposer")
    #expect(
      advice("/build/scratch/x86_64-unknown-linux-gnu/debug/MyTool")
        == "\(start); in the executable's package run: "
        + "swift build -c debug --scratch-path /build/scratch --product AllocationInterposer")
    #expect(
      advice("/usr/local/bin/MyTool")
        == "\(start); build the product AllocationInterposer in its package, and copy the file to "
        + "/usr/local/bin")
  }
}
