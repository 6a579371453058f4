/// The identity of a case: one scenario on one storage, collection, item shape and size.
///
/// Runs are joined on it. Its text is the `id` of a record's case:
///
/// ```swift
/// let id = CaseKey(
///   suite: "lookup", scenario: "item-random", storage: "flat", data: "uniform-1000",
///   payload: "item8", items: 1_000)
/// id.description  // "lookup/item-random/storage=flat/data=uniform-1000/payload=item8/items=1000"
/// CaseKey(id.description) == id
/// ```
///
/// The key of imported data has no size, since a live directory tree has another one tomorrow:
/// `lookup/item-random/storage=flat/data=directory/payload=item8`. In records before version 2.0,
/// such an id ends in the number of items, which readers drop.
public struct CaseKey: Codable, Hashable, Sendable {
  /// The suite's name: `lookup`.
  public var suite: String
  /// The scenario's name: `item-random`.
  public var scenario: String
  /// The strategy, or the floor's name: `flat`.
  public var storage: String
  /// The dataset's name: `uniform-1000`.
  public var data: String
  /// The item shape: `item8`.
  public var payload: String
  /// The number of items that were generated; nil for imported data, which has its own.
  public var items: Int?

  private enum CodingKeys: String, CodingKey {
    case suite, scenario, storage, data, payload, items
  }

  /// Names a case.
  public init(
    suite: String, scenario: String, storage: String, data: String, payload: String, items: Int?
  ) {
    (self.suite, self.scenario, self.storage) = (suite, scenario, storage)
    (self.data, self.payload, self.items) = (data, payload, items)
  }

  /// Names the case of `suite` with `parameters`, whose sections are known if its data is imported.
  public init(suite: String, _ parameters: CaseParameters) {
    self.init(
      suite: suite, scenario: parameters.scenario, storage: parameters.storage,
      data: parameters.data, payload: parameters.payload,
      items: parameters.sections == nil ? parameters.items : nil)
  }

  /// Parses a complete identifier; nil for any other text, such as one with a `*` in it.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard (5...6).contains(parts.count), !text.contains("*"), !text.contains("?"),
      let storage = Self.value(parts[2], of: "storage"),
      let data = Self.value(parts[3], of: "data"),
      let payload = Self.value(parts[4], of: "payload")
    else { return nil }
    // If the part is no number, the description below is shorter than the text.
    let items = parts.count == 6 ? Self.value(parts[5], of: "items").flatMap { Int($0) } : nil
    self.init(
      suite: String(parts[0]), scenario: String(parts[1]), storage: storage, data: data,
      payload: payload, items: items)
    guard description == text else { return nil }
  }

  private static func value(_ part: Substring, of name: String) -> String? {
    part.hasPrefix(name + "=") ? String(part.dropFirst(name.count + 1)) : nil
  }
}

extension CaseKey: CustomStringConvertible {
  /// `suite/scenario/storage=…/data=…/payload=…/items=…`, without the last part for imported data.
  public var description: String {
    "\(suite)/\(scenario)/storage=\(storage)/data=\(data)/payload=\(payload)"
      + (items.map { "/items=\($0)" } ?? "")
  }
}

extension CaseKey {
  /// Decodes a key.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let items = try container.decodeIfPresent(Int.self, forKey: .items) ?? 0
    self.init(
      suite: try container.decode(String.self, forKey: .suite),
      scenario: try container.decode(String.self, forKey: .scenario),
      storage: try container.decode(String.self, forKey: .storage),
      data: try container.decode(String.self, forKey: .data),
      payload: try container.decode(String.self, forKey: .payload),
      items: items == 0 ? nil : items)
  }

  /// Encodes the key, with 0 for the items of imported data.
  ///
  /// A gate may compare with a build before this version, which needs a number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(suite, forKey: .suite)
    try container.encode(scenario, forKey: .scenario)
    try container.encode(storage, forKey: .storage)
    try container.encode(data, forKey: .data)
    try container.encode(payload, forKey: .payload)
    try container.encode(items ?? 0, forKey: .items)
  }

  /// Returns `id` without the number of items, which records before version 2.0 have at the end.
  ///
  /// - Parameter id: The id of a case on imported data.
  /// - Returns: The id as this version writes it; `id` itself where it is no id.
  package static func withoutItems(_ id: String) -> String {
    guard var key = CaseKey(id) else { return id }
    key.items = nil
    return key.description
  }
}

