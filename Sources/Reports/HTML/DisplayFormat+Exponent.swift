extension DisplayFormat {
  /// An exponent with two decimals: `0.98`, `-0.10`.
  static func exponent(_ value: Double) -> String {
    guard value.magnitude < 1e9 else { return "\(value)" }
    let hundredths = Int((value * 100).rounded())
    let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
    return (hundredths < 0 ? "-" : "") + "\(whole)." + (rest < 10 ? "0" : "") + "\(rest)"
  }
}
