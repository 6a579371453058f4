import Testing

/// A strict reader of the HTML that reports are made of.
///
/// What a browser would silently mend throws: elements that are not closed, or closed in another
/// order, attributes without quotes, text with a bare `<`, two elements with one identifier. It reads
/// bytes, as a browser does: a mark that combines with a `<` or a quotation mark does not hide it.
struct HTMLReader {
  struct Element {
    var name: String
    var attributes: [String: String]
    /// The number of elements around it.
    var depth: Int
    /// All text in it and in its elements.
    var text = ""
    /// The elements around it, the outermost first, as places in `elements`.
    var ancestors: [Int]
  }

  private(set) var elements: [Element] = []
  private var open: [Int] = []

  private static let void: Set<String> = ["meta", "link", "input"]
  private static let raw: Set<String> = ["script", "style"]

  // A literal in a function is compiled again in every call.
  private let beginning = #/<([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<>]*")?)*)>/#
    .matchingSemantics(.unicodeScalar)
  private let attribute = #/ ([a-z-]+)(?:="([^"]*)")?/#.matchingSemantics(.unicodeScalar)
  private let bareSign = #/&(?!(?:amp|lt|gt|quot|#39);)/#.matchingSemantics(.unicodeScalar)
  private let entity = #/&(amp|lt|gt|quot|#39);/#.matchingSemantics(.unicodeScalar)

  init(_ text: String) throws {
    var rest = Substring(text).utf8
    let doctype = "<!DOCTYPE html>\n".utf8
    try #require(rest.starts(with: doctype))
    rest = rest.dropFirst(doctype.count)
    while !rest.isEmpty {
      if rest.starts(with: "</".utf8) {
        let name = String(Substring(rest.dropFirst(2).prefix { $0 != UInt8(ascii: ">") }))
        let last = try #require(open.last, "</\(name)> closes nothing")
        open.removeLast()
        try #require(elements[last].name == name, "</\(name)> closes <\(elements[last].name)>")
        rest = rest.dropFirst(name.utf8.count + 3)
      } else if rest.first == UInt8(ascii: "<") {
        rest = try readElement(Substring(rest))
      } else {
        let piece = rest[..<(rest.firstIndex(of: UInt8(ascii: "<")) ?? rest.endIndex)]
        let unescaped = try unescaped(Substring(piece))
        for index in open { elements[index].text += unescaped }
        rest = rest.dropFirst(piece.count)
      }
    }
    try #require(open.isEmpty, "\(open.map { elements[$0].name }) are not closed")
    let ids = elements.compactMap { $0.attributes["id"] }
    try #require(Set(ids).count == ids.count)
  }

  private mutating func readElement(_ text: Substring) throws -> Substring.UTF8View {
    let match = try #require(text.prefixMatch(of: beginning), "\(text.prefix(80))")
    let name = String(match.1)
    var attributes: [String: String] = [:]
    for attribute in match.2.matches(of: attribute) {
      let isNew =
        attributes.updateValue(
          try unescaped(attribute.2 ?? ""), forKey: String(attribute.1)) == nil
      try #require(isNew, "\(match.0)")
    }
    elements.append(
      Element(name: name, attributes: attributes, depth: open.count, ancestors: open))
    let rest = text.utf8[match.range.upperBound...]
    if Self.void.contains(name) { return rest }
    guard Self.raw.contains(name) else {
      open.append(elements.count - 1)
      return rest
    }
    // Nothing in a script or a style sheet is an element, but for its own end.
    let closing = "</\(name)".utf8
    var end = rest
    while !end.starts(with: closing) {
      try #require(!end.isEmpty, "<\(name)> is not closed")
      end = end[(end.dropFirst().firstIndex(of: UInt8(ascii: "<")) ?? end.endIndex)...]
    }
    elements[elements.count - 1].text = String(Substring(rest[..<end.startIndex]))
    return end.dropFirst(closing.count + 1)
  }

  private func unescaped(_ text: Substring) throws -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return String(text) }
    try #require(!text.contains(bareSign), "\(text)")
    return text.replacing(entity) { match in
      ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'"][match.1, default: "?"]
    }.description
  }

  /// The elements called `name`.
  func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

  /// The element with this identifier.
  func element(_ id: String) throws -> Element {
    try #require(elements.first { $0.attributes["id"] == id }, "no element is called \(id)")
  }

  /// The elements called `name` in the one with the identifier `id`.
  func all(_ name: String, in id: String) throws -> [Element] {
    let index = try #require(elements.firstIndex { $0.attributes["id"] == id })
    return elements.filter { $0.name == name && $0.ancestors.contains(index) }
  }

  /// Headings, charts and tables with their rows, a line each.
  var outline: String {
    var lines: [String] = []
    for (index, element) in elements.enumerated() {
      let indent = String(repeating: " ", count: element.depth)
      switch element.name {
      case "h1", "h2", "h3", "h4", "h5", "figcaption", "summary", "caption":
        lines.append("\(indent)\(element.name): \(element.text)")
      case "table":
        let rows = elements.count { $0.name == "tr" && $0.ancestors.contains(index) } - 1
        let columns = elements.filter { $0.name == "th" && $0.attributes["scope"] == "col" }
          .filter { $0.ancestors.contains(index) }.map(\.text)
        lines.append("\(indent)table, \(rows) rows: \(columns.joined(separator: " | "))")
      default: break
      }
    }
    return lines.joined(separator: "\n")
  }
}
