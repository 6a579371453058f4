#if GUIDED
  import BasicAlgorithms
  import Foundation

  /// Feeds one reader with what libFuzzer chooses: it keeps inputs that execute code which none before
  /// has, and changes these.
  ///
  /// Exists only in a build that counts executed code and links libFuzzer: `make fuzz GUIDED=1`. Source:
  /// https://llvm.org/docs/LibFuzzer.html
  ///
  /// libFuzzer calls functions and passes them nothing of ours, hence the variables, which are safe: all
  /// of it happens on one thread. What it is given by pointers lives until the process ends.
  enum GuidedFuzzing {
    nonisolated(unsafe) private static var child: FuzzingChild?
    nonisolated(unsafe) private static var generator: InputGenerator?
    nonisolated(unsafe) private static var isBlind = false
    /// The number of the next input, where none is chosen.
    nonisolated(unsafe) private static var nextInput = 0

    /// Feeds the reader of `child` until its time or its inputs are over, and ends the process.
    ///
    /// - Throws: An error about the files of the first inputs.
    static func run(_ child: FuzzingChild) throws -> Never {
      let arguments = child.arguments
      let generator = InputGenerator(child.reader, seed: arguments.seed)
      unsafe (self.child, self.generator, isBlind) = (child, generator, arguments.isBlind)
      let first = child.reader.examples + (0..<(arguments.isBlind ? 1 : 200)).map(generator.input)
      for (index, input) in first.enumerated() {
        _ = try Readers.write(input, to: "corpus/\(index)")
      }
      let words = [
        "Fuzzing", "\(Readers.scratch)/corpus", "-artifact_prefix=\(Readers.scratch)/",
        "-seed=\(arguments.seed)",
        "-max_total_time=\(Int(min(arguments.seconds, 1e6).rounded(.up)))",
        "-runs=\(arguments.inputs == .max ? -1 : arguments.inputs)", "-max_len=65536",
        // These are seen from outside.
        "-timeout=0", "-rss_limit_mb=0", "-handle_int=0", "-handle_term=0", "-verbosity=1",
      ]
      var count = CInt(words.count)
      let pointers = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(
        capacity: words.count + 1)
      for (index, word) in words.enumerated() { unsafe pointers[index] = strdup(word) }
      unsafe pointers[words.count] = nil
      var values = unsafe pointers
      // libFuzzer ends the process itself, and its last lines do not count the code.
      try Readers.redirectErrors()
      atexit { unsafe GuidedFuzzing.child?.finish() }
      exit(unsafe runDriver(&count, &values) { unsafe GuidedFuzzing.feed($0, $1) })
    }

    /// Feeds an input.
    private static func feed(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
      let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
      Readers.record(input)
      // Whatever is chosen by a number stays the same for the same input.
      let variant = input.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFF }
      if let status = unsafe child?.feed(input, as: variant) {
        unsafe child?.finish()
        // Not exit(), at which libFuzzer replaces the status by its own.
        _exit(status)
      }
      return 0
    }

    /// Returns an input made of `bytes`; nil for one that libFuzzer makes by itself.
    fileprivate static func changed(_ bytes: [UInt8], _ seed: UInt64) -> [UInt8]? {
      if unsafe isBlind {
        unsafe nextInput += 1
        return unsafe generator?.input(nextInput)
      }
      var random = SplitMix64(seed: seed)
      guard Int.random(in: 0..<4, using: &random) > 0 else { return nil }
      return unsafe generator?.changed(bytes, using: &random)
    }
  }

  @_silgen_name("LLVMFuzzerRunDriver")
  private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ values: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ feed: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
  ) -> CInt

  @_silgen_name("LLVMFuzzerMutate")
  private func mutateBytes(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ most: Int) -> Int

  /// Changes an input in its place, called by libFuzzer; returns its new size, at most `most`.
  @_cdecl("LLVMFuzzerCustomMutator")
  public func customMutator(
    _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ most: Int, _ seed: UInt32
  ) -> Int {
    let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
    guard let changed = GuidedFuzzing.changed(input, UInt64(seed)), changed.count <= most,
      !changed.isEmpty
    else { return unsafe mutateBytes(bytes, count, most) }
    for (index, byte) in changed.enumerated() { unsafe bytes[index] = byte }
    return changed.count
  }
#endif
