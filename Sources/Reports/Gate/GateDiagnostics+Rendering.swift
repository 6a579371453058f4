extension GateDiagnostics {
  /// A table for each case: base, head, difference and what they are of; a stack has a line for each
  /// of its functions.
  ///
  /// - Parameter columns: The width of the terminal.
  /// - Returns: The lines, an empty one before each part; none where there is nothing to explain.
  func lines(columns: Int) -> [String] {
    var lines: [String] = []
    for (title, counted, sections) in parts {
      lines += ["", title]
      for section in sections {
        lines.append("  " + section.caseID)
        lines += Self.table(section, counted, columns: columns)
      }
    }
    if let remark { lines += [""] + remark.wrapped(to: columns) }
    return lines
  }

  private static func table(
    _ section: Section, _ counted: String, columns: Int
  ) -> [String] {
    let cells = section.differences.map {
      [DisplayFormat.grouped($0.base), DisplayFormat.grouped($0.head), $0.text]
    }
    let headings = ["base", "head", "difference"]
    let widths = headings.indices.map { column in
      cells.map { $0[column].count }.reduce(headings[column].count, max)
    }
    func line(_ texts: [String]) -> String {
      "    " + zip(texts, widths).map { $0.padded(to: $1, .right) }.joined(separator: "  ") + "  "
    }
    var lines = [line(headings) + counted]
    for (difference, texts) in zip(section.differences, cells) {
      let margin = line(texts)
      for (depth, name) in difference.names.enumerated() {
        // A name is never cut: two that differ may do so at their ends.
        let text = depth == 0 ? name : "by " + name
        let wrapped = text.wrapped(to: max(columns, margin.count + 40), indent: margin.count)
        lines += depth == 0 ? [margin + wrapped[0].dropFirst(margin.count)] : [wrapped[0]]
        lines += wrapped.dropFirst()
      }
    }
    if section.omittedCount > 0 {
      lines.append("    and \(DisplayFormat.counted(section.omittedCount, counted)) more")
    }
    return lines
  }

  /// The same, folded, as GitHub's Markdown of at most `limit` bytes of UTF-8.
  func markdown(limit: Int) -> String {
    var text = MarkdownText(limit: limit)
    for (title, counted, sections) in parts {
      for (number, section) in sections.enumerated() {
        let left = sections.count - number
        let rest = "\n\(DisplayFormat.cases(left)) more: see the log.\n"
        let block =
          "\n<details><summary>\(title): \(MarkdownText.escaped(section.caseID))</summary>\n\n"
          + Self.markdownTable(section, counted) + "\n</details>\n"
        guard text.add(block, reserve: left > 1 ? rest.utf8.count : 0) else {
          _ = text.add(rest)
          break
        }
      }
    }
    if let remark { _ = text.add("\n" + MarkdownText.escaped(remark) + "\n") }
    return text.text
  }

  private static func markdownTable(_ section: Section, _ counted: String) -> String {
    var table = "| base | head | difference | \(counted) |\n| ---: | ---: | ---: | --- |\n"
    for difference in section.differences {
      table += MarkdownText.row([
        DisplayFormat.grouped(difference.base), DisplayFormat.grouped(difference.head),
        difference.text,
        difference.names.map(MarkdownText.escaped).joined(separator: "<br>by "),
      ])
    }
    if section.omittedCount > 0 {
      table += "\nand \(DisplayFormat.counted(section.omittedCount, counted)) more\n"
    }
    return table
  }
}
