import Foundation

/// The module table of `ARCHITECTURE.md`: who may import whom.
struct ModuleTable {
  struct Row {
    let imports: [String]
    let external: [String]
  }

  private(set) var rows: [String: Row] = [:]

  /// Reads the rows between the table's header and the first line that is not one.
  init(markdown: String) {
    let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false)
    let start = lines.firstIndex { $0.hasPrefix("| half | module |") }
    guard let header = start else { return }
    for line in lines[(header + 2)...].prefix(while: { $0.hasPrefix("|") }) {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 5 else { continue }
      rows[cells[1].trimmingCharacters(in: ["`"])] = Row(
        imports: Self.names(cells[3]), external: Self.names(cells[4]))
    }
  }

  private static func names(_ cell: String) -> [String] {
    cell == "–" ? [] : cell.components(separatedBy: ", ")
  }

  /// The module and all it reaches.
  func closure(of module: String) -> Set<String> {
    var found: Set<String> = []
    var waiting = [module]
    while let next = waiting.popLast() {
      guard found.insert(next).inserted else { continue }
      waiting += rows[next]?.imports ?? []
    }
    return found
  }

  /// Everything that a file of `module` may import.
  func allowed(in module: String) -> Set<String> {
    closure(of: module)
      .union(rows[module]?.external ?? [])
      .union(["Swift", "Synchronization"])
  }
}
