import BenchmarkTestSupport
import Layouts
import StressTesting
import TestSupport
import Testing

@Suite struct LayoutConformanceTests {
  @Test func theExtentIndexesAgree() throws {
    var run = try StressRun(
      "extent indexes through scripts", filter: "theExtentIndexesAgree", usualSeconds: 1,
      share: 0.25)
    var performed = 0
    run.forEachSeed { performed += try LayoutConformance.check(operations: 300, seed: $0) }
    run.summarize("\(performed) operations on three layouts each")
  }

  @Test func anotherIndexThatErrsIsFound() throws {
    let strategies = [ExtentStrategy.nested, ExtentStrategy("hasty", HastyExtents.self)]
    // Compositional layouts are compared with a model, all others with the first index.
    let failures = (1...40).lazy.compactMap { self.failure(seed: $0, strategies) }
    let failure = try #require(failures.first { $0.script.layout != .compositional })
    let seed = try #require(failure.seed)
    #expect(failure.operationNumber > 0)
    #expect(failure.description.contains("hasty") && failure.description.contains("seed \(seed)"))
    #expect(failure.expected != failure.found)
    // A reload with six items is all that it takes.
    #expect(failure.script.operations.count == 1, "\(failure)")
    // The script fails again, and not without the mistake.
    let text = try StressScript(text: failure.script.text)
    #expect(text == .extents(failure.script))
    #expect(throws: LayoutConformanceFailure.self) {
      _ = try failure.script.check(strategies: strategies)
    }
    #expect(try text.check() == 1)
  }

  private func failure(seed: UInt64, _ strategies: [ExtentStrategy]) -> LayoutConformanceFailure? {
    do throws(LayoutConformanceFailure) {
      _ = try LayoutConformance.check(operations: 3_000, seed: seed, strategies: strategies)
      return nil
    } catch {
      return error
    }
  }

  /// The model finds a mistake that all indexes share.
  @Test func aCompositionalLayoutThatErrsIsFound() throws {
    let strategies = [ExtentStrategy("hasty", HastyExtents.self)]
    let failure = try #require(throws: LayoutConformanceFailure.self) {
      _ = try LayoutConformance.check(operations: 3_000, seed: 5, strategies: strategies)
    }
    #expect(failure.script.layout == .compositional && failure.script.descriptions != nil)
    let text = try StressScript(text: failure.script.text)
    #expect(text == .extents(failure.script))
    #expect(throws: LayoutConformanceFailure.self) {
      _ = try failure.script.check(strategies: strategies)
    }
    #expect(try text.check() == failure.script.operations.count)
  }
}

/// An index that is wrong about single items far behind.
private struct HastyExtents: ForwardingExtents {
  var right = TreeExtents()

  init() {}

  func collect(item: Int, inSection section: Int, into buffer: inout ExtentBuffer) {
    right.collect(item: item, inSection: section, into: &buffer)
    // Only where there are many.
    if item > 4 { buffer.lines[buffer.lines.count - 1].start += 1 }
  }
}
