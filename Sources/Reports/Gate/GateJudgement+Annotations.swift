import RunRecords

extension GateJudgement {
  /// What a GitHub workflow shows at the top of its page, as lines that its runner reads from the
  /// output: an error for a gate that fails, and a warning where it could not tell.
  ///
  /// Source: https://docs.github.com/actions/reference/workflow-commands-for-github-actions
  package var annotations: [String] {
    var lines: [String] = []
    if !reasons.isEmpty {
      let worst = findings.filter(\.isRegression).prefix(Self.mostNames).map { finding in
        "\(finding.id) (\(finding.metric.name)"
          + (finding.change.ratio.map { " × \(Self.ratio($0)))" } ?? ")")
      }
      lines.append(
        Self.annotation("error", ([reasons.map(\.text).joined(separator: "; ")] + worst)))
    }
    let unknown =
      findings.filter { $0.metric.kind == .sampled && $0.change.verdict == .inconclusive }.map(\.id)
      + undecided.map(\.id) + skipped.map(\.id)
    if !unknown.isEmpty {
      let count = DisplayFormat.cases(unknown.count)
      lines.append(
        Self.annotation(
          "warning",
          ["\(count) inconclusive: nothing is said of them"]
            + unknown.prefix(Self.mostNames)))
    }
    return lines
  }

  /// The cases that an annotation names: it is folded after some lines.
  private static let mostNames = 5

  private static func annotation(_ kind: String, _ lines: [String]) -> String {
    // By scalars: a carriage return and a line feed are one character.
    let text = lines.joined(separator: "\n").unicodeScalars.map { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      default: String(scalar)
      }
    }.joined()
    return "::\(kind) title=cvbench gate::\(text)"
  }
}
