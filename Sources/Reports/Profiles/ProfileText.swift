package import Profiles

/// A profile, or the difference of two, as text: the answer first, then its tables.
package struct ProfileText {
  private let profile: CaseProfile
  private let base: CaseProfile?
  private static let mostFunctions = 15

  /// Describes `profile`, and what has changed since `base` if there is one.
  package init(_ profile: CaseProfile, base: CaseProfile? = nil) {
    self.profile = profile
    self.base = base
  }

  /// The text for a terminal.
  package func render(columns: Int, color: Bool) -> String {
    var lines = answer.wrapped(to: columns)
    for section in sections {
      lines += [""] + section.title.wrapped(to: columns)
      lines += section.remarks.flatMap { $0.wrapped(to: columns) }
      lines += section.table.lines(columns: columns, color: color)
    }
    for absence in absences { lines += [""] + absence.wrapped(to: columns) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The text as Markdown, with the code of the hottest functions.
  package var markdown: String {
    var text = "\(Self.beginning)# \(MarkdownText.escaped(profile.caseID))\n\n"
    text += MarkdownText.escaped(answer) + "\n\nBuild: \(MarkdownText.escaped(profile.build))\n"
    for section in sections {
      text += "\n## \(MarkdownText.escaped(section.title))\n\n"
      text += section.remarks.map { MarkdownText.escaped($0) + "\n\n" }.joined()
      text += section.table.markdown
    }
    for listing in profile.listings {
      text += "\n## Code of \(MarkdownText.escaped(listing.function.text))\n\n```text\n"
      text += listing.lines.map { line in
        let share =
          line.weight == 0
          ? ""
          : CaseProfile.percent(
            Double(line.weight) / Double(max(1, listing.total)))
        return [share, line.source ?? "", line.text].joined(separator: "\t") + "\n"
      }.joined()
      text += "```\n"
    }
    for absence in absences { text += "\n\(MarkdownText.escaped(absence))\n" }
    return text
  }

  /// The beginning of every profile in Markdown.
  package static let beginning = "<!-- cvbench profile -->\n"

  /// The sentence that answers where the time goes, or what has changed.
  package var answer: String {
    guard let base else { return profile.answer ?? "Nothing could be measured." }
    // What is exact comes first.
    let measures = CaseProfile.Measure.allCases.filter(\.isExact) + [.time]
    let clauses = measures.compactMap { measure -> String? in
      guard let (difference, before, after) = difference(measure, from: base) else { return nil }
      let change = before == 0 ? nil : (after - before) / before
      guard let change else { return after == 0 ? nil : "\(measure.title) for the first time" }
      guard difference.isExact else {
        let figures = [before, after].map { Self.figure($0, measure) }
        return "\(figures[1]) of \(measure.title) in one launch, \(figures[0]) before (gate tells "
          + "whether that is a change)"
      }
      if after == before { return "as many \(measure.title)" }
      let largest = difference.changes.first {
        !$0.function.isType && ($0.difference < 0) == (change < 0)
      }
      let sign = change < 0 ? "−" : "+"
      let share = largest.map { CaseProfile.percent(($0.difference / before).magnitude) } ?? ""
      return "\(CaseProfile.percent(change.magnitude)) \(change < 0 ? "fewer" : "more") "
        + measure.title
        + (largest.map { " (largest change: \($0.function.text), \(sign)\(share))" } ?? "")
    }
    return clauses.isEmpty
      ? "No measure was taken of both builds."
      : "Against the base, an operation of \(profile.scenario) takes "
        + clauses.joined(separator: "; ") + "."
  }

  /// The measures that are missing in each build, with the reasons, a sentence each.
  var absences: [String] {
    [("n/a", profile), ("n/a in the base", base)].flatMap { title, profile in
      (profile?.absences ?? []).map { absence in
        "\(title): \(absence.measures.map(\.title).joined(separator: " and ")): \(absence.reason)."
      }
    }
  }

  private func difference(
    _ measure: CaseProfile.Measure, from base: CaseProfile
  ) -> (difference: CallTreeDifference, before: Double, after: Double)? {
    guard let before = base[measure], let after = profile[measure] else { return nil }
    return (
      CallTreeDifference(base: before, head: after),
      Double(before.tree.total) * before.unitsPerWeight,
      Double(after.tree.total) * after.unitsPerWeight
    )
  }

  private struct Section {
    let title: String
    let remarks: [String]
    let table: Table
  }

  private var sections: [Section] {
    guard let base else { return profile.passes.map(section) }
    return profile.passes.map { pass in
      guard let before = base[pass.measure],
        let found = difference(pass.measure, from: base)
      else { return section(pass) }
      let (measure, notes) = (pass.measure, [("Before", before), ("Now", pass)])
      return Section(
        title: "\(measure.title): \(Self.figure(found.before, measure)) before, "
          + "\(Self.figure(found.after, measure)) now, for each operation",
        remarks: notes.map { "\($0): " + ([$1.origin + "."] + $1.remarks).joined(separator: " ") }
          + remarks(of: found.difference),
        table: Self.table(of: found.difference, measure))
    }
  }

  private func remarks(of difference: CallTreeDifference) -> [String] {
    func line(_ what: String, _ functions: [FunctionName]) -> String? {
      functions.isEmpty
        ? nil
        : "\(what): " + functions.prefix(10).map(\.text).joined(separator: ", ")
          + (functions.count > 10 ? " and \(functions.count - 10) more." : ".")
    }
    return [line("New", difference.new), line("Gone", difference.vanished)].compactMap(\.self)
  }

  /// A pass as a table: groups of the runtime, then functions.
  private func section(_ pass: CaseProfile.Pass) -> Section {
    let figure = Self.figure(Double(pass.tree.total) * pass.unitsPerWeight, pass.measure)
    let groups = pass.tree.groups.map {
      "\(CaseProfile.percent(pass.share($0.weight))) \($0.group.rawValue)"
    }
    return Section(
      title: "\(pass.measure.title): \(figure) for each operation (\(pass.origin))",
      remarks: pass.remarks
        + (groups.isEmpty ? [] : ["The runtime: " + groups.joined(separator: ", ") + "."]),
      table: Self.table(of: pass, most: Self.mostFunctions))
  }

  static func table(of pass: CaseProfile.Pass, most: Int) -> Table {
    let costs = pass.tree.costs.filter { $0.ownWeight > 0 }
    // Functions first, then the types of what they allocate.
    let functions = costs.filter { !$0.function.isType }.prefix(most)
    let types = costs.filter(\.function.isType).prefix(most)
    return Table(
      columns: [
        Table.Column("function"), Table.Column("itself", .right),
        Table.Column("with callees", .right),
        Table.Column(pass.measure == .time ? "time" : pass.measure.title, .right),
        Table.Column("kind"),
      ],
      rows: (functions + types).map { row(of: $0, in: pass) })
  }

  private static func row(of cost: CallTree.Cost, in pass: CaseProfile.Pass) -> Table.Row {
    let function = cost.function
    let kind = function.isType ? "type" : function.group?.rawValue ?? function.object
    let own = Double(cost.ownWeight)
    return Table.Row([
      Table.Cell(shortened(function.text)),
      .figure(CaseProfile.percent(pass.share(cost.ownWeight)), own),
      .figure(CaseProfile.percent(pass.share(cost.total)), Double(cost.total)),
      .figure(figure(own * pass.unitsPerWeight, pass.measure), own),
      Table.Cell(kind, .faint),
    ])
  }

  static func table(of difference: CallTreeDifference, _ measure: CaseProfile.Measure) -> Table {
    Table(
      columns: [
        Table.Column("function"), Table.Column("before", .right), Table.Column("now", .right),
        Table.Column("change", .right),
      ],
      rows: difference.changes.prefix(mostFunctions).map { change in
        let sign = change.difference < 0 ? "−" : "+"
        return Table.Row([
          Table.Cell(shortened(change.function.text)),
          .figure(figure(change.base, measure), change.base),
          .figure(figure(change.head, measure), change.head),
          .figure(
            sign + figure(change.difference.magnitude, measure), change.difference,
            change.isCertain ? (change.difference < 0 ? .good : .bad) : .faint),
        ])
      })
  }

  /// The units of one operation as people read them.
  static func figure(_ value: Double, _ measure: CaseProfile.Measure) -> String {
    switch measure {
    case .time: DisplayFormat.duration(nanoseconds: value)
    case .instructions, .allocations: DisplayFormat.count(value)
    case .bytes: DisplayFormat.bytes(value)
    }
  }

  private static func shortened(_ name: String) -> String {
    let most = 56
    return name.count > most ? name.prefix(most - 1) + "…" : name
  }
}
