/// The command line of the fuzzers.
struct FuzzingArguments {
  /// The longest time for one reader; by default ten seconds, and no limit with a number of inputs.
  var seconds: Double { givenSeconds ?? (inputs == .max ? 10 : 1e6) }
  /// The most inputs for one reader.
  private(set) var inputs = Int.max
  private(set) var seed: UInt64 = 1
  /// The number of the first input.
  private(set) var first = 0
  /// Whether each input's number is told before it is read.
  private(set) var isTraced = false
  /// The reader that this process feeds; nil in the process that starts the others.
  private(set) var child: String?
  /// The readers to feed; all where none is named.
  private(set) var names: [String] = []
  private var givenSeconds: Double?

  /// Throws `WrongArgument` for an option without a value that can be read.
  init(_ words: some Sequence<String>) throws {
    var words = Array(words)[...]
    while let word = words.popFirst() {
      switch word {
      case "--seconds": givenSeconds = try Self.number(words.popFirst(), of: word)
      case "--inputs": inputs = try Self.number(words.popFirst(), of: word)
      case "--seed": seed = try Self.number(words.popFirst(), of: word)
      case "--first": first = try Self.number(words.popFirst(), of: word)
      case "--traced": isTraced = true
      case "--child": child = words.popFirst()
      default: names.append(word)
      }
    }
    guard seconds.isFinite, seconds >= 0 else {
      throw WrongArgument(description: "--seconds \(seconds) is no time")
    }
  }

  private static func number<Number: LosslessStringConvertible>(
    _ text: String?, of option: String
  ) throws -> Number {
    guard let number = text.flatMap({ Number($0) }) else {
      throw WrongArgument(description: "\(option) \(text ?? "") is no number")
    }
    return number
  }
}

/// A command line that cannot be followed.
struct WrongArgument: Error, CustomStringConvertible {
  let description: String
}
