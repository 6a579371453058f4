import RunRecords

/// One scenario's folded table: a row for each size of each collection.
struct FamilyMarkdown {
  private static let closing = "\n</details>\n"

  private let family: FamilyComparison

  init(_ family: FamilyComparison) {
    self.family = family
  }

  /// Adds as many rows as fit.
  ///
  /// - Returns: The number of cases in rows that did not fit.
  func write(to page: inout MarkdownText) -> Int {
    var leftOut = 0
    var isOpen = false
    for series in family.series {
      let name = MarkdownText.escaped(family.name(of: series))
      for size in series.sizes {
        // Once a row is left out, so are those after it.
        guard leftOut == 0 else {
          leftOut += size.caseCount
          continue
        }
        let row = MarkdownText.row([name, DisplayFormat.items(size.items)] + cells(of: size))
        if page.add(isOpen ? row : opening + row, reserve: Self.closing.utf8.count) {
          isOpen = true
        } else {
          leftOut = size.caseCount
        }
      }
    }
    if isOpen { _ = page.add(Self.closing) }
    return leftOut
  }

  /// `entry` as a cell: its figure, or how it ended; bold where it is among the `best`.
  static func cell(
    _ entry: SizeComparison.Entry, best: [String], _ measure: Measure
  ) -> String {
    guard entry.status == .ok else { return entry.status.rawValue }
    switch entry.reading {
    case .unlisted: return ""
    case .absent: return "n/a"
    case .value(let estimate):
      let figure = MarkdownText.escaped(measure.display(estimate.value))
      let isSampled = measure == .cpuTime
      let spread = isSampled ? estimate.spread.map { " " + DisplayFormat.spread($0) } ?? "" : ""
      return (best.contains(entry.storage) ? "**\(figure)**" : figure) + spread
    }
  }

  private var opening: String {
    let title = MarkdownText.escaped("\(family.suite)/\(family.scenario)")
    let storages = (family.strategies + family.floors).map(MarkdownText.escaped)
    return "<details><summary>\(title): \(family.measure.title)</summary>\n\n"
      + MarkdownText.heading(["collection", "items"] + storages, leading: 1)
  }

  private func cells(of size: SizeComparison) -> [String] {
    (family.strategies + family.floors).map { storage in
      size.entry(of: storage)
        .map { Self.cell($0, best: size.best, family.measure) } ?? ""
    }
  }
}

extension SizeComparison {
  /// The cases side by side here.
  var caseCount: Int { strategies.count + floors.count }
}
