import Analysis
public import RunRecords

/// The text that `run` and `show` print: which storage to take, until when, and why.
///
/// The answers come first, then what went wrong and what could not be measured, then what was run
/// and where. The details are a block for each scenario, with a row for each size, the strategies
/// and the floors side by side, and one sentence for each scenario.
public enum RunTable {
  /// The table of `record` as text, without a newline at its end.
  ///
  /// - Parameters:
  ///   - record: A run of any machine.
  ///   - columns: The width of the terminal; less than 80 counts as 80.
  ///   - color: Whether to put ANSI escape codes around what should stand out.
  ///   - namesPreset: Whether the heading says by which preset cases were chosen and measured.
  ///   - subject: The name of the question, in place of the suite's.
  ///   - showsDetails: Whether the tables follow the answers. Without them a text of more than 38
  ///     lines leaves out the sentences about memory.
  /// - Returns: Lines of at most `columns` characters, except for identifiers of cases without a
  ///   result: they stand whole, so that they can be pasted.
  /// - Complexity: O(*n* log *n*) for *n* cases.
  public static func render(
    _ record: RunRecord, columns: Int = 120, color: Bool = false, namesPreset: Bool = true,
    subject: String? = nil, showsDetails: Bool = true
  ) -> String {
    let report = RunFindings(record)
    let page = Page(columns: max(80, columns), color: color)
    let criterion = Answer.criterion(of: report.answers).map { page.wrapped($0, .faint) } ?? []
    let absences = absences(report.absences, givesReasons: showsDetails, page)
    let warnings = warnings(record, namesCases: showsDetails, page)
    let problems = problems(report.problems, page)
    let heading = heading(record, namesPreset: namesPreset, page)
    let isEmpty = report.families.isEmpty && report.problems.isEmpty
    let nothing = isEmpty ? ["Nothing was measured."] : []
    let answers = answers(report.answers, subject: subject, page)
    guard showsDetails else {
      let rest = [problems, nothing, criterion + absences + warnings + heading]
      let text = joined([answers] + rest)
      guard text.count(where: \.isNewline) >= summaryLines else { return text }
      let brief = Self.answers(report.answers, subject: subject, page, tellsMemory: false)
      return joined([brief] + rest)
    }
    let common = CommonParameters(record.cases)
    let tables = report.families.map { FamilyTable($0, common: common).lines(page) }
    return joined(
      [answers, criterion, problems, absences, warnings, nothing, heading, legend(page)] + tables
        + [advice(report.families, page)])
  }

  /// The most lines of the text without details, which leaves out what each storage keeps of an item
  /// if it would be longer: with the two lines that `run` adds, a screen of 40 shows all answers.
  private static let summaryLines = 38

