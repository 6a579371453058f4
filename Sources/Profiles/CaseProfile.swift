/// The call stacks of one case by time, instructions, allocations and bytes.
package struct CaseProfile: Sendable {
  /// A quantity that a pass counts.
  package enum Measure: String, CaseIterable, Codable, Sendable {
    case time = "cpu"
    case instructions, allocations, bytes

    /// The name with its unit.
    package var title: String {
      switch self {
      case .time: "CPU time"
      case .instructions: "instructions"
      case .allocations: "allocations"
      case .bytes: "allocated bytes"
      }
    }

    /// A Boolean value that indicates whether two runs of one build give the same stacks.
    package var isExact: Bool { self != .time }
  }

  /// The stacks of one measure.
  package struct Pass: Sendable {
    package let measure: Measure
    package let tree: CallTree
    /// A sentence that says what counted, and over which calls.
    package let origin: String
    /// The units of one weight for each operation: nanoseconds for time, else the measure's own.
    package let unitsPerWeight: Double
    /// The number of independent observations behind the weights; nil if they are exact.
    package let observationCount: Int?
    /// Limits that a reader must know.
    package let remarks: [String]

    package init(
      _ measure: Measure, tree: CallTree, origin: String, unitsPerWeight: Double,
      observationCount: Int? = nil, remarks: [String] = []
    ) {
      self.measure = measure
      self.tree = tree
      self.origin = origin
      self.unitsPerWeight = unitsPerWeight
      self.observationCount = observationCount
      self.remarks = remarks
    }

    /// The share of `weight` in all.
    package func share(_ weight: Int) -> Double {
      tree.total == 0 ? 0 : Double(weight) / Double(tree.total)
    }

    /// The weight of one observation on average: more than 1 for a timer that is late.
    package var weightPerObservation: Double {
      observationCount.map { Double(tree.total) / Double(max(1, $0)) } ?? 1
    }

    /// The half-width of the 95 % interval of a sampled share; nil if the share is exact.
    ///
    /// Source: the normal approximation of the binomial distribution, with `observationCount` trials.
    package func uncertainty(ofShare share: Double) -> Double? {
      observationCount.map { 1.96 * (share * (1 - share) / Double(max(1, $0))).squareRoot() }
    }
  }

  /// A measure that could not be taken.
  package struct Absence: Hashable, Sendable {
    package let measures: [Measure]
    package let reason: String

    package init(_ measures: [Measure], reason: String) {
      self.measures = measures
      self.reason = reason
    }
  }

  package let caseID: String
  /// The case's scenario, as the sentence names it.
  package let scenario: String
  /// A description of the build: commit, compiler, flags and processor.
  package let build: String
  package var passes: [Pass] = []
  package var absences: [Absence] = []
  /// The reason why the case failed in a later pass; nil if it gave right answers in all.
  package var failure: String?
  /// The functions with the most time of their own, as the processor sees them.
  package var listings: [FunctionListing] = []

  package init(caseID: String, scenario: String, build: String) {
    self.caseID = caseID
    self.scenario = scenario
    self.build = build
  }

  package subscript(_ measure: Measure) -> Pass? { passes.first { $0.measure == measure } }
}

/// The machine code of one function, with the weight of each instruction.
package struct FunctionListing: Sendable {
  package struct Line: Sendable {
    package let address: UInt64
    package let text: String
    package let weight: Int
    /// The file and line of the source; nil if the build has no debug information.
    package let source: String?

    package init(address: UInt64, text: String, weight: Int, source: String?) {
      self.address = address
      self.text = text
      self.weight = weight
      self.source = source
    }
  }

  package let function: FunctionName
  package let lines: [Line]

  package init(function: FunctionName, lines: [Line]) {
    self.function = function
    self.lines = lines
  }

  /// The weight of the whole function.
  package var total: Int { lines.reduce(0) { $0 + $1.weight } }
}

extension CaseProfile {
  /// The answer in one or two sentences: what the runtime takes, and which function most.
  ///
  /// - Returns: Nil if nothing was measured.
  package var answer: String? {
    let measured = passes.filter { $0.tree.total > 0 }
    guard
      let pass = measured.first(where: { $0.measure == .time })
        ?? measured.first(where: { $0.measure == .instructions }) ?? measured.first
    else { return passes.isEmpty ? nil : "\(scenario) takes none of what was counted." }
    func text(_ weight: Int) -> String {
      let share = pass.share(weight)
      let spread = pass.uncertainty(ofShare: share).map { " ± \(Self.percent($0))" } ?? ""
      return Self.percent(share) + spread
    }
    let what = "the \(pass.measure.title) of \(scenario)"
    if pass.measure == .allocations || pass.measure == .bytes {
      return Self.allocationAnswer(pass, what)
    }
    var sentences: [String] = []
    let groups = pass.tree.groups.prefix(2).filter { pass.share($0.weight) >= 0.05 }
    if let first = groups.first {
      var sentence = "\(text(first.weight)) of \(what) is \(first.group.rawValue)"
      if let second = groups.dropFirst().first {
        sentence += ", \(text(second.weight)) \(second.group.rawValue)"
      }
      sentences.append(sentence + ".")
    } else {
      sentences.append("The runtime takes under 5 % of \(what) in each of its parts.")
    }
    if let most = pass.tree.costs.first(where: { $0.function.group == nil && $0.ownWeight > 0 }) {
      let name = most.function.text
      sentences.append(
        "Of all other functions, \(name) takes most itself: \(text(most.ownWeight)).")
    }
    return sentences.joined(separator: " ")
  }

  private static func allocationAnswer(_ pass: Pass, _ what: String) -> String {
    let costs = pass.tree.costs
    let clauses = [
      costs.first(where: \.function.isType).map {
        "\(percent(pass.share($0.ownWeight))) of \(what) are for \($0.function.text)"
      },
      costs.first { !$0.function.isType }.map {
        "\($0.function.text) takes \(percent(pass.share($0.ownWeight)))"
      },
    ].compactMap(\.self)
    return clauses.joined(separator: "; ") + "."
  }

  /// A share as people read it: `44 %`, `0.3 %`; `> 10¹⁵ %` for one that `Int` may not hold.
  package static func percent(_ share: Double) -> String {
    let value = share * 100
    if value > 1e15 { return "> 10¹⁵ %" }
    if value >= 10 { return "\(Int(value.rounded())) %" }
    let tenths = (value * 10).rounded() / 10
    return tenths == 0 && value > 0 ? "< 0.1 %" : "\(tenths) %"
  }
}
