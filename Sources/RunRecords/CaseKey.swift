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
  /// The number of items.
  public var items: Int

  /// Names a case.
  public init(
    suite: String, scenario: String, storage: String, data: String, payload: String, items: Int
  ) {
    self.suite = suite
    self.scenario = scenario
    self.storage = storage
    self.data = data
    self.payload = payload
    self.items = items
  }

  /// Names the case of `suite` with `parameters`.
  public init(suite: String, _ parameters: CaseParameters) {
    self.init(
      suite: suite, scenario: parameters.scenario, storage: parameters.storage,
      data: parameters.data, payload: parameters.payload, items: parameters.items)
  }

  /// Parses a complete identifier; nil for any other text, such as one with a `*` in it.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 6, !text.contains("*"), !text.contains("?"),
      let storage = Self.value(parts[2], of: "storage"),
      let data = Self.value(parts[3], of: "data"),
      let payload = Self.value(parts[4], of: "payload"),
      let items = Self.value(parts[5], of: "items").flatMap({ Int($0) })
    else { return nil }
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
  /// `suite/scenario/storage=…/data=…/payload=…/items=…`.
  public var description: String {
    "\(suite)/\(scenario)/storage=\(storage)/data=\(data)/payload=\(payload)/items=\(items)"
  }
}
