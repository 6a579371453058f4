import CProcess
import Statistics

extension Sampler {
  /// `measurement` with what is planted in every call.
  ///
  /// A slow-down is a number of instructions, found once: clocks that are read in every call would
  /// take longer than what is planted in a short one.
  ///
  /// - Parameters:
  ///   - plant: What to plant.
  ///   - measurement: What has been calibrated.
  ///   - answer: What each call returns.
  ///   - calls: The calls of a batch.
  /// - Returns: The slower measurement.
  /// - Throws: What a batch throws.
  func plant(
    _ plant: Plant, in measurement: Measurement, _ answer: UInt64, calls: Int
  ) throws -> Measurement {
    guard case .slowdown(let share) = plant else { return measurement.with(plant) }
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
  /// The same, with what is planted in every call; a slow-down is not, as it takes a measured time.
  func with(_ plant: Plant) -> Measurement {
    let body = body
    let planted: () -> UInt64
    switch plant {
    case .slowdown: planted = body
    case .allocation:
      planted = {
        blackHole(Planted())
        return body()
      }
    case .instructions(let count):
      planted = {
        cprocess_spend_instructions(UInt64(max(0, count)))
        return body()
      }
    }
    return Measurement(
      operationsPerCall: operationsPerCall, expectedAnswer: expectedAnswer, counts: counts,
      frames: frames, body: planted)
  }
}

extension Scenario {
  /// The same, with what is planted in every call of its measurements.
  func with(_ plant: Plant) -> Scenario {
    let setUp = setUp
    return Scenario(
      name, summary: summary, storage: storage, payload: payload, role: role,
      minimumItems: minimumItems, maximumItems: maximumItems, fullPresetSizes: fullPresetSizes,
      datasets: datasets, bytesPerItem: bytesPerItem, isHeadline: isHeadline,
      headlineMaximumItems: headlineMaximumItems, replays: replays, check: check, passes: passes
    ) { context in try setUp(context).with(plant) }
  }
}

/// An object that is made for nothing.
private final class Planted {}
