extension CallgrindProfile {
  /// The reason why a text is no profile.
  package enum ParsingError: Error, Hashable, CustomStringConvertible {
    /// The events that it counts are not instructions.
    case noInstructions
    /// A line, counted from 1, that is none of a profile's.
    case line(Int, String)
    /// The costs of the functions are not the total that it states, or it states none.
    case total(stated: Int?, found: Int)

    package var description: String {
      switch self {
      case .noInstructions: "the profile counts no event Ir"
      case .line(let number, let text): "line \(number) of the profile is '\(text)'"
      case .total(let stated, let found):
        "the profile states \(stated.map { "\($0)" } ?? "no") instructions in all, and its "
          + "functions have \(found)"
      }
    }
  }

  /// Reads what `--callgrind-out-file` holds, with any of callgrind's options.
  ///
  /// Source: "Callgrind format specification", https://valgrind.org/docs/manual/cl-format.html.
  ///
  /// - Parameter text: The file, of one dump or several.
  /// - Throws: `ParsingError`, also where the costs do not add up to the total.
  /// - Complexity: O(length of the text).
  package init(text: String) throws(ParsingError) {
    var parser = Parser()
    var number = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      number += 1
      guard try parser.take(line) else { throw .line(number, String(line)) }
    }
    self.init(selfCosts: parser.selfCosts, callCounts: parser.callCounts)
    guard parser.statedTotal == total else {
      throw .total(stated: parser.statedTotal, found: total)
    }
  }

  /// The lines read so far, and the names that later lines refer to.
  private struct Parser {
    private(set) var selfCosts: [Function: Int] = [:]
    private(set) var callCounts: [String: Int] = [:]
    private(set) var statedTotal: Int?
    /// The sum of the costs.
    private var total = 0
    /// The columns of a line of costs before the costs.
    private var positionCount = 1
    /// The column of the costs that counts instructions.
    private var event = 0
    /// Names by what they name and their number.
    private var names: [String: String] = [:]
    private var object = ""
    private var function = ""
    /// The callee of the next call.
    private var callee = ""
    /// A Boolean value that indicates whether the next costs are a callee's.
    private var isCall = false

    /// Takes one line; false where it is none of a profile's.
    mutating func take(_ line: Substring) throws(ParsingError) -> Bool {
      guard let first = line.utf8.first, first != UInt8(ascii: "#") else { return true }
      if Self.beginsPosition(first) { return takeCosts(line) }
      if let sign = line.firstIndex(where: { $0 == "=" || $0 == ":" }) {
        let key = line[..<sign]
        let value = line[line.index(after: sign)...].drop { $0 == " " }
        return line[sign] == "="
          ? takeSpecification(key, value) : try takeHeader(key, value)
      }
      return false
    }

    /// Digits, `0x…`, and what is relative to the line before: `+3`, `-3`, `*`.
    private static func beginsPosition(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-*".utf8.contains(byte)
    }

    private mutating func takeHeader(
      _ key: Substring, _ value: Substring
    ) throws(ParsingError) -> Bool {
      switch key {
      case "positions": positionCount = value.split(separator: " ").count
      case "events":
        guard let index = value.split(separator: " ").firstIndex(of: "Ir") else {
          throw .noInstructions
        }
        event = index
      case "totals":
        let totals = value.split(separator: " ")
        // Where nothing was counted, no total is either.
        guard let total = totals.isEmpty ? 0 : Self.cost(event, of: totals),
          let sum = Self.sum(statedTotal ?? 0, total)
        else { return false }
        statedTotal = sum
      default: break
      }
      return true
    }

    private mutating func takeSpecification(_ key: Substring, _ value: Substring) -> Bool {
      switch key {
      case "ob":
        let path = name(value, of: "ob")
        object = String(
          path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
      case "fn": function = Self.withoutRecursion(name(value, of: "fn"))
      // Only to learn what numbers stand for.
      case "cob": _ = name(value, of: "ob")
      case "cfn": callee = Self.withoutRecursion(name(value, of: "fn"))
      case "fl", "fi", "fe", "cfl", "cfi", "jump", "jcnd", "jfi", "jfn": break
      case "calls":
        guard let count = Int(value.prefix { $0 != " " }),
          let sum = Self.sum(callCounts[callee] ?? 0, count)
        else { return false }
        callCounts[callee] = sum
        isCall = true
      default: return false
      }
      return true
    }

    private mutating func takeCosts(_ line: Substring) -> Bool {
      let columns = line.split(separator: " ")
      let costs = columns.dropFirst(positionCount)
      defer { isCall = false }
      guard columns.count >= positionCount, let cost = Self.cost(event, of: Array(costs)) else {
        return false
      }
      if !isCall, cost != 0 {
        guard let sum = Self.sum(total, cost) else { return false }
        total = sum
        // No more than the sum of all.
        selfCosts[Function(name: function, object: object), default: 0] += cost
      }
      return true
    }

    /// The sum of two numbers of events; nil where one is negative or the sum is no `Int`.
    private static func sum(_ first: Int, _ second: Int) -> Int? {
      let (sum, overflows) = first.addingReportingOverflow(second)
      return first < 0 || second < 0 || overflows ? nil : sum
    }

    /// The cost at `index`; 0 where it is left out, nil where it is no number.
    private static func cost(_ index: Int, of costs: [Substring]) -> Int? {
      guard index < costs.count else { return 0 }
      return Int(costs[index])
    }

    /// The name that `text` gives, `(12) name`, or refers to, `(12)`; without a number itself.
    private mutating func name(_ text: Substring, of kind: String) -> String {
      guard text.first == "(", let end = text.firstIndex(of: ")"),
        Int(text[text.index(after: text.startIndex)..<end]) != nil
      else { return String(text) }
      let key = kind + text[...end]
      let given = text[text.index(after: end)...].drop { $0 == " " }
      if given.isEmpty { return names[key] ?? String(text) }
      names[key] = String(given)
      return String(given)
    }

    /// A function that calls itself has a name for each depth: `f`, `f'2`.
    private static func withoutRecursion(_ name: String) -> String {
      guard let mark = name.lastIndex(of: "'"), Int(name[name.index(after: mark)...]) != nil else {
        return name
      }
      return String(name[..<mark])
    }
  }
}
