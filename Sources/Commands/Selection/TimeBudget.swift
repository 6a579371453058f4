/// Lengths of time as people write them: `500ms`, `3s`, `1.5s`, `2m`, `1h`, or `120`, in seconds.
package enum TimeBudget {
  /// The seconds that `text` says; `option` is named when it says none.
  ///
  /// - Throws: `ToolError.invalidValue` unless more than zero and at most a day.
  package static func parseSeconds(_ text: String, option: String) throws(ToolError) -> Double {
    let (number, scale) =
      units.lazy.compactMap { unit in
        text.hasSuffix(unit.suffix) ? (text.dropLast(unit.suffix.count), unit.seconds) : nil
      }.first ?? (text[...], 1)
    guard number.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
      let value = Double(number)
    else {
      throw refusal(text, option, "not a length of time")
    }
    let seconds = value * scale
    guard seconds > 0 else { throw refusal(text, option, "no time at all") }
    guard seconds <= 86_400 else { throw refusal(text, option, "more than a day") }
    return seconds
  }

  /// The longer suffixes first: `ms` also ends in `s`.
  private static let units: [(suffix: String, seconds: Double)] = [
    ("ms", 0.001), ("s", 1), ("m", 60), ("h", 3_600),
  ]

  private static func refusal(_ text: String, _ option: String, _ reason: String) -> ToolError {
    .invalidValue(option: option, found: text, reason: reason + "; write 500ms, 3s, 2m or 1h")
  }
}
