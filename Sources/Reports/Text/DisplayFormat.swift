import RunRecords

/// Numbers as people read them: three significant digits and a unit that suits the size.
///
/// No Foundation and no locale: the same figure reads the same on every machine.
package enum DisplayFormat {
  /// `value` with three significant digits: `0.123`, `1.23`, `12.3`, `123`, `1230`.
  ///
  /// At most five decimals; what is smaller still reads `<0.00001`.
  package static func significant(_ value: Double) -> String {
    guard value.isFinite, value.magnitude < 1e15 else { return "\(value)" }
    guard value != 0 else { return "0" }
    var decimals = 0
    var scaled = value.magnitude
    while scaled < 100, decimals < 5 {
      decimals += 1
      scaled = value.magnitude * power(decimals)
    }
    var digits = Int(scaled.rounded())
    if digits == 1000, decimals > 0 {
      digits = 100
      decimals -= 1
    }
    let sign = value < 0 ? "-" : ""
    guard digits > 0 else { return sign + "<0.00001" }
    return sign + fixedPoint(digits, decimals: decimals)
  }

  /// A duration: `1.23 ns`, `45.6 µs`, `789 ms`, `1.02 s`.
  package static func duration(nanoseconds: Double) -> String {
    scaled(nanoseconds, units: ["ns", "µs", "ms", "s"])
  }

  /// A time to wait in minutes and seconds: `0:48`, `4:12`, `1:04:12`.
  package static func clock(_ seconds: Double) -> String {
    let whole = Int(min(max(seconds, 0), 1e9).rounded())
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (whole / 3_600, whole / 60 % 60)
    return (hours > 0 ? "\(hours):\(digits(minutes))" : "\(minutes)") + ":\(digits(whole % 60))"
  }

  /// A quantity of bytes in decimal units: `24 B`, `8.08 B`, `1.2 kB`.
  package static func bytes(_ bytes: Double) -> String {
    scaled(bytes, units: ["B", "kB", "MB", "GB", "TB"], isExact: true)
  }

  /// A count per operation: `0`, `3`, `0.013`, `12.3k`.
  package static func count(_ count: Double) -> String {
    scaled(count, units: ["", "k", "M", "G"], separator: "", isExact: true)
  }

  /// A figure of a metric in its unit, as records name that: nanoseconds, bytes or a count.
  static func figure(_ value: Double, unit: String) -> String {
    switch unit {
    case TimeMetric.unit: duration(nanoseconds: value)
    case "byte": bytes(value)
    default: count(value)
    }
  }

  /// A length in points, of which one is 64 of the record's: `0 pt`, `0.25 pt`, `1.2k pt`.
  package static func points(sixtyFourths: Int) -> String {
    scaled(Double(sixtyFourths) / 64, units: [" pt", "k pt", "M pt"], separator: "", isExact: true)
  }

  /// A number of items as one types it: `523`, `1k`, `2.5k`, `1M`; `12,345` where no unit is exact.
  package static func items(_ items: Int) -> String {
    for (unit, suffix) in [(1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")]
    where items >= unit && items < unit * 1000 && items % (unit / 10) == 0 {
      let tenths = items / (unit / 10)
      return tenths % 10 == 0 ? "\(tenths / 10)\(suffix)" : fixedPoint(tenths, decimals: 1) + suffix
    }
    return grouped(items)
  }

  /// A whole number with thousands set apart: `1,204`.
  package static func grouped(_ value: some BinaryInteger) -> String {
    var digits = "\(value.magnitude)"
    var position = digits.count - 3
    while position > 0 {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: position))
      position -= 3
    }
    return (value < 0 ? "-" : "") + digits
  }

  /// A number of cases: `1 case`, `1,204 cases`.
  package static func cases(_ count: Int) -> String { counted(count, "case") }

  /// A number of what `noun` calls one of, which takes an s where there are more: `1 item`,
  /// `0 items`, `1,204 items`.
  package static func counted(_ count: Int, _ noun: String) -> String {
    "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
  }

  /// A fraction as a spread: `±2%`; below one per cent with a decimal, `±0.4%`.
  package static func spread(_ fraction: Double) -> String {
    let percent = fraction * 100
    if percent == 0 { return "±0%" }
    if percent < 0.95 { return "±" + fixedPoint(Int((percent * 10).rounded()), decimals: 1) + "%" }
    return percent < 1e9 ? "±\(Int(percent.rounded()))%" : "±\(percent)%"
  }

  /// A quotient: `1.08×`, `450×`.
  package static func ratio(_ ratio: Double) -> String { significant(ratio) + "×" }

  /// A fraction as a share, with three significant digits: `1.86%`.
  package static func share(_ fraction: Double) -> String { significant(fraction * 100) + "%" }

  /// A fraction as people set it, without zeros at the end: `5%`, `0.5%`.
  package static func percent(_ fraction: Double) -> String {
    droppingZeros(significant(fraction * 100)) + "%"
  }

  /// `number` without the zeros at the end of its decimals.
  private static func droppingZeros(_ number: String) -> String {
    guard number.contains(".") else { return number }
    var number = number
    while number.last == "0" { number.removeLast() }
    if number.last == "." { number.removeLast() }
    return number
  }

  /// In the first of `units`, each a thousand times the one before, that needs no fourth digit.
  ///
  /// Zeros at the end of a measured decimal say how precise it is; those of an exact one go.
  private static func scaled(
    _ value: Double, units: [String], separator: String = " ", isExact: Bool = false
  ) -> String {
    var value = value
    var index = 0
    // 999.5 is where three digits would round up to 1000.
    while value.magnitude >= 999.5, index < units.count - 1 {
      value /= 1000
      index += 1
    }
    let number = significant(value)
    return (isExact ? droppingZeros(number) : number) + separator + units[index]
  }

  /// `digits` with the decimal point `decimals` places from the right.
  private static func fixedPoint(_ digits: Int, decimals: Int) -> String {
    guard decimals > 0 else { return "\(digits)" }
    let text = "\(digits)"
    let padded = String(repeating: "0", count: max(0, decimals + 1 - text.count)) + text
    return padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }

  private static func power(_ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { product, _ in product * 10 }
  }
}

extension DisplayFormat {
  /// An exponent with two decimals: `0.98`, `-0.10`.
  static func exponent(_ value: Double) -> String {
    guard value.magnitude < 1e9 else { return "\(value)" }
    let hundredths = Int((value * 100).rounded())
    let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
    return (hundredths < 0 ? "-" : "") + "\(whole)." + (rest < 10 ? "0" : "") + "\(rest)"
  }
}

extension Summary {
  /// The numbers of cases by the way they ended, with `emphasis` around those without a result.
  func sentence(emphasis: String = "") -> String {
    let parts = [(failed, "failed"), (timeout, "timed out"), (skipped, "not begun")]
      .filter { $0.0 > 0 }.map { "\(emphasis)\(DisplayFormat.cases($0.0)) \($0.1)\(emphasis)" }
    return parts.isEmpty
      ? "All \(DisplayFormat.cases(ok)) have a result."
      : parts.joined(separator: ", ") + "; \(DisplayFormat.cases(ok)) with a result."
  }
}

extension String {
  /// Returns the text with each scalar as `escape` spells it; those that it returns nil for stay.
  package func escaped(_ escape: (Unicode.Scalar) -> String?) -> String {
    unicodeScalars.reduce(into: "") { text, scalar in
      if let spelled = escape(scalar) {
        text += spelled
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}