  /// The blocks that have lines, an empty line between each two.
  private static func joined(_ blocks: [[String]]) -> String {
    blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  /// The answers of `record` alone, as `render` prints them first, without what they were judged by and
  /// without a newline at their end; empty for none.
  ///
  /// - Parameters:
  ///   - record: A run of any machine.
  ///   - columns: The width of the terminal; less than 80 counts as 80.
  /// - Returns: Lines of at most `columns` characters.
  /// - Complexity: O(*n* log *n*) for *n* cases.
  public static func renderAnswers(of record: RunRecord, columns: Int) -> String {
    answers(
      RunFindings(record).answers, subject: nil, Page(columns: max(80, columns), color: false)
    ).joined(separator: "\n")
  }

  /// The width and the colours of the terminal.
  struct Page {
    var columns: Int
    var color: Bool

    func styled(_ text: String, _ style: TextStyle) -> String {
      style.applied(to: text, color: color)
    }
  }

  /// The parameters that all cases of a record share, and a table need not repeat.
  struct CommonParameters {
    var data: String?
    var payload: String?

    init(_ cases: [CaseRecord]) {
      let data = Set(cases.map(\.params.data))
      let payloads = Set(cases.map(\.params.payload))
      self.data = data.count == 1 ? data.first : nil
      payload = payloads.count == 1 ? payloads.first : nil
    }
  }

  /// The answers one below the other, the choice in bold and what follows it indented.
  private static func answers(
    _ answers: [Answer], subject: String?, _ page: Page, tellsMemory: Bool = true
  ) -> [String] {
    answers.flatMap { answer -> [String] in
      let sentences = tellsMemory ? answer.sentences : answer.sentencesWithoutMemory
      guard let first = sentences.first else { return [] }
      let rest = sentences.dropFirst().joined(separator: " ")
      let title = answers.count == 1 ? subject ?? answer.title : answer.title
      return page.wrapped("\(title): \(first)", .strong)
        + (rest.isEmpty ? [] : rest.wrapped(to: page.columns, indent: 2, hanging: 0))
    }
  }

  private static func heading(_ record: RunRecord, namesPreset: Bool, _ page: Page) -> [String] {
    let common = CommonParameters(record.cases)
    let machine = record.environment
    // Without the commit, as in `5.3.0-0-g54eaed1d`.
    let version = machine.allocator.version?.split(separator: "-").first.map(String.init)
    let allocator = [machine.allocator.name, version].compactMap(\.self)
    let what = [
      "\(record.tool.name) \(record.tool.version)",
      namesPreset ? "preset \(record.run.preset)" : nil, "seed \(record.run.seed)",
      common.data.map { "data \($0)" }, common.payload.map { "payload \($0)" },
    ].compactMap(\.self)
    let on = record.machineNames + [allocator.joined(separator: " ")]
    let line = (what + on).joined(separator: " · ")
    return line.count <= page.columns
      ? [page.styled(line, .strong)]
      : page.wrapped(what.joined(separator: " · "), .strong)
        + page.wrapped(on.joined(separator: " · "), .plain)
  }

  private static func legend(_ page: Page) -> [String] {
    page.wrapped(
      "Figures are the launches' medians ± half their range; × is the multiple of the floor of "
        + "the same name, else of the fastest floor. A winner beats every other storage: "
        + "the 99% interval of their ratio lies beyond 1%. Without a winner the column says \"same\"; "
        + "= marks storages that nothing beats, ? marks one that is not judged.", .faint)
  }

  private static func problems(_ problems: [RunFindings.Problem], _ page: Page) -> [String] {
    guard !problems.isEmpty else { return [] }
    let shown = 10
    return [page.styled("Cases without a result", .strong)]
      + problems.flatMap { problem in
        let style: TextStyle = problem.status == .skipped ? .plain : .bad
        let count = DisplayFormat.cases(problem.ids.count)
        let more = problem.ids.count - shown
        return page.wrapped(
          "\(problem.status.rawValue), \(count): \(problem.message)", style, indent: 2)
          + problem.ids.prefix(shown).map { "    " + $0 }
          + (more > 0 ? ["    and \(more) more"] : [])
      }
  }

  private static func absences(
    _ absences: [RunFindings.Absence], givesReasons: Bool, _ page: Page
  ) -> [String] {
    guard !absences.isEmpty else { return [] }
    guard givesReasons else {
      let names = Set(absences.flatMap(\.metrics)).sorted()
      return page.wrapped(
        "n/a in some cases: \(listed(names, "and")) (--details says why)", .plain)
    }
    return [page.styled("n/a: could not be measured", .strong)]
      + absences.flatMap { absence in
        let count = DisplayFormat.cases(absence.caseCount)
        return page.wrapped(
          "\(absence.metrics.joined(separator: ", ")), in \(count): \(absence.reason)", .plain,
          indent: 2)
      }
  }

  private static func warnings(
    _ record: RunRecord, namesCases: Bool, _ page: Page
  ) -> [String] {
    var messages = record.warnings.filter { $0.severity != "info" }.map(\.message)
    if !record.run.completed, !record.warnings.contains(where: { $0.code == "budget" }) {
      messages.insert("the run was not completed: this is what it measured", at: 0)
    }
    return messages.flatMap { message in
      // `… (57 cases, such as lookup/…)`
      let cut = message.firstRange(of: ", such as ").map { message[..<$0.lowerBound] + ")" }
      let text = namesCases ? message : String(cut ?? message[...])
      return page.wrapped("Warning: \(text)", .plain)
    }
  }

  private static func advice(_ families: [Ranking.Family], _ page: Page) -> [String] {
    let sentences = Ranking.Family.sentences(of: families)
    guard !sentences.isEmpty else { return [] }
    return [page.styled("What nothing beats, up to which size", .strong)]
      + sentences.flatMap { page.wrapped($0, .plain, indent: 2) }
  }
}

extension RunTable.Page {
  /// `text` in lines of this page's width, each in `style`.
  func wrapped(_ text: String, _ style: TextStyle, indent: Int = 0) -> [String] {
    text.wrapped(to: columns, indent: indent).map { styled($0, style) }
  }
}
