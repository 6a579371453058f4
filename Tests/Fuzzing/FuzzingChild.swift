import CProcess
import Foundation

/// An example that its own reader does not accept: changes of it would lead nowhere.
struct RefusedExample: Error, CustomStringConvertible {
  let description: String
}

/// Feeds one reader in this process, and tells on standard output how far it is.
struct FuzzingChild {
  private let arguments: FuzzingArguments

  init(_ arguments: FuzzingArguments) { self.arguments = arguments }

  /// Feeds the reader called `name` until the time or the inputs are over.
  ///
  /// - Returns: The status to end the process with.
  func run(_ name: String) throws -> Int32 {
    guard let reader = Readers.all.first(where: { $0.name == name }) else { return 0 }
    var progress = FuzzingProgress(number: arguments.first)
    // From here on the other process sees how long an example or an input takes.
    tell(&progress)
    for (index, example) in reader.examples.enumerated() where !reader.read(example, 0) {
      throw RefusedExample(description: "\(name) does not read its example \(index)")
    }
    let generator = InputGenerator(reader, seed: arguments.seed)
    let end = ContinuousClock.now + .seconds(arguments.seconds)
    var told = FuzzingLimits.seconds
    while progress.number < arguments.inputs {
      if arguments.isTraced { tell(&progress) }
      let input = generator.input(progress.number)
      let start = FuzzingLimits.seconds
      if reader.read(input, progress.number) { progress.accepted += 1 }
      let now = FuzzingLimits.seconds
      progress.longestMicroseconds = max(
        progress.longestMicroseconds, Int((now - start) * 1e6))
      guard now - start <= FuzzingLimits.secondsPerInput else { return FuzzingStatus.hang }
      let isTold = now - told > FuzzingLimits.secondsBetweenLines
      if isTold || arguments.isTraced {
        progress.peakBytes = Int(cprocess_peak_resident_bytes())
        guard progress.peakBytes <= FuzzingLimits.residentBytes else { return FuzzingStatus.memory }
      }
      progress.number += 1
      guard ContinuousClock.now < end else { break }
      if isTold {
        tell(&progress)
        told = now
      }
    }
    progress.peakBytes = Int(cprocess_peak_resident_bytes())
    tell(&progress)
    return 0
  }

  private func tell(_ progress: inout FuzzingProgress) {
    progress.microseconds = Int(FuzzingLimits.seconds * 1e6)
    FileHandle.standardOutput.write(Data(progress.line.utf8))
  }
}
