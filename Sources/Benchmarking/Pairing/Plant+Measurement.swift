import CProcess

extension Measurement {
  /// The same, with what is planted in every call.
  func with(_ plant: Plant, _ clock: some SamplingClock) -> Measurement {
    let body = body
    let planted: () -> UInt64
    switch plant {
    case .slowdown(let share):
      planted = {
        let start = clock.threadNanoseconds()
        let answer = body()
        let end = clock.threadNanoseconds()
        let wanted = end + Int(Double(end - start) * share)
        while clock.threadNanoseconds() < wanted {}
        return answer
      }
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
    ) { context in try setUp(context).with(plant, SystemClock()) }
  }
}

/// An object that is made for nothing.
private final class Planted {}
