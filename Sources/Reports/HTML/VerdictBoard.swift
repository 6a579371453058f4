import RunRecords

/// How many figures of one kind have which verdict.
struct VerdictBoard {
  /// Those of one verdict.
  struct Tally {
    var count: String
    var verdict: String
    /// A class of the style sheet.
    var mark: String
  }

  var subject: String
  var tallies: [Tally]

  init(_ subject: String, _ counts: [(Int, MetricChange.Verdict, String)]) {
    self.subject = subject
    tallies = counts.map { count, verdict, name in
      Tally(
        count: DisplayFormat.grouped(count), verdict: name,
        mark: count == 0 ? "faint" : verdict.mark)
    }
  }

  /// The board of exact figures; nil where none were compared.
  static func exact(regressed: Int, improved: Int, same: Int) -> VerdictBoard? {
    guard regressed + improved + same > 0 else { return nil }
    return VerdictBoard(
      "Exact figures",
      [
        (regressed, .regressed, "regressed"), (improved, .improved, "improved"),
        (same, .equivalent, "the same"),
      ])
  }
}

extension MetricChange.Verdict {
  /// The class of the style sheet that has its colour.
  var mark: String {
    switch self {
    case .regressed: "bad"
    case .improved: "good"
    case .inconclusive: "warn"
    case .equivalent: "faint"
    }
  }
}
