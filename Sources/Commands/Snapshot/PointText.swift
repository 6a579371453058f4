package import Changesets
package import Geometry

/// Lengths, sizes and rectangles in points as people write them: `8`, `90x40`, `0,300`.
package enum PointText {
  /// The largest number accepted, in points: far from where a `Double` loses pixels.
  static let limit = 1e9

  /// Parses `text` as a length; errors name `option`.
  ///
  /// - Throws: `ToolError.invalidValue` unless it is a number from 0 to `limit`.
  package static func length(_ text: String, option: String) throws(ToolError) -> Double {
    guard let value = number(text[...]), value >= 0 else {
      throw refusal(
        text, option, "a length", "write a number of points that is not negative", of: [text[...]])
    }
    return value
  }

  /// Parses `text` as a size: a width and a height with an `x` between them.
  ///
  /// - Throws: `ToolError.invalidValue` unless both are numbers from 0 to `limit`.
  package static func size(_ text: String, option: String) throws(ToolError) -> Size {
    let values = numbers(text, separator: "x")
    guard values.count == 2, values.allSatisfy({ $0 >= 0 }) else {
      throw refusal(
        text, option, "a size", "write a width and a height in points, as in 90x40",
        of: parts(text, "x"))
    }
    return Size(width: values[0], height: values[1])
  }

  /// Parses `text` as a size as `size` does, or as one number for both extents.
  ///
  /// - Throws: `ToolError.invalidValue` unless all numbers are from 0 to `limit`.
  package static func sizeOrLength(_ text: String, option: String) throws(ToolError) -> Size {
    if text.contains("x") { return try size(text, option: option) }
    let extent = try length(text, option: option)
    return Size(width: extent, height: extent)
  }

  /// Parses `text` as a place: x and y with a comma between them.
  package static func point(_ text: String, option: String) throws(ToolError) -> Point {
    let values = numbers(text, separator: ",")
    guard values.count == 2 else {
      throw refusal(text, option, "a place", "write x and y in points, as in 0,300")
    }
    return Point(x: values[0], y: values[1])
  }

  /// Parses `text` as a rectangle: x, y, width and height with commas between them.
  package static func rect(_ text: String, option: String) throws(ToolError) -> Rect {
    let values = numbers(text, separator: ",")
    guard values.count == 4, values[2] > 0, values[3] > 0 else {
      throw refusal(
        text, option, "a rectangle",
        "write x, y, width and height in points, as in 0,300,320,480")
    }
    return Rect(x: values[0], y: values[1], width: values[2], height: values[3])
  }

  /// Parses `text` as insets: top, left, bottom and right, or one number for all four.
  package static func insets(_ text: String, option: String) throws(ToolError) -> EdgeInsets {
    let values = numbers(text, separator: ",")
    guard values.count == 4 || values.count == 1, values.allSatisfy({ $0 >= 0 }) else {
      throw refusal(
        text, option, "insets",
        "write top, left, bottom and right in points, as in 8,16,8,16, or one number for all four")
    }
    return values.count == 1
      ? EdgeInsets(all: values[0])
      : EdgeInsets(top: values[0], left: values[1], bottom: values[2], right: values[3])
  }

  /// Parses `text` as a path: a section and an item with a comma between them.
  package static func path(_ text: String, option: String) throws(ToolError) -> ItemPath {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let section = parts[0], let item = parts[1], section >= 0, item >= 0,
      max(section, item) <= ItemPath.countLimit
    else {
      throw .invalidValue(
        option: option, found: text,
        reason: "not a path; write a section and an item from 0, as in 2,17")
    }
    return ItemPath(section: section, item: item)
  }

  /// Returns `value` to a thousandth of a point, without zeros at the end: `12.5`, `40`.
  package static func spelled(_ value: Double) -> String {
    let rounded = (value * 1_000).rounded() / 1_000
    // Zero may be negative, and a whole number is written with a fraction.
    guard rounded != 0 else { return "0" }
    let text = "\(rounded)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Returns the rectangle as `(x, y, width, height)`.
  static func spelled(_ rect: Rect) -> String {
    let values = [rect.minX, rect.minY, rect.size.width, rect.size.height]
    return "(\(values.map(spelled).joined(separator: ", ")))"
  }

  /// Returns all numbers in `text`; none if one of its parts is no number.
  private static func numbers(_ text: String, separator: Character) -> [Double] {
    let parts = parts(text, separator)
    let values = parts.compactMap(number)
    return values.count == parts.count ? values : []
  }

  private static func parts(_ text: String, _ separator: Character) -> [Substring] {
    text.split(separator: separator, omittingEmptySubsequences: false)
  }

  /// Digits, a point and a sign: no exponents, infinities or hexadecimals.
  private static func number(_ text: Substring) -> Double? {
    guard text.allSatisfy({ "0123456789.-".contains($0) }), let value = Double(text),
      abs(value) <= limit
    else { return nil }
    return value
  }

  /// Returns advice on the first of `parts` that is a number but is not accepted; nil if there is
  /// none.
  private static func advice(on parts: [Substring]) -> String? {
    let numbers = parts.filter { Double($0)?.isFinite == true }
    if numbers.contains(where: { $0.contains { "eEpPxX".contains($0) } }) {
      return "write numbers with digits and a point, without exponents"
    }
    guard numbers.contains(where: { Double($0).map { abs($0) > limit } == true }) else {
      return nil
    }
    return "write numbers of at most \(spelled(limit))"
  }

  /// The error of a text that is not `kind`: what is wrong with the numbers among its parts, or
  /// else `advice`.
  private static func refusal(
    _ text: String, _ option: String, _ kind: String, _ advice: String, of parts: [Substring]? = nil
  ) -> ToolError {
    let advice = Self.advice(on: parts ?? Self.parts(text, ",")) ?? advice
    return .invalidValue(option: option, found: text, reason: "not \(kind); \(advice)")
  }
}
