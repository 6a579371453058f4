/// The mutants that no test can kill, each with the reason.
///
/// A list has blocks of a path, the line before and after, and the reason, which is needed:
///
///     Sources/Layouts/Flow/FlowLayout.swift
///     - if width < limit { width = limit }
///     + if width <= limit { width = limit }
///     = The same number is assigned.
///
/// The second of two lines that become the same has `+2 ` in place of `+ `, and so on; a line that is
/// left out has `+` alone. Lines that begin with `#` are comments.
package struct EquivalentMutants: Sendable {
  /// The reasons, by mutant.
  package private(set) var reasons: [Mutant.Key: String] = [:]

  /// Reads a list.
  ///
  /// - Throws: `MutationError` with the number of a line that is out of place.
  package init(_ text: String, path listPath: String) throws(MutationError) {
    var (path, before, after, number) = ("", nil as String?, nil as String?, 1)
    var last: Mutant.Key?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      func misplaced(_ wanted: String) -> MutationError {
        MutationError("\(listPath):\(index + 1): \(wanted)")
      }
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      if let rest = Self.rest(of: line, after: "-") {
        guard !path.isEmpty else { throw misplaced("a path comes before '-'") }
        (before, after, last) = (rest, nil, nil)
      } else if line.hasPrefix("+") {
        guard before != nil else { throw misplaced("'-' with the line as it is comes before '+'") }
        let digits = line.dropFirst().prefix { $0.isWholeNumber }
        number = Int(digits) ?? 1
        after = Self.rest(of: line, after: "+" + digits)
      } else if let rest = Self.rest(of: line, after: "=") {
        if let key = last {
          reasons[key, default: ""] += " " + rest
          continue
        }
        guard let old = before, let new = after, !rest.isEmpty else {
          throw misplaced("'-', '+' and then '=' with the reason")
        }
        let key = Mutant.Key(path: path, before: old, after: new, number: number)
        guard reasons[key] == nil else { throw misplaced("the mutant is listed twice") }
        (reasons[key], last) = (rest, key)
        (before, after) = (nil, nil)
      } else {
        guard before == nil else { throw misplaced("the mutant before has no reason") }
        (path, last) = (String(line), nil)
      }
    }
    guard before == nil else { throw MutationError("\(listPath): the last mutant has no reason") }
  }

  /// The text after a mark and a space; nil if the line has another mark.
  private static func rest(of line: Substring, after mark: String) -> String? {
    if line == mark { return "" }
    return line.hasPrefix(mark + " ") ? String(line.dropFirst(mark.count + 1)) : nil
  }

  /// Returns the results with survivors of the list counted as equivalent.
  package func judged(_ results: [MutantResult]) -> [MutantResult] {
    results.map { result in
      guard result.outcome == .survived || result.outcome == .equivalent else { return result }
      var judged = result
      judged.outcome = reasons[result.mutant.key] == nil ? .survived : .equivalent
      return judged
    }
  }

  /// Returns the listed mutants that a test kills: the list is wrong about them.
  package func mistakes(in results: [MutantResult]) -> [Mutant.Key] {
    results.filter { [.killed, .timedOut].contains($0.outcome) && reasons[$0.mutant.key] != nil }
      .map(\.mutant.key)
  }
}
