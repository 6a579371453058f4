import CProcess
import Foundation
package import RunRecords

/// A counter of the kernel, of what this thread does in user space.
package struct HardwareCounter: ~Copyable {
  private let file: Int32

  /// An event to count.
  package enum Event {
    /// Instructions, by the processor.
    case instructions
    /// Pages mapped on their first use, by the kernel: there on every machine.
    case minorFaults
  }

  /// Opens a counter.
  ///
  /// - Throws: `Refusal`, with what would help.
  package init(_ event: Event) throws(Refusal) {
    let file = cprocess_open_counter(
      event == .instructions ? CPROCESS_INSTRUCTIONS : CPROCESS_MINOR_FAULTS)
    guard file >= 0 else { throw Refusal(code: -file) }
    self.file = file
  }

  deinit { cprocess_close_counter(file) }

  /// Counts while `body` runs.
  ///
  /// - Returns: What `body` returns, and the count; nil where the counter cannot be read.
  /// - Complexity: That of `body` and four system calls; some dozen instructions are counted more.
  package func count<Result>(_ body: () -> Result) -> (result: Result, count: Int?) {
    let isStarted = cprocess_start_counter(file)
    let result = body()
    let count = cprocess_stop_counter(file)
    return (result, isStarted && count >= 0 ? Int(count) : nil)
  }

  /// The reason why the kernel opens no counter.
  package struct Refusal: Error, Hashable, CustomStringConvertible {
    let code: Int32

    package var description: String {
      let path = "/proc/sys/kernel/perf_event_paranoid"
      switch code {
      case ENOENT, EOPNOTSUPP, ENODEV:
        return "the kernel knows no counter of instructions, as in most virtual machines"
      case EACCES, EPERM:
        let level = SystemFiles.text(path) ?? "unknown"
        return "the kernel refuses it: \(path) is \(level) and must be at most 2, or the container "
          + "forbids perf_event_open"
      default:
        return "perf_event_open fails: " + POSIXError.text(of: code)
      }
    }
  }
}

extension POSIXError {
  /// The system's words for an error number.
  fileprivate static func text(of code: Int32) -> String {
    POSIXErrorCode(rawValue: code).map { POSIXError($0).localizedDescription } ?? "error \(code)"
  }
}

extension MachineContext.HardwareCounters {
  /// The state of the processor's counters, found by trying them.
  package static var current: MachineContext.HardwareCounters {
    do throws(HardwareCounter.Refusal) {
      _ = try HardwareCounter(.instructions)
      return MachineContext.HardwareCounters(available: true)
    } catch {
      return MachineContext.HardwareCounters(available: false, reason: "\(error)")
    }
  }
}

extension InfoMetric {
  /// The processor's instructions for one operation of `measurement`, over `calls` calls, or why
  /// there are none.
  ///
  /// - Parameters:
  ///   - measurement: What has been sampled: it is warm.
  ///   - calls: At least 1.
  ///   - answer: What each call has to return.
  /// - Returns: The metric, with its figure or the reason for having none.
  /// - Throws: `SamplingError.wrongAnswer`.
  static func hardwareInstructions(
    of measurement: Measurement, calls: Int, expecting answer: UInt64
  ) throws(SamplingError) -> MetricRecord {
    let counter: HardwareCounter
    do throws(HardwareCounter.Refusal) {
      counter = try HardwareCounter(.instructions)
    } catch {
      return hardwareInstructions.absent("\(error)")
    }
    // Calls that are prepared are counted one by one.
    let (rounds, callsPerRound) = measurement.prepare == nil ? (1, calls) : (calls, 1)
    var total = 0
    for _ in 0..<rounds {
      try measurement.prepareCall()
      let (wrong, count) = counter.count {
        measuredCalls(callsPerRound, expecting: answer, of: measurement.body)
      }
      if let wrong { throw .wrongAnswer(found: wrong, expected: answer) }
      guard let count, count > 0 else {
        return hardwareInstructions.absent("the counter of instructions cannot be read")
      }
      total += count
    }
    return hardwareInstructions.record(
      Double(total) / Double(calls * measurement.operationsPerCall))
  }
}
