/// The command line of the fuzzers.
struct FuzzingArguments {
  /// The longest time for one reader.
  var seconds = 10.0
  /// The most inputs for one reader.
  var inputs = Int.max
  var seed: UInt64 = 1
  /// The number of the first input.
  var first = 0
  /// Whether each input's number is told before it is read.
  var isTraced = false
  /// The reader that this process feeds; nil in the process that starts the others.
  var child: String?
  /// The readers to feed; all where none is named.
  var names: [String] = []

  init(_ words: some Sequence<String>) {
    var words = Array(words)[...]
    while let word = words.popFirst() {
      switch word {
      case "--seconds": seconds = words.popFirst().flatMap { Double($0) } ?? seconds
      case "--inputs": inputs = words.popFirst().flatMap { Int($0) } ?? inputs
      case "--seed": seed = words.popFirst().flatMap { UInt64($0) } ?? seed
      case "--first": first = words.popFirst().flatMap { Int($0) } ?? first
      case "--traced": isTraced = true
      case "--child": child = words.popFirst()
      default: names.append(word)
      }
    }
  }
}
