import Datasets

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

/// Numbers of items as people write them: `1000`, `1_000`, `1,000`, `1k`, `2.5M`.
package enum ItemCount {
  /// The number that `text` says: digits, `_` between them or commas between groups of three, and
  /// `k` (thousand) or `M` (million); `option` is named when it says none.
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
    digits = withoutGroups(digits) ?? digits
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy(isNumeral) else {
      throw refusal(text, option, grouped(text) ?? "not a number of items")
    }
    var fraction = parts.count == 2 ? parts[1].filter { $0 != "_" } : ""
    // Some languages separate thousands by a point and mean 300,000 by 300.000.
    guard zeros > 0 || fraction.count != 3 else {
      let meant = text.replacing(".", with: "_")
      throw refusal(text, option, "a point separates decimals; '\(meant)' is one number")
    }
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
  ///
  /// A comma may also stand between the groups of three digits of one number: `300,000` is one, as
  /// no number begins with a zero.
  ///
  /// - Throws: `ToolError.invalidValue`, also for what may be one number or two, as `1,500`; with a
  ///   space behind the comma it is two.
  package static func parseList(_ text: String) throws(ToolError) -> [Int] {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    try checkDecimal(text, parts)
    // A list with 1000 or 1k in it has no commas inside its numbers.
    let mayGroup = parts.allSatisfy { isGroup($0.drop { $0 == " " }, of: 1...3) }
    var numbers: [String] = []
    var start = 0
    for (index, part) in parts.enumerated() {
      guard index > 0, isGroup(part, of: 3...3),
        isGroup(parts[index - 1].drop { $0 == " " }, of: 1...3)
      else {
        numbers.append(String(part.drop { $0 == " " }))
        start = index
        continue
      }
      let first = numbers.removeLast()
      if part.first == "0" {
        numbers.append(first + part)
      } else if mayGroup {
        throw ambiguity(text, parts[start...])
      } else {
        numbers += [first, String(part)]
        start = index
      }
    }
    var counts: Set<Int> = []
    for number in numbers { counts.insert(try parse(number)) }
    return counts.sorted()
  }

  /// The refusal of `parts`, of which the first ones may be the groups of one number.
  private static func ambiguity(_ text: String, _ parts: ArraySlice<Substring>) -> ToolError {
    let first = (parts.first ?? "").drop { $0 == " " }
    let groups = [first] + parts.dropFirst().prefix { isGroup($0, of: 3...3) }
    // A group that begins with a zero is no number by itself.
    let apart = groups.dropFirst().reduce(String(first)) { text, group in
      text + (group.first == "0" ? "," : ", ") + group
    }
    let number = groups.dropFirst().count { $0.first != "0" } == 1 ? "two" : "several"
    return .invalidValue(
      option: "--sizes", found: text,
      reason: "is '\(groups.joined(separator: ","))' one number or \(number)? Write "
        + "\(groups.joined(separator: "_")) for one, or '\(apart)' with a space for \(number)")
  }

  /// Refuses `2,5M`, which may have a comma before its decimals.
  private static func checkDecimal(_ text: String, _ parts: [Substring]) throws(ToolError) {
    guard parts.count == 2, isGroup(parts[0], of: 1...2), let unit = parts[1].last,
      exponents[unit] != nil, isGroup(parts[1].dropLast(), of: 1...1), parts[1].first != "0"
    else { return }
    throw .invalidValue(
      option: "--sizes", found: text,
      reason: "a point separates decimals: write \(parts[0]).\(parts[1]) for one number, or "
        + "'\(parts[0]), \(parts[1])' with a space for two")
  }

  /// Returns how to write digits whose groups something else than `_` sets apart; nil for any other
  /// text.
  private static func grouped(_ text: String) -> String? {
    let groups = text.split(omittingEmptySubsequences: false) { ".' \u{a0}\u{202f}’".contains($0) }
    guard groups.count > 1, isGroup(groups[0], of: 1...3),
      groups.dropFirst().allSatisfy({ isGroup($0, of: 3...3) })
    else { return nil }
    return "as one number it is '\(groups.joined(separator: "_"))'"
  }

  /// Returns whether `part` is so many digits.
  private static func isGroup(_ part: Substring, of count: ClosedRange<Int>) -> Bool {
    count.contains(part.utf8.count) && part.utf8.allSatisfy(isDigit)
  }

  /// Returns `text` without the commas between its groups of three digits; nil where it has none,
  /// or other groups.
  private static func withoutGroups(_ text: Substring) -> Substring? {
    let groups = text.split(separator: ",", omittingEmptySubsequences: false)
    guard groups.count > 1, isGroup(groups[0], of: 1...3),
      groups.dropFirst().allSatisfy({ isGroup($0, of: 3...3) })
    else { return nil }
    return Substring(groups.joined())
  }

  /// `counts` as `parseList` reads them.
  package static func spelled(_ counts: [Int]) -> String {
    let texts = counts.map { spelled($0) }
    let list = texts.joined(separator: ",")
    return (try? parseList(list)) == counts ? list : texts.joined(separator: ", ")
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
      !group.isEmpty && group.utf8.allSatisfy(isDigit)
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= byte
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

extension NearestName {
  /// Returns `names`, separated by commas; of many the nearest to `name`, and how many more.
  ///
  /// A name is also near if one of its words is: `insert-front` to `insrt`.
  static func summary(of names: [String], near name: String) -> String {
    let (most, shown) = (20, 5)
    guard names.count > most else { return names.joined(separator: ", ") }
    guard let source = letters(of: name) else {
      return names.prefix(shown).joined(separator: ", ") + " and \(names.count - shown) more"
    }
    let nearest = names.map { candidate in
      let target = candidate.lowercased()
      let isPart = !name.isEmpty && target.contains(name.lowercased())
      // A text far longer than any name has the greatest distance.
      let parts = [target[...]] + target.split { "-/".contains($0) }
      let distances = parts.enumerated().map { index, part in
        part.utf8.count > mostBytes ? Int.max : min(index, 1) + editDistance(source, Array(part))
      }
      return (isPart ? 0 : distances.min() ?? .max, candidate)
    }.sorted { $0 < $1 }.prefix(shown).map(\.1)
    return nearest.joined(separator: ", ") + " and \(names.count - shown) more"
  }
}
