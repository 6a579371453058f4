package import RunRecords

/// A count that the measured code itself makes in one call.
///
/// `lines_rebroken`, `nodes_visited`, `anchor_drift`: an exact metric beside allocations and bytes,
/// compared by name and to the last digit. What it counts, and the name, never change apart.
public struct OperationCount: Hashable, Sendable {
  /// The name of the count, in snake case, and none of the harness's own metrics.
  public let name: String
  /// The whole number for one call of the measured closure; nil where points were no finite number.
  public let value: Int?
  /// The unit of `value`: `count`, `byte` or `point/64`.
  public let unit: String
  /// A Boolean value that indicates whether a change for the worse may fail a gate.
  public let isGate: Bool
  /// A Boolean value that indicates whether more of it is better, as of views reused.
  public let isHigherBetter: Bool

  /// The unit of lengths: a sixty-fourth of a point, so that they are whole numbers too.
  static let lengthUnit = "point/64"

  /// States a count.
  ///
  /// The case fails on a name that is not in snake case or is taken, and on another unit.
  ///
  /// - Parameters:
  ///   - name: What was counted.
  ///   - value: The number for one call of the measured closure, over all its operations.
  ///   - unit: `count` or `byte`.
  ///   - isGate: Whether a change for the worse may fail a gate.
  ///   - isHigherBetter: Whether more of it is better.
  public init(
    name: String, value: Int, unit: String = "count", isGate: Bool = true,
    isHigherBetter: Bool = false
  ) {
    self.name = name
    self.value = value
    self.unit = unit
    self.isGate = isGate
    self.isHigherBetter = isHigherBetter
  }

  /// States a length in points, such as a drift: less is better.
  ///
  /// It is recorded in sixty-fourths of a point, rounded to the nearest: what differs in the order
  /// of additions alone, by less than 1/128 of a point, is the same. The case fails where that is
  /// no finite number of 64 bits.
  ///
  /// - Parameters:
  ///   - name: What was measured.
  ///   - points: The length for one call of the measured closure.
  ///   - isGate: Whether a greater length may fail a gate.
  public init(name: String, points: Double, isGate: Bool = true) {
    self.name = name
    value = Int(exactly: (points * 64).rounded())
    unit = Self.lengthUnit
    self.isGate = isGate
    isHigherBetter = false
  }
}

extension OperationCount {
  /// The count as records have it.
  package var record: MetricRecord {
    MetricRecord(
      name: name, unit: unit, better: isHigherBetter ? .higher : .lower,
      role: isGate ? .gate : .info, value: value)
  }

  /// Checks what a scenario counted in one call.
  ///
  /// - Throws: `SamplingError.badCount` for the first count that cannot stand in a record.
  package static func check(_ counts: [OperationCount]) throws(SamplingError) {
    var taken = Set(ExactMetric.allCases.map(\.rawValue) + TimeMetric.allCases.map(\.rawValue))
    taken.formUnion(InfoMetric.allCases.map(\.rawValue))
    taken.formUnion(FrameMetric.allCases.map(\.rawValue))
    for count in counts {
      let problem: String? =
        if !count.hasSnakeCaseName {
          "is not named in snake case, as nodes_visited is"
        } else if !taken.insert(count.name).inserted {
          "has the name of another metric of the case; choose another one"
        } else if !["count", "byte", lengthUnit].contains(count.unit) {
          "is in the unit '\(count.unit)'; it must be 'count' or 'byte'"
        } else if count.value == nil {
          "is no finite number of points"
        } else {
          nil
        }
      if let problem { throw .badCount(name: count.name, problem: problem) }
    }
  }

  /// A Boolean value that indicates whether the name is in snake case. Its words consist of `a` to
  /// `z` and digits, with single underscores between, and the first word begins with a letter.
  private var hasSnakeCaseName: Bool {
    let words = name.utf8.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
    let (letters, digits) = (
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9")
    )
    guard let first = name.utf8.first, letters.contains(first) else { return false }
    return words.allSatisfy { word in
      !word.isEmpty && word.allSatisfy { letters.contains($0) || digits.contains($0) }
    }
  }
}

extension OperationCount: CustomStringConvertible {
  /// `nodes_visited 12 count`.
  public var description: String { "\(name) \(value.map(String.init) ?? "?") \(unit)" }
}
