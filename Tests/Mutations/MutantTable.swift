/// The results of mutants in a table of modules, in Markdown.
package struct MutantTable: CustomStringConvertible {
  private let results: [MutantResult]

  package init(_ results: [MutantResult]) { self.results = results }

  package var description: String {
    let modules = Set(results.map(\.module)).sorted()
    let rows = modules.map { module in row(module, results.filter { $0.module == module }) }
    let all = modules.count > 1 ? [row("all", results)] : []
    return (Self.header + rows + all).joined(separator: "\n")
  }

  private static let header = [
    "| module | mutants | killed | timed out | equivalent | survived | not compiled |",
    "|---|---:|---:|---:|---:|---:|---:|",
  ]

  private func row(_ name: String, _ results: [MutantResult]) -> String {
    func count(_ outcome: MutantOutcome) -> Int { results.count { $0.outcome == outcome } }
    let tried = results.count - count(.notCompiled)
    let numbers = [
      tried, count(.killed), count(.timedOut), count(.equivalent), count(.survived),
      count(.notCompiled),
    ]
    return "| \(name) | " + numbers.map(String.init).joined(separator: " | ") + " |"
  }
}
