package import RunHistories
import RunRecords

/// A trend for programs: every change and the last figure of every series, as JSON.
package enum TrendDocument {
  private static let kind = "trend"

  /// Returns whether a file with this text may be a trend's document.
  package static func isDocument(beginningWith text: String) -> Bool {
    text.prefix(64).contains("\"kind\": \"\(kind)\"")
  }

  /// The document.
  ///
  /// - Complexity: O(changes + figures).
  package static func text(of trend: Trend) -> String {
    let text = TrendText(trend)
    var document = JSONObject()
    document.add("kind", .string(kind))
    document.add("answer", .string(text.answer.joined(separator: " ")))
    document.add("runs", .whole(trend.runs.count))
    document.add("commits", .whole(trend.commitCount))
    if !trend.references.isEmpty {
      document.add("references", .array(trend.references.map { .string($0) }))
    }
    document.add("judged", .whole(trend.judgedCount))
    document.add("alarms", .whole(trend.changes.count(where: \.isAlarm)))
    document.add("changes", .array(trend.changes.map { change($0, trend, text) }))
    document.add("series", .array(trend.series.map { series($0, trend) }))
    return JSONValue.object(document).document
  }

  private static func change(_ change: Trend.Change, _ trend: Trend, _ text: TrendText) -> JSONValue
  {
    let series = trend.series[change.series]
    var object = JSONObject()
    object.add("case", .string(series.id))
    object.add("metric", .string(series.metric))
    object.add("unit", .string(series.unit))
    object.add("before", .real(change.values.before))
    object.add("after", .real(change.values.after))
    for (key, run) in [("before_commit", change.before), ("after_commit", change.after)] {
      if let hash = trend.runs[run].summary.commit.sha { object.add(key, .string(hash)) }
    }
    let suspects = trend.suspects(of: change)
    if !suspects.isEmpty { object.add("commits", .array(suspects.map { .string($0.hash) })) }
    let evidence =
      switch change.evidence {
      case .fact: "exact"
      case .proposed: "proposed"
      case .confirmed: "confirmed"
      case .refuted: "refuted"
      }
    object.add("evidence", .string(evidence))
    if case .confirmed(let ratio, _) = change.evidence { object.add("gate_ratio", .real(ratio)) }
    object.add("worse", .boolean(change.isWorse))
    object.add("creep", .boolean(change.isCreep))
    object.add("alarm", .boolean(change.isAlarm))
    if let blessing = change.blessing { object.add("accepted", .string(blessing.reason)) }
    return .object(object)
  }

  private static func series(_ series: Trend.Series, _ trend: Trend) -> JSONValue {
    var object = JSONObject()
    object.add("case", .string(series.id))
    object.add("metric", .string(series.metric))
    object.add("unit", .string(series.unit))
    object.add("judgement", .string(series.judgement.rawValue))
    object.add("points", .whole(series.segments.reduce(0) { $0 + $1.points.count }))
    if let last = series.segments.compactMap(\.points.last).max(by: { $0.run < $1.run }) {
      object.add("now", .real(last.value))
    }
    return .object(object)
  }
}
