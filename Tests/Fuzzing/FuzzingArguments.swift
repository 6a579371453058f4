import ArgumentParser

/// What to feed to which readers.
struct FuzzingArguments: ParsableArguments {
  @Option(
    name: .customLong("seconds"),
    help: "The longest time for one reader; ten seconds, and no limit with --inputs.")
  private var givenSeconds: Double?

  @Option(name: .customLong("inputs"), help: "The most inputs for one reader.")
  private var givenInputs: Int?

  @Option(help: "The seed of the inputs: the same seed gives the same ones.")
  var seed: UInt64 = 1

  @Flag(
    name: .customLong("guided"),
    help: "Choose inputs by the code that they execute; in a build of make fuzz GUIDED=1.")
  var isGuided = false

  @Flag(
    name: .customLong("blind"),
    help: ArgumentHelp("Count the code that inputs execute, and choose none.", visibility: .hidden))
  var isBlind = false

  @Flag(name: .customLong("planted"), help: "Feed readers with a planted mistake each instead.")
  var isPlanted = false

  @Option(help: ArgumentHelp("The number of the first input.", visibility: .hidden))
  var first = 0

  @Flag(
    name: .customLong("traced"),
    help: ArgumentHelp("Tell each number before the input is read.", visibility: .hidden))
  var isTraced = false

  @Option(help: ArgumentHelp("Feed this reader in this process.", visibility: .hidden))
  var child: String?

  @Argument(help: "The readers to feed, as in 'csv \"git log\"'; all where none is named.")
  var names: [String] = []

  /// The longest time for one reader.
  var seconds: Double { givenSeconds ?? (givenInputs == nil ? 10 : 1e6) }
  /// The most inputs for one reader.
  var inputs: Int { givenInputs ?? .max }

  func validate() throws {
    guard seconds > 0, seconds <= 1e7 else {
      throw ValidationError("--seconds \(seconds) is no time between 0 and ten million seconds.")
    }
    guard inputs > 0 else { throw ValidationError("--inputs \(inputs) is no number of inputs.") }
    #if !GUIDED
      guard !isGuided else {
        throw ValidationError("--guided needs libFuzzer; call make fuzz GUIDED=1.")
      }
    #endif
    guard isGuided || !isBlind else { throw ValidationError("--blind is an option of --guided.") }
    guard !isGuided || givenInputs ?? 1 <= Int(CInt.max) else {
      throw ValidationError("--guided takes at most \(CInt.max) --inputs.")
    }
    if let unknown = (names + [child].compactMap(\.self)).first(where: { Readers.named($0) == nil })
    {
      let known = Readers.all.map(\.name).joined(separator: ", ")
      throw ValidationError("There is no reader '\(unknown)'; there are: \(known).")
    }
  }
}
