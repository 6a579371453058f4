import CProcess
import Foundation

/// An example that its own reader does not accept: changes of it would lead nowhere.
struct RefusedExample: Error, CustomStringConvertible {
  let description: String
}

/// Feeds one reader in this process, and tells on standard output how far it is.
struct FuzzingChild {
  let arguments: FuzzingArguments
  let reader: Reader
  private var progress: FuzzingProgress
  /// The CPU time when it told something last.
  private var told = 0.0

  init(_ arguments: FuzzingArguments, _ reader: Reader) {
    (self.arguments, self.reader) = (arguments, reader)
    progress = FuzzingProgress(number: arguments.first)
  }

  /// Feeds the reader until the time or the inputs are over.
  ///
  /// - Returns: The status to end the process with.
  mutating func run() throws -> Int32 {
    // From here on the other process sees how long an example or an input takes.
    tell()
    for (index, example) in reader.examples.enumerated() where !reader.read(example, 0) {
      throw RefusedExample(description: "\(reader.name) does not read its example \(index)")
    }
    #if GUIDED
      if arguments.isGuided { try GuidedFuzzing.run(self) }
    #endif
    let generator = InputGenerator(reader, seed: arguments.seed)
    let end = ContinuousClock.now + .seconds(arguments.seconds)
    while progress.number < arguments.inputs {
      if arguments.isTraced { tell() }
      if let status = feed(generator.input(progress.number), as: progress.number) { return status }
      guard ContinuousClock.now < end else { break }
    }
    finish()
    return 0
  }

  /// Feeds an input, and sometimes tells that it has.
  ///
  /// - Returns: The status to end the process with, if the input took too much; nil if not.
  mutating func feed(_ input: [UInt8], as number: Int) -> Int32? {
    let start = FuzzingLimits.seconds
    if reader.read(input, number) { progress.accepted += 1 }
    let now = FuzzingLimits.seconds
    progress.longestMicroseconds = max(progress.longestMicroseconds, Int((now - start) * 1e6))
    guard now - start <= FuzzingLimits.secondsPerInput else { return FuzzingStatus.hang }
    let isTold = now - told > FuzzingLimits.secondsBetweenLines
    if isTold || arguments.isTraced {
      progress.peakBytes = Int(cprocess_peak_resident_bytes())
      guard progress.peakBytes <= FuzzingLimits.residentBytes else { return FuzzingStatus.memory }
    }
    progress.number += 1
    if isTold { tell() }
    return nil
  }

  /// Tells all that was done.
  mutating func finish() {
    progress.peakBytes = Int(cprocess_peak_resident_bytes())
    tell()
  }

  private mutating func tell() {
    told = FuzzingLimits.seconds
    progress.microseconds = Int(told * 1e6)
    FileHandle.standardOutput.write(Data(progress.line.utf8))
  }
}
