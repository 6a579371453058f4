/// A share as it is typed.
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
