import Testing

/// A strict reader of the part of OpenMetrics 1.0 that has no exemplars and no timestamps.
///
/// What the specification forbids throws: families that are interleaved or described twice, units
/// that are no suffix, samples under another name, label sets that occur twice.
struct OpenMetricsReader {
  struct Sample: Hashable {
    var name: String
    var labels: [String: String]
    var value: Double
    /// As written: whole numbers have neither point nor exponent.
    var text: String
  }

  struct Family {
    var name: String
    var type = ""
    var unit = ""
    var help = ""
    var samples: [Sample] = []
  }

  private(set) var families: [Family] = []

  // A literal in a function is compiled again in every call.
  private let descriptor = #/# (TYPE|UNIT|HELP) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)/#
  private let number = #/[+-]?(\d+|\d+(\.\d*)?(e[+-]?\d+)?|\d*\.\d+(e[+-]?\d+)?)/#
  private let sample = #/([a-zA-Z_:][a-zA-Z0-9_:]*)\{(.*)\} ([^ {}"]+)/#
    .matchingSemantics(.unicodeScalar)
  private let label = #/([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[n"\\])*)"(,|$)/#
    .matchingSemantics(.unicodeScalar)

  init(_ text: String) throws {
    try #require(text.hasSuffix("# EOF\n"))
    try #require(!text.unicodeScalars.contains("\r"))
    let lines = text.dropLast("# EOF\n".count).split(
      separator: "\n", omittingEmptySubsequences: false)
    try #require(lines.last == "")
    for line in lines.dropLast() {
      if line.hasPrefix("#") {
        try readDescriptor(line)
      } else {
        try readSample(line)
      }
    }
    for family in families { try check(family) }
    try #require(Set(families.map(\.name)).count == families.count, "interleaved")
  }

  private mutating func readDescriptor(_ line: Substring) throws {
    let match = try #require(line.wholeMatch(of: descriptor), "\(line)")
    let (kind, name, text) = (match.1, String(match.2), String(match.3))
    if kind == "TYPE" { families.append(Family(name: name)) }
    let last = try #require(families.indices.last)
    try #require(families[last].name == name && families[last].samples.isEmpty, "\(line)")
    switch kind {
    case "TYPE":
      try #require(["gauge", "summary", "info"].contains(text))
      families[last].type = text
    case "UNIT":
      try #require(families[last].unit.isEmpty && families[last].help.isEmpty)
      try #require(name.hasSuffix("_" + text), "\(line)")
      families[last].unit = text
    default:
      try #require(families[last].help.isEmpty)
      families[last].help = try unescaped(text)
    }
  }

  private mutating func readSample(_ line: Substring) throws {
    let match = try #require(line.wholeMatch(of: sample), "\(line)")
    try #require(match.3.wholeMatch(of: number) != nil, "\(line)")
    let last = try #require(families.indices.last)
    families[last].samples.append(
      Sample(
        name: String(match.1), labels: try labels(match.2),
        value: try #require(Double(match.3)), text: String(match.3)))
  }

  private func labels(_ text: Substring) throws -> [String: String] {
    var labels: [String: String] = [:]
    var rest = text
    while !rest.isEmpty {
      let match = try #require(rest.prefixMatch(of: label), "\(rest)")
      let isNew = labels.updateValue(try unescaped(String(match.2)), forKey: String(match.1)) == nil
      try #require(isNew, "\(text)")
      rest = rest[match.range.upperBound...]
      try #require(match.3 == "" || !rest.isEmpty, "\(text)")
    }
    return labels
  }

  private func unescaped(_ text: String) throws -> String {
    var (result, isEscape) = ("", false)
    for scalar in text.unicodeScalars {
      if isEscape {
        let plain: [Unicode.Scalar: Unicode.Scalar] = ["n": "\n", "\"": "\"", "\\": "\\"]
        result.unicodeScalars.append(try #require(plain[scalar], "\(text)"))
        isEscape = false
      } else if scalar == "\\" {
        isEscape = true
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    try #require(!isEscape)
    return result
  }

  private func check(_ family: Family) throws {
    let suffix = family.type == "info" ? "_info" : ""
    try #require(family.samples.allSatisfy { $0.name == family.name + suffix }, "\(family.name)")
    try #require(!family.help.isEmpty)
    try #require(Set(family.samples.map(\.labels)).count == family.samples.count, "\(family.name)")
    if family.type == "summary" {
      try #require(family.samples.allSatisfy { $0.labels["quantile"] != nil })
    }
  }
}
