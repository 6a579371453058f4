/// A JSON document, with its keys in the order given and its numbers to the last digit.
enum JSONValue {
  case string(String)
  case number(ExportNumber)
  case boolean(Bool)
  case null
  case array([JSONValue])
  case object(JSONObject)

  static func whole(_ value: Int) -> JSONValue { .number(.whole(value)) }

  static func real(_ value: Double) -> JSONValue { .number(.real(value)) }

  /// A number; null where it is missing, or no JSON number.
  static func real(orNull value: Double?) -> JSONValue {
    value.flatMap { $0.isFinite ? .real($0) : nil } ?? .null
  }

  /// The document over several lines, ending in a line feed; arrays of plain values in one line.
  var document: String {
    var text = ""
    write(to: &text, indent: 0)
    return text + "\n"
  }

  /// The document in one line, without spaces between its parts.
  var line: String {
    switch self {
    case .string(let value): Self.quoted(value)
    case .number(let value): value.text
    case .boolean(let value): value ? "true" : "false"
    case .null: "null"
    case .array(let values): "[" + values.map(\.line).joined(separator: ",") + "]"
    case .object(let object):
      "{" + object.members.map { Self.quoted($0.key) + ":" + $0.value.line }.joined(separator: ",")
        + "}"
    }
  }

  private var isPlain: Bool {
    switch self {
    case .string, .number, .boolean, .null: true
    case .array, .object: false
    }
  }

  private func write(to text: inout String, indent: Int) {
    switch self {
    case .string(let value): text += Self.quoted(value)
    case .number(let value): text += value.text
    case .boolean(let value): text += value ? "true" : "false"
    case .null: text += "null"
    case .array(let values):
      let isOneLine = values.allSatisfy(\.isPlain)
      Self.writeList(values, "[", "]", isOneLine: isOneLine, to: &text, indent: indent) {
        value, text, indent in value.write(to: &text, indent: indent)
      }
    case .object(let object):
      let isOneLine = object.members.isEmpty
      Self.writeList(object.members, "{", "}", isOneLine: isOneLine, to: &text, indent: indent) {
        member, text, indent in
        text += Self.quoted(member.key) + ": "
        member.value.write(to: &text, indent: indent)
      }
    }
  }

  private static func writeList<Element>(
    _ elements: [Element], _ opening: String, _ closing: String, isOneLine: Bool,
    to text: inout String, indent: Int, _ write: (Element, inout String, Int) -> Void
  ) {
    text += opening
    for (index, element) in elements.enumerated() {
      if index > 0 { text += isOneLine ? ", " : "," }
      if !isOneLine { text += "\n" + String(repeating: "  ", count: indent + 1) }
      write(element, &text, indent + 1)
    }
    if !isOneLine { text += "\n" + String(repeating: "  ", count: indent) }
    text += closing
  }

  private static func quoted(_ string: String) -> String {
    let text = string.escaped { scalar in
      switch scalar {
      case "\"", "\\": return "\\\(scalar)"
      case "\n": return "\\n"
      case "\r": return "\\r"
      case "\t": return "\\t"
      case "\u{0}"..<" ":
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: return nil
      }
    }
    return "\"\(text)\""
  }
}

/// The members of a JSON object, each key once.
struct JSONObject {
  struct Member {
    let key: String
    let value: JSONValue
  }

  private(set) var members: [Member]
  private var keys: Set<String>

  init() {
    members = []
    keys = []
  }

  /// Adds a member; one without a value, or with a key that is taken, is left out.
  ///
  /// - Returns: Whether the key was free.
  /// - Complexity: O(1), amortised.
  @discardableResult
  mutating func add(_ key: String, _ value: JSONValue?) -> Bool {
    guard let value else { return true }
    guard keys.insert(key).inserted else { return false }
    members.append(Member(key: key, value: value))
    return true
  }
}
