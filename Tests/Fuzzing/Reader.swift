import BasicAlgorithms

/// Something that reads what others wrote, with examples of that.
struct Reader: Sendable {
  /// How an input is made of an example.
  enum Form: Sendable {
    /// One JSON document, changed value by value.
    case json
    /// Lines of JSON, each changed value by value.
    case jsonLines
    /// Lines of text, changed byte by byte and word by word.
    case text
  }

  let name: String
  let form: Form
  let examples: [[UInt8]]
  /// Makes another example, where changes of fixed ones seldom fit together; nil without such a way.
  let make: (@Sendable (inout SplitMix64) -> [UInt8])?
  /// Reads an input, and what was accepted goes on to what shows it; the number is the input's.
  ///
  /// Returns whether it was accepted. Whatever is wrong with an input is an error, and never a trap.
  let read: @Sendable (_ input: [UInt8], _ number: Int) -> Bool

  init(
    _ name: String, _ form: Form, _ examples: [[UInt8]],
    make: (@Sendable (inout SplitMix64) -> [UInt8])? = nil,
    read: @escaping @Sendable (_ input: [UInt8], _ number: Int) throws -> Void
  ) {
    (self.name, self.form, self.examples, self.make) = (name, form, examples, make)
    self.read = { input, number in
      do {
        try read(input, number)
        return true
      } catch {
        // Every error is also told.
        _ = "\(error)".count
        return false
      }
    }
  }
}
