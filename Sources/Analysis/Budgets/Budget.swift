package import RunRecords

/// A limit on one metric of the cases that a pattern selects.
package struct Budget: Hashable, Sendable {
  /// The cases it holds for.
  package var cases: CasePattern
  /// The metric's name, as records have it.
  package var metric: String
  /// The limit.
  package var rule: BudgetRule
}

extension Budget {
  /// A budget of `value`, for one case, and of the share more that such a metric moves by itself.
  package init(of id: String, metric: String, measured value: Int) {
    let allowance = ExactMetric(rawValue: metric)?.allowedGrowthThousandths ?? 0
    self.init(
      cases: CasePattern(spelling: id), metric: metric,
      rule: allowance == 0
        ? .exact(value) : .relative(value, allowance: BudgetDecimal(thousandths: allowance)))
  }

  /// Returns a Boolean value that indicates whether the metric `name` of the case `id` is held by
  /// it.
  package func holds(_ name: String, of id: String) -> Bool {
    metric == name && cases.matches(id)
  }
}

extension Budget: CustomStringConvertible {
  /// The line of a file: `CASE METRIC <= LIMIT`.
  package var description: String { "\(cases.text) \(metric) <= \(rule)" }
}

/// The limit of a budget.
package enum BudgetRule: Hashable, Sendable {
  /// `<= 12`: a whole number in the metric's own unit, and nothing above it.
  case exact(Int)
  /// `<= 120 +5%`: a whole number in the metric's own unit, and a share of it more.
  case relative(Int, allowance: BudgetDecimal)
  /// `<= 2 ms`: a limit with its own unit.
  case absolute(BudgetDecimal, BudgetUnit)

  /// The whole number that was measured once; nil for a limit that somebody chose.
  package var measured: Int? {
    switch self {
    case .exact(let value), .relative(let value, _): value
    case .absolute: nil
    }
  }

  /// The same rule on another measured number; a chosen limit stays as it is.
  package func remeasured(_ value: Int) -> BudgetRule {
    switch self {
    case .exact: .exact(value)
    case .relative(_, let allowance): .relative(value, allowance: allowance)
    case .absolute: self
    }
  }

  /// The largest whole number that is allowed, in the metric's own unit.
  ///
  /// An allowance is of the number's magnitude, so that it raises a negative one too.
  package var wholeLimit: Int {
    switch self {
    case .exact(let value): value
    case .relative(let value, let allowance):
      Int(
        clamping: Int128(value) + Int128(value.magnitude) * Int128(allowance.thousandths) / 100_000)
    case .absolute(let number, let unit):
      Int(clamping: Int128(number.thousandths) * Int128(unit.scale) / 1_000)
    }
  }

  /// The largest figure that is allowed, in the metric's own unit.
  package var limit: Double {
    switch self {
    case .exact(let value): Double(value)
    case .relative(let value, let allowance):
      Double(value) + Double(value.magnitude) * Double(allowance.thousandths) / 100_000
    case .absolute(let number, let unit):
      Double(number.thousandths) * Double(unit.scale) / 1_000
    }
  }
}

extension BudgetRule: CustomStringConvertible {
  /// As it stands in a file, without the `<=`: `12`, `120 +5%`, `2 ms`.
  package var description: String {
    switch self {
    case .exact(let value): "\(value)"
    case .relative(let value, let allowance): "\(value) +\(allowance)%"
    case .absolute(let number, let unit): "\(number) \(unit.rawValue)"
    }
  }
}

/// A number of zero or more with at most three decimals, held exactly.
package struct BudgetDecimal: Hashable, Sendable, CustomStringConvertible {
  /// A thousand times the number.
  package let thousandths: Int

  package init(thousandths: Int) {
    self.thousandths = thousandths
  }

  /// Reads `5`, `0.5` or `12.125`; nil for anything else, as for more than twelve digits.
  package init?(_ text: Substring) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let decimals = parts.count == 2 ? parts[1] : ""
    guard (1...2).contains(parts.count), let whole = Self.digits(parts[0]), parts[0].count <= 12,
      parts.count == 1 || (1...3).contains(decimals.count)
    else { return nil }
    let padded = decimals + String(repeating: "0", count: 3 - decimals.count)
    guard let fraction = Self.digits(padded[...]) else { return nil }
    thousandths = whole * 1_000 + fraction
  }

  private static func digits(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(text)
  }

  package var description: String {
    let whole = "\(thousandths / 1_000)"
    guard thousandths % 1_000 > 0 else { return whole }
    var decimals = "\(1_000 + thousandths % 1_000)".dropFirst()
    while decimals.last == "0" { decimals.removeLast() }
    return whole + "." + decimals
  }
}

/// A unit that a limit can be given in.
package enum BudgetUnit: String, CaseIterable, Hashable, Sendable {
  case nanoseconds = "ns"
  case microseconds = "us"
  case milliseconds = "ms"
  case seconds = "s"
  case bytes = "B"
  case kilobytes = "kB"
  case megabytes = "MB"
  case gigabytes = "GB"
  case kibibytes = "KiB"
  case mebibytes = "MiB"
  case gibibytes = "GiB"
  case points = "pt"

  /// The unit of the metrics that it measures, as records name it.
  package var metricUnit: String {
    switch self {
    case .nanoseconds, .microseconds, .milliseconds, .seconds: "ns/op"
    case .bytes, .kilobytes, .megabytes, .gigabytes, .kibibytes, .mebibytes, .gibibytes: "byte"
    case .points: "point/64"
    }
  }

  /// The number of of the metric's units one of these is.
  package var scale: Int {
    switch self {
    case .nanoseconds, .bytes: 1
    case .microseconds, .kilobytes: 1_000
    case .milliseconds, .megabytes: 1_000_000
    case .seconds, .gigabytes: 1_000_000_000
    case .kibibytes: 1 << 10
    case .mebibytes: 1 << 20
    case .gibibytes: 1 << 30
    case .points: 64
    }
  }
}
