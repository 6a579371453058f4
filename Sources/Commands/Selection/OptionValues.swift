extension CaseIterable where Self: RawRepresentable<String> {
  /// The names of all choices, as an option takes them.
  static var names: [String] { allCases.map(\.rawValue) }

  /// Returns the choice named `name`; errors call it a `kind`.
  ///
  /// - Throws: `ToolError.unknownName` if there is none.
  static func named(_ name: String, kind: String = "format") throws(ToolError) -> Self {
    guard let choice = Self(rawValue: name) else {
      throw .unknownName(kind: kind, found: name, known: names)
    }
    return choice
  }
}

extension ClosedRange<Int> {
  /// Refuses a `number` of `option` that is not in this range.
  ///
  /// - Throws: `ToolError.invalidValue`.
  func check(_ number: Int?, option: String) throws(ToolError) {
    guard let number, !contains(number) else { return }
    throw .invalidValue(
      option: option, found: "\(number)",
      reason: "give a number from \(lowerBound) to \(upperBound)"
    )
  }
}

/// Numbers of items as people write them: `1000`, `1_000`, `1k`, `2.5M`.
package enum ItemCount {
  /// The number that `text` says: digits, `_` between them, and `k` (thousand) or `M` (million);
  /// `option` is named when it says none.
  ///
  /// Computed in integers: `2.5M` is exactly 2,500,000 and `1.0001k` is an error.
  /// - Throws: `ToolError.invalidValue` where it is no whole number from 1 to `Int.max`.
  package static func parse(_ text: String, option: String = "--sizes") throws(ToolError) -> Int {
    var digits = Substring(text)
    var zeros = 0
    if let suffix = digits.last, let exponent = exponents[suffix] {
      zeros = exponent
      digits.removeLast()
    }
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy(isNumeral) else {
      throw refusal(text, option, "not a number of items")
    }
    var fraction = parts.count == 2 ? parts[1].filter { $0 != "_" } : ""
    while fraction.last == "0" { fraction.removeLast() }
    guard fraction.count <= zeros else {
      throw refusal(text, option, "not a whole number of items")
    }
    let whole = parts[0].filter { $0 != "_" }
    let spelled = whole + fraction + String(repeating: "0", count: zeros - fraction.count)
    guard let count = Int(spelled) else {
      throw refusal(text, option, "more items than a 64-bit number can count")
    }
    guard count > 0 else {
      throw refusal(text, option, "a collection to measure has at least one item")
    }
    return count
  }

  /// The numbers in `text`, separated by commas, each once and ascending.
  package static func parseList(_ text: String) throws(ToolError) -> [Int] {
    var counts: Set<Int> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      counts.insert(try parse(String(part)))
    }
    return counts.sorted()
  }

  /// `count` as `parse` reads it, the shortest way that is exact: `1M`, `2500k`, `1001`.
  package static func spelled(_ count: Int) -> String {
    if count > 0, count.isMultiple(of: 1_000_000) { return "\(count / 1_000_000)M" }
    if count > 0, count.isMultiple(of: 1_000) { return "\(count / 1_000)k" }
    return "\(count)"
  }

  private static let exponents: [Character: Int] = ["k": 3, "K": 3, "M": 6]

  /// Returns whether `part` is digits, with single `_` only between digits.
  private static func isNumeral(_ part: Substring) -> Bool {
    part.split(separator: "_", omittingEmptySubsequences: false).allSatisfy { group in
      !group.isEmpty && group.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 }
    }
  }

  private static func refusal(_ text: String, _ option: String, _ reason: String) -> ToolError {
    .invalidValue(
      option: option, found: text, reason: reason + "; write 1000, 1_000, 1k or 2.5M")
  }
}

/// Shares as people write them: `2%` or `0.02`.
package enum Share {
  /// Reads `2%` or `0.02`.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - option: The option it was typed for.
  /// - Returns: The share, not negative: 0.02 for 2 %.
  /// - Throws: `ToolError.invalidValue`.
  package static func parse(_ text: String, option: String) throws(ToolError) -> Double {
    let isPercent = text.hasSuffix("%")
    // A bare 2 is seldom meant as 200 %.
    guard let number = Double(isPercent ? text.dropLast() : text[...]), number.isFinite,
      number >= 0, isPercent || number < 1
    else {
      throw .invalidValue(
        option: option, found: text,
        reason: "give a share, as in 2% or 0.02; without % it is below 1")
    }
    return isPercent ? number / 100 : number
  }
}

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