/// The parameters of a case.
public struct CaseParameters: Codable, Hashable, Sendable {
  /// The scenario's name: `item-random`.
  public var scenario: String
  /// The strategy, or the floor's name.
  public var storage: String
  /// `strategy`, or `floor` for a bound that strategies are compared with.
  public var role: String
  /// The dataset's name: `uniform-1000`, `directory`.
  public var data: String
  /// The item shape: `item8`, `record`, `text`, `object`.
  public var payload: String
  /// The number of items.
  public var items: Int
  /// The number of sections, where the dataset fixes it.
  public var sections: Int?
  /// Operations that one call of the measured closure performs.
  public var operationsPerCall: Int?

  private enum CodingKeys: String, CodingKey {
    case scenario, storage, role, data, payload, items, sections
    case operationsPerCall = "operations_per_call"
  }

  /// Names what a case ran on.
  public init(
    scenario: String, storage: String, role: String, data: String, payload: String, items: Int,
    sections: Int? = nil, operationsPerCall: Int? = nil
  ) {
    self.scenario = scenario
    self.storage = storage
    self.role = role
    self.data = data
    self.payload = payload
    self.items = items
    self.sections = sections
    self.operationsPerCall = operationsPerCall
  }
}

/// A text that selects cases: one by its whole identifier, or those that a pattern matches.
///
/// `*` stands for any characters, `/` too, and `?` for any one. A pattern must match the whole
/// identifier, or the whole name of the scenario, its second part: `item-*`. Letter case counts.
package struct CasePattern: Hashable, Sendable {
  /// The text in the file or on the command line.
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  /// A pattern without white space, and no comment, that takes `id`.
  ///
  /// It takes that case alone, but for one that differs from it in white space only.
  package init(spelling id: String) {
    let spelled = String(id.map { $0.isWhitespace ? "?" : $0 })
    text = spelled.hasPrefix("#") ? "?" + spelled.dropFirst() : spelled
  }

  /// A Boolean value that indicates whether the text is a pattern, and not an identifier.
  package var isGlob: Bool { text.contains("*") || text.contains("?") }

  /// Returns a Boolean value that indicates whether the case with `id` is taken.
  ///
  /// - Complexity: O(`text.count` · `id.count`) for a pattern.
  package func matches(_ id: String) -> Bool {
    // A text of before version 2.0 may name the number of items of imported data.
    isGlob ? Self.glob(text, takes: id) : text == id || CaseKey.withoutItems(text) == id
  }

  /// Returns a Boolean value that indicates whether `pattern` matches the whole of `id`, or the
  /// whole name of its scenario.
  ///
  /// - Complexity: O(`pattern.count` · `id.count`).
  package static func glob(_ pattern: String, takes id: String) -> Bool {
    let pattern = Array(pattern)
    // `…/payload=item8/*` takes imported data as well, whose ids end before the items.
    return glob(pattern, matches: Array(id))
      || isOfImportedData(id) && glob(pattern, matches: Array(id + "/"))
      || scenario(of: id).map { glob(pattern, matches: Array($0)) } ?? false
  }

  private static func isOfImportedData(_ id: String) -> Bool {
    id.contains("/payload=") && !id.contains("/items=")
  }

  private static func scenario(of id: String) -> Substring? {
    id.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).dropFirst().first
  }

  /// Matches without recursion: after a mismatch, the last `*` takes one more character.
  private static func glob(_ pattern: [Character], matches text: [Character]) -> Bool {
    var (patternIndex, textIndex) = (0, 0)
    var retry: (pattern: Int, text: Int)?
    while textIndex < text.count {
      if patternIndex < pattern.count, pattern[patternIndex] == "*" {
        retry = (patternIndex, textIndex)
        patternIndex += 1
      } else if patternIndex < pattern.count,
        pattern[patternIndex] == "?" || pattern[patternIndex] == text[textIndex]
      {
        patternIndex += 1
        textIndex += 1
      } else if let last = retry {
        retry = (last.pattern, last.text + 1)
        (patternIndex, textIndex) = (last.pattern + 1, last.text + 1)
      } else {
        return false
      }
    }
    return pattern[patternIndex...].allSatisfy { $0 == "*" }
  }
}
