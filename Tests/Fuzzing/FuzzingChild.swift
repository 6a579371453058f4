import Foundation

/// An example that its own reader does not accept: changes of it would lead nowhere.
struct RefusedExample: Error, CustomStringConvertible {
  /// The status of a process that ends for it.
  static let status: Int32 = 71

  let description: String
}

/// Feeds one reader in this process, and tells on standard output how far it is.
struct FuzzingChild {
  private let arguments: FuzzingArguments

  init(_ arguments: FuzzingArguments) { self.arguments = arguments }

  /// Feeds the reader called `name` until the time or the inputs are over.
  func run(_ name: String) throws {
    guard let reader = Readers.all.first(where: { $0.name == name }) else { return }
    for (index, example) in reader.examples.enumerated() where !reader.read(example, 0) {
      throw RefusedExample(description: "\(name) does not read its example \(index)")
    }
    let generator = InputGenerator(reader, seed: arguments.seed)
    let end = ContinuousClock.now + .seconds(arguments.seconds)
    var told = ContinuousClock.now
    var accepted = 0
    var number = arguments.first
    while number < arguments.inputs {
      if arguments.isTraced { tell(number, accepted) }
      let input = generator.input(number)
      if reader.read(input, number) { accepted += 1 }
      number += 1
      let now = ContinuousClock.now
      guard now < end else { break }
      if now - told > .milliseconds(200) {
        tell(number, accepted)
        told = now
      }
    }
    tell(number, accepted)
  }

  private func tell(_ number: Int, _ accepted: Int) {
    FileHandle.standardOutput.write(Data("\(number) \(accepted)\n".utf8))
  }
}
