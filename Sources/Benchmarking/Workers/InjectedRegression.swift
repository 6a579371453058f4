import CProcess
import Statistics

/// A regression that one build makes on purpose, so that a gate can be asked how often it finds one.
package enum InjectedRegression: Codable, Hashable, Sendable {
  /// Every call takes longer by a share of its CPU time: 0.05 for 5 %.
  case slowdown(Double)
  /// Every call makes one allocation more.
  case allocation
  /// Every call executes at least this many instructions more, and some dozens above that.
  case instructions(Int)
}

extension Sampler {
  /// Returns `measurement` with `regression` in every call.
  ///
  /// A slow-down becomes a number of instructions, found once: reading clocks in every call would
  /// take longer than the slow-down of a short one.
  ///
  /// - Parameters:
  ///   - regression: The regression to make.
  ///   - measurement: A calibrated measurement.
  ///   - answer: The answer of each call.
  ///   - calls: The calls of a batch.
  /// - Returns: The slower measurement.
  /// - Throws: `SamplingError`.
  func inject(
    _ regression: InjectedRegression, into measurement: Measurement, _ answer: UInt64, calls: Int
  ) throws -> Measurement {
    guard case .slowdown(let share) = regression else { return measurement.with(regression) }
    // In turn, and the median: the processor's speed may change between two of them.
    let instructions = 2_000_000
    let ratios = try (0..<9).map { _ in
      let batch = try batch(measurement, answer, calls: calls)
      let start = clock.threadNanoseconds()
      cprocess_spend_instructions(UInt64(instructions))
      let spent = max(1, clock.threadNanoseconds() - start)
      return Double(batch.cpuNanoseconds) / Double(calls) / Double(spent)
    }
    let wanted = share * Double(instructions) * (try Quantiles.median(ratios))
    return measurement.with(.instructions(Int(wanted.rounded())))
  }
}

extension Measurement {
  /// Returns the measurement with `regression` in every call; a slow-down, which takes a measured
  /// time, changes nothing here.
  func with(_ regression: InjectedRegression) -> Measurement {
    let body = body
    var slower = self
    switch regression {
    case .slowdown: break
    case .allocation:
      slower.body = {
        blackHole(InjectedObject())
        return body()
      }
    case .instructions(let count):
      slower.body = {
        cprocess_spend_instructions(UInt64(max(0, count)))
        return body()
      }
    }
    return slower
  }
}

extension Scenario {
  /// Returns the scenario with `regression` in every call of its measurements.
  func with(_ regression: InjectedRegression?) -> Scenario {
    guard let regression else { return self }
    var copy = self
    copy.setUp = { [setUp] context in try setUp(context).with(regression) }
    return copy
  }
}

/// An object that serves nothing but its allocation.
private final class InjectedObject {}
