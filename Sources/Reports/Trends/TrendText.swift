package import RunHistories
import RunRecords
import Statistics

/// A trend as text: the answer first, then the changes.
package struct TrendText {
  let trend: Trend
  let names: TrendNames
  private static let mostChanges = 40

  /// Describes `trend`.
  package init(_ trend: Trend) {
    self.trend = trend
    names = TrendNames(trend)
  }

  /// The text for a terminal.
  package func render(columns: Int, color: Bool) -> String {
    var lines = answer.flatMap { $0.wrapped(to: columns) }
    if !trend.changes.isEmpty {
      lines += [""] + table(most: Self.mostChanges).lines(columns: columns, color: color)
      lines += remainder(after: Self.mostChanges)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The text as Markdown.
  package var markdown: String {
    var text = "\(Self.beginning)# Trend\n\n"
    text += answer.map { MarkdownText.escaped($0) + "\n" }.joined(separator: "\n")
    guard !trend.changes.isEmpty else { return text }
    text += "\n" + table(most: 200).markdown
    return text + remainder(after: 200).map { "\n\($0)\n" }.joined()
  }

  /// The beginning of every trend in Markdown.
  package static let beginning = "<!-- cvbench trend -->\n"

  private func remainder(after most: Int) -> [String] {
    let more = trend.changes.count - most
    return more > 0
      ? [
        "\(DisplayFormat.counted(more, "earlier change")) left out; the page and the JSON have all."
      ]
      : []
  }

  /// The answer in sentences: what got worse, what may have, what is undecided.
  package var answer: [String] {
    guard !trend.series.isEmpty else {
      return ["Nothing can be said: no run has a figure here."] + leftOut
    }
    let judged = trend.judgedCount
    guard judged > 0 else {
      return [
        "Nothing can be said: no figure has runs of two commits that compare."
      ] + leftOut
    }
    let alarms = trend.changes.filter(\.isAlarm)
    var sentences: [String] = []
    if let latest = alarms.first {
      let figures = Set(alarms.map(\.series)).count
      sentences.append(
        "\(DisplayFormat.counted(figures, "figure")) got worse. The latest: \(sentence(latest)).")
    } else {
      sentences.append("Nothing got worse without being accepted.")
    }
    let better = trend.changes.count { !$0.isWorse && $0.evidence.isCertain }
    let accepted = trend.changes.count { $0.isWorse && $0.blessing != nil }
    let repaired = trend.changes.count { $0.repaired != nil }
    let counts = [
      better > 0 ? "\(DisplayFormat.counted(better, "change")) for the better" : nil,
      accepted > 0 ? "\(DisplayFormat.grouped(accepted)) accepted" : nil,
      repaired > 0 ? "\(DisplayFormat.grouped(repaired)) repaired" : nil,
    ].compactMap(\.self)
    sentences.append(
      "\(DisplayFormat.counted(judged, "figure")) judged over "
        + "\(DisplayFormat.counted(trend.commitCount, "commit")) and "
        + "\(DisplayFormat.counted(trend.runs.count, "run"))"
        + (counts.isEmpty ? "." : ": " + counts.joined(separator: ", ") + "."))
    let proposed = trend.changes.filter { $0.evidence == .proposed }
    if let first = proposed.first {
      sentences.append(
        "\(DisplayFormat.counted(proposed.count, "change")) of CPU time "
          + "\(proposed.count == 1 ? "is" : "are") proposed: no gate has compared the commits. This "
          + "one decides: \(gateCommand(for: first)); trend --confirm does it for all.")
    }
    return sentences + leftOut
  }

  private var leftOut: [String] {
    (trend.log == nil ? ["Runs are in the order of their times: no git history was found."] : [])
      + trend.leftOut.map { "Left out: \(DisplayFormat.counted($0.count, "run")) \($0.reason)." }
  }

  /// `allocations of update/batch-100 · btree-tree · 10k, 679 to 715 (+5.3%), at d9102fc1188a Subject`.
  func sentence(_ change: Trend.Change) -> String {
    let series = trend.series[change.series]
    let figures = figures(change)
    return "\(TitleText.of(series.metric)) of \(names.short(series.id)), "
      + "\(figures.before) to \(figures.after)"
      + (percent(change).map { " (\($0))" } ?? "") + ", \(place(of: change))"
  }

  /// The commit that made a change, or those among which it is.
  func place(of change: Trend.Change) -> String {
    let suspects = trend.suspects(of: change)
    if suspects.count == 1, let commit = suspects.first {
      return "at \(commit.hash.prefix(12)) \(commit.subject)"
    }
    let (before, after) = (hash(of: change.before), hash(of: change.after))
    let count =
      suspects.isEmpty ? "" : ", " + DisplayFormat.counted(suspects.count, "commit")
    return "\(change.isCreep ? "little by little " : "")between \(before) and \(after)\(count)"
  }

  private func hash(of run: Int) -> String {
    trend.runs[run].summary.commit.sha.map { String($0.prefix(12)) } ?? "unknown"
  }

  /// The command that decides whether a proposed change is real.
  package func gateCommand(for change: Trend.Change) -> String {
    "cvbench gate --base-ref \(hash(of: change.before)) --head-ref \(hash(of: change.after)) "
      + "--filter \(trend.series[change.series].id.shellQuoted)"
  }

  /// A figure in the unit of its series.
  func figure(_ value: Double, _ series: Trend.Series) -> String {
    series.judgement == .ratio
      ? DisplayFormat.ratio(value) : DisplayFormat.figure(value, unit: series.unit)
  }

  /// Both figures of a change: in full where they look equal otherwise.
  func figures(_ change: Trend.Change) -> (before: String, after: String) {
    let series = trend.series[change.series]
    let values = (change.values.before, change.values.after)
    let short = (figure(values.0, series), figure(values.1, series))
    guard short.0 == short.1, series.judgement != .ratio,
      let before = Int(exactly: values.0), let after = Int(exactly: values.1)
    else { return short }
    return (DisplayFormat.grouped(before), DisplayFormat.grouped(after))
  }

  /// `+5.3%`; nil where the figure before is 0.
  func percent(_ change: Trend.Change) -> String? {
    change.ratio.map { ratio in
      let share = ratio - 1
      return (share < 0 ? "−" : "+") + DisplayFormat.share(share.magnitude)
    }
  }

  /// The evidence in words.
  func evidence(_ change: Trend.Change) -> String {
    let text =
      switch change.evidence {
      case .fact: change.isCreep ? "exact, in small steps" : "exact"
      case .proposed: "proposed"
      case .confirmed(let ratio, _): "a gate confirmed it: \(DisplayFormat.ratio(ratio))"
      case .refuted(.inconclusive): "a gate cannot tell"
      case .refuted(let verdict): "a gate did not find it: \(verdict.rawValue)"
      }
    return text
      + (change.repaired.map { "; as before again at \(hash(of: $0))" } ?? "")
      + (change.blessing.map { "; accepted: \($0.reason)" } ?? "")
  }

  /// The evidence, which leads to the profile of the change if there is one.
  func evidenceCell(_ change: Trend.Change, _ link: String?) -> Table.Cell {
    var cell = Table.Cell(evidence(change) + (link == nil ? "" : "; profile"), .faint)
    cell.link = link
    return cell
  }

  /// The latest changes as a table.
  func table(most: Int, links: (Trend.Change) -> String? = { _ in nil }) -> Table {
    Table(
      headingTitle: "where",
      columns: [
        .init("figure"), .init("change", .right), .init("before", .right), .init("after", .right),
        .init("evidence"),
      ],
      rows: trend.changes.prefix(most).map { change in
        let series = trend.series[change.series]
        return Table.Row(
          under: place(of: change),
          [
            .init("\(TitleText.of(series.metric)), \(names.short(series.id))", isRowHeader: true),
            .figure(
              percent(change) ?? difference(change, series), change.ratio ?? .infinity,
              role(of: change)),
            .figure(figures(change).before, change.values.before),
            .figure(figures(change).after, change.values.after),
            evidenceCell(change, links(change)),
          ])
      })
  }

  /// The way in which a change stands out.
  func role(of change: Trend.Change) -> Table.Role {
    if change.isAlarm { return .bad }
    return change.evidence.isCertain ? change.isWorse ? .plain : .good : .faint
  }

  /// `+2`, where the figure before is 0.
  func difference(_ change: Trend.Change, _ series: Trend.Series) -> String {
    let difference = change.values.after - change.values.before
    return (difference < 0 ? "−" : "+") + figure(difference.magnitude, series)
  }
}

/// The names of cases, without the parts that all of a trend share.
struct TrendNames {
  private let hasData: Bool
  private let hasPayloads: Bool

  init(_ trend: Trend) {
    let keys = Set(trend.series.map(\.id)).compactMap(CaseKey.init)
    hasData = Set(keys.map(\.data)).count > 1
    hasPayloads = Set(keys.map { "\($0.suite) \($0.payload)" }).count > Set(keys.map(\.suite)).count
  }

  /// `update/batch-100 · btree-tree · 10k`, with data and payload where these differ.
  func short(_ id: String) -> String {
    guard let key = CaseKey(id) else { return id }
    let parts =
      ["\(key.suite)/\(key.scenario)", key.storage] + (hasData ? [key.data] : [])
      + (hasPayloads ? [key.payload] : []) + (key.items.map { [DisplayFormat.items($0)] } ?? [])
    return parts.joined(separator: " · ")
  }
}
