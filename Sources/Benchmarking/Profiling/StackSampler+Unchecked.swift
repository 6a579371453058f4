import CProcess
import Processes
import Profiles

/// Samples the call stack of this thread while it measures.
///
/// Unchecked because the stacks come back through a buffer in C; it outlives no call.
struct StackSampler {
  let engine: SamplingEngine
  /// The reasons against the engines before it.
  private(set) var refusals: [String] = []

  /// Starts the first of `request.engines` that the system allows and that takes samples.
  ///
  /// - Throws: `WorkerError.unable` if none does.
  init(_ request: SamplingRequest) throws {
    for engine in request.engines {
      var error = cprocess_sampler_start(engine.code, Self.trialRate)
      if error == 0 {
        let takesSamples = Self.takesSamples()
        // The samples of the trial are no measurement.
        cprocess_sampler_stop()
        guard takesSamples else {
          refusals.append("\(engine.title) takes no samples")
          continue
        }
        error = cprocess_sampler_start(engine.code, Int64(request.rate))
      }
      guard error == 0 else {
        refusals.append("\(engine.title): \(SystemError(code: -error).text)")
        continue
      }
      self.engine = engine
      return
    }
    throw WorkerError.unable(
      reason: "no call stacks can be sampled: " + refusals.joined(separator: "; "))
  }

  /// Counts samples from here on, or no more.
  func count(_ isCounting: Bool) { cprocess_sampler_count(isCounting) }

  /// Ends the sampling.
  func stop() { cprocess_sampler_stop() }

  /// The functions of a stack that the kernel records at most, unless it is told otherwise.
  private static let kernelDepth = 127
  /// Samples a second of the trial, so many that some must come whatever rate is asked for.
  private static let trialRate: Int64 = 499

  /// Returns whether samples come while this thread works.
  private static func takesSamples() -> Bool {
    cprocess_sampler_count(true)
    defer { cprocess_sampler_count(false) }
    let trialNanoseconds: Int64 = 100_000_000
    let start = cprocess_thread_nanoseconds()
    while cprocess_thread_nanoseconds() - start < trialNanoseconds {
      cprocess_spend_instructions(100_000)
    }
    cprocess_sampler_count(false)
    return cprocess_sampler_observations() > 0
  }

  /// Adds the samples that were taken to `stacks`.
  ///
  /// - Parameters:
  ///   - stacks: Gets the stacks below `cvbench_measured`, and the functions that took most.
  ///   - code: The code of this process.
  func read(into stacks: inout SampledStacks, code: inout LoadedCode) {
    var hot: [StackProfile.Frame: HotFunction] = [:]
    var buffer = [UInt64](repeating: 0, count: Int(CPROCESS_SAMPLER_DEPTH))
    var position: Int64 = 0
    var weight: Int64 = 0
    while true {
      let count = unsafe cprocess_sampler_read(position, &weight, &buffer, Int64(buffer.count))
      guard count >= 0 else { break }
      position += 1
      guard count > 0 else { continue }
      let addresses = buffer.prefix(Int(count))
      let (stack, reachesRoot) = Self.stack(addresses, beginsInside: true, in: &code)
      stacks.profile.add(Int(weight), to: stack)
      if !reachesRoot {
        let isCut = count >= Self.kernelDepth
        if isCut { stacks.cutWeight += Int(weight) } else { stacks.rootlessWeight += Int(weight) }
      }
      let place = code.place(of: addresses[addresses.startIndex])
      if let range = place.function {
        hot[
          place.frame,
          default: HotFunction(
            frame: place.frame, path: place.path, start: range.lowerBound, end: range.upperBound,
            weights: [:])
        ].weights[place.address, default: 0] += Int(weight)
      }
    }
    stacks.observationCount = Int(cprocess_sampler_observations())
    stacks.droppedWeight = Int(cprocess_sampler_dropped())
    let mostFunctions = 12
    stacks.hotFunctions = hot.values.sorted {
      ($1.weights.values.reduce(0, +), $0.frame) < ($0.weights.values.reduce(0, +), $1.frame)
    }.prefix(mostFunctions).map(\.self)
  }

  /// Returns the functions of return addresses, the outermost first, below `cvbench_measured`.
  ///
  /// - Parameters:
  ///   - addresses: The innermost function first.
  ///   - beginsInside: Whether the first address is where the innermost function was at work.
  ///   - code: The code of this process.
  /// - Returns: The functions, and whether `cvbench_measured` was among their callers.
  static func stack(
    _ addresses: some Sequence<UInt64>, beginsInside: Bool, in code: inout LoadedCode
  ) -> (stack: StackProfile.Stack, reachesRoot: Bool) {
    var stack: StackProfile.Stack = []
    var isInside = beginsInside
    for address in addresses {
      if address == UInt64(CPROCESS_KERNEL_ADDRESS) {
        stack.append(.init("[kernel]"))
        continue
      }
      // Where the outermost function of a thread has no caller, some chains say so.
      guard address > 0 else { break }
      // A return address lies behind its call, which may be a function's last instruction.
      let frame = code.place(of: isInside ? address : address - 1).frame
      isInside = false
      if frame.symbol == "cvbench_measured" { return (stack.reversed(), true) }
      stack.append(frame)
    }
    return ([.init("[callers unknown]")] + stack.reversed(), false)
  }
}

extension SamplingEngine {
  fileprivate var code: cprocess_sampler_engine {
    switch self {
    case .cycles: CPROCESS_SAMPLER_CYCLES
    case .clock: CPROCESS_SAMPLER_CLOCK
    case .timer: CPROCESS_SAMPLER_TIMER
    }
  }
}
