/// A file with all its mutants, each behind a number that switches it on.
///
/// One build then has all of them, which is what makes hundreds of mutants affordable: a test run
/// sets the number, and 0 is the file as it is. No line moves.
package struct MutatedFile: Sendable {
  package let path: String
  private let text: CodeText
  private let edits: [LineEdit]
  /// The mutants, by line.
  package let mutants: [Mutant]

  /// Finds the mutants of a file; lines that may become the same in two ways have one mutant of it.
  package init(_ text: String, path: String) {
    self.path = path
    let code = CodeText(text)
    var (mutants, edits): ([Mutant], [LineEdit]) = ([], [])
    var numbers: [Mutant.Key: Int] = [:]
    for line in code.lines.indices {
      var seen: Set<String> = []
      for kind in MutationOperator.allCases {
        for edit in kind.edits(of: code, line: line) {
          let changed = edit.applied(to: code.lines[line])
          guard seen.insert(changed).inserted else { continue }
          let (before, after) = (Self.trimmed(code.lines[line]), Self.trimmed(changed))
          let key = Mutant.Key(path: path, before: before, after: after, number: 0)
          numbers[key, default: 0] += 1
          mutants.append(
            Mutant(
              path: path, line: line + 1, operator: kind, before: before, after: after,
              number: numbers[key, default: 1]))
          edits.append(edit)
        }
      }
    }
    (self.text, self.mutants, self.edits) = (code, mutants, edits)
  }

  /// Returns the file, with the mutants that have a number behind it.
  ///
  /// - Parameter numbers: The numbers, from 1.
  /// - Returns: The text, and what it needs in `MutantSwitches`.
  package func switched(
    _ numbers: [Mutant.Key: Int]
  ) -> (text: String, switches: [String]) {
    var lines = text.lines
    var switches: [String] = []
    var byLine: [Int: [(Int, LineEdit)]] = [:]
    for (mutant, edit) in zip(mutants, edits) {
      guard let number = numbers[mutant.key] else { continue }
      byLine[mutant.line - 1, default: []].append((number, edit))
      if case .operation(_, let binary) = edit {
        switches.append(binary.declaration(MutantSwitches.name(number), number: number))
      }
    }
    for (line, edits) in byLine { lines[line] = switched(line, edits) }
    return (lines.joined(separator: "\n"), switches)
  }

  /// The line with its edits: tokens are replaced, and conditions and statements wrapped.
  private func switched(_ line: Int, _ edits: [(Int, LineEdit)]) -> String {
    let bytes = Array(text.lines[line].utf8)
    let indent = bytes.prefix { $0 == UInt8(ascii: " ") }.count
    let end = (text.code[line].lastIndex { $0 != UInt8(ascii: " ") } ?? -1) + 1
    var (opened, closed, replaced): ([Int: String], [Int: String], [Range<Int>: String]) = (
      [:], [:], [:]
    )
    func wrap(_ range: Range<Int>, _ before: String, _ after: String) {
      opened[range.lowerBound] = before + opened[range.lowerBound, default: ""]
      closed[range.upperBound, default: ""] += after
    }
    for (number, edit) in edits {
      switch edit {
      case .operation(let range, _): replaced[range] = MutantSwitches.name(number)
      case .literal(let range, let text):
        let old = replaced[range] ?? String(decoding: bytes[range], as: UTF8.self)
        let function =
          Self.isNumber(text) ? text.contains(".") ? "mutantReal" : "mutantNumber" : "mutantTruth"
        replaced[range] = "\(function)(\(number), \(text), \(old))"
      case .extremum(let range, let name):
        let function = name == "max" ? "mutantMinimum" : "mutantMaximum"
        replaced[range.lowerBound..<(range.upperBound + 1)] = "\(function)(\(number), "
      case .negating(let range): wrap(range, "(isMutant(\(number)) != (", "))")
      case .removing: wrap(indent..<end, "if !isMutant(\(number)) { ", " }")
      }
    }
    var result: [UInt8] = []
    var position = 0
    while position <= bytes.count {
      // What ends here ends before the next begins.
      result += Array(closed[position, default: ""].utf8)
      result += Array(opened[position, default: ""].utf8)
      if let (range, text) = replaced.first(where: { $0.key.lowerBound == position }) {
        result += Array(text.utf8)
        position = range.upperBound
        continue
      }
      if position < bytes.count { result.append(bytes[position]) }
      position += 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func isNumber(_ text: String) -> Bool {
    text.utf8.first.map(LineEdit.isDigit) == true
  }

  /// Returns the mutants that an error of the compiler is about: the operators of its line, which the
  /// types may not have, else all of its line, else the statements left out in the function up to it,
  /// else all in that function.
  package func suspects(line: Int, among numbers: [Mutant.Key: Int]) -> [Mutant] {
    let active = mutants.filter { numbers[$0.key] != nil }
    let onLine = active.filter { $0.line == line }
    let operators = onLine.filter {
      [.comparison, .arithmetic, .logic, .range].contains($0.operator)
    }
    if !onLine.isEmpty { return operators.isEmpty ? onLine : operators }
    let start = (text.declaration(before: line) ?? 0) + 1
    let inside = active.filter { (start...max(start, line)).contains($0.line) }
    let removed = inside.filter { [.deletion, .earlyReturn].contains($0.operator) }
    return removed.isEmpty ? inside : removed
  }

  private static func trimmed(_ line: String) -> String {
    let start = line.drop { $0 == " " }
    let end = start.lastIndex { $0 != " " }.map(start.index(after:)) ?? start.startIndex
    return String(start[..<end])
  }
}
